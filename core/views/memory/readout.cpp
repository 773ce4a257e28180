// The readout of the main figure.

#include "core/base/formula_markup.hpp"
#include "core/views/memory/arrays.hpp"

namespace poslab::memory {
namespace {

/// Reads u, its reconstruction from the state at T, and the error at the sample under the pointer.
void read_sample(Reading& reading, double at) {
    const History& history = *reading.first().prepared->history;
    const std::int64_t sample =
        std::min(static_cast<std::int64_t>(std::floor(at)), length_of(reading.first()) - 1);
    std::array<double, 1> u{};
    try {
        history.source->read(sample, u, Job());
    } catch (const std::exception&) {
        u[0] = std::nan("");  // the file has changed; the next computation reports it
    }
    const Moment& moment = *reading.first().detail<Moment>();
    const std::array place{static_cast<double>(sample) + 0.5};
    const double recalled = sample < moment.time ? remembered(history.spec, moment.numbers, place,
                                                              static_cast<double>(moment.time))[0]
                                                 : std::nan("");
    reading.head("sample k"_tr, sample);
    reading.row("Signal u"_tr, readout_value(u[0], short_number), reading.colors.ghost);
    reading.row("Reconstruction"_tr, readout_value(recalled, short_number), reading.colors.curves[1]);
    reading.row("Error"_tr, readout_value(recalled - u[0], short_number));
}

/// Reads the coefficient under the pointer, with the pooling of the map.
void read_coefficient(Reading& reading) {
    const Variant& variant = reading.first();
    const Array* map = variant.find(arrays::state_map);
    if (map == nullptr || !reading.over(state_part) || !std::isfinite(reading.cursor.y)) return;
    const std::int64_t rows = map->shape[0], columns = map->shape[1], numbers = map->extents[0].size();
    const std::int64_t first = variant.params.memory.measure->is_complex ? -variant.params.memory.order : 0;
    const auto cell = [](double position, std::int64_t cells, std::int64_t all) {
        const double at = std::floor(position * static_cast<double>(cells) / static_cast<double>(all));
        return std::clamp<std::int64_t>(static_cast<std::int64_t>(at), 0, cells - 1);
    };
    const std::int64_t row = cell(reading.cursor.y - static_cast<double>(first), rows, numbers);
    const std::int64_t column = cell(reading.cursor.x, columns, length_of(variant));
    const double value = (*map->data)[static_cast<std::size_t>(row * columns + column)];
    const std::int64_t time = variant.prepared->history->moments[static_cast<std::size_t>(column)].time;
    reading.head("coefficient n"_tr, first + row * numbers / rows);
    reading.cell(fmt::format("xₙ({})", format_integer(time)), readout_value(value, short_number), {},
                 with_colors(state_scale(reading), reading.first().params.axes));
}

void read_whole(Reading& reading) {
    const Variant& variant = reading.first();
    reading.row("RMS error"_tr, readout_value(variant[values::rms_error], short_number));
    reading.row("Largest error"_tr, readout_value(variant[values::max_error], short_number));
    reading.row("State size"_tr, readout_value(variant[values::numbers], 0, 12));
    reading.row("Samples read"_tr, time_of(variant));
    reading.row("Largest state"_tr, readout_value(variant[values::peak_state], short_number));
    const double seconds = variant[values::seconds];
    if (std::isfinite(seconds)) reading.row("T"_tr, readout_value(seconds, 3, 12), reading.translate("s"_tr));
}

std::string method_note(const MemoryGroup& group, const Translator& translate) {
    if (group.method == Method::bilinear && remembers_whole_history(group.measure))
        return translate(
            "Su's bilinear rule (10137) takes the input as u/k, without averaging, and so misses even a "
            "constant: see Claims. “Bilinear, same t” and “Exact” have no such error."_tr);
    if (group.method == Method::forward)
        return translate("Forward Euler overshoots while k < N: see Size of states."_tr);
    return {};
}

std::string notes_of(const Variant& variant, const Translator& translate) {
    const MemoryGroup& group = variant.params.memory;
    std::string notes = MemoryGroup::windowed(group)
                            ? translate("Only the last window is remembered; earlier samples are lost."_tr)
                            : translate(
                                  "The whole past has equal weight: old detail blurs as t grows, but "
                                  "nothing is cut off."_tr);
    for (const std::string& more : {translate(group.measure->note), method_note(group, translate)})
        if (!more.empty()) notes = translate("{} {}", notes, more);
    const Moment* moment = variant.detail<Moment>();
    if (moment != nullptr && moment->extent.diverged())
        notes +=
            translate(" The state exceeded 10⁶ times the largest sample: such cells are crossed out."_tr);
    return notes;
}

}  // namespace

void read_state(Reading& reading) {
    const Variant& first = reading.first();
    const auto at = pointed_time(reading, first);
    reading.readout.where = at ? reading.translate("pointer"_tr) : "T = " + format_integer(time_of(first));
    if (first.data != nullptr && at) {
        read_sample(reading, *at);
        read_coefficient(reading);
    } else if (first.data != nullptr) {
        read_whole(reading);
    }
    reading.formula(formula_of(reading, "&="));
    for (const std::string_view line : first.params.memory.measure->formulas)
        reading.formula(std::string(line));
    reading.formula(
        fmt::format("N &= {}, \\quad T = {}", live(first.params.memory.order), live(time_of(first))));
    reading.readout.notes = notes_of(first, reading.translate);
}

}  // namespace poslab::memory
