#pragma once

#include "core/encoding/plan.hpp"
#include "core/figure/color_scale.hpp"
#include "core/figure/draw_list.hpp"
#include "core/figure/geometry.hpp"

#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace poslab {

// What a view wants shown, in data coordinates; core/figure/layout.hpp turns it into a DrawList.

struct Axis {
    std::string title;
    double low = 0;
    double high = 1;
    bool logarithmic = false;
    bool whole = false;   // counts things: ticks on whole numbers only
    bool binary = false;  // ticks at powers of two and their multiples: the whole has such a length
};

/// Cells of a (pooled) matrix: `rows` x `columns` of the whole are covered by height x width values.
/// In a matrix panel, cell (i, j) fills [j, j + 1) x [i, i + 1) of the axes; row 0 is at the top.
struct HeatMapMark {
    std::shared_ptr<const std::vector<double>> values;  // null while nothing has been computed yet
    std::int64_t height = 0, width = 0;
    IndexRange rows, columns;
    ColorScale scale;
    double hatch_above = std::numeric_limits<double>::infinity();
    std::vector<std::string> cell_text;  // empty, or one per value; shown when every visible one fits
};

/// The border between kinds of cells: points in cell coordinates (x column, y row), where cells end.
struct BoundaryMark {
    enum class Kind { window, trained } kind = Kind::window;
    std::vector<Point> points;
    std::string label;  // stands where the border leaves the bottom of the matrix
};

enum class Emphasis { chosen, other, pinned };

/// A curve; NaN in y breaks it. At most one label, written where the curve ends or leaves the frame.
struct LineMark {
    std::shared_ptr<const std::vector<double>> x, y;
    Color color;
    Emphasis emphasis = Emphasis::other;
    std::string label;
    double recolor_from = std::numeric_limits<double>::infinity();  // from this x on, in `second_color`
    Color second_color{};
    std::vector<double> dashes;

    [[nodiscard]] Color color_at_end(double high) const { return recolor_from < high ? second_color : color; }
};

/// Horizontal band over the whole width of a plot, low <= y <= high, its upper edge dashed and labelled.
struct BandMark {
    double low = 0, high = 0;
    std::string label;
};

/// Dashed vertical line over the whole height of a plot.
struct RuleMark {
    double x = 0;
    std::string label;
};

struct PointMark {
    Point at;  // data coordinates
    Color color;
    std::string label;    // its value, written beside it where there is room; empty for none
    bool strong = false;  // the label in text colour instead of the quieter one
};

/// Free text at a place in data coordinates.
struct AnnotationMark {
    Point at;
    std::string text;
    Align align = Align::left;
};

using Mark = std::variant<HeatMapMark, BoundaryMark, LineMark, BandMark, RuleMark, PointMark, AnnotationMark>;

/// Where the pointer (or the chosen cell) is, drawn as ring or lines with chips on the axes.
struct PointerMark {
    double x = 0;
    std::optional<double> y;      // absent: a vertical line only
    std::string x_chip, y_chip;   // exact values, shown on the axes; empty for none
    std::vector<PointMark> dots;  // where the vertical line meets curves
    /// A tooltip beside the pointer over cells that show no value: "Δ 393,216 →" and, brighter, "65,536". No value, no tooltip.
    std::string tip_label, tip_value;
};

struct Panel {
    enum class Kind { matrix, plot } kind = Kind::plot;
    std::string title;     // semibold
    std::string quantity;  // same line, quieter: quantity and unit
    Axis x, y;             // matrix: x key columns, y query rows, y grows downward
    std::vector<Mark> marks;
    std::optional<PointerMark> pointer;
    std::string message;  // shown in the middle instead of data, e.g. why it could not be computed
};

struct ColorBar {
    std::string title;
    ColorScale scale;
    double hatch_above = std::numeric_limits<double>::infinity();
    std::string hatch_label;  // at hatch_above, e.g. "trained"
};

struct KeyEntry {
    enum class Swatch { color, hatched, empty, missing } swatch = Swatch::color;
    Color color;
    std::string label;
    std::string value;  // right-aligned, e.g. "23.3 %"; may be empty
};

/// The whole matrix, small, when the main panels show a part of it. It has its place before there are values.
struct Overview {
    std::string title;
    std::shared_ptr<const std::vector<double>> values;  // null while nothing has been computed yet
    std::int64_t height = 0, width = 0;                 // of `values`
    ColorScale scale;
    double hatch_above = std::numeric_limits<double>::infinity();
    IndexRange rows, columns;                        // what the main panels show
    std::int64_t total_rows = 1, total_columns = 1;  // of the whole
};

/// Main panels side by side with colour bars and key at their right; companions stacked below, sharing left and right edges.
struct Figure {
    std::string title;
    std::string subtitle;
    std::vector<Panel> main;
    std::optional<Overview> overview;  // above the colour bars
    std::vector<ColorBar> bars;
    std::string key_title;  // may be empty
    std::vector<KeyEntry> key;
    std::string widest_key_value;  // keeps room for the entries' values before there are any; empty: they have none
    std::vector<Panel> companions;
    std::string formula;                // markup (formula.hpp) of what is shown; pictures with titles have it beside them
    std::vector<std::string> warnings;  // written under the figure
};

}  // namespace poslab
