// Why the second and third terms have mean 0: random directions in d dimensions are nearly orthogonal; and samples that show it.

#include "core/base/number_format.hpp"
#include "core/views/bias_decay/bias_decay.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <cmath>
#include <numbers>

namespace poslab::bias_decay {

namespace {

constexpr double degrees = 180 / std::numbers::pi;
constexpr double standard_errors = 3;

struct Sampled {
    std::string_view name;
    std::string_view label;
    std::size_t color;
    double IsotropicDeviations::*sd;
};

constexpr std::array<Sampled, 3> sampled_terms{{{"sampled_content", "q·Rk", 0, &IsotropicDeviations::content},
                                                {"sampled_bias_key", "a·Rk", 2, &IsotropicDeviations::bias_key},
                                                {"sampled_query_bias", "q·Rb", 3, &IsotropicDeviations::query_bias}}};

Panel angle_panel(const Variant& variant, const Style& style, const Cursor& cursor) {
    const Words words(style.language);
    const Palette& colors = palette(style.theme);
    const Column angle = column_of(variant, "angle"), density = column_of(variant, "angle_density"),
                 histogram = column_of(variant, "angle_histogram");
    const Detail* detail = detail_of(variant);
    const std::int64_t dim = detail != nullptr ? detail->model->dim : variant.params.rotary.dim;
    Panel panel;
    panel.title = words("Angle between two directions"_tr);
    panel.quantity =
        words("density per degree, d = {}; line: exact; bars: samples ({})", dim, format_integer(variant.params.bias.samples));
    panel.x = {words("angle, degrees →"_tr), 0, 180};
    if (angle->size() < 2) return panel;
    const double width = ((*angle)[1] - (*angle)[0]) * degrees;
    std::vector<double> left, bars, x, y;
    double high = 0;
    for (std::size_t n = 0; n < angle->size(); ++n) {
        x.push_back((*angle)[n] * degrees);
        y.push_back((*density)[n] / degrees);
        left.push_back(x.back() - width / 2);
        bars.push_back((*histogram)[n] / degrees);
        high = std::max({high, y.back(), bars.back()});
    }
    panel.x.low = left.front();
    panel.x.high = left.back() + width;
    panel.y = {"", 0, 1.08 * high};
    panel.marks.emplace_back(
        BarMark{shared_column(left), shared_column(bars), colors.curves[0].with_alpha(0.45), width, std::nullopt});
    LineMark line;
    line.x = shared_column(std::move(x));
    line.y = shared_column(y);
    line.color = colors.curves[1];
    line.emphasis = Emphasis::chosen;
    panel.marks.emplace_back(std::move(line));
    panel.marks.emplace_back(RuleMark{90, "90°", false});
    if (cursor.active && cursor.figure == "isotropy" && cursor.panel == 0 && std::isfinite(cursor.x)) {
        PointerMark pointer;
        pointer.x = cursor.x;
        pointer.x_chip = format_number(cursor.x, 1) + "°";
        const double at = angle_density(dim, cursor.x / degrees) / degrees;
        pointer.dots.push_back({{cursor.x, at}, colors.accent, format_number(at, 4), true, false});
        panel.pointer = std::move(pointer);
    }
    return panel;
}

Axis sampled_axis(const Variant& variant, const Words& words) {
    Axis axis{words("distance Δ, tokens →"_tr), 1, static_cast<double>(std::max<std::int64_t>(length_of(variant) - 1, 2))};
    axis.logarithmic = true;
    return axis;
}

void add_points(const Variant& variant, const Sampled& term, std::string_view suffix, Color color, Panel& panel) {
    LineMark line =
        curve_mark(column_of(variant, "sampled_distance"), column_of(variant, std::string(term.name) + std::string(suffix)), color,
                   Emphasis::other, std::string(term.label));
    line.dot_every = 1;
    panel.marks.emplace_back(std::move(line));
}

double largest_of(const Variant& variant, std::string_view suffix) {
    double largest = 0;
    for (const Sampled& term : sampled_terms)
        for (const double value : *column_of(variant, std::string(term.name) + std::string(suffix)))
            if (std::isfinite(value)) largest = std::max(largest, std::abs(value));
    return largest;
}

/// The sampled distance nearest to the pointer of one of the two panels.
void point_at_sample(const Variant& variant, const Style& style, const Cursor& cursor, std::string_view suffix, Panel& panel) {
    const auto n = sample_at(variant, cursor);
    if (!n) return;
    PointerMark pointer;
    pointer.x = (*column_of(variant, "sampled_distance"))[*n];
    pointer.x_chip = format_number(pointer.x, 0);
    for (const Sampled& term : sampled_terms)
        if (const Column y = column_of(variant, std::string(term.name) + std::string(suffix)); *n < y->size())
            pointer.dots.push_back({{pointer.x, (*y)[*n]}, palette(style.theme).curves[term.color], "", false, true});
    panel.pointer = std::move(pointer);
}

Panel mean_panel(const Variant& variant, const Style& style, const Cursor& cursor) {
    const Words words(style.language);
    const Palette& colors = palette(style.theme);
    const Detail* detail = detail_of(variant);
    Panel panel;
    panel.title = words("Sampled means"_tr);
    const bool of_files = detail != nullptr && !detail->model->drawn();
    panel.quantity = words("expected 0; bands: ± 3 standard errors"_tr);
    if (of_files) panel.quantity = words("isotropic draws, to compare; expected 0"_tr);
    panel.x = sampled_axis(variant, words);
    panel.marks.emplace_back(LevelMark{0, ""});
    double high = largest_of(variant, "");
    for (const Sampled& term : sampled_terms) {
        const double error = detail == nullptr ? 0
                                               : standard_errors * detail->model->isotropic.*term.sd /
                                                     std::sqrt(static_cast<double>(variant.params.bias.samples));
        high = std::max(high, error);
        panel.marks.emplace_back(AreaMark{shared_column({1, panel.x.high}), shared_column({-error, -error}),
                                          shared_column({error, error}), colors.curves[term.color].with_alpha(0.08)});
        add_points(variant, term, "", colors.curves[term.color], panel);
    }
    if (high == 0) high = 1;
    panel.y = {"", -1.15 * high, 1.15 * high};
    point_at_sample(variant, style, cursor, "", panel);
    return panel;
}

Panel deviation_panel(const Variant& variant, const Style& style, const Cursor& cursor) {
    const Words words(style.language);
    const Palette& colors = palette(style.theme);
    const Detail* detail = detail_of(variant);
    Panel panel;
    panel.title = words("Sampled deviations"_tr);
    panel.quantity = words("dashed: √d, |a|, |b|"_tr);
    panel.x = sampled_axis(variant, words);
    double high = std::max(largest_of(variant, "_sd"), 1e-9);
    for (const Sampled& term : sampled_terms) {
        add_points(variant, term, "_sd", colors.curves[term.color], panel);
        if (detail == nullptr) continue;
        const double sd = detail->model->isotropic.*term.sd;
        high = std::max(high, sd);
        LineMark exact;
        exact.x = shared_column({1, panel.x.high});
        exact.y = shared_column({sd, sd});
        exact.color = colors.curves[term.color];
        exact.dashes = {8, 4};
        panel.marks.emplace_back(std::move(exact));
    }
    panel.y = {"", 0, 1.15 * high};
    point_at_sample(variant, style, cursor, "_sd", panel);
    return panel;
}

}  // namespace

std::optional<std::size_t> sample_at(const Variant& variant, const Cursor& cursor) {
    const Column distances = column_of(variant, "sampled_distance");
    if (!cursor.active || cursor.figure != "isotropy" || cursor.panel == 0 || !std::isfinite(cursor.x) || distances->empty())
        return std::nullopt;
    const auto above = std::lower_bound(distances->begin(), distances->end(), cursor.x);
    return static_cast<std::size_t>(std::min(above, distances->end() - 1) - distances->begin());
}

void add_isotropy_figure(std::span<const Variant> variants, const Style& style, const Cursor& cursor, Figure& figure) {
    for (const Variant& variant : variants) {
        figure.main.push_back(angle_panel(variant, style, cursor));
        figure.main.back().weight = 1.3;
        if (variants.size() > 1) figure.main.back().title = variant.label;
    }
    if (variants.size() > 1) return;
    figure.main.push_back(mean_panel(variants.front(), style, cursor));
    figure.main.back().shares_x_below = true;
    figure.main.push_back(deviation_panel(variants.front(), style, cursor));
}

}  // namespace poslab::bias_decay
