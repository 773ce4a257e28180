// What one sample leaves: how long its state stays, and what that state says of the sample.

#include "core/base/number_format.hpp"
#include "core/views/memory_decay/memory_decay.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <cmath>

namespace poslab::memory_decay {

namespace {

Column over_largest(const Column& values) {
    double largest = 0;
    for (const double value : *values)
        if (std::isfinite(value)) largest = std::max(largest, std::abs(value));
    std::vector<double> scaled = *values;
    for (double& value : scaled) value /= largest;
    return shared_column(std::move(scaled));
}

/// The history as the state has it, at several times.
Panel echo_panel(const Variant& variant, const Style& style, const Cursor& cursor) {
    const Words words(style.language);
    const Column places = column_of(variant, "echo_place"), times = column_of(variant, "echo_time");
    const std::int64_t from = variant.params.memory.from;
    Panel panel;
    panel.title = words("History remembered"_tr);
    panel.quantity =
        words("Σ xₖ pₖ(s) over its largest value: the sample at m = {} widens and stays in place", format_integer(from));
    panel.x = {words("place in the history, samples →"_tr), 1, 10};
    panel.x.logarithmic = true;
    if (places->empty()) return panel;
    panel.x.low = places->front() * static_cast<double>(from);
    panel.x.high = places->back() * static_cast<double>(from);
    std::vector<double> x = *places;
    for (double& place : x) place *= static_cast<double>(from);
    const Column shared_x = shared_column(std::move(x));
    panel.y = {"", 0, 1.05};
    panel.marks.emplace_back(LevelMark{0, ""});
    for (std::size_t n = times->size(); n-- > 0;) {
        const Column echo = over_largest(row_of(variant, "echo", n));
        for (const double value : *echo)
            if (value < panel.y.low) panel.y.low = value;
        LineMark line = curve_mark(shared_x, echo, variant_color(style, n), n == 0 ? Emphasis::chosen : Emphasis::other);
        line.dashes = curve_dashes(n);
        panel.marks.emplace_back(std::move(line));
    }
    panel.y.low *= 1.1;
    for (std::size_t n = 0; n < times->size(); ++n)
        panel.key.push_back({n == 0 ? KeyEntry::Swatch::line : KeyEntry::Swatch::dashed, variant_color(style, n),
                             n == 0 ? "n = m" : "n = " + format_number((*times)[n], 0) + " m", ""});
    if (cursor.active && cursor.figure == "impulse" && cursor.panel == 1 && std::isfinite(cursor.x)) {
        PointerMark pointer;
        pointer.x = cursor.x;
        pointer.x_chip = format_number(cursor.x, cursor.x < 10 ? 2 : 0);
        panel.pointer = std::move(pointer);
    }
    return panel;
}

}  // namespace

void add_impulse_figure(std::span<const Variant> variants, const Style& style, const Cursor& cursor, Figure& figure) {
    const Words words(style.language);
    const Palette& colors = palette(style.theme);
    using Swatch = KeyEntry::Swatch;
    figure.main.push_back(impulse_panel(variants, style, cursor));
    for (const Variant& variant : variants) {
        figure.main.push_back(echo_panel(variant, style, cursor));
        if (variants.size() > 1) figure.main.back().title = variant.label;
    }
    Panel& first = figure.main.front();
    if (variants.size() > 1)
        first.key = {{Swatch::line, colors.text2, "LegS", ""}, {Swatch::dashed, colors.text2, "RNN, γ", ""}};
    else
        first.key = {{Swatch::line, colors.curves[1], "LegS", ""},
                     {Swatch::dashed, colors.text, words("bound √(m/n)"_tr), ""},
                     {Swatch::line, colors.curves[0], "RNN, γ = " + format_number(variants.front().params.memory.gamma, 6), ""},
                     {Swatch::dashed, colors.curves[0], words("RNN, the impulse's half-life"_tr), ""}};
}

}  // namespace poslab::memory_decay
