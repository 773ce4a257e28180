#pragma once

#include "core/base/index_range.hpp"
#include "core/base/number_buffer.hpp"
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

// A figure describes what a view shows, in data coordinates. core/figure/layout.hpp turns it into a DrawList.

struct Axis {
    std::string title;
    double low = 0;
    double high = 1;
    bool logarithmic = false;
    bool whole = false;   // integers only, e.g. counts: ticks at whole numbers
    bool binary = false;  // ticks at powers of two and their multiples, for lengths that are powers of two
    /// Logarithmic axes only: ticks at powers of two, those below 1 as fractions (1, 1/2, 1/4). For ratios.
    bool fractions = false;
    /// Notes under the ends of a plot's x axis ("← rotates fast", "rotates slowly →"); the title is then
    /// centred.
    std::string low_note{}, high_note{};
    /// True if whole numbers denote cells: n covers [n, n + 1), and points of curves, rules and pointers at n
    /// are drawn in its middle. low, high and the limits of spans are edges of cells. Set for plots; matrices
    /// always behave this way.
    bool cells = false;
    /// Names of cells, from cell `labels_first` on; shown on the axis instead of numbers if cells are large
    /// enough.
    std::vector<std::string> labels{};
    std::int64_t labels_first = 0;
    /// If > 0, the axis is symmetric logarithmic: linear from −linear_within to linear_within, logarithmic in
    /// |value| beyond.
    double linear_within = 0;
};

/// Number format of the cells of a heat map: the value times `factor`, with `decimals` digits after the point
/// and fewer, down to `min_decimals`, in narrow cells.
struct CellNumbers {
    int decimals = 2, min_decimals = 1;
    double factor = 1;
    double small_below = 0;  // smaller values get `small_decimals` digits if every digit fits
    int small_decimals = 0;
};

/// Cells of a (pooled) matrix: `rows` x `columns` of the whole matrix, covered by height x width values.
/// In a matrix panel, cell (i, j) covers [j, j + 1) x [i, i + 1) of the axes; row 0 is at the top. In a map
/// panel the values cover the axes' ranges, row 0 at the largest y, and `rows` and `columns` are ignored.
struct HeatMapMark {
    std::shared_ptr<const NumberBuffer> values;  // null until computed
    std::int64_t height = 0, width = 0;
    IndexRange rows, columns;
    ColorScale scale;
    double hatch_above = std::numeric_limits<double>::infinity();
    /// Number format of the cells, shown if every visible number fits; absent: no numbers.
    std::optional<CellNumbers> numbers{};
    /// Replaces the numbers unless digits were requested: empty, or one per value.
    std::vector<std::string> cell_text;
};

/// A border between kinds of cells: points in cell coordinates (x column, y row) on cell edges.
struct BoundaryMark {
    enum class Kind {
        window,
        trained,
        wipe,  // between the cells of two compared variants
    } kind = Kind::window;
    std::vector<Point> points;
    std::string label;      // placed where the border leaves the bottom of the matrix
    bool outlined = false;  // window borders: outlined, for colours that may be as dark as the line
};

enum class Emphasis { chosen, other, pinned };

enum class LabelAnchor {
    end,    // where the curve ends or leaves the frame
    along,  // inside the plot, next to the curve, clear of everything else; omitted if no position is clear
};

/// A curve. NaN in y breaks it, as does a value that a logarithmic axis cannot show.
struct LineMark {
    std::shared_ptr<const NumberBuffer> x, y;
    Color color;
    Emphasis emphasis = Emphasis::other;
    std::string label;
    double recolor_from = std::numeric_limits<double>::infinity();  // from this x on, in `second_color`
    Color second_color{};
    std::vector<double> dashes;
    LabelAnchor label_place = LabelAnchor::end;
    /// Preferred x of a label along the curve; NaN: its middle.
    double label_near = std::numeric_limits<double>::quiet_NaN();
    std::size_t dot_every = 0;  // a dot on every n-th sample, from the first; 0: none
    bool stroked = false;  // always stroked; otherwise a curve that oscillates every few pixels is filled
    std::vector<std::size_t> dots{};  // samples with an additional dot
    std::string name{};               // name of its numbers if not the label; not drawn
    /// Index of its variant in a comparison; absent: belongs to all or to the view.
    std::optional<std::size_t> of_variant{};

    [[nodiscard]] Color color_at_end(double high) const { return recolor_from < high ? second_color : color; }
};

/// Horizontal band over the whole width of a plot, low <= y <= high, with a dashed, labelled upper edge.
struct BandMark {
    double low = 0, high = 0;
    std::string label;
};

/// Vertical band over the whole height of a plot, low <= x <= high, with a multi-line note at its bottom
/// right.
struct SpanMark {
    double low = 0, high = 0;
    std::string note;
    std::string label{};  // at its top right; omitted if wider than the span
};

/// Bars from 0 (on a logarithmic axis: from its low end) to y over [x, x + width); x must increase, NaN means
/// no bar. If bars are too narrow to distinguish, each pixel column is filled over the range that its bars
/// cover.
struct BarMark {
    std::shared_ptr<const NumberBuffer> x, y;  // null until computed
    Color color;
    double width = 1;
    std::optional<std::size_t> highlighted{};  // index of the bar in the accent colour
};

/// The area between two curves over the same x, e.g. minimum and maximum of many values. Its edges are not
/// stroked.
struct AreaMark {
    std::shared_ptr<const NumberBuffer> x, low, high;  // null until computed
    Color color;
    std::string name{};  // name of its numbers; not drawn
};

/// Solid horizontal line over the whole width of a plot, with its label above the left end.
struct LevelMark {
    double y = 0;
    std::string label;
};

/// Dashed vertical line over the whole height of a plot.
struct RuleMark {
    double x = 0;
    std::string label;
    bool label_at_bottom = false;  // at the left of its lower end instead of the right of its upper end
    bool of_right = false;  // the label describes the region right of the line and is never placed left of it
};

struct PointMark {
    Point at;  // data coordinates
    Color color;
    std::string label;    // its value, drawn next to it if there is room; empty: none
    bool strong = false;  // label in the text colour instead of the muted one
    bool small = false;   // pointer dots: a smaller ring, for a curve that is not the chosen one
    bool ring = false;    // a marked, not a measured position: an open ring filled with the canvas colour
};

/// Free text in a plot, above (or below) a position in data coordinates; omitted if it would cover another
/// text.
struct AnnotationMark {
    Point at;
    std::string text;
    Align align = Align::left;
    bool below = false;
    bool guide = false;  // names a guide
};

using Mark = std::variant<HeatMapMark, BoundaryMark, LineMark, BandMark, RuleMark, PointMark, AnnotationMark,
                          SpanMark, AreaMark, LevelMark, BarMark>;

/// The position of the pointer (or of the chosen cell), drawn as a ring or lines with chips on the axes.
struct PointerMark {
    double x = 0;                 // NaN in a matrix: only the outlined row is marked
    std::optional<double> y;      // absent: a vertical line only
    std::string x_chip, y_chip;   // exact values, shown on the axes; empty for none
    std::vector<PointMark> dots;  // where the vertical line crosses curves
    /// Tooltip next to the pointer over cells that show no value: "Δ 393,216 →" and, brighter, "65,536". No
    /// tooltip if `tip_value` is empty.
    std::string tip_label, tip_value;
    /// Matrices: outlines these columns' cells in the row of `y`, with a line along column `x` instead of a
    /// ring.
    std::optional<IndexRange> row_outline{};
    /// The outlined row if it is not the pointer's. The pointer then keeps its ring; without `y` the chip
    /// shows this row.
    std::optional<double> outlined_row{};
};

/// Effect of a click (without dragging) in a panel: sets a parameter of the view, like its slider.
struct PanelClick {
    /// Id of an integer, real or optional real; a click on the current value of an optional real unsets it.
    std::string parameter;
    double value = 0;  // its new value
    /// The new value is the row under the pointer instead, in a matrix or a sideways plot.
    bool from_row = false;
    std::string hint{};  // in the status bar while the pointer is there, e.g. "click: keep this row"
};

/// Effect of dragging in a panel (pressed inside its plot, wherever the pointer moves then) on a parameter of
/// the view. Pointers outside the plot are clamped to its edge, and the axes stay fixed until the button is
/// released.
struct PanelDrag {
    enum class Kind {
        scrub,  // an integer, real or optional real follows the x under the pointer, starting with the press
        draw,   // View::apply_stroke() receives the pointer's path during the drag; the y axis is fixed, too
        place,  // like `draw`, but the path is not shown: something in the figure moves to its end
    } kind = Kind::scrub;
    std::string parameter;  // id
    std::string hint{};     // in the status bar while the pointer is there, e.g. "drag: draw the signal"
};

/// The cells of heat maps with low <= |value| < high, or the masked cells.
struct KeyedCells {
    double low = 0, high = std::numeric_limits<double>::infinity();
    bool masked = false;
};

struct KeyEntry {
    enum class Swatch { color, hatched, empty, missing, line, dashed, bar, ring } swatch = Swatch::color;
    Color color;
    std::string label;
    std::string value;             // right-aligned, e.g. "23.3 %"; may be empty
    std::vector<double> dashes{};  // line swatches; empty: solid, or the default dashes of the swatch
    bool strong = false;           // names the chosen item
    /// Cells of this look: on paper, the entry is omitted if no cell has it.
    std::optional<KeyedCells> cells{};
};

/// A clock: angles in radians, clockwise from the top, of any size (full turns are not visible). While values
/// are missing, as many empty lines (and a note of one space) reserve their room.
struct Dial {
    double value = 0;                // the x that the cursor takes over this dial, e.g. the index of a pair
    std::string title;               // "pair 40"
    std::vector<std::string> lines;  // numbers below the title
    std::string note;                // the last line: "covered"
    double seen = 0;                 // the ring is coloured from 0 to this angle; from 2π on, all of it
    double hand = 0;                 // its knob is orange outside the seen arc
    std::optional<double> second_hand;  // dashed and muted; has a knob only outside the seen arc
    bool chosen = false;                // drawn on a card
};

/// True if the angle (radians) is on the arc from 0 to `seen`. An arc of 2π or more contains every angle.
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

/// The link of a table row: opens the state that demonstrates what the row says.
struct TableLink {
    std::string words{};    // "Try it"; empty: no link
    std::string command{};  // "VIEW --PARAM VALUE … --versus …", parsed by read_shown_state()
};

struct Table {
    std::vector<TableColumn> columns;
    std::vector<std::vector<TableCell>> rows;  // short rows end with empty cells
    std::string more = "… {} more";  // last line if not all rows fit; {} is the number of rows below
    /// First visible row if not all fit; limited so that the last row ends at the bottom.
    std::size_t first = 0;
    std::vector<TableLink> links{};  // per row, in their order; missing entries mean no link
};

/// Curves, bars and bands over two axes.
struct PlotPanel {
    /// The panel below has the same x axis: only tick marks here; numbers, title and chip are below that
    /// panel.
    bool shares_x_below = false;
    /// The x axis runs downwards and the y axis is at the top. Marks are given as in any plot and rotated
    /// when drawn.
    bool sideways = false;
    /// Curves of one variant minus those of another; limits set for the curves' y axis do not apply.
    bool difference = false;
};

/// Cells: x key columns, y query rows, y increases downwards.
struct MatrixPanel {
    bool stretch = false;  // fills its area, cells need not be square
    /// In a stack: the x axis is continuous and drawn below, like that of the plots above, which may share
    /// it. A pointer without `y` and a rule are drawn as vertical lines; cells right of a rule are faded.
    bool x_below = false;
};

/// A quantity over a plane: axes like those of a plot, placed like a matrix, with equal scales on both axes.
struct MapPanel {};

/// Dials in a row, or in several rows if narrow; no axes.
struct DialsPanel {
    std::vector<Dial> dials;
    Color seen{0, 0, 0, 0};  // colour of the seen arcs; alpha 0: seen_arc() of the palette
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
    bool titled = false;  // a matrix: shows its title even if it is the only one
    std::string message;  // centred instead of data, e.g. why they could not be computed
    /// Stacked plots share the remaining height in proportion to their weights.
    double weight = 1;
    std::vector<KeyEntry> key;  // dials: one line below them; plots: in a corner free of curves
    /// Index of the variant it shows in a comparison; absent: more than one.
    std::optional<std::size_t> of_variant{};
    std::optional<PanelClick> click{};
    /// Takes precedence over a click; not in a matrix that is zoomed and panned.
    std::optional<PanelDrag> drag{};

    [[nodiscard]] PanelKind kind() const { return static_cast<PanelKind>(content.index()); }
    /// Returns the content if it is of this kind, else null.
    template <class Content>
    [[nodiscard]] const Content* as() const {
        return std::get_if<Content>(&content);
    }
    /// Replaces the content by one of this kind.
    template <class Content>
    Content& become(Content kind = {}) {
        return content.template emplace<Content>(std::move(kind));
    }
};

/// Makes a plot share the x axis of the panel below it; other panels are unchanged.
inline void join_to_next(Panel& panel) {
    if (auto* plot = std::get_if<PlotPanel>(&panel.content)) plot->shares_x_below = true;
}

struct ColorBar {
    std::string title;
    ColorScale scale;
    double hatch_above = std::numeric_limits<double>::infinity();
    std::string hatch_label;  // at hatch_above, e.g. "trained"
    std::string note{};       // below the ramp, e.g. "log scale"
    bool open_low = false;    // values below `low` are clamped: its number reads "≤ 10⁻⁴"
    bool open_high = false;   // values above `high` are clamped: "≥ 1"
};

/// Thumbnail of the whole matrix while the main panels show a part of it. Its room is reserved before values
/// exist.
struct Overview {
    std::string title;
    std::shared_ptr<const NumberBuffer> values;  // null until computed
    std::int64_t height = 0, width = 0;          // of `values`
    ColorScale scale;
    double hatch_above = std::numeric_limits<double>::infinity();
    IndexRange rows, columns;                        // the range that the main panels show
    std::int64_t total_rows = 1, total_columns = 1;  // size of the whole matrix
};

/// A figure: main panels with colour bars and key at their right; companions stacked below, with common left
/// and right edges. Matrices and maps are side by side. If the first main panel is neither, all panels are
/// stacked in order: dials and tables take the height they need, plots share the rest.
/// If the height is short, dials shrink first, then lose their lines; then the last panels are omitted.
struct Figure {
    std::string title;
    std::string subtitle;
    std::vector<Panel> main;
    /// A sideways plot at the right of a single matrix; its x axis takes over the matrix's rows (y.low to
    /// y.high, pixel by pixel). Set `sideways`, `quantity` and `y`. Omitted if the matrix would become too
    /// narrow, and next to several matrices.
    std::optional<Panel> marginal{};
    /// Many matrices of one shape, in the grid with the largest cells: small titles, numbers at the outer
    /// ones only.
    bool grid = false;
    std::optional<Overview> overview;  // above the colour bars
    std::vector<ColorBar> bars;
    std::string key_title;  // may be empty
    std::vector<KeyEntry> key;
    /// Reserves the width of the entries' values before they exist; empty: no values.
    std::string widest_key_value;
    std::vector<Panel> companions;
    /// Below a single matrix: the first companion is as wide as the matrix and, if its x axis has `cells`,
    /// takes over its columns; the second reaches from the left of `marginal` to the right end. Elsewhere
    /// they share the width evenly. If the width is short, they are stacked or the last ones are omitted.
    bool companions_in_row = false;
    /// Markup (formula.hpp) of the shown quantity; drawn next to the title, if titles are drawn.
    std::string formula;
    std::vector<std::string> warnings;                    // written under the figure
    ColorMap signed_colors = ColorMap::signed_diverging;  // colour map for differences in a comparison
};

}  // namespace poslab
