#pragma once

#include "core/base/number_buffer.hpp"
#include "core/figure/color_scale.hpp"
#include "core/figure/geometry.hpp"
#include "core/figure/text_metrics.hpp"

#include <limits>
#include <memory>
#include <string>
#include <variant>
#include <vector>

namespace poslab {

// The painters' input: a figure after layout, in CSS pixels, in painting order.

struct FillRect {
    Rect rect;
    Color color;
    double radius = 0;
};

struct StrokeRect {
    Rect rect;  // the middle of the line
    Color color;
    double width = 1;
    double radius = 0;
};

struct Polyline {
    std::vector<Point> points;
    Color color;
    double width = 1;
    std::vector<double> dashes;  // lengths on, off, …; empty is solid
    bool closed = false;
};

struct FillPolygon {
    /// simple; convex, or (`band`) an edge from left to right and equally many points back.
    std::vector<Point> points;
    Color color;
    bool band = false;
};

struct FillCircle {
    Point center;
    double radius = 1;
    Color color;
};

enum class Align { left, center, right };

struct TextRun {
    std::string text;  // one line of UTF-8
    Point anchor;  // on the baseline; x is the left end, the middle or the right end, depending on `align`
    Font font = Font::regular;
    double size = 13;
    Color color;
    Align align = Align::left;
};

/// Cells of a field, stretched over `rect` (which may extend far beyond the clip), nearest sampling.
struct HeatMap {
    Rect rect;
    std::int64_t height = 0, width = 0;
    std::shared_ptr<const NumberBuffer> values;  // row-major; masked_value() paints nothing
    ColorScale scale;
    /// |v| > this: white 45 degree hatch (untrained)
    double hatch_above = std::numeric_limits<double>::infinity();
    double gap = 0;  // px of canvas between neighbouring cells, taken off each cell's right and bottom edge
    /// NaN and infinities: fill with a cross (cells of 8 px and more) or a cross-hatch.
    Color nan_fill, nan_mark;
};

/// Hatch styles: one definition for painters and key swatches.
struct HatchStyle {
    static constexpr double pitch = 7, width = 1.2, alpha = 0.20;  // untrained, white
    static constexpr double nan_pitch = 8, nan_width = 1.0;        // not a number, both directions
    static constexpr double cell_marks_from = 8;  // px: larger cells have gaps and individual marks
};

struct PushClip {
    Rect rect;  // intersected with the current clip
};
struct PopClip {};

using DrawCommand = std::variant<FillRect, StrokeRect, Polyline, FillPolygon, FillCircle, TextRun, HeatMap,
                                 PushClip, PopClip>;

struct DrawList {
    double width = 0, height = 0;  // CSS pixels
    std::vector<DrawCommand> commands;
};

}  // namespace poslab
