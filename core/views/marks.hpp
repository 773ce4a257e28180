#pragma once

#include "core/figure/figure.hpp"
#include "core/figure/palette.hpp"
#include "core/views/columns.hpp"

#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace poslab {

// Shorthands for the marks that views put on panels.

inline const std::vector<double> long_dashes{8, 4}, middle_dashes{4, 3}, dots_of_line{2, 3};

/// A curve with any number of bends, drawn quietly unless it is marked as chosen.
struct Curve : LineMark {
    Curve(Column x_values, Column y_values, Color line_color) {
        x = std::move(x_values);
        y = std::move(y_values);
        color = line_color;
        stroked = true;
    }
    /// A horizontal line from the beginning of an axis to its end.
    Curve(const Axis& axis, double level, Color line_color)
        : Curve(shared_column({axis.low, axis.high}), shared_column({level, level}), line_color) {}

    Curve& emphasised(bool so = true) {
        emphasis = so ? Emphasis::chosen : Emphasis::other;
        return *this;
    }
    Curve& named(std::string name) {
        label = std::move(name);
        return *this;
    }
    Curve& dashed(std::vector<double> lengths) {
        dashes = std::move(lengths);
        return *this;
    }
    /// Sets the name of its numbers, which is not drawn.
    Curve& series_name(std::string array_name) {
        name = std::move(array_name);
        return *this;
    }
    /// Draws the label next to the curve, close to that x.
    Curve& along(double near = std::numeric_limits<double>::quiet_NaN()) {
        label_place = LabelAnchor::along;
        label_near = near;
        return *this;
    }
    /// Marks the curve as that of the n-th variant, for differences between variants.
    Curve& variant(std::size_t n) {
        of_variant = n;
        return *this;
    }
    /// Emphasises the curve as that of the n-th variant, with the dashes of that variant.
    Curve& chosen(std::size_t n, std::string name = {}) {
        return emphasised().variant(n).dashed(curve_dashes(n)).named(std::move(name));
    }
    Curve& dotted(std::size_t every = 1) {
        dot_every = every;
        return *this;
    }
    /// Fills the stroke; for curves that turn every few pixels.
    Curve& filled() {
        stroked = false;
        return *this;
    }
};

/// Appends the panels of the n-th of several compared variants, titled with its label, and any bars and key
/// entries that the figure does not have yet.
void append_figure(Figure single, std::size_t n, const std::string& label, Figure& figure);

inline void add(Panel& panel, Mark mark) { panel.marks.push_back(std::move(mark)); }
inline void add(Panel& panel, LineMark curve) { panel.marks.emplace_back(std::move(curve)); }

/// Adds the pointer as a vertical line over the whole height, with its chip on the axis.
inline PointerMark& point_at(Panel& panel, double x, std::string chip) {
    PointerMark pointer;
    pointer.x = x;
    pointer.x_chip = std::move(chip);
    return panel.pointer.emplace(std::move(pointer));
}
/// Adds the pointer at an integer, which the chip shows.
PointerMark& point_at(Panel& panel, std::int64_t x);
/// Adds the pointer in a matrix or a map.
inline PointerMark& point_at(Panel& panel, Point at, std::string x_chip, std::string y_chip) {
    PointerMark& pointer = point_at(panel, at.x, std::move(x_chip));
    pointer.y = at.y;
    pointer.y_chip = std::move(y_chip);
    return pointer;
}
PointerMark& point_at_cell(Panel& panel, std::int64_t column, std::int64_t row);
/// Adds a dot where the pointer meets a curve, with its value.
inline void add_dot(PointerMark& pointer, double y, Color color, std::string value) {
    pointer.dots.push_back({{pointer.x, y}, color, std::move(value), true});
}
/// Adds a small dot where the pointer meets a curve that was not chosen.
inline void add_small_dot(PointerMark& pointer, double y, Color color) {
    pointer.dots.push_back({{pointer.x, y}, color, "", false, true});
}
/// Adds a dot for the n-th of several variants; only the first one has its value next to it.
inline void add_dot(PointerMark& pointer, std::size_t n, double y, Color color, std::string value) {
    if (n == 0)
        add_dot(pointer, y, color, std::move(value));
    else
        pointer.dots.push_back({{pointer.x, y}, color, ""});
}

[[nodiscard]] inline Axis logarithmic_axis(std::string title, double low, double high) {
    Axis axis{std::move(title), low, high};
    axis.logarithmic = true;
    return axis;
}
/// Returns an axis of counts.
[[nodiscard]] inline Axis whole_axis(std::string title, double low, double high) {
    Axis axis{std::move(title), low, high};
    axis.whole = true;
    return axis;
}

/// Returns a heat map of an array [rows, columns], or of one layer of [n, rows, columns]; without values if
/// `array` is null.
[[nodiscard]] HeatMapMark heat_map(const Array* array, const ColorScale& scale, std::int64_t layer = 0);

[[nodiscard]] inline ColorBar color_bar(std::string title, const ColorScale& scale) {
    ColorBar bar;
    bar.title = std::move(title);
    bar.scale = scale;
    return bar;
}

}  // namespace poslab
