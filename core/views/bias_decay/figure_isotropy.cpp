// Random directions in d dimensions are nearly orthogonal, so the second and third terms have mean 0; samples
// confirm it.

#include "core/views/bias_decay/arrays.hpp"

#include <numbers>

namespace poslab::bias_decay {
namespace {

constexpr double degrees = 180 / std::numbers::pi;
constexpr double standard_errors = 3;

void draw_angles(Drawing& drawing, Panel& panel) {
    const Variant& variant = drawing.variant();
    const Column angle = variant[arrays::angle];
    const Prepared* prepared = variant.prepared;
    const std::int64_t dim = prepared != nullptr ? prepared->model->dim : variant.params.rotary.dim;
    panel.quantity = drawing.translate("density per degree, d = {}; line: exact; bars: samples ({})", dim,
                                       format_integer(variant.params.bias.samples));
    panel.x = {drawing.translate("angle, degrees →"_tr), 0, 180};
    if (angle->size() < 2) return;
    const double width = ((*angle)[1] - (*angle)[0]) * degrees;
    const auto per_degree = [](double density) { return density / degrees; };
    const Column x = mapped(angle, [](double radians) { return radians * degrees; });
    const Column left = mapped(x, [&](double middle) { return middle - width / 2; });
    const Column exact = mapped(variant[arrays::angle_density], per_degree),
                 bars = mapped(variant[arrays::angle_histogram], per_degree);
    ValueRange range{0, 0};
    range.include(exact);
    range.include(bars);
    panel.x.low = left->front();
    panel.x.high = left->back() + width;
    panel.y = {"", 0, 1.08 * range.high};
    add(panel, BarMark{left, bars, drawing.colors.curves[0].with_alpha(0.45), width, std::nullopt});
    add(panel, Curve(x, exact, drawing.colors.curves[1]).emphasised().filled());
    add(panel, RuleMark{90, "90°", false});
    if (const auto at = drawing.x_over(angle_part)) {
        const double density = angle_density(dim, *at / degrees) / degrees;
        add_dot(point_at(panel, *at, format_number(*at, 1) + "°"), density, drawing.colors.accent,
                format_number(density, 4));
    }
}

void begin_over_samples(const Drawing& drawing, Panel& panel) {
    const auto last = static_cast<double>(std::max<std::int64_t>(length_of(drawing.first()) - 1, 2));
    panel.x = logarithmic_axis(drawing.translate("distance Δ, tokens →"_tr), 1, last);
}

void add_samples(const Drawing& drawing, const RandomTerm& term, const ArrayRow& row, Panel& panel) {
    add(panel, Curve(drawing.first()[arrays::sampled_distance], drawing.first()[row],
                     drawing.colors.curves[term.color])
                   .named(term.name())
                   .dotted());
}

double max_finite_magnitude(const Variant& variant, NamedRow TermRows::*row) {
    double largest = 0;
    for (const RandomTerm& term : random_terms)
        for (const double value : *variant[term.rows.*row])
            if (std::isfinite(value)) largest = std::max(largest, std::abs(value));
    return largest;
}

/// Marks the sampled distance under the pointer in one of the two panels.
void point_at_sample(const Drawing& drawing, NamedRow TermRows::*row, Panel& panel) {
    const auto n = sample_at(drawing);
    if (!n) return;
    const double distance = (*drawing.first()[arrays::sampled_distance])[*n];
    PointerMark& pointer = point_at(panel, distance, format_number(distance, 0));
    for (const RandomTerm& term : random_terms)
        if (const Column y = drawing.first()[term.rows.*row]; *n < y->size())
            add_small_dot(pointer, (*y)[*n], drawing.colors.curves[term.color]);
}

void draw_means(Drawing& drawing, Panel& panel) {
    const Variant& variant = drawing.first();
    const Prepared* prepared = variant.prepared;
    const bool of_files = prepared != nullptr && !prepared->model->is_synthetic();
    panel.quantity = drawing.translate(of_files ? "isotropic reference samples; expected 0"_tr
                                                : "expected 0; bands: ± 3 standard errors"_tr);
    begin_over_samples(drawing, panel);
    add(panel, LevelMark{0, ""});
    double high = max_finite_magnitude(variant, &TermRows::sampled);
    for (const RandomTerm& term : random_terms) {
        const double error = prepared == nullptr
                                 ? 0
                                 : standard_errors * prepared->model->isotropic.*term.isotropic /
                                       std::sqrt(static_cast<double>(variant.params.bias.samples));
        high = std::max(high, error);
        add(panel,
            AreaMark{shared_column({1, panel.x.high}), shared_column({-error, -error}),
                     shared_column({error, error}), drawing.colors.curves[term.color].with_alpha(0.08)});
        add_samples(drawing, term, term.rows.sampled, panel);
    }
    if (high == 0) high = 1;
    panel.y = {"", -1.15 * high, 1.15 * high};
    point_at_sample(drawing, &TermRows::sampled, panel);
}

void draw_deviations(Drawing& drawing, Panel& panel) {
    const Prepared* prepared = drawing.first().prepared;
    panel.quantity = drawing.translate("dashed: √d, |a|, |b|"_tr);
    begin_over_samples(drawing, panel);
    double high = std::max(max_finite_magnitude(drawing.first(), &TermRows::sampled_sd), 1e-9);
    for (const RandomTerm& term : random_terms) {
        add_samples(drawing, term, term.rows.sampled_sd, panel);
        if (prepared == nullptr) continue;
        const double exact = prepared->model->isotropic.*term.isotropic;
        high = std::max(high, exact);
        add(panel, Curve(panel.x, exact, drawing.colors.curves[term.color]).dashed(long_dashes).filled());
    }
    panel.y = {"", 0, 1.15 * high};
    point_at_sample(drawing, &TermRows::sampled_sd, panel);
}

constexpr Part means_part{
    .title = "Sampled means"_tr, .draw = &draw_means, .repeat = Repeat::where_alone, .shares_x_below = true};
constexpr Part deviations_part{
    .title = "Sampled deviations"_tr, .draw = &draw_deviations, .repeat = Repeat::where_alone};

}  // namespace

constexpr Part angle_part{
    .title = "Angle between two directions"_tr, .draw = &draw_angles, .repeat = Repeat::each, .weight = 1.3};

constexpr FigureRow isotropy_figure{
    .id = "isotropy",
    .title = "Isotropy"_tr,
    .arrays = {arrays::angle, arrays::angle_density, arrays::angle_histogram, arrays::sampled_distance,
               arrays::content.sampled, arrays::content.sampled_sd, arrays::bias_key.sampled,
               arrays::bias_key.sampled_sd, arrays::query_bias.sampled, arrays::query_bias.sampled_sd},
    .draw = {angle_part, means_part, deviations_part},
    .read = &read_isotropy,
    .idle = of_distances};

std::optional<std::size_t> sample_at(const Showing& showing) {
    const Column distances = showing.first()[arrays::sampled_distance];
    const auto x = showing.x();
    if (!x || distances->empty() || !(showing.over(means_part) || showing.over(deviations_part)))
        return std::nullopt;
    const auto above = std::lower_bound(distances->begin(), distances->end(), *x);
    return static_cast<std::size_t>(std::min(above, distances->end() - 1) - distances->begin());
}

}  // namespace poslab::bias_decay
