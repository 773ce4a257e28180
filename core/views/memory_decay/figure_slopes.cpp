// A power of time against an exponential on axes that make either of them straight; and the modes.

#include "core/base/number_format.hpp"
#include "core/hippo/impulse.hpp"
#include "core/views/memory_decay/memory_decay.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <cmath>

namespace poslab::memory_decay {

namespace {

/// The lowest decade of what is shown: a little below r² at the end.
double lowest_of(std::span<const Variant> variants) {
    double lowest = 0.1;
    for (const Variant& variant : variants) {
        const double r = static_cast<double>(variant.params.memory.from) / static_cast<double>(variant.params.memory.to);
        lowest = std::min(lowest, std::pow(10, std::floor(2 * std::log10(r) - 0.5)));
    }
    return std::max(lowest, 1e-15);
}

Column shifted(const Column& column, double by) {
    std::vector<double> values = *column;
    for (double& value : values) value += by;
    return shared_column(std::move(values));
}

/// "slope −0.5".
std::string slope_text(double slope, const Words& words) { return (words("slope "_tr)) + format_number(slope, 3); }

/// Norms, RNNs and, beside a single LegS, its first modes, over n or over n − m.
void add_curves(std::span<const Variant> variants, bool over_time, const Style& style, Panel& panel) {
    const Words words(style.language);
    const Palette& colors = palette(style.theme);
    const bool alone = variants.size() == 1;
    for (std::size_t n = variants.size(); n-- > 0;) {
        const Variant& variant = variants[n];
        const MemoryDecayGroup& group = variant.params.memory;
        const Facts* facts = facts_of(variant);
        const Column elapsed = column_of(variant, "drawn_elapsed");
        const Column x = over_time ? shifted(elapsed, static_cast<double>(group.from)) : elapsed;
        for (std::size_t k = 0; alone && k < std::min<std::size_t>(2, drawn_powers(group.order).size()); ++k) {
            const std::int64_t power = drawn_powers(group.order)[k];
            LineMark mode = curve_mark(x, row_of(variant, "drawn_modes", k), colors.ghost, Emphasis::other, power_label(power));
            if (over_time) mode.label += ", " + slope_text(-static_cast<double>(power), words);
            panel.marks.emplace_back(std::move(mode));
        }
        LineMark rnn = curve_mark(x, shared_column(rnn_decay(group.gamma, *elapsed)),
                                  alone ? colors.curves[0] : variant_color(style, n), Emphasis::other);
        if (alone) rnn.label = "RNN, γ = " + format_number(group.gamma, 6);
        if (alone && over_time) {  // it leaves through the bottom
            rnn.label_place = LabelPlace::along;
            rnn.label_near = static_cast<double>(group.from) + rnn_half_life(group.gamma) * 4;
        }
        if (!alone) rnn.dashes = {2, 3};
        panel.marks.emplace_back(std::move(rnn));
        if (alone && facts != nullptr) {
            LineMark equal = curve_mark(x, shared_column(rnn_decay(facts->equal_norm_gamma, *elapsed)), colors.curves[0],
                                        Emphasis::other, words("RNN, equal half-life"_tr));
            equal.dashes = {8, 4};
            equal.label_place = LabelPlace::along;
            panel.marks.emplace_back(std::move(equal));
        }
        LineMark norm = curve_mark(x, column_of(variant, "drawn_norm"), variant_color(style, n), Emphasis::chosen,
                                   alone ? "LegS" : variant.label);
        if (over_time && facts != nullptr) norm.label += ", " + slope_text(facts->slope_at_to, words);
        panel.marks.emplace_back(std::move(norm));
    }
}

void add_slope_pointer(std::span<const Variant> variants, bool over_time, const Style& style, const Cursor& cursor, Panel& panel) {
    const auto time = time_at(variants.front(), cursor);
    if (!time || cursor.figure != "slopes") return;
    PointerMark pointer;
    const std::int64_t elapsed = *time - variants.front().params.memory.from;
    pointer.x = static_cast<double>(over_time ? *time : elapsed);
    pointer.x_chip = format_integer(over_time ? *time : elapsed);
    for (std::size_t n = 0; n < variants.size(); ++n) {
        const MemoryDecayGroup& group = variants[n].params.memory;
        const std::int64_t own = over_time ? *time : group.from + elapsed;
        if (own < group.from || own > group.to) continue;
        const double norm = norm_at(variants[n].params, own);
        pointer.dots.push_back({{pointer.x, norm}, variant_color(style, n), n == 0 ? format_number(norm, 4) : "", n == 0});
    }
    panel.pointer = std::move(pointer);
}

Panel slopes_panel(std::span<const Variant> variants, bool over_time, const Style& style, const Cursor& cursor) {
    const Words words(style.language);
    Panel panel;
    panel.title = over_time ? words("Log–log"_tr) : words("Semi-log"_tr);
    panel.quantity =
        over_time ? words("a power of time is straight; slopes at the right end"_tr) : words("an exponential is straight"_tr);
    double low = 1e300, high = 2;
    for (const Variant& variant : variants) {
        low = std::min(low, static_cast<double>(variant.params.memory.from));
        high = std::max(high, static_cast<double>(variant.params.memory.to));
    }
    panel.x = {words("time n, samples →"_tr), low, high};
    panel.x.logarithmic = true;
    if (!over_time)
        panel.x = {words("steps n − m, samples →"_tr), 0,
                   static_cast<double>(std::max<std::int64_t>(2, largest_elapsed(variants)))};
    panel.y = {"", lowest_of(variants), 1};
    panel.y.logarithmic = true;
    add_curves(variants, over_time, style, panel);
    add_slope_pointer(variants, over_time, style, cursor, panel);
    return panel;
}

Axis mode_axis(std::int64_t order, const Words& words) {
    Axis axis{words("mode k →"_tr), 1, static_cast<double>(std::max<std::int64_t>(order, 2))};
    axis.logarithmic = true;
    axis.binary = true;
    return axis;
}

Panel curves_panel(const Variant& variant, const Style& style, const Cursor& cursor) {
    const Words words(style.language);
    const Palette& colors = palette(style.theme);
    Panel panel = decay_panel({&variant, 1}, style, cursor);
    panel.title = words("Modes"_tr);
    panel.quantity = words("rᵏ = (m/n)ᵏ, the eigenvalues of K(r); thick: its norm"_tr);
    std::vector<Mark> kept;
    for (Mark& mark : panel.marks) {
        const auto* line = std::get_if<LineMark>(&mark);
        if (line == nullptr || !(line->color == colors.curves[0])) kept.push_back(std::move(mark));
    }
    panel.marks = std::move(kept);
    panel.weight = 1;
    return panel;
}

Panel half_lives_panel(std::span<const Variant> variants, const Style& style, const Cursor& cursor) {
    const Words words(style.language);
    const Palette& colors = palette(style.theme);
    const Variant& first = variants.front();
    Panel panel;
    panel.title = words("Half-life of each mode"_tr);
    panel.quantity = words("m (2^(1/k) − 1) steps, about 0.69 m/k"_tr);
    std::int64_t order = 1;
    double low = 1e300, high = 0;
    const auto include = [&](double steps) {
        low = std::min(low, steps);
        high = std::max(high, steps);
    };
    for (std::size_t n = 0; n < variants.size(); ++n) {
        const Column y = column_of(variants[n], "mode_half_life");
        if (y->empty()) continue;
        std::vector<double> x;
        for (std::size_t k = 1; k <= y->size(); ++k) x.push_back(static_cast<double>(k));
        order = std::max(order, variants[n].params.memory.order);
        include(y->back());
        include(y->front());
        LineMark line = curve_mark(shared_column(std::move(x)), y, variants.size() == 1 ? colors.text2 : variant_color(style, n),
                                   Emphasis::other, variants.size() == 1 ? "rᵏ" : variants[n].label);
        if (y->size() <= 64) line.dot_every = 1;
        panel.marks.emplace_back(std::move(line));
    }
    const auto level = [&](double steps, Color color, std::string label) {
        include(steps);
        LineMark line = curve_mark(shared_column({1, static_cast<double>(std::max<std::int64_t>(order, 2))}),
                                   shared_column({steps, steps}), color, Emphasis::other, std::move(label));
        line.dashes = {8, 4};
        panel.marks.emplace_back(std::move(line));
    };
    if (const Facts* facts = facts_of(first); facts != nullptr && variants.size() == 1) {
        level(facts->norm_half_life, colors.curves[1], words("LegS norm "_tr) + steps_text(facts->norm_half_life));
        level(facts->rnn_half_life, colors.curves[0], "RNN " + steps_text(facts->rnn_half_life));
    }
    panel.x = mode_axis(order, words);
    panel.y = {"", high > 0 ? low / 1.5 : 1, high > 0 ? high * 1.5 : 10};
    panel.y.logarithmic = true;
    if (const auto mode = mode_at(first, cursor)) {
        PointerMark pointer;
        pointer.x = static_cast<double>(*mode);
        pointer.x_chip = format_integer(*mode);
        const double steps = (*column_of(first, "mode_half_life"))[static_cast<std::size_t>(*mode - 1)];
        pointer.dots.push_back({{pointer.x, steps}, colors.accent, steps_text(steps), true});
        panel.pointer = std::move(pointer);
    }
    return panel;
}

}  // namespace

std::optional<std::int64_t> mode_at(const Variant& variant, const Cursor& cursor) {
    const auto modes = static_cast<double>(column_of(variant, "mode_half_life")->size());
    if (!cursor.active || cursor.figure != "modes" || cursor.panel != 1 || !std::isfinite(cursor.x) || modes == 0)
        return std::nullopt;
    return static_cast<std::int64_t>(std::clamp(std::round(cursor.x), 1.0, modes));
}

void add_slopes_figure(std::span<const Variant> variants, const Style& style, const Cursor& cursor, Figure& figure) {
    figure.main.push_back(slopes_panel(variants, true, style, cursor));
    figure.main.push_back(slopes_panel(variants, false, style, cursor));
}

void add_modes_figure(std::span<const Variant> variants, const Style& style, const Cursor& cursor, Figure& figure) {
    figure.main.push_back(curves_panel(variants.front(), style, cursor));
    figure.main.push_back(half_lives_panel(variants, style, cursor));
}

}  // namespace poslab::memory_decay
