// Figures over distances and of number formats: similarity and logit, phase errors.

#include "core/views/frequencies/arrays.hpp"

namespace poslab::frequencies {
namespace {

void point_at_distance(const Drawing& on, bool logit, Panel& panel) {
    const auto distance = distance_at(on);
    if (!distance) return;
    PointerMark& pointer = point_at(panel, *distance);
    for (std::size_t n = 0; n < on.variants.size(); ++n) {
        const double similarity = similarity_at(on.variants[n], arrays::inverse_frequency, pointer.x);
        const double value = logit ? similarity * logit_factor(on.variants[n]) : similarity;
        if (std::isfinite(value))
            pointer.dots.push_back({{pointer.x, value}, on.colors.accent, format_number(value, 4), n == 0});
    }
}

/// Adds RoFormer's bound divided by its value at distance 0, (P + 1)/2: only its decrease is informative.
void add_bound(const Drawing& on, Panel& panel) {
    const auto pairs = static_cast<double>(pairs_of(on.first()));
    const Column bound =
        mapped(on.first()[arrays::envelope_bound], [&](double value) { return value * (2 / (pairs + 1)); });
    add(panel, Curve(on.first()[arrays::scaled_envelope.distance], bound, on.colors.text3)
                   .named(on.translate("RoFormer's bound ÷ {}", format_number((pairs + 1) / 2, 1)))
                   .dashed(dots_of_line));
}

void draw_similarity(Drawing& on, Panel& panel) {
    const Variant& first = on.first();
    panel.quantity = on.translate("S(Δ) = (2/d) Σ cos Δθ; line: mean, band: lowest to highest"_tr);
    panel.x = distance_axis(on);
    panel.y = similarity_axis(on.variants, arrays::scaled_envelope.low);
    const auto rule = [&](double distance, Text name, bool at_bottom, const auto& of) {
        const std::string label = fmt::format("{} {}", on.translate(name), format_number(distance, 0, 15));
        add(panel, RuleMark{distance, on.guide_label(label, of), at_bottom});
    };
    const auto trained = static_cast<double>(first.params.lengths.train_length);
    if (trained < panel.x.high) rule(trained, "trained"_tr, false, train_length_of);
    add(panel, LevelMark{0, ""});
    if (on.single_variant()) add_bound(on, panel);
    if (on.single_variant() && is_scaled(first.params))
        add(panel, band_and_trend(first, arrays::unscaled_envelope, 1, on.colors.ghost, panel)
                       .named(on.translate("RoPE, unscaled"_tr)));
    for (std::size_t n = 0; n < on.variants.size(); ++n)
        add(panel, band_and_trend(on.variants[n], arrays::scaled_envelope, 1, color_of(on, n), panel)
                       .chosen(n, on.label(n, scaling_label(first.params))));
    const double negative = first[values::first_negative_distance];
    if (std::isfinite(negative))
        rule(negative, "first negative"_tr, true,
             [](const Variant& variant) { return variant[values::first_negative_distance]; });
    point_at_distance(on, false, panel);
}

/// Draws the logit f²·S(Δ).
void draw_logit(Drawing& on, Panel& panel) {
    const Variant& first = on.first();
    const double f = first.data == nullptr ? 1 : first[values::attention_factor],
                 more = first[values::softmax_scale];
    panel.quantity = on.translate("f²·S(Δ), attention factor f = {}", format_number(f, 4));
    if (more != 1 && std::isfinite(more))
        panel.quantity += on.translate("; softmax scale also multiplied by {}", format_number(more, 4));
    double factor = 1;
    for (const Variant& variant : on.variants) factor = std::max(factor, logit_factor(variant));
    panel.x = distance_axis(on);
    panel.y = {"", std::floor(similarity_axis(on.variants, arrays::scaled_envelope.low).low * factor * 4) / 4,
               std::ceil(factor * 4) / 4};
    add(panel, LevelMark{0, ""});
    for (std::size_t n = 0; n < on.variants.size(); ++n)
        add(panel, band_and_trend(on.variants[n], arrays::scaled_envelope, logit_factor(on.variants[n]),
                                  color_of(on, n), panel)
                       .chosen(n, on.label(n, std::string("f²·S(Δ)"))));
    point_at_distance(on, true, panel);
}

void draw_errors(Drawing& on, Panel& panel) {
    const Variant& first = on.first();
    const Precision chosen = first.params.pair.precision;
    panel.quantity = on.translate("at position {}, rad; solid: frequency rounded, dashed: product rounded",
                                  format_integer(first.params.lengths.length - 1));
    panel.x = pair_axis(on);
    add(panel, LevelMark{std::numbers::pi, ""});
    const Point right{std::floor(panel.x.high), std::numbers::pi};
    add(panel, AnnotationMark{right, on.translate("half a turn: the angle is meaningless"_tr), Align::right,
                              false, true});
    const auto pair = pair_at(on);
    if (pair) point_at(panel, static_cast<std::int64_t>(*pair));
    ValueRange range{1e-6, 10};
    for (std::size_t n = 0; n < error_curves.size(); ++n) {
        const ErrorCurve& error = error_curves[n];
        const Column errors = first[error.row];
        range.include(errors, 0);
        Curve curve = curve_over_pairs(errors, on.colors.curves[n / 2])
                          .emphasised(error.format == chosen)
                          .named(on.translate(error.label));
        add(panel, error.of_product ? curve.dashed({5, 4}) : curve);
        const double there = pair ? first.at(error.row, *pair) : 0;
        if (error.format == chosen && std::isfinite(there) && there > 0)
            panel.pointer->dots.push_back({{panel.pointer->x, there},
                                           on.colors.accent,
                                           short_text(there),
                                           !error.of_product,
                                           error.of_product});
    }
    panel.y = logarithmic_axis("", std::pow(10, std::clamp(std::floor(std::log10(range.low)), -14.0, -3.0)),
                               std::pow(10, std::ceil(std::log10(range.high))));
}

constexpr Part similarity_part{
    .title = "Similarity"_tr, .draw = &draw_similarity, .shares_x_below = true, .weight = 1.6};
constexpr Part logit_part{.title = "Logit"_tr, .draw = &draw_logit};
constexpr Part errors_part{.title = "Phase error"_tr, .draw = &draw_errors, .of_first = true};

}  // namespace

constexpr FigureRow similarity_figure = with_notes(
    "similarity", "Similarity"_tr, {similarity_part, logit_part}, &read_distance,
    arrays::scaled_envelope.list() + ArrayList(arrays::envelope_bound) + arrays::unscaled_envelope.list());
constexpr FigureRow similarity_curve_figure = similarity_figure.panel("similarity-curve", similarity_part);
constexpr FigureRow logit_figure = similarity_figure.panel("logit", logit_part);
constexpr FigureRow precision_figure = with_notes(
    "precision", "Precision"_tr, {errors_part}, &read_pair,
    {arrays::product_error_float32, arrays::product_error_float16, arrays::product_error_bfloat16});

Curve band_and_mean(const Variant& variant, const arrays::EnvelopeRows& rows, double factor, Color color,
                    Panel& panel) {
    const auto times = [&](const ArrayRow& row) {
        return mapped(variant[row], [&](double value) { return value * factor; });
    };
    const Column x = variant[rows.distance];
    add(panel, AreaMark{x, times(rows.low), times(rows.high), color.with_alpha(0.3)});
    return {x, times(rows.mean), color};
}

Curve band_and_trend(const Variant& variant, const arrays::EnvelopeRows& rows, double factor, Color color,
                     Panel& panel) {
    Curve curve = band_and_mean(variant, rows, factor, color, panel);
    curve.y = shared_column(
        moving_average_log(*curve.x, *curve.y, ripple_spacing(*variant[arrays::inverse_frequency])));
    return curve;
}

Axis distance_axis(const Showing& on) {
    const auto last = static_cast<double>(std::max<std::int64_t>(on.first().params.lengths.length - 1, 2));
    return logarithmic_axis(on.translate("distance Δ, tokens →"_tr), 1, last);
}

Axis similarity_axis(std::span<const Variant> variants, const ArrayRow& lowest) {
    ValueRange range{-0.25, 1};
    for (const Variant& variant : variants) range.include(variant[lowest]);
    return {"", std::floor(range.low * 4) / 4, 1};
}

double similarity_at(const Variant& variant, const ArrayRow& frequencies, double distance) {
    const Column theta = variant[frequencies];
    double sum = 0;
    for (const double frequency : *theta) sum += std::cos(distance * frequency);
    return theta->empty() ? std::nan("") : sum / static_cast<double>(theta->size());
}

std::optional<std::int64_t> distance_at(const Showing& on) {
    const auto x = on.x();
    if (!x) return std::nullopt;
    return std::clamp<std::int64_t>(std::llround(*x), 0, on.first().params.lengths.length - 1);
}

}  // namespace poslab::frequencies
