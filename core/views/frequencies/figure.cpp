// Code shared by the figures.

#include "core/geometry/head_frequencies.hpp"
#include "core/views/frequencies/arrays.hpp"

namespace poslab::frequencies {

std::string short_text(double value) {
    if (value == 0 || std::abs(value) >= 1e-3 || !std::isfinite(value)) return format_number(value, 4, 10);
    const int exponent = static_cast<int>(std::floor(std::log10(std::abs(value)) + 1e-12));
    return format_number(value / std::pow(10, exponent), 2) + "×" + power_of_ten(exponent);
}

bool is_scaled(const Params& params) {
    const RotarySpec& spec = params.rotary;
    if (!spec.is_scaled()) return false;
    return spec.factor > 1 || (spec.scaling->by_length != nullptr && spec.scaling->by_length(spec));
}

Text scaling_label(const Params& params) {
    if (!params.rotary.is_computed()) return "own frequencies"_tr;
    return params.rotary.is_scaled() ? params.rotary.scaling->label : untranslated("RoPE");
}

std::vector<int> sections_of_pairs(const PairGroup& group, std::size_t pairs) {
    return axes_of_sections(group.mrope_sections.numbers, static_cast<std::int64_t>(pairs),
                            group.mrope_interleaved, group.mrope_alternating);
}

Text section_name(int section) {
    constexpr std::array<Text, 3> names{{"time"_tr, "height"_tr, "width"_tr}};
    return names.at(static_cast<std::size_t>(section));
}

Color color_of(const Showing& on, std::size_t n) { return on.colors.curves[n % on.colors.curves.size()]; }

std::size_t pairs_of(const Variant& variant) { return variant[arrays::inverse_frequency]->size(); }

Axis pair_axis(const Showing& on) {
    const std::size_t pairs = pairs_of(on.first());
    Axis axis = whole_axis(on.translate("pair p"_tr), -0.4,
                           static_cast<double>(std::max<std::size_t>(pairs, 2)) - 0.6);
    axis.binary = pairs >= 16 && (pairs & (pairs - 1)) == 0;
    axis.low_note = on.translate("← rotates fast"_tr);
    axis.high_note = on.translate("rotates slowly →"_tr);
    return axis;
}

Curve curve_over_pairs(Column numbers, Color color) {
    std::vector<double> pairs(numbers->size());
    std::iota(pairs.begin(), pairs.end(), 0.0);
    return {shared_column(std::move(pairs)), std::move(numbers), color};
}

std::optional<std::size_t> pair_at(const Showing& on) {
    const auto x = on.x();
    const std::size_t pairs = pairs_of(on.first());
    if (!x || pairs == 0) return std::nullopt;
    return static_cast<std::size_t>(std::clamp(std::round(*x), 0.0, static_cast<double>(pairs - 1)));
}

std::string subtitle_of(const Showing& on) {
    const Params& params = on.first().params;
    const std::int64_t rotary = rotary_dim(spec_of(params)), pairs = rotary / 2;
    std::string text = on.translate(scaling_label(params));
    if (params.rotary.uses(&RotarySpec::factor) && params.rotary.factor != 1)
        text += " × " + format_number(params.rotary.factor, 3);
    const std::string base = format_number(params.rotary.base, 7, 14);
    if (!params.rotary.is_computed())
        text += on.translate.plural("  ·  {} pair", "  ·  {} pairs", pairs);
    else if (rotary == params.rotary.dim)
        text += on.translate.plural("  ·  base {1}, d = {2}: {0} rotary pair",
                                    "  ·  base {1}, d = {2}: {0} rotary pairs", pairs, base, rotary);
    else
        text += on.translate.plural("  ·  base {1}, head dim {2}, of which d = {3} rotate: {0} pair",
                                    "  ·  base {1}, head dim {2}, of which d = {3} rotate: {0} pairs", pairs,
                                    base, params.rotary.dim, rotary);
    return text + on.translate(", trained to {}, used to {}", format_integer(params.lengths.train_length),
                               format_integer(params.lengths.length));
}

}  // namespace poslab::frequencies
