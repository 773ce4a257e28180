// What the figures share, and the list of them.

#include "core/base/number_format.hpp"
#include "core/geometry/head_frequencies.hpp"
#include "core/views/frequencies/frequencies.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <cmath>
#include <numeric>

namespace poslab::frequencies {

Column shared(std::vector<double> values) { return shared_column(std::move(values)); }

Column column_of(const Variant& variant, std::string_view name) { return column_in(variant.data, name); }

Column counting(std::size_t n) {
    std::vector<double> numbers(n);
    std::iota(numbers.begin(), numbers.end(), 0.0);
    return shared(std::move(numbers));
}

std::string short_text(double value) {
    if (value == 0 || std::abs(value) >= 1e-3 || !std::isfinite(value)) return format_number(value, 4, 10);
    const int exponent = static_cast<int>(std::floor(std::log10(std::abs(value)) + 1e-12));
    return format_number(value / std::pow(10, exponent), 2) + "×" + power_of_ten(exponent);
}

std::string_view scaling_label(const Params& params, Language language) {
    if (!params.rotary.is_computed()) return in(language, "own frequencies"_tr);
    if (!params.rotary.is_scaled()) return "RoPE";
    return in(language, params.rotary.scaling->label);
}

bool is_scaled(const Params& params) {
    const RotarySpec& spec = params.rotary;
    if (!spec.is_scaled()) return false;
    return spec.factor > 1 || (spec.scaling->by_length != nullptr && spec.scaling->by_length(spec));
}

std::vector<int> sections_of_pairs(const PairGroup& group, std::size_t pairs) {
    return axes_of_sections(group.mrope_sections.numbers, static_cast<std::int64_t>(pairs), group.mrope_interleaved);
}

std::string_view section_name(int section, Language language) {
    constexpr std::array<Text, 3> names{{"time"_tr, "height"_tr, "width"_tr}};
    return in(language, names.at(static_cast<std::size_t>(section)));
}

std::string precision_id(Precision precision) {
    return std::string(PairGroup::precisions.at(static_cast<std::size_t>(precision)).id);
}

Pair pair_at(const Variant& variant, const Cursor& cursor) {
    const Column turns = column_of(variant, "rotations_train");
    const std::size_t pairs = turns->size();
    if (pairs == 0) return {};
    if (const auto cell = map_cell_at(variant, cursor)) return {cell->pair, true};
    const bool pairs_across =
        cursor.figure.empty() || cursor.figure == "main" || cursor.figure == "turns" || cursor.figure == "precision";
    if (cursor.active && pairs_across && std::isfinite(cursor.x))
        return {static_cast<std::size_t>(std::clamp(std::round(cursor.x), 0.0, static_cast<double>(pairs - 1))), true};
    std::size_t last = 0;  // the slowest that completes a turn in training
    for (std::size_t p = 0; p < pairs; ++p)
        if ((*turns)[p] >= 1) last = p;
    return {last, false};
}

Axis pair_axis(std::size_t pairs, const Words& words) {
    Axis axis;
    axis.title = words("pair p"_tr);
    axis.low = -0.4;
    axis.high = static_cast<double>(std::max<std::size_t>(pairs, 2)) - 0.6;
    axis.whole = true;
    axis.binary = pairs >= 16 && (pairs & (pairs - 1)) == 0;
    axis.low_note = words("← rotates fast"_tr);
    axis.high_note = words("rotates slowly →"_tr);
    return axis;
}

void add_pair_curves(std::span<const Variant> variants, std::string_view name, const Style& style, Panel& panel) {
    const Palette& colors = palette(style.theme);
    for (std::size_t i = 0; i < variants.size(); ++i) {
        const Variant& variant = variants[i];
        LineMark line;
        line.y = column_of(variant, name);
        line.x = counting(line.y->size());
        line.color = colors.curves[i % colors.curves.size()];
        line.emphasis = Emphasis::chosen;
        line.label = variants.size() > 1 ? variant.label : std::string(scaling_label(variant.params, style.language));
        if (line.y->size() <= 256) line.dot_every = std::max<std::size_t>(1, line.y->size() / 16);
        panel.marks.emplace_back(std::move(line));
    }
}

std::string subtitle(const Params& params, const Style& style) {
    const Words words(style.language);
    const std::string trained = format_integer(params.lengths.train_length);
    const std::string length = format_integer(params.lengths.length);
    const auto rotary = rotary_dim(spec_of(params));
    std::string text(scaling_label(params, style.language));
    if (params.rotary.uses(&RotarySpec::factor) && params.rotary.factor != 1)
        text += " × " + format_number(params.rotary.factor, 3);
    const std::string base = format_number(params.rotary.base, 7, 14);
    const std::int64_t pairs = rotary / 2;
    if (!params.rotary.is_computed())
        text += words("  ·  {} pairs", pairs);
    else if (rotary == params.rotary.dim)
        text += words("  ·  base {}, d = {}: {} rotary pairs", base, rotary, pairs);
    else
        text += words("  ·  base {}, head dim {}, of which d = {} rotate: {} pairs", base, params.rotary.dim, rotary, pairs);
    text += words(", trained to {}, used to {}", trained, length);
    return text;
}

Figure figure(std::string_view id, std::span<const Variant> variants, const Style& style, const Cursor& cursor) {
    Figure figure;
    figure.title = Words(style.language)("Frequencies"_tr);
    figure.subtitle = subtitle(variants.front().params, style);
    figure.formula = formula_definition(variants.front().params);
    if (id == "turns")
        add_turns_figure(variants, style, cursor, figure);
    else if (id == "similarity")
        add_similarity_figure(variants, style, cursor, figure);
    else if (id == "precision")
        add_precision_figure(variants, style, cursor, figure);
    else if (id == "map")
        add_map_figure(variants, style, cursor, figure);
    else if (id == "encodings")
        add_encodings_figure(variants, style, cursor, figure);
    else if (id == "claims")
        add_claims_figure(variants, style, figure);
    else
        add_pair_figure(variants, style, cursor, figure);
    return figure;
}

}  // namespace poslab::frequencies
