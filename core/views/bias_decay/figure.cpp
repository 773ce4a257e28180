// What the figures share, and the list of them.

#include "core/base/number_format.hpp"
#include "core/views/bias_decay/bias_decay.hpp"
#include "core/views/data_warnings.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <cmath>
#include <filesystem>

namespace poslab::bias_decay {

namespace {

std::string source_words(const Variant& variant, const Words& words) {
    const BiasDecayGroup& group = variant.params.bias;
    if (!BiasDecayGroup::has_files(group)) return words("isotropic queries and keys"_tr);
    std::string text = std::filesystem::path(group.queries.path.empty() ? group.keys.path : group.queries.path).filename().string();
    if (group.layer > 0) text += words(", layer {}", group.layer);
    return text;
}

std::string subtitle(const Variant& variant, const Style& style) {
    const Words words(style.language);
    const Params& params = variant.params;
    std::string text = bias_words(params, style) + "  ·  " + source_words(variant, words);
    const bool of_all = !params.bias.head.set && variant.data != nullptr && variant.data->number("heads") > 1;
    if (of_all || (params.bias.head.set && params.bias.head.value > 0))
        text += words(", head {}", format_number(of_all ? 0 : params.bias.head.value, 0));
    text += fmt::format("  ·  d = {}", variant.data == nullptr ? params.rotary.dim : detail_of(variant)->model->dim);
    if (params.rotary.is_computed()) {
        text += words(", base {}", format_number(params.rotary.base, 7, 14));
        if (params.rotary.is_scaled()) text += ", " + words(params.rotary.scaling->label);
    }
    return text +
           words(", trained to {}, used to {}", format_integer(params.lengths.train_length), format_integer(length_of(variant)));
}

}  // namespace

std::string bias_words(const Params& params, const Style& style) {
    const BiasDecayGroup& group = params.bias;
    std::string text(in(style.language, BiasDecayGroup::bias_vectors[static_cast<std::size_t>(group.bias_vector)].label));
    if (group.bias_vector == BiasChoice::zero) return Words(style.language)("no bias"_tr);
    if (group.bias_vector == BiasChoice::file)
        text =
            std::filesystem::path(group.query_bias.path.empty() ? group.key_bias.path : group.query_bias.path).filename().string();
    if (group.bias_vector == BiasChoice::sandwich) text += ", λ = " + format_number(strength_of(params), 4);
    if (group.bias_vector == BiasChoice::gaussian) return text + ", σ = " + format_number(group.bias_scale, 4);
    return group.bias_scale == 1 ? text : text + " × " + format_number(group.bias_scale, 4);
}

std::int64_t length_of(const Variant& variant) {
    const Detail* detail = detail_of(variant);
    return detail != nullptr ? detail->model->length : variant.params.lengths.length;
}

Axis distance_axis(const Variant& variant, const Words& words) {
    const bool logarithmic = variant.params.bias.distance_axis == AxisChoice::log;
    Axis axis{words("distance Δ, tokens →"_tr), logarithmic ? 1.0 : 0.0,
              static_cast<double>(std::max<std::int64_t>(length_of(variant) - 1, 2))};
    axis.logarithmic = logarithmic;
    axis.whole = !logarithmic;
    return axis;
}

void add_trained_rule(const Variant& variant, const Words& words, Panel& panel) {
    const auto trained = static_cast<double>(variant.params.lengths.train_length);
    if (trained < panel.x.high)
        panel.marks.emplace_back(RuleMark{trained, fmt::format("{} {}", words("trained"_tr), format_number(trained, 0)), false});
}

std::optional<std::size_t> step_at(const Variant& variant, std::int64_t distance) {
    return nearest_index(column_of(variant, "step_distance"), static_cast<double>(distance));
}

std::optional<std::int64_t> distance_at(const Variant& variant, const Cursor& cursor) {
    if (!cursor.active || !std::isfinite(cursor.x)) return std::nullopt;
    const std::string& id = cursor.figure;
    const bool by_distance = id.empty() || id == "main" || id == "terms" || id == "total" || id == "families" || id == "heads";
    const bool near = id == "key-bias";
    if (!by_distance && !near) return std::nullopt;
    const double place = near ? std::floor(cursor.x) : std::round(cursor.x);
    return static_cast<std::int64_t>(std::clamp(place, 0.0, static_cast<double>(length_of(variant) - 1)));
}

Figure figure(std::string_view id, std::span<const Variant> variants, const Style& style, const Cursor& cursor) {
    Figure figure;
    const Variant& first = variants.front();
    if (id != "claims" && id != "reported") add_data_warnings(variants, style, figure);
    figure.title = Words(style.language)("Bias decay"_tr);
    figure.subtitle = subtitle(first, style);
    if (id != "claims" && id != "reported") figure.formula = formula_definition(first.params);
    if (id == "terms")
        figure.main.push_back(terms_panel(variants, style, cursor));
    else if (id == "total")
        figure.main.push_back(total_panel(variants, style, cursor));
    else if (id == "weights")
        figure.main.push_back(weights_panel(variants, style, cursor));
    else if (id == "entropy")
        figure.main.push_back(entropy_panel(variants, style, cursor));
    else if (id == "softmax") {
        figure.main.push_back(weights_panel(variants, style, cursor));
        figure.main.back().shares_x_below = true;
        figure.main.push_back(entropy_panel(variants, style, cursor));
    } else if (id == "isotropy")
        add_isotropy_figure(variants, style, cursor, figure);
    else if (id == "families")
        add_families_figure(variants, style, cursor, figure);
    else if (id == "key-bias")
        add_key_bias_figure(variants, style, cursor, figure);
    else if (id == "heads")
        add_heads_figure(variants, style, cursor, figure);
    else if (id == "reported")
        add_reported_figure(variants, style, cursor, figure);
    else if (id == "claims")
        add_claims_figure(variants, style, figure);
    else
        add_terms_figure(variants, style, cursor, figure);
    return figure;
}

}  // namespace poslab::bias_decay
