// Figures over distances and of number formats: similarity with its logit, phase errors.

#include "core/base/number_format.hpp"
#include "core/views/frequencies/frequencies.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <cmath>
#include <numbers>

namespace poslab::frequencies {

namespace {

LineMark curve(const Column& x, const Column& y, Color color, Emphasis emphasis, std::string label) {
    LineMark line;
    line.x = x;
    line.y = y;
    line.color = color;
    line.emphasis = emphasis;
    line.label = std::move(label);
    line.stroked = true;
    return line;
}

double lowest_of(std::span<const Variant> variants) {
    double low = -0.25;
    for (const Variant& variant : variants)
        for (const double value : *column_of(variant, "envelope_low")) low = std::min(low, value);
    return std::floor(low * 4) / 4;
}

Column times(const Column& column, double factor) {
    std::vector<double> values = *column;
    for (double& value : values) value *= factor;
    return shared(std::move(values));
}

/// RoFormer's bound over its value at distance 0, (P + 1)/2: only how it falls says something about S.
Column relative(const Column& bound, const Variant& variant) {
    return times(bound, 2 / (static_cast<double>(column_of(variant, "inverse_frequency")->size()) + 1));
}

void add_envelope(const Variant& variant, const std::string& suffix, double factor, Color color, Emphasis emphasis,
                  std::string label, Panel& panel) {
    const Column x = column_of(variant, "envelope_distance" + suffix);
    panel.marks.emplace_back(AreaMark{x, times(column_of(variant, "envelope_low" + suffix), factor),
                                      times(column_of(variant, "envelope_high" + suffix), factor), color.with_alpha(0.3)});
    panel.marks.emplace_back(
        curve(x, times(column_of(variant, "envelope_mean" + suffix), factor), color, emphasis, std::move(label)));
}

void add_first_negative(const Variant& variant, const Style& style, Panel& panel) {
    const double first = variant.data ? variant.data->number("first_negative_distance") : std::nan("");
    if (!std::isfinite(first)) return;
    panel.marks.emplace_back(RuleMark{
        first, fmt::format("{} {}", Words(style.language)("first negative"_tr), format_integer(static_cast<std::int64_t>(first))),
        true});
}

void point_at_distance(std::span<const Variant> variants, const Style& style, const Cursor& cursor, bool logit, Panel& panel) {
    const auto distance = distance_at(variants.front().params, cursor);
    if (!distance) return;
    PointerMark pointer;
    pointer.x = static_cast<double>(*distance);
    pointer.x_chip = format_integer(*distance);
    for (const Variant& variant : variants) {
        const double f = logit && variant.data ? variant.data->number("attention_factor") : 1;
        const double value = similarity_at(variant, "inverse_frequency", pointer.x) * f * f;
        if (std::isfinite(value))
            pointer.dots.push_back(
                {{pointer.x, value}, palette(style.theme).accent, format_number(value, 4), &variant == variants.data(), false});
    }
    panel.pointer = std::move(pointer);
}

Panel similarity_panel(std::span<const Variant> variants, const Style& style, const Cursor& cursor) {
    const Words words(style.language);
    const Palette& colors = palette(style.theme);
    const Variant& first = variants.front();
    Panel panel;
    panel.title = words("Similarity"_tr);
    panel.quantity = words("S(Δ) = (2/d) Σ cos Δθ; line: mean, band: lowest to highest"_tr);
    panel.x = distance_axis(first.params, words);
    panel.y = {"", lowest_of(variants), 1, false};
    panel.weight = 1.6;
    const auto trained = static_cast<double>(first.params.lengths.train_length);
    if (trained < panel.x.high)
        panel.marks.emplace_back(RuleMark{trained, fmt::format("{} {}", words("trained"_tr), format_number(trained, 0)), false});
    panel.marks.emplace_back(LevelMark{0, ""});
    if (variants.size() == 1) {
        const std::string divisor = format_number((static_cast<double>(column_of(first, "inverse_frequency")->size()) + 1) / 2, 1);
        LineMark bound = curve(column_of(first, "envelope_distance"), relative(column_of(first, "envelope_bound"), first),
                               colors.text3, Emphasis::other, words("RoFormer's bound ÷ {}", divisor));
        bound.dashes = {2, 3};
        panel.marks.emplace_back(std::move(bound));
    }
    if (variants.size() == 1 && is_scaled(first.params))
        add_envelope(first, "_unscaled", 1, colors.ghost, Emphasis::other, words("RoPE, unscaled"_tr), panel);
    for (std::size_t i = 0; i < variants.size(); ++i)
        add_envelope(variants[i], "", 1, colors.curves[i % colors.curves.size()], Emphasis::chosen,
                     variants.size() > 1 ? variants[i].label : std::string(scaling_label(first.params, style.language)), panel);
    add_first_negative(first, style, panel);
    point_at_distance(variants, style, cursor, false, panel);
    return panel;
}

/// What a softmax sees of it: f²·S(Δ).
Panel logit_panel(std::span<const Variant> variants, const Style& style, const Cursor& cursor) {
    const Words words(style.language);
    const Palette& colors = palette(style.theme);
    Panel panel;
    panel.title = "Logit";
    const Variant& first = variants.front();
    const double f = first.data ? first.data->number("attention_factor") : 1;
    const double more = first.data ? first.data->number("softmax_scale") : 1;
    panel.quantity = words("f²·S(Δ), attention factor f = {}", format_number(f, 4));
    if (more != 1 && std::isfinite(more))
        panel.quantity += words("; the softmax scale is multiplied by {} besides", format_number(more, 4));
    panel.x = distance_axis(first.params, words);
    double factor = 1;
    for (const Variant& variant : variants)
        if (variant.data) factor = std::max(factor, std::pow(variant.data->number("attention_factor"), 2));
    panel.y = {"", std::floor(lowest_of(variants) * factor * 4) / 4, std::ceil(factor * 4) / 4, false};
    panel.marks.emplace_back(LevelMark{0, ""});
    for (std::size_t i = 0; i < variants.size(); ++i) {
        const double own = variants[i].data ? std::pow(variants[i].data->number("attention_factor"), 2) : 1;
        add_envelope(variants[i], "", own, colors.curves[i % colors.curves.size()], Emphasis::chosen,
                     variants.size() > 1 ? variants[i].label : "f²·S(Δ)", panel);
    }
    point_at_distance(variants, style, cursor, true, panel);
    return panel;
}

struct ErrorCurve {
    std::string_view array;
    Text label;
    bool product;
};

constexpr std::array<ErrorCurve, 6> error_curves{{{"phase_error_bfloat16", "bfloat16, frequency"_tr, false},
                                                  {"product_error_bfloat16", "bfloat16, product"_tr, true},
                                                  {"phase_error_float16", "float16, frequency"_tr, false},
                                                  {"product_error_float16", "float16, product"_tr, true},
                                                  {"phase_error_float32", "float32, frequency"_tr, false},
                                                  {"product_error_float32", "float32, product"_tr, true}}};

void add_error_curves(const Variant& variant, const Style& style, Panel& panel) {
    const Palette& colors = palette(style.theme);
    const std::string chosen = precision_id(variant.params.pair.precision);
    for (std::size_t i = 0; i < error_curves.size(); ++i) {
        const ErrorCurve& which = error_curves[i];
        const Column y = column_of(variant, which.array);
        const bool is_chosen = which.array.ends_with("_" + chosen);
        LineMark line = curve(counting(y->size()), y, colors.curves[i / 2], is_chosen ? Emphasis::chosen : Emphasis::other,
                              std::string(in(style.language, which.label)));
        if (which.product) line.dashes = {5, 4};
        panel.marks.emplace_back(std::move(line));
    }
}

}  // namespace

Axis distance_axis(const Params& params, const Words& words) {
    Axis axis;
    axis.title = words("distance Δ, tokens →"_tr);
    axis.low = 1;
    axis.high = static_cast<double>(std::max<std::int64_t>(params.lengths.length - 1, 2));
    axis.logarithmic = true;
    return axis;
}

double similarity_at(const Variant& variant, std::string_view name, double distance) {
    const Column theta = column_of(variant, name);
    double sum = 0;
    for (const double frequency : *theta) sum += std::cos(distance * frequency);
    return theta->empty() ? std::nan("") : sum / static_cast<double>(theta->size());
}

std::optional<std::int64_t> distance_at(const Params& params, const Cursor& cursor) {
    if (!cursor.active || cursor.figure != "similarity" || !std::isfinite(cursor.x)) return std::nullopt;
    return std::clamp<std::int64_t>(std::llround(cursor.x), 0, params.lengths.length - 1);
}

void add_similarity_figure(std::span<const Variant> variants, const Style& style, const Cursor& cursor, Figure& figure) {
    figure.main.push_back(similarity_panel(variants, style, cursor));
    figure.main.back().shares_x_below = true;
    figure.main.push_back(logit_panel(variants, style, cursor));
}

void add_precision_figure(std::span<const Variant> variants, const Style& style, const Cursor& cursor, Figure& figure) {
    const Words words(style.language);
    const Variant& first = variants.front();
    Panel panel;
    panel.title = words("Phase error"_tr);
    const std::string last = format_integer(first.params.lengths.length - 1);
    panel.quantity = words("at position {}, rad; solid: frequency held in the format, dashed: product held in it", last);
    panel.x = pair_axis(column_of(first, "phase_error_float32")->size(), words);
    double high = 10;
    double low = 1e-6;
    for (const ErrorCurve& which : error_curves)
        for (const double error : *column_of(first, which.array)) {
            if (std::isfinite(error)) high = std::max(high, error);
            if (error > 0) low = std::min(low, error);
        }
    panel.y = {"", std::pow(10, std::clamp(std::floor(std::log10(low)), -14.0, -3.0)), std::pow(10, std::ceil(std::log10(high))),
               true};
    panel.marks.emplace_back(LevelMark{std::numbers::pi, ""});
    panel.marks.emplace_back(AnnotationMark{
        {std::floor(panel.x.high), std::numbers::pi}, words("half a turn: the angle means nothing"_tr), Align::right});
    add_error_curves(first, style, panel);
    const Pair pair = pair_at(first, cursor);
    if (pair.pointed) {
        PointerMark pointer;
        pointer.x = static_cast<double>(pair.index);
        pointer.x_chip = format_integer(static_cast<std::int64_t>(pair.index));
        const std::string chosen = precision_id(first.params.pair.precision);
        for (const std::string& name : {"phase_error_" + chosen, "product_error_" + chosen})
            if (const Column y = column_of(first, name);
                pair.index < y->size() && std::isfinite((*y)[pair.index]) && (*y)[pair.index] > 0)
                pointer.dots.push_back({{pointer.x, (*y)[pair.index]},
                                        palette(style.theme).accent,
                                        short_text((*y)[pair.index]),
                                        name.starts_with("phase"),
                                        !name.starts_with("phase")});
        panel.pointer = std::move(pointer);
    }
    figure.main.push_back(std::move(panel));
}

}  // namespace poslab::frequencies
