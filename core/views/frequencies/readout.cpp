#include "core/base/number_format.hpp"
#include "core/views/frequencies/config_text.hpp"
#include "core/views/frequencies/frequencies.hpp"

#include <fmt/format.h>
#include <cmath>
#include <numbers>

namespace poslab::frequencies {

namespace {

std::string number(double value) {
    return std::isfinite(value) ? format_number(value, value < 10 ? 4 : (value < 1000 ? 2 : 0), 10) : "∞";
}

double value_at(const Variant& variant, std::string_view name, std::size_t p) {
    const Column column = column_of(variant, name);
    return p < column->size() ? (*column)[p] : std::nan("");
}

/// `at`: the position whose angle is told.
void add_pair_rows(const Variant& variant, std::size_t p, std::int64_t at, const Words& words, Readout& readout) {
    const std::string tokens = words("tokens"_tr), turns = words("turns"_tr), rad = words("rad"_tr);
    const auto row = [&](Text label, double value, const std::string& unit) {
        readout.rows.push_back({words(label), number(value), unit, no_swatch});
    };
    row("Wavelength"_tr, value_at(variant, "wavelength", p), tokens);
    if (is_scaled(variant.params)) {
        row("before scaling"_tr, value_at(variant, "wavelength_unscaled", p), tokens);
        row("Ratio"_tr, value_at(variant, "ratio", p), "");
    }
    row("Turns in training"_tr, value_at(variant, "rotations_train", p), turns);
    row("Turns at target"_tr, value_at(variant, "rotations_target", p), turns);
    const double theta = value_at(variant, "inverse_frequency", p);
    const double angle = std::fmod(static_cast<double>(at) * theta, 2 * std::numbers::pi);
    const std::string position = format_integer(at);
    readout.rows.push_back({words("Angle at "_tr) + position, number(angle), rad, no_swatch});
    const auto [first, second] =
        dimensions_of_pair(variant.params.rotary.pairing, static_cast<std::int64_t>(p), rotary_dim(spec_of(variant.params)));
    readout.rows.push_back({words("Dimensions"_tr), words("{} and {}", first, second), "", no_swatch});
    const std::string type = precision_id(variant.params.pair.precision);
    if (variant.params.pair.precision != Precision::float64)
        readout.rows.push_back(
            {words("Error in "_tr) + type, short_text(value_at(variant, "phase_error_" + type, p)), rad, no_swatch});
    const std::vector<int> sections = sections_of_pairs(variant.params.pair, column_of(variant, "ratio")->size());
    if (p < sections.size())
        readout.rows.push_back({words("M-RoPE axis"_tr), std::string(section_name(sections[p], words.language())), "", no_swatch});
}

void add_distance_rows(std::span<const Variant> variants, std::int64_t distance, const Words& words, Readout& readout) {
    for (const Variant& variant : variants) {
        const auto mean = [&](std::string_view name) { return similarity_at(variant, name, static_cast<double>(distance)); };
        const std::string label = variants.size() > 1 ? variant.label : "S(Δ)";
        const double similarity = mean("inverse_frequency");
        readout.rows.push_back({label, format_number(similarity, 6), "", no_swatch});
        if (variants.size() > 1) continue;
        if (is_scaled(variant.params))
            readout.rows.push_back({words("unscaled"_tr), format_number(mean("inverse_frequency_unscaled"), 6), "", no_swatch});
        const double f = variant.data ? variant.data->number("attention_factor") : 1;
        readout.rows.push_back({"f²·S(Δ)", format_number(f * f * similarity, 6), "", no_swatch});
        const std::array<std::int64_t, 1> at{distance};
        readout.rows.push_back({words("RoFormer's bound"_tr),
                                format_number(upper_bound(*column_of(variant, "inverse_frequency"), at).front(), 4), "",
                                no_swatch});
    }
    const double first = variants.front().data ? variants.front().data->number("first_negative_distance") : std::nan("");
    readout.rows.push_back(
        {words("First negative at"_tr), std::isfinite(first) ? format_number(first, 0) : "–", words("tokens"_tr), no_swatch});
}

std::string unseen_note(const Variant& variant, const Words& words) {
    const Column unseen = column_of(variant, "unseen_angle_fraction");
    std::size_t count = 0, first = 0;
    for (std::size_t p = unseen->size(); p-- > 0;)
        if ((*unseen)[p] > 0) {
            ++count;
            first = p;
        }
    const std::string length = format_integer(variant.params.lengths.length);
    if (unseen->empty()) return {};
    if (count == 0) return words("Within {} tokens every pair uses only angles that training has seen.", length);
    const std::size_t last = unseen->size() - 1;
    const std::string which = first == last               ? words("pair {}", last)
                              : count == last - first + 1 ? words("pairs {}–{}", first, last)
                                                          : words("{} pairs", count);
    return words("At {} tokens training has not seen all angles of {}; all others have seen every angle they use.", length, which);
}

std::string notes(const Variant& variant, const Words& words) {
    std::string text = unseen_note(variant, words);
    const double first = variant.data ? variant.data->number("first_negative_distance") : std::nan("");
    if (std::isfinite(first)) text += words(" The similarity first goes negative at distance {}.", format_number(first, 0));
    if (variant.params.pair.precision != Precision::float64) {
        const std::string type = precision_id(variant.params.pair.precision);
        double largest = 0;
        for (const double error : *column_of(variant, "phase_error_" + type)) largest = std::max(largest, error);
        const std::string last = format_integer(variant.params.lengths.length - 1);
        text += words(" Frequencies held in {} are off by up to {} rad at position {}.", type, short_text(largest), last);
    }
    return text;
}

}  // namespace

Readout readout(std::span<const Variant> variants, const Style& style, const Cursor& cursor) {
    const Words words(style.language);
    const Variant& first = variants.front();
    Readout readout;
    const Pair pair = pair_at(first, cursor);
    if (cursor.figure == "similarity") {
        const auto pointed = distance_at(first.params, cursor);
        const std::int64_t distance = pointed.value_or(first.params.lengths.train_length - 1);
        readout.where = fmt::format("Δ = {}", format_integer(distance));
        add_distance_rows(variants, distance, words, readout);
        readout.formula = {R"(S(\Delta) &= \frac{2}{d} \sum_p \cos \Delta\theta_p)"};
    } else {
        readout.where = words("pair {}", pair.index);
        const auto cell = map_cell_at(first, cursor);
        for (const Variant& variant : variants) {
            if (variants.size() > 1) readout.rows.push_back({variant.label, "", "", no_swatch});
            add_pair_rows(variant, pair.index, cell ? cell->position : variant.params.pair.position, words, readout);
        }
        readout.formula = formula_lines(first, pair);
    }
    readout.notes = notes(first, words);
    if (first.data)
        for (const Sentence& warning : first.data->warnings) readout.warnings.push_back(words(warning));
    for (ConfigText& text : config_texts(first.params))
        if (text.json) readout.snippets.push_back({text.name, *text.json});
    return readout;
}

}  // namespace poslab::frequencies
