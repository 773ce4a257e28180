// Figures `speeds` and `sizes`.

#include "core/base/number_format.hpp"
#include "core/views/memory/claims.hpp"
#include "core/views/memory/comparisons.hpp"
#include "core/views/memory/convergence.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <cmath>

namespace poslab::memory {

namespace {

std::int64_t rows_of(const Variant& variant, std::string_view name) {
    const Array* array = variant.data == nullptr ? nullptr : variant.data->find(name);
    return array == nullptr ? 0 : array->shape[0];
}

constexpr std::array<std::string_view, 5> subscripts{"x₀", "x₁", "x₂", "x₃", "x₄"};
static_assert(subscripts.size() == static_cast<std::size_t>(shown_coefficients));

std::string measure_words(const Variant& variant, const Words& words) {
    const std::string times = format_integer(variant.params.moment.stretch);
    return words("thin: as it is; dashed: slowed {} times, its time divided by that", times);
}

Panel states_panel(const Variant& variant, const Style& style, const Cursor& cursor) {
    const Words words(style.language);
    const Palette& colors = palette(style.theme);
    Panel panel;
    panel.title = words("States at two speeds, laid over each other"_tr);
    panel.quantity = measure_words(variant, words);
    panel.x = time_axis(variant, words);
    const Column times = column_of(variant, "speed_time");
    if (!times->empty()) panel.x.high = std::max(times->back(), 2.0);
    panel.weight = 1.6;
    panel.shares_x_below = true;
    ValueRange range;
    for (std::int64_t n = 0; n < rows_of(variant, "speed_states"); ++n) {
        const auto color = static_cast<std::size_t>(n);
        for (const bool slow : {true, false}) {
            LineMark line;
            line.x = times;
            line.y = row_in(variant.data, slow ? "speed_states_slow" : "speed_states", n);
            line.color = slow ? colors.curves[color] : colors.curves[color].with_alpha(0.45);
            line.emphasis = slow ? Emphasis::pinned : Emphasis::other;
            if (!slow) line.label = subscripts[color];
            line.stroked = true;
            range.take(line.y);
            panel.marks.emplace_back(std::move(line));
        }
    }
    const double room = range.empty() ? 1 : 0.06 * std::max(range.high - range.low, 1e-300);
    panel.y = range.empty() ? Axis{"", -1, 1} : Axis{"", range.low - room, range.high + room};
    if (const auto at = nearest_index(times, cursor.active && cursor.figure == "speeds" ? cursor.x : std::nan(""))) {
        PointerMark pointer;
        pointer.x = (*times)[*at];
        panel.pointer = std::move(pointer);
    }
    return panel;
}

Panel difference_panel(const Variant& variant, const Style& style, const Cursor& cursor) {
    const Words words(style.language);
    const Palette& colors = palette(style.theme);
    Panel panel;
    panel.title = words("Difference"_tr);
    panel.quantity = words("max |y(c t) − x(t)| over all coefficients"_tr);
    panel.x = time_axis(variant, words);
    LineMark line;
    line.x = column_of(variant, "speed_time");
    line.y = column_of(variant, "speed_difference");
    if (!line.x->empty()) panel.x.high = std::max(line.x->back(), 2.0);
    line.color = colors.curves[1];
    line.emphasis = Emphasis::chosen;
    line.stroked = true;
    ValueRange range;
    range.take(line.y, 0);
    panel.y = {"", 1e-16, 1};
    if (!range.empty()) {
        panel.y.low = std::pow(10, std::floor(std::log10(std::max(range.low, range.high * 1e-12))));
        panel.y.high = std::pow(10, std::ceil(std::log10(range.high) + 0.05));
    }
    panel.y.logarithmic = true;
    const auto at = nearest_index(line.x, cursor.active && cursor.figure == "speeds" ? cursor.x : std::nan(""));
    if (at) {
        PointerMark pointer;
        pointer.x = (*line.x)[*at];
        pointer.x_chip = format_number(pointer.x, 0);
        if (*at < line.y->size() && (*line.y)[*at] > 0)
            pointer.dots.push_back({{pointer.x, (*line.y)[*at]}, line.color, short_number((*line.y)[*at]), true, false});
        panel.pointer = std::move(pointer);
    }
    panel.marks.emplace_back(std::move(line));
    return panel;
}

Axis size_axis(std::span<const Variant> variants) {
    ValueRange range;
    for (const Variant& variant : variants)
        for (const ComparedMethod& compared : compared_methods)
            range.take(column_of(variant, method_array("size_", compared.method)), 0);
    Axis axis{"", 0.01, 10};
    if (!range.empty()) {
        axis.high = std::pow(10, std::ceil(std::log10(range.high) + 0.02));
        // The usual size of states stays in sight below any transient; zeros on the way do not widen the axis.
        axis.low = std::pow(10, std::floor(std::log10(std::clamp(range.low, 1e-3, 0.1))));
        if (axis.low >= axis.high) axis.low = axis.high / 10;
    }
    axis.logarithmic = true;
    return axis;
}

void add_size_curves(const Variant& variant, const Style& style, Panel& panel) {
    const Palette& colors = palette(style.theme);
    const Column times = column_of(variant, "size_time"), peaks = column_of(variant, "size_peaks");
    for (std::size_t n = 0; n < compared_methods.size(); ++n) {
        const ComparedMethod& compared = compared_methods[n];
        LineMark line;
        line.x = times;
        line.y = column_of(variant, method_array("size_", compared.method));
        line.color = colors.curves[n];
        line.dashes = curve_dashes(n);
        line.emphasis = compared.method == variant.params.memory.method ? Emphasis::chosen : Emphasis::other;
        line.label = compared_name(compared, variant.params.memory, Words(style.language));
        if (n < peaks->size() && !((*peaks)[n] < 10))
            line.label += std::isfinite((*peaks)[n]) ? (Words(style.language)(", peak "_tr)) + short_number((*peaks)[n]) : " → ∞";
        line.stroked = true;
        panel.marks.emplace_back(std::move(line));
    }
}

Panel sizes_panel(std::span<const Variant> variants, const Style& style, const Cursor& cursor) {
    const Words words(style.language);
    const Variant& first = variants.front();
    Panel panel;
    panel.title = words("How large the state becomes on the way"_tr);
    panel.quantity = words("max |xₙ(t)| for every method"_tr);
    panel.x = time_axis(first, words);
    const Column times = column_of(first, "size_time");
    panel.x.low = 1;
    if (!times->empty()) panel.x.high = std::max(times->back(), 2.0);
    panel.x.logarithmic = true;
    panel.x.whole = false;
    panel.y = size_axis(variants.first(1));
    const auto order = static_cast<double>(first.params.memory.order);
    if (first.params.memory.measure->is_projection && order < panel.x.high) panel.marks.emplace_back(RuleMark{order, "t = N"});
    add_size_curves(first, style, panel);
    if (const auto at = nearest_index(times, cursor.active && cursor.figure == "sizes" ? cursor.x : std::nan(""))) {
        PointerMark pointer;
        pointer.x = (*times)[*at];
        pointer.x_chip = format_number(pointer.x, 0);
        for (std::size_t n = 0; n < compared_methods.size(); ++n) {
            const Column sizes = column_of(first, method_array("size_", compared_methods[n].method));
            if (*at < sizes->size() && (*sizes)[*at] > 0)
                pointer.dots.push_back({{pointer.x, (*sizes)[*at]}, palette(style.theme).curves[n], "", false, true});
        }
        panel.pointer = std::move(pointer);
    }
    return panel;
}

void add_size_rows(const Variant& variant, const Style& style, std::optional<std::size_t> at, Readout& readout) {
    const Words words(style.language);
    const Column peaks = column_of(variant, "size_peaks");
    for (std::size_t n = 0; n < compared_methods.size(); ++n) {
        const Column sizes = column_of(variant, method_array("size_", compared_methods[n].method));
        const double value = at && *at < sizes->size() ? (*sizes)[*at] : n < peaks->size() ? (*peaks)[n] : std::nan("");
        readout.rows.push_back({compared_name(compared_methods[n], variant.params.memory, words), short_number(value), "",
                                palette(style.theme).curves[n]});
    }
}

void add_speed_rows(const Variant& variant, const Style& style, std::optional<std::size_t> at, Readout& readout) {
    const Words words(style.language);
    const Column difference = column_of(variant, "speed_difference");
    if (difference->empty()) return;
    const std::size_t place = at.value_or(difference->size() - 1);
    for (std::int64_t n = 0; n < rows_of(variant, "speed_states"); ++n) {
        const Column states = row_in(variant.data, "speed_states", n);
        readout.rows.push_back({std::string(subscripts[static_cast<std::size_t>(n)]), short_number((*states)[place]), "",
                                palette(style.theme).curves[static_cast<std::size_t>(n)]});
    }
    readout.rows.push_back({words("Largest difference"_tr), short_number((*difference)[place]), "", Color{0, 0, 0, 0}});
}

/// At the pointer, else at the end.
bool add_constant_readout(const Variant& variant, const Style& style, const Cursor& cursor, Readout& readout) {
    const Column times = column_of(variant, "constant_time");
    const auto pointed = nearest_index(times, cursor.active ? cursor.x : std::nan(""));
    if (times->empty()) return true;
    const std::size_t at = pointed.value_or(times->size() - 1);
    readout.where = fmt::format("t = {}", format_number((*times)[at], 0));
    for (std::size_t n = 0; n < compared_methods.size(); ++n) {
        const Column misses = column_of(variant, method_array("constant_", compared_methods[n].method));
        readout.rows.push_back({compared_name(compared_methods[n], variant.params.memory, Words(style.language)),
                                at < misses->size() ? short_number((*misses)[at]) : "–", "", palette(style.theme).curves[n]});
    }
    readout.formula.push_back("\\max_{n} |x_n (t) - e_0|");
    return true;
}

/// Figures of one set of parameters say so where there are several.
void warn_of_one(std::span<const Variant> variants, const Words& words, Figure& figure) {
    if (variants.size() > 1) figure.warnings.push_back(words("This figure shows the first set of parameters only."_tr));
}

/// Only the begin of long signals is compared.
void warn_of_length(const Variant& variant, const Words& words, Figure& figure) {
    if (length_of(variant) > most_compared_samples)
        figure.warnings.push_back(words("Only the first {} samples are compared.", format_integer(most_compared_samples)));
}

}  // namespace

bool add_comparison_figure(std::string_view id, std::span<const Variant> variants, const Style& style, const Cursor& cursor,
                           Figure& figure) {
    const Variant& first = variants.front();
    if (id == "speeds") {
        figure.main.push_back(states_panel(first, style, cursor));
        figure.main.push_back(difference_panel(first, style, cursor));
    } else if (id == "sizes") {
        figure.main.push_back(sizes_panel(variants, style, cursor));
    } else if (id == "claims") {
        add_claims_figure(first, style, figure);
    } else if (id == "constant") {
        add_constant_figure(first, style, cursor, figure);
    } else {
        return false;
    }
    warn_of_one(variants, Words(style.language), figure);
    if (id == "speeds" || id == "sizes") warn_of_length(first, Words(style.language), figure);
    return true;
}

bool add_comparison_readout(const Variant& variant, const Style& style, const Cursor& cursor, Readout& readout) {
    const Words words(style.language);
    const auto shown = [&](std::string_view figure, std::string_view array) {
        return cursor.figure.empty() ? !column_of(variant, array)->empty() : cursor.figure == figure;
    };
    const bool sizes = shown("sizes", "size_time"), speeds = shown("speeds", "speed_time");
    if (shown("constant", "constant_time")) return add_constant_readout(variant, style, cursor, readout);
    if (!sizes && !speeds) return cursor.figure == "claims";
    const Column times = column_of(variant, sizes ? "size_time" : "speed_time");
    const auto at = nearest_index(times, cursor.active ? cursor.x : std::nan(""));
    readout.where = at      ? fmt::format("t = {}", format_number((*times)[*at], 0))
                    : sizes ? words("largest on the way"_tr)
                            : words("at the end"_tr);
    if (sizes) add_size_rows(variant, style, at, readout);
    if (speeds) add_speed_rows(variant, style, at, readout);
    readout.formula.push_back(sizes ? "\\max_{n} |x_n (t)|" : "y (c t) = x (t)");
    if (sizes)
        readout.notes = words(
            "Forward Euler multiplies coefficient n by 1 − (n+1)/k: it grows while k < N and vanishes at k = n+1, "
            "so that the transient of LegS ends. That of Fourier-LegS does not."_tr);
    else
        readout.notes = words(
            "A measure of the whole history has no time scale of its own: the signal c times as slow, the state c "
            "times as slow. With the exact step both differ by rounding; others take smaller steps of the slow "
            "signal, and differ by their error. Windows have no such property."_tr);
    return true;
}

}  // namespace poslab::memory
