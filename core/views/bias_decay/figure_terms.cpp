// The article's two pictures: the four terms over distance, and their sum with and without bias.

#include "core/figure/number_format.hpp"
#include "core/views/bias_decay/bias_decay.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <cmath>

namespace poslab::bias_decay {

namespace {

struct Term {
    std::string_view step, drawn;
    Text label;
    std::size_t color;
};

constexpr std::array<Term, 3> random_terms{
    {{"step_content", "drawn_content", {"q·Rk  content", "q·Rk  内容"}, 0},
     {"step_bias_key", "drawn_bias_key", {"a·Rk  query bias on keys", "a·Rk  查询偏置与键"}, 2},
     {"step_query_bias", "drawn_query_bias", {"q·Rb  queries on key bias", "q·Rb  查询与键偏置"}, 3}}};
constexpr Text fourth_label{"a·Rb  bias on bias", "a·Rb  偏置与偏置"};
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

LineMark line(Column x, Column y, Color color, Emphasis emphasis) {
    LineMark mark;
    mark.x = std::move(x);
    mark.y = std::move(y);
    mark.color = color;
    mark.emphasis = emphasis;
    mark.stroked = true;
    return mark;
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

void add_drawn(const Variant& variant, std::string_view name, Color color, Panel& panel, Range& range) {
    panel.marks.emplace_back(
        line(column_of(variant, "drawn_distance"), column_of(variant, name), color.with_alpha(0.45), Emphasis::other));
    range.take(column_of(variant, name));
}

void add_fourth(const Variant& variant, Color color, Emphasis emphasis, std::string label, Panel& panel, Range& range) {
    const Column x = column_of(variant, "step_distance"), low = column_of(variant, "step_bias_bias_low"),
                 high = column_of(variant, "step_bias_bias_high");
    panel.marks.emplace_back(AreaMark{x, low, high, color.with_alpha(0.3)});
    LineMark mark = line(x, column_of(variant, "step_bias_bias"), color, emphasis);
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

KeyEntry entry(KeyEntry::Swatch swatch, Color color, Text label, const Style& style) {
    return {swatch, color, std::string(in(style.language, label)), ""};
}

double total_mean_at(const Variant& variant, std::int64_t distance) {
    const Detail* detail = detail_of(variant);
    if (detail == nullptr) return std::nan("");
    return detail->moments ? detail->moments->total.mean[static_cast<std::size_t>(distance)]
                           : detail->product_at(static_cast<double>(distance));
}

}  // namespace

Panel terms_panel(std::span<const Variant> variants, const Style& style, const Cursor& cursor) {
    const bool zh = chinese(style), several = variants.size() > 1;
    const Palette& colors = palette(style.theme);
    const Variant& first = variants.front();
    Panel panel;
    panel.title = several ? (zh ? "第四项 a·Rb" : "Fourth term a·Rb") : (zh ? "四项内积" : "The four terms");
    panel.quantity = several ? (zh ? "内积；线为平均，色带由最低到最高" : "inner product; line: mean, band: lowest to highest")
                             : (zh ? "内积；色带：平均 ± 标准差；细线：一个查询与它的键"
                                   : "inner products; bands: mean ± deviation; thin: one query and its keys");
    panel.x = distance_axis(first, zh);
    panel.weight = 1.25;
    Range range;
    panel.marks.emplace_back(LevelMark{0, ""});
    add_trained_rule(first, zh, panel);
    for (const Term& term : random_terms) {
        if (several) break;
        const Color color = colors.curves[term.color];
        add_band(first, term.step, color, panel, range);
        add_drawn(first, term.drawn, color, panel, range);
        panel.key.push_back(entry(KeyEntry::Swatch::line, color, term.label, style));
    }
    for (std::size_t n = 0; n < variants.size(); ++n)
        add_fourth(variants[n], colors.curves[several ? n % colors.curves.size() : fourth_color], Emphasis::chosen,
                   several ? variants[n].label : std::string(), panel, range);
    if (!several)
        panel.key.insert(panel.key.begin(), entry(KeyEntry::Swatch::line, colors.curves[fourth_color], fourth_label, style));
    panel.y = range.axis();
    const auto distance = distance_at(first, cursor);
    const Detail* detail = detail_of(first);
    if (distance && detail != nullptr) point_at(distance, detail->product_at(static_cast<double>(*distance)), colors.accent, panel);
    return panel;
}

Panel total_panel(std::span<const Variant> variants, const Style& style, const Cursor& cursor) {
    const bool zh = chinese(style), several = variants.size() > 1;
    const Palette& colors = palette(style.theme);
    const Variant& first = variants.front();
    Panel panel;
    panel.title = zh ? "总和，有偏置与无偏置" : "Their sum, with and without bias";
    panel.quantity = zh ? "(q + a)·R(k + b) 与 q·Rk；色带：平均 ± 标准差" : "(q + a)·R(k + b) and q·Rk; bands: mean ± deviation";
    panel.x = distance_axis(first, zh);
    Range range;
    panel.marks.emplace_back(LevelMark{0, ""});
    add_trained_rule(first, zh, panel);
    const Color plain = colors.curves[plain_color], with_bias = colors.curves[fourth_color];
    const Column x = column_of(first, "step_distance");
    if (!several) {
        add_band(first, "step_content", plain, panel, range);
        add_drawn(first, "drawn_content", plain, panel, range);
        add_band(first, "step_total", with_bias, panel, range);
        add_drawn(first, "drawn_total", with_bias, panel, range);
        panel.marks.emplace_back(line(x, column_of(first, "step_content"), plain, Emphasis::chosen));
        panel.key = {entry(KeyEntry::Swatch::line, with_bias, {"with bias", "有偏置"}, style),
                     entry(KeyEntry::Swatch::line, plain, {"without", "无偏置"}, style)};
    }
    for (std::size_t n = 0; n < variants.size(); ++n) {
        LineMark mark = line(column_of(variants[n], "step_distance"), column_of(variants[n], "step_total"),
                             several ? colors.curves[n % colors.curves.size()] : with_bias, Emphasis::chosen);
        if (several) mark.label = variants[n].label;
        range.take(mark.y);
        panel.marks.emplace_back(std::move(mark));
    }
    panel.y = range.axis();
    const auto distance = distance_at(first, cursor);
    if (distance) point_at(distance, total_mean_at(first, *distance), colors.accent, panel);
    return panel;
}

void add_terms_figure(std::span<const Variant> variants, const Style& style, const Cursor& cursor, Figure& figure) {
    figure.main.push_back(terms_panel(variants, style, cursor));
    figure.main.back().shares_x_below = true;
    figure.main.push_back(total_panel(variants, style, cursor));
}

}  // namespace poslab::bias_decay
