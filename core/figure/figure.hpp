#pragma once

#include "core/base/index_range.hpp"
#include "core/figure/color_scale.hpp"
#include "core/figure/draw_list.hpp"
#include "core/figure/geometry.hpp"

#include <cstddef>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <utility>
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
    /// Logarithmic only: ticks at powers of two, those below 1 as fractions: 1, 1/2, 1/4. For ratios.
    bool fractions = false;
    /// Under the ends of a plot's x axis ("← rotates fast", "rotates slowly →"); the title then stands in the middle.
    std::string low_note{}, high_note{};
    /// Of plots; matrices always have it: whole numbers are cells, n fills [n, n + 1) and stands in its middle, and so do the
    /// points of curves, rules, pointers. low and high are edges of cells, and so are those of spans.
    bool cells = false;
    /// Names of cells, the first of them of cell `labels_first`: stand on the axis instead of numbers where cells are large enough.
    std::vector<std::string> labels{};
    std::int64_t labels_first = 0;
    /// Above 0: symmetric logarithmic, by the size of values on both sides of 0, and linear from −linear_within to linear_within.
    double linear_within = 0;
};

/// How the numbers in the cells of a heat map are written: its values times `factor`, with at most `decimals` digits after the
/// point and, where cells are narrow, with fewer, down to `least_decimals`.
struct CellNumbers {
    int decimals = 2, least_decimals = 1;
    double factor = 1;
    double small_below = 0;  // smaller values have `small_decimals` while there is room for all digits
    int small_decimals = 0;
};

/// Cells of a (pooled) matrix: `rows` x `columns` of the whole are covered by height x width values.
/// In a matrix panel, cell (i, j) fills [j, j + 1) x [i, i + 1) of the axes; row 0 is at the top. In a map the values fill what
/// the axes span, row 0 the largest y, and `rows` and `columns` are not looked at.
struct HeatMapMark {
    std::shared_ptr<const std::vector<double>> values;  // null while nothing has been computed yet
    std::int64_t height = 0, width = 0;
    IndexRange rows, columns;
    ColorScale scale;
    double hatch_above = std::numeric_limits<double>::infinity();
    /// The numbers in the cells, shown if every visible one fits; nothing: cells have none.
    std::optional<CellNumbers> numbers{};
    std::vector<std::string> cell_text;  // replaces numbers whose digits were not requested: empty, or one per value
};

/// The border between kinds of cells: points in cell coordinates (x column, y row), where cells end.
struct BoundaryMark {
    enum class Kind {
        window,
        trained,
        wipe,  // between the cells of two that are compared
    } kind = Kind::window;
    std::vector<Point> points;
    std::string label;      // stands where the border leaves the bottom of the matrix
    bool outlined = false;  // of a window: on colours that may be as dark as the line is
};

enum class Emphasis { chosen, other, pinned };

enum class LabelPlace {
    end,    // where the curve ends or leaves the frame
    along,  // inside the plot, beside the curve where it is clear of everything else; left out where there is no such place
};

/// A curve; NaN in y breaks it, and so does what a logarithmic axis has no place for. At most one label.
struct LineMark {
    std::shared_ptr<const std::vector<double>> x, y;
    Color color;
    Emphasis emphasis = Emphasis::other;
    std::string label;
    double recolor_from = std::numeric_limits<double>::infinity();  // from this x on, in `second_color`
    Color second_color{};
    std::vector<double> dashes;
    LabelPlace label_place = LabelPlace::end;
    double label_near = std::numeric_limits<double>::quiet_NaN();  // x that a label along the curve keeps close to; NaN: its middle
    std::size_t dot_every = 0;                                     // a dot on every n-th sample, from the first one on; 0: none
    bool stroked = false;                     // a line however often it turns; else one that turns every few pixels is filled
    std::vector<std::size_t> dots{};          // samples with a dot besides those
    std::string name{};                       // what its numbers are called where the label is not: nothing that is drawn
    std::optional<std::size_t> of_variant{};  // which one of those that are compared it is of; none: of all, or of the view

    [[nodiscard]] Color color_at_end(double high) const { return recolor_from < high ? second_color : color; }
};

/// Horizontal band over the whole width of a plot, low <= y <= high, its upper edge dashed and labelled.
struct BandMark {
    double low = 0, high = 0;
    std::string label;
};

/// Vertical band over the whole height of a plot, low <= x <= high; its note stands at its bottom right, in several lines.
struct SpanMark {
    double low = 0, high = 0;
    std::string note;
    std::string label{};  // at its top right; left out where it is wider than the span
};

/// Bars from 0 (on a logarithmic axis: from its low end) to y, over [x, x + width) each; x rises, NaN is no bar. Where bars are too
/// narrow to be told apart, each pixel column is filled over what its bars cover.
struct BarMark {
    std::shared_ptr<const std::vector<double>> x, y;  // null while nothing has been computed yet
    Color color;
    double width = 1;
    std::optional<std::size_t> highlighted{};  // index of one in accent colour
};

/// What lies between two curves of the same x, e.g. the lowest and highest value of many. Its edges are not stroked.
struct AreaMark {
    std::shared_ptr<const std::vector<double>> x, low, high;  // null while nothing has been computed yet
    Color color;
    std::string name{};  // what its numbers are called: nothing that is drawn
};

/// Solid horizontal line over the whole width of a plot, its label above its left end.
struct LevelMark {
    double y = 0;
    std::string label;
};

/// Dashed vertical line over the whole height of a plot.
struct RuleMark {
    double x = 0;
    std::string label;
    bool label_at_bottom = false;  // at the left of its lower end instead of the right of its upper one
    bool of_right = false;         // the label says what is at the right of the line: it never stands at the left
};

struct PointMark {
    Point at;  // data coordinates
    Color color;
    std::string label;    // its value, written beside it where there is room; empty for none
    bool strong = false;  // the label in text colour instead of the quieter one
    bool small = false;   // of a pointer: a smaller ring, for a curve that was not chosen
    bool ring = false;    // of a place that is marked, not measured: open, on canvas
};

/// Free text in a plot, above (or below) a place in data coordinates; left out where it would cover another text.
struct AnnotationMark {
    Point at;
    std::string text;
    Align align = Align::left;
    bool below = false;
    bool guide = false;  // names a guide
};

using Mark = std::variant<HeatMapMark, BoundaryMark, LineMark, BandMark, RuleMark, PointMark, AnnotationMark, SpanMark, AreaMark,
                          LevelMark, BarMark>;

/// Where the pointer (or the chosen cell) is, drawn as ring or lines with chips on the axes.
struct PointerMark {
    double x = 0;                 // NaN in a matrix: only the outlined row is marked
    std::optional<double> y;      // absent: a vertical line only
    std::string x_chip, y_chip;   // exact values, shown on the axes; empty for none
    std::vector<PointMark> dots;  // where the vertical line meets curves
    /// A tooltip beside the pointer over cells that show no value: "Δ 393,216 →" and, brighter, "65,536". No value, no tooltip.
    std::string tip_label, tip_value;
    /// Matrix: outlines the cells of these columns in the row of `y`, with a line along column `x` instead of a ring.
    std::optional<IndexRange> row_outline{};
    /// The row of that outline where it is not the pointer's own; the pointer then keeps its ring, and without `y` the chip is its.
    std::optional<double> outlined_row{};
};

/// What a click into a panel (without dragging) does: it sets a parameter of the view, as its slider would.
struct PanelClick {
    std::string parameter;  // id; an integer, a real or an optional real, which a click on the value that it has unsets again
    double value = 0;       // what it becomes
    bool from_row = false;  // it becomes the row under the pointer instead: of a matrix, or of a sideways plot
    std::string hint{};     // in the status bar while the pointer is there, e.g. "click: choose this row"
};

/// What dragging in a panel (pressed in its plot, wherever the pointer then goes) does to a parameter of the view. Pointers outside
/// the plot count as on its edge, and until the button is released the axes stay as they were where it was pressed.
struct PanelDrag {
    enum class Kind {
        scrub,  // an integer, a real or an optional real follows the x under the pointer, from the press on
        draw,   // the pointer's path is handed to View::drawn() while it is drawn; the y axis is held, too
        place,  // the same, but the path leaves no ink: something of the figure is moved to its end
    } kind = Kind::scrub;
    std::string parameter;  // id
    std::string hint{};     // in the status bar while the pointer is there, e.g. "drag: draw the signal"
};

/// Cells of heat maps by the size of their values, low <= |value| < high; or the masked ones.
struct KeyedCells {
    double low = 0, high = std::numeric_limits<double>::infinity();
    bool masked = false;
};

struct KeyEntry {
    enum class Swatch { color, hatched, empty, missing, line, dashed, bar, ring } swatch = Swatch::color;
    Color color;
    std::string label;
    std::string value;                  // right-aligned, e.g. "23.3 %"; may be empty
    std::vector<double> dashes{};       // of a line; empty: solid, or the dashes of its swatch
    bool strong = false;                // what it names is the chosen one
    std::optional<KeyedCells> cells{};  // the cells that look like this: paper has no line for a look that no cell has
};

/// A clock: angles in radians, clockwise from the top, of any size (whole turns do not show).
/// Before there are numbers, as many empty lines (and a note of one space) keep their room.
struct Dial {
    double value = 0;                   // what the cursor's x becomes over it, e.g. the number of a pair
    std::string title;                  // "pair 40"
    std::vector<std::string> lines;     // numbers below the title
    std::string note;                   // the last line: "covered"
    double seen = 0;                    // the ring is coloured from 0 to here; from 2π on all of it
    double hand = 0;                    // its knob is orange outside the seen arc
    std::optional<double> second_hand;  // dashed and quieter; has a knob only outside the seen arc
    bool chosen = false;                // on a card
};

/// Is the angle (radians) on the arc from 0 to `seen`? An arc of 2π and more has every angle.
[[nodiscard]] bool is_seen(double angle, double seen);

enum class TextRole { text, text2, ok, warn, error };

struct TableCell {
    std::string text;  // wrapped into its column
    TextRole role = TextRole::text;
    bool bold = false;
    bool mono = false;  // numbers
};

struct TableColumn {
    std::string title;
    double width = 1;  // relative to the others
    Align align = Align::left;
};

/// What the row of a table offers: the state that shows what it says.
struct TableLink {
    std::string words{};    // "Try it"; empty: the row offers nothing
    std::string command{};  // "VIEW --PARAM VALUE … --versus …", as read_shown_state() takes it
};

struct Table {
    std::vector<TableColumn> columns;
    std::vector<std::vector<TableCell>> rows;  // short rows end with empty cells
    std::string more = "… {} more";            // last line if not all rows have room; {} is the number of those below
    std::size_t first = 0;                     // row that a table without room for all begins with, if as many stand below it
    std::vector<TableLink> links{};            // of the rows, in their order; further rows have none
};

/// Curves, bars and bands over two axes.
struct PlotPanel {
    /// It stands above another one of the same x axis: has tick marks only, numbers and title (and chip) stand below that one.
    bool shares_x_below = false;
    /// The x axis runs downwards and the y axis is at the top: marks are given as in any plot and drawn turned.
    bool sideways = false;
    /// Curves of one variant less those of another: its y axis is its own, whatever is set for that of the curves.
    bool difference = false;
};

/// Cells: x key columns, y query rows, y grows downward.
struct MatrixPanel {
    bool stretch = false;  // fills its area, cells need not be square
    /// In a stack: the x axis is continuous and stands below, as that of the plots above, which may share it. A pointer without
    /// `y` is a line, and so is a rule, after which cells are faded.
    bool x_below = false;
};

/// A quantity over a plane: axes as those of a plot, placed as a matrix, one unit as long on both.
struct MapPanel {};

/// In a row, or several where it is narrow; without axes.
struct DialsPanel {
    std::vector<Dial> dials;
    Color seen{0, 0, 0, 0};  // of the rings; alpha 0: seen_arc() of the palette
};

/// The alternatives of PanelContent, in its order.
enum class PanelKind { plot, matrix, map, dials, table };
using PanelContent = std::variant<PlotPanel, MatrixPanel, MapPanel, DialsPanel, Table>;

struct Panel {
    std::string title;     // semibold
    std::string quantity;  // same line, quieter: quantity and unit
    PanelContent content{};
    Axis x, y;  // of plots, matrices and maps
    std::vector<Mark> marks;
    std::optional<PointerMark> pointer;
    bool titled = false;  // a matrix: its title is shown even if it is the only one
    std::string message;  // shown in the middle instead of data, e.g. why it could not be computed
    /// Stacked plots share the height that is left by their weight.
    double weight = 1;
    std::vector<KeyEntry> key;                // of dials: one line below them; of a plot: in a corner that its curves leave free
    std::optional<std::size_t> of_variant{};  // which one of those that are compared it shows; none: not one alone
    std::optional<PanelClick> click{};
    std::optional<PanelDrag> drag{};  // goes before a click; not in a matrix that is zoomed and panned

    [[nodiscard]] PanelKind kind() const { return static_cast<PanelKind>(content.index()); }
    /// The panel as one of a kind; null if it is of another one.
    template <class Content>
    [[nodiscard]] const Content* as() const {
        return std::get_if<Content>(&content);
    }
    /// It becomes one of that kind.
    template <class Content>
    Content& become(Content kind = {}) {
        return content.template emplace<Content>(std::move(kind));
    }
};

/// A plot shares the x axis of the panel below it; other panels have their own.
inline void join_to_next(Panel& panel) {
    if (auto* plot = std::get_if<PlotPanel>(&panel.content)) plot->shares_x_below = true;
}

struct ColorBar {
    std::string title;
    ColorScale scale;
    double hatch_above = std::numeric_limits<double>::infinity();
    std::string hatch_label;  // at hatch_above, e.g. "trained"
    std::string note{};       // below the ramp, e.g. "log scale"
    bool open_low = false;    // values below `low` have its colour: its number is written "≤ 10⁻⁴"
    bool open_high = false;   // the same above: "≥ 1"
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

/// Main panels with colour bars and key at their right; companions stacked below, sharing left and right edges. Matrices and maps
/// stand side by side. If the first main panel is neither, all panels are stacked in order: dials and tables are as high as they
/// need, plots share what these leave. Where height is short, first dials get smaller, then lose their lines, then the last panels
/// go.
struct Figure {
    std::string title;
    std::string subtitle;
    std::vector<Panel> main;
    /// A sideways plot at the right of a single matrix, whose rows (y.low to y.high, pixel by pixel) its x axis takes over: set
    /// `sideways`, `quantity` and `y`. Left out where the matrix would become too narrow, and beside several matrices.
    std::optional<Panel> beside{};
    /// Many matrices of one shape, in the grid that makes them largest: small titles, numbers at the outer ones only.
    bool grid = false;
    std::optional<Overview> overview;  // above the colour bars
    std::vector<ColorBar> bars;
    std::string key_title;  // may be empty
    std::vector<KeyEntry> key;
    std::string widest_key_value;  // keeps room for the entries' values before there are any; empty: they have none
    std::vector<Panel> companions;
    /// Below a single matrix: the first companion is as wide as the matrix and, if its x axis has `cells`, takes over its columns;
    /// the second one reaches from the left of `beside` to the right end. Elsewhere they share the width evenly. Where there is
    /// not enough width they are stacked, or the last ones go.
    bool companions_in_row = false;
    std::string formula;                // markup (formula.hpp) of what is shown; pictures with titles have it beside them
    std::vector<std::string> warnings;  // written under the figure
    ColorMap signed_colors = ColorMap::signed_diverging;  // of what a comparison makes of it
};

}  // namespace poslab
