#include "core/base/number_format.hpp"
#include "core/views/memory/comparisons.hpp"
#include "core/views/memory/convergence.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <cmath>

namespace poslab::memory {

namespace {

std::string live(std::int64_t value) { return "\\live{" + format_integer(value) + "}"; }

/// u, what the state at T says of it, and the difference, at the sample under the pointer.
void add_sample(const Variant& variant, double at, const Style& style, Readout& readout) {
    const Detail* detail = detail_of(variant);
    const Words words(style.language);
    const std::int64_t sample = std::min(static_cast<std::int64_t>(std::floor(at)), length_of(variant) - 1);
    std::array<double, 1> u{};
    try {
        detail->history->source->read(sample, u, Job());
    } catch (const std::exception&) {
        u[0] = std::nan("");  // the file is no longer what it was; the next computation says so
    }
    const Moment& moment = *detail->moment;
    const std::array place{static_cast<double>(sample) + 0.5};
    const double recalled = sample < moment.time
                                ? remembered(detail->history->spec, moment.numbers, place, static_cast<double>(moment.time))[0]
                                : std::nan("");
    readout.heads.push_back({words("sample k"_tr), format_integer(sample), "", no_swatch});
    readout.rows.push_back({words("Signal u"_tr), short_number(u[0]), "", palette(style.theme).ghost});
    readout.rows.push_back({words("Reconstruction"_tr), short_number(recalled), "", palette(style.theme).curves[1]});
    readout.rows.push_back({words("Error"_tr), short_number(recalled - u[0]), "", no_swatch});
}

/// The coefficient under the pointer in the map, as the map has it.
void add_coefficient(const Variant& variant, const Cursor& cursor, const Style& style, Readout& readout) {
    const Array* map = variant.data == nullptr ? nullptr : variant.data->find("state_map");
    if (map == nullptr || cursor.panel < 2 || !std::isfinite(cursor.y)) return;
    const Detail& detail = *detail_of(variant);
    const std::int64_t rows = map->shape[0], columns = map->shape[1], numbers = map->extents[0].size();
    const std::int64_t first = variant.params.memory.measure->is_complex ? -variant.params.memory.order : 0;
    const auto cell = [](double place, std::int64_t cells, double all) {
        return std::clamp<std::int64_t>(static_cast<std::int64_t>(std::floor(place * static_cast<double>(cells) / all)), 0,
                                        cells - 1);
    };
    const std::int64_t row = cell(cursor.y - static_cast<double>(first), rows, static_cast<double>(numbers));
    const std::int64_t column = cell(cursor.x, columns, static_cast<double>(length_of(variant)));
    const double value = (*map->data)[static_cast<std::size_t>(row * columns + column)];
    const std::int64_t time = detail.history->moments[static_cast<std::size_t>(column)].time;
    readout.heads.push_back(
        {Words(style.language)("coefficient n"_tr), format_integer(first + row * numbers / rows), "", no_swatch});
    readout.rows.push_back({fmt::format("xₙ({})", format_integer(time)), short_number(value), "",
                            std::isfinite(value) ? color_of(state_scale(variant), value) : no_swatch});
}

void add_state(const Variant& variant, const Words& words, Readout& readout) {
    const Data& data = *variant.data;
    const auto row = [&](Text label, std::string value, std::string unit = {}) {
        readout.rows.push_back({words(label), std::move(value), std::move(unit), no_swatch});
    };
    row("RMS error"_tr, short_number(data.number("rms_error")));
    row("Largest error"_tr, short_number(data.number("max_error")));
    row("Numbers kept"_tr, format_number(data.number("numbers"), 0));
    row("Samples taken in"_tr, format_integer(time_of(variant)));
    row("Largest state"_tr, short_number(data.number("peak_state")));
    const double seconds = data.number("seconds");
    if (std::isfinite(seconds)) row("T"_tr, format_number(seconds, 3), words("s"_tr));
}

std::string method_note(const MemoryGroup& group, const Words& words) {
    if (group.method == Method::bilinear && remembers_whole_history(group.measure))
        return words(
            "10137's bilinear rule takes the input in as u/k, without averaging, so that even a constant is missed: see "
            "Claims. “Bilinear, same t” and “Exact” have no such error."_tr);
    if (group.method == Method::forward) return words("Forward Euler overshoots while k < N: see Size of states."_tr);
    return {};
}

std::string notes_of(const Variant& variant, const Words& words) {
    const MemoryGroup& group = variant.params.memory;
    std::string notes = MemoryGroup::windowed(group)
                            ? words("Only the last window is remembered; of earlier samples nothing is known."_tr)
                            : words("All of the past weighs alike: old detail blurs as t grows, but nothing is cut off."_tr);
    for (const std::string& more : {words(group.measure->note), method_note(group, words)})
        if (!more.empty()) notes = words("{} {}", notes, more);
    const Detail* detail = detail_of(variant);
    if (detail != nullptr && detail->moment->extent.diverged())
        notes += words(" The state has exceeded 10⁶ times the largest sample: such cells are crossed."_tr);
    return notes;
}

}  // namespace

std::string formula_definition(const Params& params) {
    return remembers_whole_history(params.memory.measure) ? "\\frac{dx}{dt} = \\frac{A}{t} x + \\frac{B}{t} u"
                                                          : "\\frac{dx}{dt} = A x + B u";
}

Readout readout(std::span<const Variant> variants, const Style& style, const Cursor& cursor) {
    const Words words(style.language);
    const Variant& first = variants.front();
    Readout readout;
    if (add_comparison_readout(first, style, cursor, readout)) return readout;
    if (add_convergence_readout(first, style, cursor, readout)) {
        readout.formula.push_back(formula_definition(first.params));
        return readout;
    }
    const auto at = pointed_time(first, cursor);
    readout.where = at ? words("pointer"_tr) : fmt::format("T = {}", format_integer(time_of(first)));
    if (first.data != nullptr) {
        if (at) add_sample(first, *at, style, readout);
        if (at) add_coefficient(first, cursor, style, readout);
        if (!at) add_state(first, words, readout);
    }
    std::string definition = remembers_whole_history(first.params.memory.measure)
                                 ? "\\frac{dx}{dt} &= \\frac{A}{t} x + \\frac{B}{t} u"
                                 : "\\frac{dx}{dt} &= A x + B u";
    readout.formula.push_back(definition);
    for (const std::string_view line : first.params.memory.measure->formulas) readout.formula.emplace_back(line);
    readout.formula.push_back(fmt::format("N &= {}, \\quad T = {}", live(first.params.memory.order), live(time_of(first))));
    readout.notes = notes_of(first, words);
    return readout;
}

}  // namespace poslab::memory
