#pragma once

// Internal to the layout: one function per part of a figure. Not for views or painters.

#include "core/figure/curve_columns.hpp"
#include "core/figure/layout.hpp"
#include "core/figure/ticks.hpp"

#include <algorithm>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace poslab::layout_parts {

/// Height of title and subtitle, or of a title alone.
inline constexpr double title_band = 68, paper_title_band = 28;
inline constexpr double title_size = 20, paper_title_size = 15, heading_size = 13, body_size = 13,
                        small_size = 12, tick_size = 11;
// The side: overview, colour bars and key.
inline constexpr double bar_width = 12, bar_note_drop = 18, bar_pitch = 104, key_row = 22, swatch = 14,
                        swatch_gap = 8;
inline constexpr double name_pitch = 13;  // between the two lines of a name above a matrix

/// Distances between drawn elements: generous on screen, as small as the texts allow on paper.
struct Spacing {
    bool paper = false;
    bool links = false;           // as LayoutOptions::links
    double min_size = 9;          // of texts, as LayoutOptions::least_text
    double min_cell_text = 7;     // as LayoutOptions::min_cell_text
    double title_rise = 32;       // from a panel's top up to its title line
    double axis_title_drop = 33;  // from a plot's bottom down to its axis title
    double matrix_top = 52, matrix_bottom = 26, map_bottom = 44;
    /// Above and below plots; below a plot that shares its axis.
    double plot_top = 46, plot_bottom = 44, shared_bottom = 22;
    double side_gap = 20, panel_gap = 24;
};
[[nodiscard]] Spacing spacing_of(const LayoutOptions& options);
/// Heights above a plot, up to its title line and in total; smaller on paper if no curve's name is there.
[[nodiscard]] double head_rise(const Panel& panel, const Spacing& space);
[[nodiscard]] double plot_head(const Panel& panel, const Spacing& space);

/// The drawing context of every part.
struct Pen {
    DrawList& list;
    const TextMetrics& metrics;
    const Palette& colors;
    const Spacing& space;
    std::vector<Omission>* omitted = nullptr;  // null: omissions are not reported
    std::vector<PanelAxes>* axes = nullptr;    // receives the axes; null: they are drawn

    void add(DrawCommand command) const { list.commands.push_back(std::move(command)); }
    [[nodiscard]] std::size_t size() const { return list.commands.size(); }
    /// Reports an omission, once.
    void leave_out(std::string_view name, Omission::Kind kind = Omission::Kind::no_room) const {
        Omission omission{kind, std::string(name)};
        if (omitted != nullptr && std::find(omitted->begin(), omitted->end(), omission) == omitted->end())
            omitted->push_back(std::move(omission));
    }
    void text(std::string_view text, Point centre_line, Font font, double size, Color color,
              Align align = Align::left) const;
    void line(Point from, Point to, Color color, double width = 1, std::vector<double> dashes = {}) const;
    [[nodiscard]] double width(std::string_view text, Font font, double size) const {
        return metrics.width(text, font, size);
    }
    /// Like `text`, but shrinks the font and then truncates the text if `room` is short.
    void fitting_text(std::string_view all, Point centre_line, Font font, double size, double room,
                      Color color, Align align = Align::left) const;
    /// Returns the text, truncated with an ellipsis if it exceeds `room`.
    [[nodiscard]] std::string fitted(std::string_view text, Font font, double size, double room) const;
};

/// Positions of overview, colour bars and key.
struct SidePlan {
    std::optional<Rect> overview;  // its picture, without the title above
    std::vector<Rect> bars;        // their ramps, without titles above and numbers at the right
    bool across = false;           // horizontal ramps with numbers below, key in lines
    std::optional<Rect> key;       // from the middle of its first line to the middle of its last
    double bar_room = 0;           // from the last ramp's left edge to its right neighbour
    double bottom = 0;             // of everything
};

/// Widths required by the side; independent of data.
struct SideWidths {
    double bars = 0, key = 0;
    double column = 0;     // everything in one column
    double lone_bars = 0;  // paper: bars in one column, without the key
};
[[nodiscard]] SideWidths side_widths(const Figure& figure, const TextMetrics& metrics);
/// True if the key fits at the right of overview and bars.
[[nodiscard]] bool key_fits_next_to(const Figure& figure, const SideWidths& widths, double width);
/// Returns the height of the side below matrices at this width, titles included.
[[nodiscard]] double side_height_below(const Figure& figure, const SideWidths& widths, double width);
/// Places overview, bars and key in `area`, whose top is that of the ramps; titles are above it.
[[nodiscard]] SidePlan place_side(const Figure& figure, const SideWidths& widths, const Rect& area);
/// Places bars next to their cells (absent: cells and bars are omitted), and the key at the top of `area` or,
/// if it does not fit above the bars, below them.
[[nodiscard]] SidePlan place_side_of_cells(const Figure& figure, const SideWidths& widths, const Rect& area,
                                           const std::optional<Rect>& cells);
[[nodiscard]] SidePlan place_side_below(const Figure& figure, const SideWidths& widths, const Rect& area);

/// Inputs and common measurements of arrange().
struct Measures {
    const Figure& figure;
    const LayoutOptions& options;
    const TextMetrics& metrics;
    Spacing space;
    SideWidths side;
    double gutter = 0;  // left of a data area
    double labels = 0;  // right of a plot
};

/// Positions of all parts of a figure; they depend only on the figure's shape.
struct Areas {
    std::vector<Rect> main;  // data areas; width 0: omitted
    /// Main panels side by side: the data area and, for a plot, its numbers and names.
    std::vector<Rect> columns;
    Rect marginal;                 // data area; width 0: none
    std::vector<Rect> companions;  // data areas; width 0: omitted
    std::vector<Rect> headings;    // of companions in a row: from left to right edge; empty: the whole width
    std::vector<bool> left_axis;   // per main panel: shows the row axis
    std::vector<bool> foot_axis;   // small multiples, per panel: shows the column axis
    /// Per main panel, then per companion: its x axis numbers are below the next panel.
    std::vector<bool> bare_below;
    SidePlan side;
    Rect spare;               // as in Layout
    double title_center = 0;  // vertical centre of the title line
    double warnings_top = 0;
};

/// Line height of the warnings below a figure, and width of the sign before them.
inline constexpr double warning_pitch = 18, warning_sign = 18;
struct WarningLine {
    std::string text;
    bool first = false;  // first line of its warning: preceded by the sign
};
[[nodiscard]] std::vector<std::string> caption_lines(const TextMetrics& metrics,
                                                     const LayoutOptions& options);
[[nodiscard]] std::vector<WarningLine> warning_lines(const Figure& figure, const TextMetrics& metrics,
                                                     const LayoutOptions& options);

inline constexpr double free_foot = 36;  // foot of dials and tables, which have no axis below
/// Stacks all panels, main panels first.
void place_stack(const Measures& measures, const Rect& area, Areas& areas);
struct StackedPanel {
    Rect rect;          // data area; width 0: omitted
    bool bare = false;  // as Areas::bare_below
};
/// Stacks panels in `area`. Plots extend from `gutter` right of its left edge to `plots_right`.
[[nodiscard]] std::vector<StackedPanel> stack_panels(const Measures& measures,
                                                     const std::vector<const Panel*>& panels,
                                                     const Rect& area, double gutter, double plots_right);
/// Places the data areas of matrices or maps from the top left of `room`, in the grid with the largest cells.
void place_cells(const Measures& measures, const Rect& room, Areas& areas);
[[nodiscard]] double cells_foot(const Measures& measures);  // height below the cells

/// Returns the right end of the matrices and their neighbours.
[[nodiscard]] double right_end(const Areas& areas);
/// Returns the minimum width, gap included, that a plot next to the matrix takes from `width` (without
/// gutter); 0 if there is no such plot.
[[nodiscard]] double marginal_reserve(const Measures& measures, double width);
/// Returns the area of the plot next to the matrix, up to `right`.
[[nodiscard]] Rect marginal_rect(const Rect& matrix, double gap, double right);
/// True if the first companion takes over the columns of the matrix.
[[nodiscard]] bool shares_columns(const Figure& figure);
/// True if main panels are side by side: matrices and maps, and plots of one variant each.
[[nodiscard]] bool stands_in_columns(const Figure& figure);
/// Returns the data area of a plot whose numbers and names must fit in `room`. `first`: its numbers are left
/// of `room`.
[[nodiscard]] Rect plot_in(const Panel& panel, const TextMetrics& metrics, const Rect& room, bool first);
/// Arrangement of companions; under_each: those of a variant below its own main panel.
enum class CompanionRows { stacked, in_row, first_only, under_each };
[[nodiscard]] CompanionRows companion_rows(const Measures& measures, const Rect& area);
/// Places companions side by side in `row`, which has the height of their data areas.
void place_companion_row(const Measures& measures, const Rect& row, Areas& areas);
/// Returns the maximum number of companions below one main panel, if each belongs to a variant; otherwise 0.
[[nodiscard]] std::size_t max_under_one(const Figure& figure);
/// Places companions below their main panels, in `rows` rows from `first` on, `pitch` apart. Returns false
/// and places nothing if main panels are not side by side.
[[nodiscard]] bool place_under_each(const Measures& measures, const Rect& first, double pitch,
                                    std::size_t rows, Areas& areas);

[[nodiscard]] inline bool has_axes(const Panel& panel) {
    return shows_cells(panel.kind()) || panel.kind() == PanelKind::plot;
}

[[nodiscard]] inline bool is_sideways(const Panel& panel) {
    const auto* plot = panel.as<PlotPanel>();
    return plot != nullptr && plot->sideways;
}
[[nodiscard]] inline bool has_x_below(const Panel& panel) {
    const auto* matrix = panel.as<MatrixPanel>();
    return matrix != nullptr && matrix->x_below;
}
[[nodiscard]] inline bool is_stretched(const Panel& panel) {
    const auto* matrix = panel.as<MatrixPanel>();
    return matrix != nullptr && matrix->stretch;
}

/// Returns the figure without elements that paper omits (pointers, overview, warnings), whose names are added
/// to `omitted`. Curve names that do not fit at the ends of curves become a key.
[[nodiscard]] Figure on_paper(Figure figure, const TextMetrics& metrics, const LayoutOptions& options,
                              std::vector<Omission>& omitted);
/// Returns the name of a matrix's rows in two lines, "query" and "i ↓", or in one if it is a single word.
[[nodiscard]] std::vector<std::string> row_title_lines(const std::string& title);
/// Width left of data areas, and right of plots.
[[nodiscard]] double paper_gutter(const std::vector<const Panel*>& panels, const TextMetrics& metrics,
                                  bool with_cells, bool grid);
[[nodiscard]] double paper_labels(const std::vector<const Panel*>& panels, const TextMetrics& metrics);
/// Places matrices or maps, their bars and key, and companions, each next to or below the other: the
/// arrangement with the largest panels.
void place_on_paper(const Measures& measures, const Rect& area, Areas& areas);

/// Places bars in a column of `column`, at most as high as it, and the key in `lines` (height 0: omitted).
[[nodiscard]] SidePlan paper_side(const Figure& figure, const Rect& column, const Rect& lines);

/// Height and drawing of a key whose entries are set in lines.
[[nodiscard]] double key_lines_height(const std::vector<KeyEntry>& key, const TextMetrics& metrics,
                                      double width);
void draw_key_lines(const Pen& pen, const std::vector<KeyEntry>& key, const Rect& area);
/// A horizontal colour bar: title above, numbers below.
inline constexpr double across_title = 16, across_ramp = 9, across_height = 46;
void draw_bar_across(const Pen& pen, const ColorBar& bar, const Rect& ramp);

[[nodiscard]] Areas arrange(const Figure& figure, const TextMetrics& metrics, const LayoutOptions& options);

/// The text of a cell and its position.
struct PlacedText {
    Point middle;
    std::string text;
    Color color;
};
/// The texts of the visible cells of a panel, all of one size.
struct CellTexts {
    bool has_texts = false;     // the panel has texts for its cells
    bool no_fractions = false;  // fractions were requested, but some value is not a quotient
    double size = 0;            // 0: they do not fit
    std::vector<PlacedText> placed{};
};
/// Chooses the digits and the size at which every visible text of the panel fits its cell.
[[nodiscard]] CellTexts cell_texts(const Pen& pen, const Panel& panel, const PanelFrame& frame,
                                   const CellDigits& digits);
void draw_cell_texts(const Pen& pen, const CellTexts& texts);
/// Returns the rectangle covered by the cells of a heat map.
[[nodiscard]] Rect data_rect(const HeatMapMark& map, const PanelFrame& frame);

struct MatrixStyle {
    bool left_axis = true;
    bool several = false;                   // one of several panels: shows its title
    const CellTexts* cell_texts = nullptr;  // null: no texts in cells
    bool small = false;                     // one of small multiples
    bool foot_axis = false;                 // small multiples: column numbers below
    double title_left = 0;   // in a stack (MatrixPanel::x_below): left end of the titles of plots
    double title_right = 0;  // maps: maximum right end of the title; 0: slightly right of the map
};
/// Draws a heat map. In a map panel the values cover the plot; in a matrix panel they cover their cells, with
/// gaps between cells of at least HatchStyle::cell_marks_from pixels.
void draw_heat_map(const Pen& pen, const HeatMapMark& map, const PanelFrame& frame, double cell);
void draw_matrix(const Pen& pen, const Panel& panel, const PanelFrame& frame, const MatrixStyle& style);
void draw_matrix_axes(const Pen& pen, const Panel& panel, const PanelFrame& frame, const MatrixStyle& style);
void draw_matrix_rules(const Pen& pen, const Panel& panel, const PanelFrame& frame);
/// Draws the pointer's ring or lines inside the clip of the matrix, and the marks over its frame.
void draw_matrix_pointer(const Pen& pen, const Panel& panel, const PanelFrame& frame);
void draw_row_outline(const Pen& pen, const Panel& panel, const PanelFrame& frame);
/// The ring of a pointer over cells, and its lines, which are visible on dark cells, too.
void draw_pointer_ring(const Pen& pen, Point middle);
void draw_pointer_line(const Pen& pen, Point from, Point to);
/// Returns the row whose number the chip at the left of a matrix shows.
[[nodiscard]] std::optional<double> chip_row(const PointerMark& pointer);

/// Draws a quantity over a plane.
void draw_map(const Pen& pen, const Panel& panel, const PanelFrame& frame, const MatrixStyle& style);
/// Draws the numbers below and at the left, the names of both axes and the pointer's chips.
void draw_map_axes(const Pen& pen, const Panel& panel, const PanelFrame& frame, const MatrixStyle& style);
/// A line in pixels, clipped to a map: in any direction, and in pieces if it leaves the map.
struct MapLine {
    const LineMark* mark;
    std::vector<std::vector<Point>> runs;
};
[[nodiscard]] std::vector<MapLine> map_lines(const Panel& panel, const PanelFrame& frame);
/// Draws the names of marks in a map, on plates inside it, clear of each other and of points.
void draw_map_texts(const Pen& pen, const Panel& panel, const PanelFrame& frame,
                    const std::vector<MapLine>& lines);
/// Returns the part of a segment inside a rectangle; empty if it misses the rectangle.
[[nodiscard]] std::optional<std::pair<Point, Point>> cut(Point from, Point to, const Rect& rect);

struct PlotStyle {
    double left = 0, right = 0;  // limits of its title
    bool bare_below = false;     // without numbers, title and chip under its x axis
    bool short_title = false;    // one of several plots: parts that do not fit are omitted
};
void draw_plot(const Pen& pen, const Panel& panel, const PanelFrame& frame, const PlotStyle& style);
/// Draws line, ticks, title and the pointer's chip under a panel; `bare`: line and ticks only.
void draw_bottom_axis(const Pen& pen, const Panel& panel, const PanelFrame& frame, bool bare);
/// Draws the title of a bottom axis and the notes at its ends, if they fit.
void draw_bottom_title(const Pen& pen, const Axis& axis, const Rect& plot);
/// Draws a plot whose x axis runs downwards, cell by cell.
void draw_sideways(const Pen& pen, const Panel& panel, const PanelFrame& frame);
/// A panel of cells and its frame, shifted so that whole numbers are the middles of cells.
struct Centred {
    Panel panel;
    PanelFrame frame;
};
[[nodiscard]] inline const std::string& name_of(const Panel& panel) {
    return panel.title.empty() ? panel.quantity : panel.title;
}
[[nodiscard]] Centred centred(const Panel& panel, const PanelFrame& frame);
/// Returns the ticks of a plot's values, at least `per_label` pixels apart.
[[nodiscard]] std::vector<Tick> plot_ticks(const Axis& axis, double pixels, double per_label);
/// Draws title and quantity between `left` and `right`.
void draw_heading(const Pen& pen, const Panel& panel, double left, double right, double line);
/// Draws the heading without the parts of the quantity that do not fit.
void draw_short_heading(const Pen& pen, const Panel& panel, double left, double right, double line);
void draw_message(const Pen& pen, const Panel& panel, const Rect& area);
void draw_curves(const Pen& pen, const Panel& panel, const PanelFrame& frame);
void draw_bars(const Pen& pen, const Panel& panel, const PanelFrame& frame);
/// Returns the pixel columns that the bars of one mark cover.
[[nodiscard]] CurveColumns bar_columns(const BarMark& bars, const Panel& panel, const PanelFrame& frame);
/// Returns the runs of finite points in pixels, with x from `from` to `to`.
[[nodiscard]] std::vector<std::vector<Point>> pieces(const LineMark& line, const PanelFrame& frame,
                                                     double from, double to);

/// Returns the visible part of a span; width 0: none.
[[nodiscard]] Rect span_rect(const SpanMark& span, const PanelFrame& frame);
/// Draw the marks behind the curves of a plot.
void draw_bands(const Pen& pen, const Panel& panel, const PanelFrame& frame);
void draw_areas(const Pen& pen, const Panel& panel, const PanelFrame& frame);
/// The area covered by the curves and bars of a plot; texts avoid it if they can.
class CurveCover {
  public:
    struct Curve {
        const LineMark* line = nullptr;
        CurveColumns columns;
    };
    CurveCover() = default;
    CurveCover(const Panel& panel, const PanelFrame& frame);
    [[nodiscard]] const std::vector<Curve>& curves() const { return curves_; }
    [[nodiscard]] bool crossed(const Rect& box, const LineMark* except = nullptr) const;

  private:
    std::vector<Curve> curves_;
    std::vector<CurveColumns> bars_;
};
/// Returns the first of `places` inside `room` that is clear of texts and curves. On a screen, where `text`
/// is also available elsewhere, it falls back to the first that is clear of texts. Width 0: there is none,
/// and `text` is omitted.
[[nodiscard]] Rect clear_place(const Pen& pen, std::string_view text, const std::vector<Rect>& places,
                               const Rect& room, const std::vector<Rect>& taken, const CurveCover& cover);
/// Draws the edges of bands, rules and levels.
void draw_guides(const Pen& pen, const Panel& panel, const PanelFrame& frame);
/// Draws the names of rules, bands and levels, clear of each other and of curves; returns the covered
/// rectangles.
[[nodiscard]] std::vector<Rect> draw_guide_labels(const Pen& pen, const Panel& panel, const PanelFrame& frame,
                                                  const CurveCover& cover);
/// Draws notes of spans, names along curves, annotations and the key, clear of curves if possible and of
/// `taken`, to which they are added.
void draw_plot_texts(const Pen& pen, const Panel& panel, const PanelFrame& frame, const CurveCover& cover,
                     std::vector<Rect>& taken);
/// True if any text is drawn inside the plot, so that its CurveCover is required.
[[nodiscard]] bool has_texts_inside(const Panel& panel);

inline constexpr double dials_rise = 26, table_rise = 24;  // from their area's top up to the title line
enum class DialText { roomy, close, titles };              // lines under the titles far apart, closer, none
/// The arrangement of dials; rows = 0: they do not fit.
struct DialPlan {
    std::size_t rows = 0, columns = 0;
    double cell = 0, radius = 0;
    DialText text = DialText::roomy;
    std::vector<std::size_t> shown;  // indices
    double row_height = 0;
};
/// Returns the largest arrangement that fits: all dials with lines, all with titles only, or some with titles
/// only.
[[nodiscard]] DialPlan plan_dials(const Panel& panel, const TextMetrics& metrics, double width,
                                  double height);
/// Returns the height, including the key below.
[[nodiscard]] double dials_height(const Panel& panel, const DialPlan& plan);
void draw_dials(const Pen& pen, const Panel& panel, PanelFrame& frame);
/// True if a table of this width breaks numbers or other single words.
[[nodiscard]] bool breaks_words(const Panel& panel, const Measures& measures, double width);
/// Returns the height that the table needs, at most `height`; 0 if not even one row fits.
[[nodiscard]] double table_height(const Panel& panel, const Measures& measures, double width, double height);
void draw_table(const Pen& pen, const Panel& panel, PanelFrame& frame);
/// Returns the part of an overview's picture that the main panels show, at least 4 px large.
[[nodiscard]] Rect overview_window(const Overview& overview, const Rect& rect);
void draw_side(const Pen& pen, const Figure& figure, const SidePlan& side);
/// Draws the sample before a key entry, at most as wide as `box`.
void draw_swatch(const Pen& pen, const KeyEntry& entry, const Rect& box);

/// The extent of a label along the axis, in pixels.
using LabelExtent = std::function<double(const std::string&)>;
/// Returns ticks at whole numbers from axis.low to `last`, at least `pitch` pixels apart and as far as their
/// labels need. `last` is included unless its digits would displace rounder numbers.
[[nodiscard]] std::vector<Tick> index_ticks(const Axis& axis, double last, double pixels, double pitch,
                                            const LabelExtent& extent);
/// Returns the ticks of cells along a horizontal axis: names if there are any and cells are large enough,
/// else numbers.
[[nodiscard]] std::vector<Tick> column_ticks(const Pen& pen, const Axis& axis, double pixels);
/// Returns the ticks of cells along a vertical axis.
[[nodiscard]] std::vector<Tick> row_ticks(const Pen& pen, const Axis& axis, double pixels);
/// Returns the ticks of a map axis, as dense as on its other axis unless labels are too wide.
[[nodiscard]] std::vector<Tick> map_ticks(const Axis& axis, double pixels, const LabelExtent& extent);
/// Ticks of a plot at its left and along its bottom; indices end with the last one.
[[nodiscard]] std::vector<Tick> left_ticks(const Axis& axis, double pixels);
[[nodiscard]] std::vector<Tick> bottom_ticks(const Pen& pen, const Axis& axis, double pixels);
[[nodiscard]] TickSteps steps_for(const Axis& axis);

/// Draws the tooltip of a pointer over a cell, next to it and inside `bounds` if possible. Drawn last.
void draw_tip(const Pen& pen, const Panel& panel, const PanelFrame& frame, const Rect& bounds);
[[nodiscard]] Rect tip_rect(double width, const Rect& cell, const Rect& bounds);
/// Draws the vertical line of a plot's pointer and its dots; labels stay clear of each other, curves and
/// `taken`.
void draw_plot_pointer(const Pen& pen, const Panel& panel, const PanelFrame& frame, std::vector<Rect> taken);

/// Draws a formula at the right end of `room`, vertically centred; nothing if it does not fit.
void draw_formula(const Pen& pen, const std::string& markup, const Rect& room);

/// Returns how often curves cross `box`.
[[nodiscard]] int crossings(const Panel& panel, const PanelFrame& frame, const Rect& box);

/// Draws a value on an axis in an accent box; returns the box, so that nearby ticks can be omitted.
Rect chip(const Pen& pen, std::string_view text, Point centre, Align align);
[[nodiscard]] bool overlaps_any(const Rect& rect, const std::vector<Rect>& others);
[[nodiscard]] Rect chip_rect(const Pen& pen, std::string_view text, Point centre, Align align);

/// Sizes of the dots and labels at the pointer.
inline constexpr double dot_radius = 5.5, small_dot_radius = 4.5, label_height = 16;
inline constexpr double label_pitch = 16;  // between the labels of lines at the right
inline constexpr Color near_black = rgb(0x101216);

[[nodiscard]] inline bool is_inside(const Rect& rect, const Rect& outer) {
    return rect.x >= outer.x && rect.right() <= outer.right() && rect.y >= outer.y &&
           rect.bottom() <= outer.bottom();
}

[[nodiscard]] inline bool is_shown(const Axis& axis, double value) {
    return value >= axis.low && value <= axis.high;
}

}  // namespace poslab::layout_parts
