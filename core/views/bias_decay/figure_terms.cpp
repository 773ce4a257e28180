// The article's two figures: the four terms over distance, and their sum with and without bias.

#include "core/views/bias_decay/arrays.hpp"

namespace poslab::bias_decay {
namespace {

constexpr RandomTerm total_term{arrays::total, 1, "", &IsotropicDeviations::total};
constexpr std::size_t bias_bias_color = 1, plain_color = 0;

/// Returns the means; on a logarithmic axis, averaged over the ripple of neighbouring frequencies.
Column ripple_averaged(const Variant& variant, const ArrayRow& means) {
    const Prepared* prepared = variant.prepared;
    if (prepared == nullptr || variant.params.bias.distance_axis != AxisChoice::log) return variant[means];
    return shared_column(
        moving_average_log(*variant[arrays::step_distance], *variant[means], prepared->model->ripple));
}

/// Adds the band mean ± deviation, named at an edge, and the values of one query if `one-query` is set.
void add_term(const Drawing& drawing, const RandomTerm& term, bool named, Panel& panel, ValueRange& range) {
    const Variant& variant = drawing.first();
    const Color color = drawing.colors.curves[term.color];
    const Column x = variant[arrays::step_distance], mean = ripple_averaged(variant, term.rows.step),
                 deviation = variant[term.rows.step_sd];
    const Column low = sum_of(mean, deviation, -1), high = sum_of(mean, deviation, 1);
    const std::string name =
        term.label.empty() ? drawing.translate("sum of the four"_tr) : std::string(term.label);
    add(panel, AreaMark{x, low, high, color.with_alpha(0.10),
                        fmt::format("{}, {}", name, drawing.translate("mean ± sd"_tr))});
    // The bands of the last two terms have equal widths, so the last one has dashes and its name below.
    const bool is_last = &term == &random_terms.back();
    for (const Column& edge : {low, high}) {
        const bool here = named && (edge == low) == is_last;
        Curve curve = Curve(x, edge, color.with_alpha(0.7)).named(here ? std::string(term.label) : "");
        curve.series_name(
            fmt::format("{}, {}", name, drawing.translate(edge == low ? "mean − sd"_tr : "mean + sd"_tr)));
        add(panel, is_last ? curve.dashed(middle_dashes) : curve);
        range.include(edge);
    }
    if (!variant.params.bias.one_query) return;
    const Column sampled = variant[term.rows.drawn];
    add(panel, Curve(variant[arrays::drawn_distance], sampled, color.with_alpha(0.5))
                   .series_name(fmt::format("{}, {}", name, drawing.translate("one query"_tr))));
    range.include(sampled);
}

void add_bias_bias(const Drawing& drawing, std::size_t n, Panel& panel, ValueRange& range) {
    const Variant& variant = drawing.variants[n];
    const Color color = drawing.single_variant() ? drawing.colors.curves[bias_bias_color] : drawing.color(n);
    const Column x = variant[arrays::step_distance], low = variant[arrays::step_bias_bias_low],
                 high = variant[arrays::step_bias_bias_high];
    const std::string label = drawing.label(n, "4  a·Rb");
    add(panel, AreaMark{x, low, high, color.with_alpha(0.3),
                        fmt::format("{}, {}", label, drawing.translate("lowest, highest"_tr))});
    Curve line = Curve(x, ripple_averaged(variant, arrays::step_bias_bias), color).chosen(n, label);
    if (variant.params.bias.distance_axis == AxisChoice::log)
        line.series_name(fmt::format("{}, {}", label, drawing.translate("local mean"_tr)));
    add(panel, std::move(line));
    range.include(low);
    range.include(high);
}

void point_at_distance(const Drawing& drawing, std::int64_t distance, double value, Panel& panel) {
    PointerMark& pointer = point_at(panel, static_cast<double>(distance), format_integer(distance));
    if (std::isfinite(value)) add_dot(pointer, value, drawing.colors.accent, format_number(value, 3));
}

double total_mean_at(const Variant& variant, std::int64_t distance) {
    const Prepared* prepared = variant.prepared;
    if (prepared == nullptr) return std::nan("");
    return prepared->moments ? prepared->moments->total.mean[static_cast<std::size_t>(distance)]
                             : product_at(prepared->model->bias_bias, distance);
}

ValueRange begin_over_distance(const Drawing& drawing, Panel& panel) {
    panel.x = distance_axis(drawing, drawing.first());
    add(panel, LevelMark{0, ""});
    add_trained_rule(drawing, drawing.first(), panel);
    return {0, 1};
}

void draw_terms(Drawing& drawing, Panel& panel) {
    panel.title = drawing.single_variant() ? drawing.translate("The four terms"_tr)
                                           : drawing.translate("Fourth term a·Rb"_tr);
    panel.quantity = drawing.single_variant()
                         ? drawing.translate("bands: mean ± sd; a·Rb: lowest to highest"_tr)
                         : drawing.translate("line: mean, band: lowest to highest"_tr);
    if (drawing.first().params.bias.distance_axis == AxisChoice::log)
        panel.quantity += drawing.translate("; lines: local means"_tr);
    ValueRange range = begin_over_distance(drawing, panel);
    if (drawing.single_variant())
        for (const RandomTerm& term : random_terms) add_term(drawing, term, true, panel, range);
    for (std::size_t n = 0; n < drawing.variants.size(); ++n) add_bias_bias(drawing, n, panel, range);
    panel.y = roomy_axis(range);
    const auto distance = distance_at(drawing);
    const Prepared* prepared = drawing.first().prepared;
    if (distance && prepared != nullptr)
        point_at_distance(drawing, *distance, product_at(prepared->model->bias_bias, *distance), panel);
}

void draw_total(Drawing& drawing, Panel& panel) {
    const Variant& first = drawing.first();
    panel.title = drawing.single_variant() ? drawing.translate("Sum, with and without bias"_tr)
                                           : drawing.translate("Sum of the four"_tr);
    panel.quantity =
        drawing.single_variant() ? drawing.translate("bands: mean ± sd"_tr) : drawing.translate("mean"_tr);
    ValueRange range = begin_over_distance(drawing, panel);
    const bool has_bias =
        first.data == nullptr || first[values::query_bias_norm] != 0 || first[values::key_bias_norm] != 0;
    if (drawing.single_variant()) {
        add_term(drawing, random_terms.front(), false, panel, range);
        if (has_bias) add_term(drawing, total_term, false, panel, range);
        add(panel, Curve(first[arrays::step_distance], ripple_averaged(first, arrays::content.step),
                         drawing.colors.curves[plain_color])
                       .emphasised()
                       .named(drawing.translate("no bias"_tr)));
    }
    for (std::size_t n = 0; n < drawing.variants.size() && (!drawing.single_variant() || has_bias); ++n) {
        const Variant& variant = drawing.variants[n];
        add(panel, Curve(variant[arrays::step_distance], ripple_averaged(variant, arrays::total.step),
                         drawing.single_variant() ? drawing.colors.curves[bias_bias_color] : drawing.color(n))
                       .chosen(n, drawing.label(n, "with bias"_tr)));
        range.include(variant[arrays::total.step]);
    }
    panel.y = roomy_axis(range);
    if (const auto distance = distance_at(drawing))
        point_at_distance(drawing, *distance, total_mean_at(first, *distance), panel);
}

/// Returns the sentence on the range of the fourth term.
std::string reach_of_bias(const Showing& showing) {
    const Variant& variant = showing.first();
    const Prepared* prepared = variant.prepared;
    if (prepared == nullptr || variant.params.bias.bias_vector == BiasChoice::zero) return {};
    const double start = prepared->model->bias_bias.at_zero(), half = variant[values::half_distance],
                 negative = variant[values::first_negative_distance];
    if (start <= 0)
        return showing.translate("a·Rb begins at {}, so it does not favour near keys",
                                 format_number(start, 2));
    if (!std::isfinite(half))
        return showing.translate("a·Rb stays above half its initial {}", format_number(start, 2));
    const std::string begin = format_number(start, 2), at = format_number(half, 0, 15);
    if (!std::isfinite(negative))
        return showing.translate("a·Rb falls from {} to half by Δ = {}, and stays positive", begin, at);
    return showing.translate("a·Rb falls from {} to half by Δ = {}, below 0 at Δ = {}", begin, at,
                             format_number(negative, 0, 15));
}

constexpr Part terms_part{.title = {}, .draw = &draw_terms, .shares_x_below = true, .weight = 1.25};
constexpr Part total_part{.title = {}, .draw = &draw_total};

constexpr RowList<ArrayRow> rows_of_terms{
    arrays::step_distance,       arrays::step_bias_bias,   arrays::step_bias_bias_low,
    arrays::step_bias_bias_high, arrays::content.step,     arrays::content.step_sd,
    arrays::bias_key.step,       arrays::bias_key.step_sd, arrays::query_bias.step,
    arrays::query_bias.step_sd,  arrays::total.step,       arrays::total.step_sd,
    arrays::drawn_distance,      arrays::content.drawn,    arrays::bias_key.drawn,
    arrays::query_bias.drawn,    arrays::total.drawn};

}  // namespace

constexpr FigureRow main_figure{.id = "main",
                                .title = "Terms"_tr,
                                .arrays = rows_of_terms,
                                .draw = {terms_part, total_part},
                                .read = &read_terms,
                                .idle = compared,
                                .headline = &reach_of_bias};
constexpr FigureRow terms_figure{.id = "terms",
                                 .title = "The four terms alone"_tr,
                                 .arrays = rows_of_terms,
                                 .draw = {terms_part},
                                 .read = &read_terms,
                                 .offered = false,
                                 .idle = compared,
                                 .headline = &reach_of_bias};
constexpr FigureRow total_figure{.id = "total",
                                 .title = "Their sum alone"_tr,
                                 .arrays = rows_of_terms,
                                 .draw = {total_part},
                                 .read = &read_terms,
                                 .offered = false,
                                 .idle = compared};

}  // namespace poslab::bias_decay
