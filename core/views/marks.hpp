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

// What views put on panels, in words.

inline const std::vector<double> long_dashes{8, 4}, middle_dashes{4, 3}, dots_of_line{2, 3};

/// A line however often it turns, quiet unless it is said to be the chosen one.
struct Curve : LineMark {
    Curve(Column its_x, Column its_y, Color its_color) {
        x = std::move(its_x);
        y = std::move(its_y);
        color = its_color;
        stroked = true;
    }
    /// From the beginning of an axis to its end.
    Curve(const Axis& axis, double level, Color its_color)
        : Curve(shared_column({axis.low, axis.high}), shared_column({level, level}), its_color) {}

    Curve& chosen(bool so = true) {
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
    /// Not drawn: what its numbers are called.
    Curve& told_as(std::string its_name) {
        name = std::move(its_name);
        return *this;
    }
    /// The name stands beside the curve, close to that x.
    Curve& along(double near = std::numeric_limits<double>::quiet_NaN()) {
        label_place = LabelPlace::along;
        label_near = near;
        return *this;
    }
    /// Of the n-th of those that are compared: what a difference is made of.
    Curve& of(std::size_t n) {
        of_variant = n;
        return *this;
    }
    Curve& dotted(std::size_t every = 1) {
        dot_every = every;
        return *this;
    }
    /// Filled where it turns every few pixels.
    Curve& filled() {
        stroked = false;
        return *this;
    }
};

/// The panels of the n-th of several that are compared, named by its label, with what of bars and key the figure does not have yet.
void append_figure(Figure single, std::size_t n, const std::string& label, Figure& figure);

inline void add(Panel& panel, Mark mark) { panel.marks.push_back(std::move(mark)); }
inline void add(Panel& panel, LineMark curve) { panel.marks.emplace_back(std::move(curve)); }

/// Where the pointer is: a line over the whole height; its chip stands on the axis.
inline PointerMark& point_at(Panel& panel, double x, std::string chip) {
    PointerMark pointer;
    pointer.x = x;
    pointer.x_chip = std::move(chip);
    return panel.pointer.emplace(std::move(pointer));
}
/// At a whole number, which the chip tells.
PointerMark& point_at(Panel& panel, std::int64_t x);
/// In a matrix or a map.
inline PointerMark& point_at(Panel& panel, Point at, std::string x_chip, std::string y_chip) {
    PointerMark& pointer = point_at(panel, at.x, std::move(x_chip));
    pointer.y = at.y;
    pointer.y_chip = std::move(y_chip);
    return pointer;
}
PointerMark& point_at_cell(Panel& panel, std::int64_t column, std::int64_t row);
/// Where it meets a curve, with its value.
inline void add_dot(PointerMark& pointer, double y, Color color, std::string value) {
    pointer.dots.push_back({{pointer.x, y}, color, std::move(value), true});
}
/// The same of a curve that was not chosen: a small one.
inline void add_small_dot(PointerMark& pointer, double y, Color color) {
    pointer.dots.push_back({{pointer.x, y}, color, "", false, true});
}
/// Of the n-th of several variants: the first one alone has its value beside it.
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
/// Counts things.
[[nodiscard]] inline Axis whole_axis(std::string title, double low, double high) {
    Axis axis{std::move(title), low, high};
    axis.whole = true;
    return axis;
}

/// The values of an array [rows, columns], or of one layer of [n, rows, columns]; without them where there is none.
[[nodiscard]] HeatMapMark heat_map(const Array* array, const ColorScale& scale, std::int64_t layer = 0);

[[nodiscard]] inline ColorBar color_bar(std::string title, const ColorScale& scale) {
    ColorBar bar;
    bar.title = std::move(title);
    bar.scale = scale;
    return bar;
}

}  // namespace poslab
