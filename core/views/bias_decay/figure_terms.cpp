// The article's two pictures: the four terms over distance, and their sum with and without bias.

#include "core/base/number_format.hpp"
#include "core/views/bias_decay/bias_decay.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <cmath>

namespace poslab::bias_decay {

namespace {

struct Term {
    std::string_view step, drawn, label;
    std::size_t color;
};

// In the order of the formula.
constexpr std::array<Term, 3> random_terms{{{"step_content", "drawn_content", "1  q·Rk", 0},
                                            {"step_bias_key", "drawn_bias_key", "2  a·Rk", 2},
                                            {"step_query_bias", "drawn_query_bias", "3  q·Rb", 3}}};
constexpr std::string_view fourth_label = "4  a·Rb";
constexpr std::size_t fourth_color = 1, plain_color = 0;

/// mean − sd and mean + sd.
std::pair<Column, Column> band_of(const Variant& variant, std::string_view name) {
    const Column mean = column_of(variant, name), sd = column_of(variant, std::string(name) + "_sd");
    std::vector<double> low(mean->size()), high(mean->size());
    for (std::size_t n = 0; n < std::min(mean->size(), sd->size()); ++n) {
        low[n] = (*mean)[n] - (*sd)[n];
        high[n] = (*mean)[n] + (*sd)[n];
    }
    return {shared_column(std::move(low)), shared_column(std::move(high))};
}

/// Widens [low, high] to hold all that is finite.
void include(const Column& column, double& low, double& high) {
    for (const double value : *column)
        if (std::isfinite(value)) {
            low = std::min(low, value);
            high = std::max(high, value);
        }
}

struct Range {
    double low = 0, high = 1;

    void take(const Column& column) { include(column, low, high); }
    [[nodiscard]] Axis axis() const {
        const double room = 0.06 * (high - low);
        return {"", low - room, high + room};
    }
};

void add_band(const Variant& variant, std::string_view name, Color color, Panel& panel, Range& range) {
    const auto [low, high] = band_of(variant, name);
    panel.marks.emplace_back(AreaMark{column_of(variant, "step_distance"), low, high, color.with_alpha(0.10)});
    range.take(low);
    range.take(high);
}

void add_drawn(const Variant& variant, std::string_view name, Color color, std::string_view label, Panel& panel, Range& range) {
    LineMark mark =
        curve_mark(column_of(variant, "drawn_distance"), column_of(variant, name), color.with_alpha(0.5), Emphasis::other);
    mark.label = label;
    panel.marks.emplace_back(std::move(mark));
    range.take(column_of(variant, name));
}

void add_fourth(const Variant& variant, Color color, Emphasis emphasis, std::string label, Panel& panel, Range& range) {
    const Column x = column_of(variant, "step_distance"), low = column_of(variant, "step_bias_bias_low"),
                 high = column_of(variant, "step_bias_bias_high");
    panel.marks.emplace_back(AreaMark{x, low, high, color.with_alpha(0.3)});
    LineMark mark = curve_mark(x, column_of(variant, "step_bias_bias"), color, emphasis);
    mark.label = std::move(label);
    panel.marks.emplace_back(std::move(mark));
    range.take(low);
    range.take(high);
}

void point_at(std::optional<std::int64_t> distance, double value, Color color, Panel& panel) {
    if (!distance) return;
    PointerMark pointer;
    pointer.x = static_cast<double>(*distance);
    pointer.x_chip = format_integer(*distance);
    if (std::isfinite(value)) pointer.dots.push_back({{pointer.x, value}, color, format_number(value, 3), true, false});
    panel.pointer = std::move(pointer);
}

double total_mean_at(const Variant& variant, std::int64_t distance) {
    const Detail* detail = detail_of(variant);
    if (detail == nullptr) return std::nan("");
    return detail->moments ? detail->moments->total.mean[static_cast<std::size_t>(distance)]
                           : product_at(detail->model->fourth, distance);
}

}  // namespace

Panel terms_panel(std::span<const Variant> variants, const Style& style, const Cursor& cursor) {
    const Words words(style.language);
    const bool several = variants.size() > 1;
    const Palette& colors = palette(style.theme);
    const Variant& first = variants.front();
    Panel panel;
    panel.title = several ? words("Fourth term a·Rb"_tr) : words("The four terms"_tr);
    panel.quantity =
        several ? words("line: mean, band: lowest to highest"_tr) : words("bands: mean ± sd; of a·Rb lowest to highest"_tr);
    panel.x = distance_axis(first, words);
    panel.weight = 1.25;
    Range range;
    panel.marks.emplace_back(LevelMark{0, ""});
    add_trained_rule(first, words, panel);
    for (const Term& term : random_terms) {
        if (several) break;
        add_band(first, term.step, colors.curves[term.color], panel, range);
        add_drawn(first, term.drawn, colors.curves[term.color], term.label, panel, range);
    }
    for (std::size_t n = 0; n < variants.size(); ++n)
        add_fourth(variants[n], colors.curves[several ? variant_color(n) : fourth_color], Emphasis::chosen,
                   several ? variants[n].label : std::string(fourth_label), panel, range);
    panel.y = range.axis();
    const auto distance = distance_at(first, cursor);
    const Detail* detail = detail_of(first);
    if (distance && detail != nullptr) point_at(distance, product_at(detail->model->fourth, *distance), colors.accent, panel);
    return panel;
}

Panel total_panel(std::span<const Variant> variants, const Style& style, const Cursor& cursor) {
    const Words words(style.language);
    const bool several = variants.size() > 1;
    const Palette& colors = palette(style.theme);
    const Variant& first = variants.front();
    Panel panel;
    panel.title = several ? words("Sum of the four"_tr) : words("Sum, with and without bias"_tr);
    panel.quantity = several ? words("mean"_tr) : words("bands: mean ± sd"_tr);
    panel.x = distance_axis(first, words);
    Range range;
    panel.marks.emplace_back(LevelMark{0, ""});
    add_trained_rule(first, words, panel);
    const Color plain = colors.curves[plain_color], with_bias = colors.curves[fourth_color];
    const Column x = column_of(first, "step_distance");
    const bool has_bias =
        first.data == nullptr || first.data->number("query_bias_norm") != 0 || first.data->number("key_bias_norm") != 0;
    if (!several) {
        add_band(first, "step_content", plain, panel, range);
        add_drawn(first, "drawn_content", plain, "", panel, range);
        if (has_bias) {
            add_band(first, "step_total", with_bias, panel, range);
            add_drawn(first, "drawn_total", with_bias, "", panel, range);
        }
        LineMark mean = curve_mark(x, column_of(first, "step_content"), plain, Emphasis::chosen);
        mean.label = words("no bias"_tr);
        panel.marks.emplace_back(std::move(mean));
    }
    for (std::size_t n = 0; n < variants.size() && (several || has_bias); ++n) {
        LineMark mark = curve_mark(column_of(variants[n], "step_distance"), column_of(variants[n], "step_total"),
                                   several ? colors.curves[variant_color(n)] : with_bias, Emphasis::chosen);
        mark.label = several ? variants[n].label : words("with bias"_tr);
        range.take(mark.y);
        panel.marks.emplace_back(std::move(mark));
    }
    panel.y = range.axis();
    if (const auto distance = distance_at(first, cursor)) point_at(distance, total_mean_at(first, *distance), colors.accent, panel);
    return panel;
}

void add_terms_figure(std::span<const Variant> variants, const Style& style, const Cursor& cursor, Figure& figure) {
    figure.main.push_back(terms_panel(variants, style, cursor));
    figure.main.back().shares_x_below = true;
    figure.main.push_back(total_panel(variants, style, cursor));
}

}  // namespace poslab::bias_decay
