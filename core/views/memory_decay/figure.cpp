// What the figures share, the list of them, and the main one: norm and impulse beside RNNs.

#include "core/base/number_format.hpp"
#include "core/hippo/decay_norm.hpp"
#include "core/hippo/impulse.hpp"
#include "core/views/data_warnings.hpp"
#include "core/views/memory_decay/memory_decay.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <cmath>

namespace poslab::memory_decay {

namespace {

std::string subtitle(const Variant& variant, const Words& words) {
    const MemoryDecayGroup& group = variant.params.memory;
    const std::string r = format_number(static_cast<double>(group.from) / static_cast<double>(group.to), 6);
    return words("N = {} number{}, no input after m = {}  ·  up to n = {}, r = m/n = {}", group.order,
                 words.is_chinese() || group.order == 1 ? "" : "s", format_integer(group.from), format_integer(group.to), r);
}

Column decayed(const Column& elapsed, double gamma) { return shared_column(rnn_decay(gamma, *elapsed)); }

Column limit_of(const Variant& variant) {
    const auto from = static_cast<double>(variant.params.memory.from);
    std::vector<double> values;
    for (const double elapsed : *column_of(variant, "drawn_elapsed")) values.push_back(std::sqrt(from / (from + elapsed)));
    return shared_column(std::move(values));
}

/// ‖x‖ over what it was at m.
Column relative(const Column& norms) {
    std::vector<double> values = *norms;
    for (double& value : values) value /= norms->front();
    return shared_column(std::move(values));
}

void add_half(const Panel& axes, const Style& style, Panel& panel) {
    LineMark half = curve_mark(shared_column({axes.x.low, axes.x.high}), shared_column({0.5, 0.5}), palette(style.theme).edge,
                               Emphasis::other, Words(style.language)("half"_tr));
    half.dashes = {4, 3};
    half.label_place = LabelPlace::along;
    half.label_near = axes.x.high;
    panel.marks.emplace_back(std::move(half));
}

void add_half_lives(std::span<const Variant> variants, double Facts::*half_life, const Style& style, Panel& panel) {
    for (std::size_t n = variants.size(); n-- > 0;) {
        const Facts* facts = facts_of(variants[n]);
        if (facts == nullptr || !(facts->*half_life >= panel.x.low && facts->*half_life <= panel.x.high)) continue;
        std::string label;
        if (variants.size() == 1)
            label = steps_text(facts->*half_life) + Words(style.language)(facts->*half_life == 1 ? " step"_tr : " steps"_tr);
        add_ring({facts->*half_life, 0.5}, variant_color(style, n), std::move(label), false, panel);
    }
}

/// RNNs with the γ of the parameters and, beside a single LegS, with its half-life.
void add_rnns(std::span<const Variant> variants, double Facts::*equal_gamma, const Style& style, Panel& panel) {
    const Palette& colors = palette(style.theme);
    for (std::size_t n = 0; n < variants.size(); ++n) {
        const Column elapsed = column_of(variants[n], "drawn_elapsed");
        const bool alone = variants.size() == 1;
        LineMark own = curve_mark(elapsed, decayed(elapsed, variants[n].params.memory.gamma),
                                  alone ? colors.curves[0] : variant_color(style, n), Emphasis::other);
        if (!alone) own.dashes = {2, 3};
        panel.marks.emplace_back(std::move(own));
        if (!alone || facts_of(variants[n]) == nullptr) continue;
        LineMark equal =
            curve_mark(elapsed, decayed(elapsed, facts_of(variants[n])->*equal_gamma), colors.curves[0], Emphasis::other);
        equal.dashes = {8, 4};
        panel.marks.emplace_back(std::move(equal));
    }
}

void add_limit(const Variant& variant, const Style& style, Panel& panel) {
    LineMark limit = curve_mark(column_of(variant, "drawn_elapsed"), limit_of(variant), palette(style.theme).text, Emphasis::other);
    limit.dashes = {2, 3};
    panel.marks.emplace_back(std::move(limit));
}

void point_at_time(std::span<const Variant> variants, bool impulse, const Style& style, const Cursor& cursor, Panel& panel) {
    const auto time = time_at(variants.front(), cursor);
    if (!time || cursor.figure == "slopes") return;
    const Palette& colors = palette(style.theme);
    PointerMark pointer;
    pointer.x = static_cast<double>(*time - variants.front().params.memory.from);
    pointer.x_chip = format_integer(*time - variants.front().params.memory.from);
    for (std::size_t n = 0; n < variants.size(); ++n) {
        const Variant& variant = variants[n];
        const std::int64_t own = variant.params.memory.from + static_cast<std::int64_t>(pointer.x);
        const double value = impulse ? impulse_left(variant, own) : norm_at(variant.params, own);
        pointer.dots.push_back({{pointer.x, value}, variant_color(style, n), n == 0 ? format_number(value, 4) : "", n == 0});
    }
    const double kept = std::pow(variants.front().params.memory.gamma, pointer.x);
    if (variants.size() == 1) pointer.dots.push_back({{pointer.x, kept}, colors.curves[0], "", false, true});
    panel.pointer = std::move(pointer);
}

void add_main_key(std::span<const Variant> variants, const Style& style, Figure& figure) {
    using Swatch = KeyEntry::Swatch;
    const Words words(style.language);
    const Palette& colors = palette(style.theme);
    const Variant& first = variants.front();
    if (variants.size() > 1) {
        figure.key = {{Swatch::line, colors.text2, "LegS", ""}, {Swatch::dashed, colors.text2, "RNN, γ", ""}};
        return;
    }
    const Facts* facts = facts_of(first);
    const std::string half_life = facts == nullptr ? "–" : steps_text(facts->rnn_half_life);
    const std::int64_t most = drawn_powers(first.params.memory.order).back();
    figure.key = {{Swatch::line, colors.curves[1], "LegS", ""},
                  {Swatch::dashed, colors.text, words("bound √(m/n)"_tr), ""},
                  {Swatch::line, colors.ghost, words("modes r … "_tr) + power_label(most), ""},
                  {Swatch::line, colors.curves[0], words("RNN, half-life "_tr) + half_life, ""},
                  {Swatch::dashed, colors.curves[0], words("RNN, half-life as marked"_tr), ""}};
    if (most == 1) figure.key.erase(figure.key.begin() + 2);
}

}  // namespace

Column row_of(const Variant& variant, std::string_view name, std::size_t row) {
    return row_in(variant.data, name, static_cast<std::int64_t>(row));
}

Color variant_color(const Style& style, std::size_t n) { return palette(style.theme).curves[poslab::variant_color(n)]; }

std::string power_label(std::int64_t power) { return power == 1 ? "r" : "r" + power_of_ten(static_cast<int>(power)).substr(2); }

void add_ring(Point at, Color color, std::string label, bool rising, Panel& panel) {
    constexpr double gap = 0.009;  // of the axis: the ring's own radius
    const bool logarithmic = panel.x.logarithmic && panel.x.low > 0;
    const double width = logarithmic ? std::log(panel.x.high / panel.x.low) : panel.x.high - panel.x.low;
    const double shift = (rising ? -gap : gap) * width;
    panel.marks.emplace_back(PointMark{at, color, "", false, false, true});
    panel.marks.emplace_back(AnnotationMark{
        {logarithmic ? at.x * std::exp(shift) : at.x + shift, at.y}, std::move(label), rising ? Align::right : Align::left, false});
}

std::string steps_text(double steps) { return std::isfinite(steps) ? format_number(steps, steps < 100 ? 1 : 0, 10) : "–"; }

std::int64_t largest_elapsed(std::span<const Variant> variants) {
    std::int64_t largest = 1;
    for (const Variant& variant : variants) largest = std::max(largest, variant.params.memory.to - variant.params.memory.from);
    return largest;
}

Axis elapsed_axis(std::span<const Variant> variants, const Words& words) {
    const bool logarithmic = variants.front().params.memory.elapsed_axis == AxisChoice::log;
    const auto last = static_cast<double>(largest_elapsed(variants));
    constexpr double few = 10;  // steps: a logarithmic axis then shows what is between them, too
    Axis axis{words("steps n − m, samples →"_tr), !logarithmic ? 0 : last < few ? last / 100 : 1, last};
    axis.logarithmic = logarithmic;
    return axis;
}

std::optional<std::int64_t> time_at(const Variant& variant, const Cursor& cursor) {
    if (!cursor.active || !std::isfinite(cursor.x)) return std::nullopt;
    const std::string& id = cursor.figure;
    const MemoryDecayGroup& group = variant.params.memory;
    const bool upper = (id == "impulse" || id == "modes") && cursor.panel == 0;
    const bool elapsed = id.empty() || id == "main" || id == "decay" || upper || (id == "slopes" && cursor.panel == 1);
    const auto from = static_cast<double>(group.from), to = static_cast<double>(group.to);
    if (elapsed) return static_cast<std::int64_t>(std::clamp(from + std::round(cursor.x), from, to));
    if (id == "slopes") return static_cast<std::int64_t>(std::clamp(std::round(cursor.x), from, to));
    return std::nullopt;
}

double norm_at(const Params& params, std::int64_t time) {
    return decay_norms(params.memory.order, std::array{static_cast<double>(params.memory.from) / static_cast<double>(time)})
        .front();
}

double impulse_left(const Variant& variant, std::int64_t time) {
    const MemoryDecayGroup& group = variant.params.memory;
    const auto norms = impulse_norms(group.order, group.from, std::array{0.0, static_cast<double>(time - group.from)});
    return norms.back() / norms.front();
}

Panel decay_panel(std::span<const Variant> variants, const Style& style, const Cursor& cursor) {
    const Words words(style.language);
    const Palette& colors = palette(style.theme);
    const Variant& first = variants.front();
    const bool alone = variants.size() == 1;
    Panel panel;
    panel.title = words("Decay"_tr.as("norm"));
    panel.quantity =
        words("how much of the state at m = {} is left at most, ‖e^(A ln(n/m))‖", format_integer(first.params.memory.from));
    if (!alone) panel.quantity = words("how much of the state at m is left at most"_tr);
    panel.x = elapsed_axis(variants, words);
    panel.y = {"", 0, 1};
    panel.weight = 1.5;
    if (alone) {
        const std::vector<std::int64_t> powers = drawn_powers(first.params.memory.order);
        for (std::size_t n = 0; n < powers.size(); ++n) {
            LineMark mode = curve_mark(column_of(first, "drawn_elapsed"), row_of(first, "drawn_modes", n), colors.ghost,
                                       Emphasis::other, power_label(powers[n]));
            mode.label_place = LabelPlace::along;
            mode.label_near = static_cast<double>(first.params.memory.from) * std::expm1(1.2 / static_cast<double>(powers[n]));
            panel.marks.emplace_back(std::move(mode));
        }
    }
    add_half(panel, style, panel);
    add_rnns(variants, &Facts::equal_norm_gamma, style, panel);
    for (std::size_t n = variants.size(); n-- > 0;)
        panel.marks.emplace_back(curve_mark(column_of(variants[n], "drawn_elapsed"), column_of(variants[n], "drawn_norm"),
                                            variant_color(style, n), Emphasis::chosen, alone ? "" : variants[n].label));
    if (alone) add_limit(first, style, panel);
    add_half_lives(variants, &Facts::norm_half_life, style, panel);
    point_at_time(variants, false, style, cursor, panel);
    return panel;
}

Panel impulse_panel(std::span<const Variant> variants, const Style& style, const Cursor& cursor) {
    const Words words(style.language);
    const bool alone = variants.size() == 1;
    Panel panel;
    panel.title = words("Impulse"_tr);
    panel.quantity = words("‖x‖ that one sample at m leaves, over that at n = m"_tr);
    panel.x = elapsed_axis(variants, words);
    panel.y = {"", 0, 1};
    add_half(panel, style, panel);
    add_rnns(variants, &Facts::equal_gamma, style, panel);
    for (std::size_t n = variants.size(); n-- > 0;) {
        const Column norms = column_of(variants[n], "drawn_impulse");
        panel.marks.emplace_back(curve_mark(column_of(variants[n], "drawn_elapsed"), norms->empty() ? norms : relative(norms),
                                            variant_color(style, n), Emphasis::chosen, alone ? "" : variants[n].label));
    }
    if (alone) add_limit(variants.front(), style, panel);
    add_half_lives(variants, &Facts::impulse_half_life, style, panel);
    point_at_time(variants, true, style, cursor, panel);
    return panel;
}

Figure figure(std::string_view id, std::span<const Variant> variants, const Style& style, const Cursor& cursor) {
    Figure figure;
    const Words words(style.language);
    figure.title = words("LegS decay"_tr);
    figure.subtitle = subtitle(variants.front(), words);
    if (id != "claims") {
        add_data_warnings(variants, style, figure);
        figure.formula = formula_definition(id == "impulse");
    }
    if (id == "impulse")
        add_impulse_figure(variants, style, cursor, figure);
    else if (id == "slopes")
        add_slopes_figure(variants, style, cursor, figure);
    else if (id == "modes")
        add_modes_figure(variants, style, cursor, figure);
    else if (id == "operator")
        add_operator_figure(variants, style, cursor, figure);
    else if (id == "eigenvalues")
        add_eigenvalues_figure(variants, style, cursor, figure);
    else if (id == "claims")
        add_claims_figure(variants, style, figure);
    else {
        figure.main.push_back(decay_panel(variants, style, cursor));
        if (id != "decay") {
            figure.main.back().shares_x_below = true;
            figure.main.push_back(impulse_panel(variants, style, cursor));
        }
        add_main_key(variants, style, figure);
    }
    return figure;
}

}  // namespace poslab::memory_decay
