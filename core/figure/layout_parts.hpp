#pragma once

// Inside of the layout: one function per part of a figure. Not for views or painters.

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

inline constexpr double title_band = 68, paper_title_band = 28;  // height of title and subtitle, or of a title alone
inline constexpr double title_size = 20, paper_title_size = 15, heading_size = 13, body_size = 13, small_size = 12, tick_size = 11;
// The side: overview, colour bars, key.
inline constexpr double bar_width = 12, bar_note_drop = 18, bar_pitch = 104, key_row = 22, swatch = 14, swatch_gap = 8;
inline constexpr double name_pitch = 13;  // between the two lines of a name above a matrix

/// Distances between what is drawn: generous on a screen, as small as the texts allow on paper.
struct Spacing {
    bool paper = false;
    bool links = false;           // as LayoutOptions::links
    double least_size = 9;        // of texts, as LayoutOptions::least_text
    double least_cell_text = 7;   // as LayoutOptions::least_cell_text
    double title_rise = 32;       // from a panel's top up to its title line
    double axis_title_drop = 33;  // from a plot's bottom down to the title of its axis
    double matrix_top = 52, matrix_bottom = 26, map_bottom = 44;
    double plot_top = 46, plot_bottom = 44, shared_bottom = 22;  // above and below plots; below one that shares its axis
    double side_gap = 20, panel_gap = 24;
};
[[nodiscard]] Spacing spacing_of(const LayoutOptions& options);
/// From a plot's top up to its title line, and to the end of what is above it: on paper lower where no curve's name stands there.
[[nodiscard]] double head_rise(const Panel& panel, const Spacing& space);
[[nodiscard]] double plot_head(const Panel& panel, const Spacing& space);

/// What every part draws with.
struct Pen {
    DrawList& list;
    const TextMetrics& metrics;
    const Palette& colors;
    const Spacing& space;
    std::vector<Omission>* omitted = nullptr;  // null: omissions are not reported
    std::vector<PanelAxes>* axes = nullptr;    // takes the axes instead of the list; null: they are drawn

    void add(DrawCommand command) const { list.commands.push_back(std::move(command)); }
    [[nodiscard]] std::size_t size() const { return list.commands.size(); }
    /// Reports an omission, once.
    void leave_out(std::string_view name, Omission::Kind kind = Omission::Kind::no_room) const {
        Omission omission{kind, std::string(name)};
        if (omitted != nullptr && std::find(omitted->begin(), omitted->end(), omission) == omitted->end())
            omitted->push_back(std::move(omission));
    }
    void text(std::string_view text, Point centre_line, Font font, double size, Color color, Align align = Align::left) const;
    void line(Point from, Point to, Color color, double width = 1, std::vector<double> dashes = {}) const;
    [[nodiscard]] double width(std::string_view text, Font font, double size) const { return metrics.width(text, font, size); }
    /// As `text`, smaller where there is little room, then as much of its beginning as fits.
    void fitting_text(std::string_view all, Point centre_line, Font font, double size, double room, Color color,
                      Align align = Align::left) const;
    /// The text, or as much of its beginning as fits, with an ellipsis.
    [[nodiscard]] std::string fitted(std::string_view text, Font font, double size, double room) const;
};

/// Where overview, colour bars and key stand.
struct SidePlan {
    std::optional<Rect> overview;  // its picture; the title is above
    std::vector<Rect> bars;        // their ramps; titles above, numbers to the right
    bool across = false;           // ramps from left to right, numbers below; the key in lines
    std::optional<Rect> key;       // from the middle of its first line to the middle of its last
    double bar_room = 0;           // from the last ramp's left to what comes right of it
    double bottom = 0;             // of everything
};

/// Widths that the side needs; they do not depend on data.
struct SideWidths {
    double bars = 0, key = 0;
    double column = 0;     // everything below each other
    double lone_bars = 0;  // of paper: bars below each other, without the key
};
[[nodiscard]] SideWidths side_widths(const Figure& figure, const TextMetrics& metrics);
/// Whether the key has room right of overview and bars.
[[nodiscard]] bool key_fits_beside(const Figure& figure, const SideWidths& widths, double width);
/// Height of the side where it stands below matrices, `width` wide, its titles included.
[[nodiscard]] double side_height_below(const Figure& figure, const SideWidths& widths, double width);
/// Overview, bars and key in `area`, whose top is that of the ramps; titles stand above it.
[[nodiscard]] SidePlan place_side(const Figure& figure, const SideWidths& widths, const Rect& area);
/// Places bars next to the cells that they belong to (none: those were left out, and so are the bars), the key at the top of `area`
/// or, if it has no room above the bars, below them.
[[nodiscard]] SidePlan place_side_of_cells(const Figure& figure, const SideWidths& widths, const Rect& area,
                                           const std::optional<Rect>& cells);
[[nodiscard]] SidePlan place_side_below(const Figure& figure, const SideWidths& widths, const Rect& area);

/// What every part of arrange() measures with.
struct Measures {
    const Figure& figure;
    const LayoutOptions& options;
    const TextMetrics& metrics;
    Spacing space;
    SideWidths side;
    double gutter = 0;  // left of a data area
    double labels = 0;  // right of a plot
};

/// Where everything of a figure goes; depends on the figure's shape only.
struct Areas {
    std::vector<Rect> main;        // data areas; 0 wide: had to give way
    std::vector<Rect> columns;     // of main panels side by side: the data area, and for a plot its numbers and names, too
    Rect beside;                   // data area; 0 wide: none
    std::vector<Rect> companions;  // data areas; 0 wide: had to give way
    std::vector<Rect> headings;    // of companions in a row: from left to right edge; empty: over the whole width
    std::vector<bool> left_axis;   // per main panel: carries the row axis
    std::vector<bool> foot_axis;   // of small multiples, per panel: carries the column axis
    std::vector<bool> bare_below;  // per main panel, then per companion: its x axis has its numbers under the next one
    SidePlan side;
    Rect spare;               // as in Layout
    double title_center = 0;  // vertical centre of the title line
    double warnings_top = 0;
};

/// Lines of the warnings below a figure, wrapped into its width beside their sign.
inline constexpr double warning_pitch = 18, warning_sign = 18;
struct WarningLine {
    std::string text;
    bool first = false;  // of its warning: the sign stands before it
};
[[nodiscard]] std::vector<std::string> caption_lines(const TextMetrics& metrics, const LayoutOptions& options);
[[nodiscard]] std::vector<WarningLine> warning_lines(const Figure& figure, const TextMetrics& metrics,
                                                     const LayoutOptions& options);

inline constexpr double free_foot = 36;  // of what is below plots, for dials and tables, which have no axis there
/// All panels below each other, main ones first.
void place_stack(const Measures& measures, const Rect& area, Areas& areas);
struct StackedPanel {
    Rect rect;          // data area; 0 wide: had to give way
    bool bare = false;  // as Areas::bare_below
};
/// Panels below each other in `area`, plots from `gutter` right of its left to `plots_right`.
[[nodiscard]] std::vector<StackedPanel> stack_panels(const Measures& measures, const std::vector<const Panel*>& panels,
                                                     const Rect& area, double gutter, double plots_right);
/// The data areas of the matrices or maps, in the grid that makes them largest, from the top left of `room` on.
void place_cells(const Measures& measures, const Rect& room, Areas& areas);
[[nodiscard]] double cells_foot(const Measures& measures);  // what is below them

/// Right end of the matrices and of what stands beside them.
[[nodiscard]] double right_end(const Areas& areas);
/// Width left of `width` (without gutter) that a plot beside the matrix takes off it at least, the gap included; 0 if there is
/// none.
[[nodiscard]] double beside_reserve(const Measures& measures, double width);
/// The plot beside the matrix, which is in its place, up to `right`.
[[nodiscard]] Rect beside_rect(const Rect& matrix, double gap, double right);
/// Whether the first companion takes over the columns of the matrix.
[[nodiscard]] bool shares_columns(const Figure& figure);
/// Whether main panels stand side by side: matrices and maps, and plots of one variant each beside those of others.
[[nodiscard]] bool stands_in_columns(const Figure& figure);
/// The data area of a plot whose numbers and names have to stand in `room`; first: its numbers stand left of it.
[[nodiscard]] Rect plot_in(const Panel& panel, const TextMetrics& metrics, const Rect& room, bool first);
/// How companions stand; under_each: those of a variant below its own main panel.
enum class CompanionRows { stacked, in_row, first_only, under_each };
[[nodiscard]] CompanionRows companion_rows(const Measures& measures, const Rect& area);
/// Companions side by side in `row`, which has the height of their data areas.
void place_companion_row(const Measures& measures, const Rect& row, Areas& areas);
/// How many companions stand below the main panel that has most of them, each of a variant and below its own; 0: some are of none.
[[nodiscard]] std::size_t most_under_one(const Figure& figure);
/// Those in `rows` rows, of which `first` is the first and the next one begins `pitch` below, each below its main panel. False, and
/// nothing is placed, if main panels are not side by side.
[[nodiscard]] bool place_under_each(const Measures& measures, const Rect& first, double pitch, std::size_t rows, Areas& areas);

[[nodiscard]] inline bool has_axes(const Panel& panel) { return shows_cells(panel.kind()) || panel.kind() == PanelKind::plot; }

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

/// The figure without what has no place on paper (pointers, overview, warnings), whose names go to `omitted`; names of curves that
/// have no room at their ends become a key.
[[nodiscard]] Figure on_paper(Figure figure, const TextMetrics& metrics, const LayoutOptions& options,
                              std::vector<Omission>& omitted);
/// The name of a matrix's rows in two lines, "query" and "i ↓", or in one if it is one word.
[[nodiscard]] std::vector<std::string> row_title_lines(const std::string& title);
/// Room left of data areas, and right of plots.
[[nodiscard]] double paper_gutter(const std::vector<const Panel*>& panels, const TextMetrics& metrics, bool with_cells, bool grid);
[[nodiscard]] double paper_labels(const std::vector<const Panel*>& panels, const TextMetrics& metrics);
/// Matrices or maps with bars and key beside or below them, companions beside or below: as all together are largest.
void place_on_paper(const Measures& measures, const Rect& area, Areas& areas);

/// Bars below each other in `column`, which is as high as it may be; the key in `lines`, 0 high: nowhere.
[[nodiscard]] SidePlan paper_side(const Figure& figure, const Rect& column, const Rect& lines);

/// Entries of a key in lines.
[[nodiscard]] double key_lines_height(const std::vector<KeyEntry>& key, const TextMetrics& metrics, double width);
void draw_key_lines(const Pen& pen, const std::vector<KeyEntry>& key, const Rect& area);
/// A colour bar from left to right: its title above, numbers below.
inline constexpr double across_title = 16, across_ramp = 9, across_height = 46;
void draw_bar_across(const Pen& pen, const ColorBar& bar, const Rect& ramp);

[[nodiscard]] Areas arrange(const Figure& figure, const TextMetrics& metrics, const LayoutOptions& options);

/// The text of a cell, where it is drawn.
struct PlacedText {
    Point middle;
    std::string text;
    Color color;
};
/// The texts of the visible cells of a panel, all in one size.
struct CellTexts {
    bool wanted = false;        // the panel has texts for its cells
    bool no_fractions = false;  // fractions were requested and some value is no quotient
    double size = 0;            // 0: they have no room
    std::vector<PlacedText> placed{};
};
/// Chooses the digits and the size at which every visible text of the panel fits its cell.
[[nodiscard]] CellTexts cell_texts(const Pen& pen, const Panel& panel, const PanelFrame& frame, const CellDigits& digits);
void draw_cell_texts(const Pen& pen, const CellTexts& texts);
/// The rectangle that the cells of a heat map fill.
[[nodiscard]] Rect data_rect(const HeatMapMark& map, const PanelFrame& frame);

struct MatrixStyle {
    bool left_axis = true;
    bool several = false;                   // beside others: shows its title
    const CellTexts* cell_texts = nullptr;  // null: no texts in cells
    bool small = false;                     // one of small multiples
    bool foot_axis = false;                 // of small multiples: numbers of its columns, below
    double title_left = 0;                  // in a stack (Panel::x_below), where titles of plots begin
    double title_right = 0;                 // of maps: where the title must end; 0: a little right of the map
};
/// In a map the values fill the plot; else they fill their cells, with gaps between those of at least
/// HatchStyle::cell_marks_from pixels.
void draw_heat_map(const Pen& pen, const HeatMapMark& map, const PanelFrame& frame, double cell);
void draw_matrix(const Pen& pen, const Panel& panel, const PanelFrame& frame, const MatrixStyle& style);
void draw_matrix_axes(const Pen& pen, const Panel& panel, const PanelFrame& frame, const MatrixStyle& style);
void draw_matrix_rules(const Pen& pen, const Panel& panel, const PanelFrame& frame);
/// The pointer's ring or lines, in the clip of the matrix; and what lies over its frame.
void draw_matrix_pointer(const Pen& pen, const Panel& panel, const PanelFrame& frame);
void draw_row_outline(const Pen& pen, const Panel& panel, const PanelFrame& frame);
/// Of a pointer over cells: its ring; and its lines, which are seen on dark cells, too.
void draw_pointer_ring(const Pen& pen, Point middle);
void draw_pointer_line(const Pen& pen, Point from, Point to);
/// Whose number the chip at the left of a matrix shows.
[[nodiscard]] std::optional<double> chip_row(const PointerMark& pointer);

/// A quantity over a plane.
void draw_map(const Pen& pen, const Panel& panel, const PanelFrame& frame, const MatrixStyle& style);
/// Numbers below and at the left, names of both axes, the pointer's chips.
void draw_map_axes(const Pen& pen, const Panel& panel, const PanelFrame& frame, const MatrixStyle& style);
/// A line in pixels, cut to a map and its edge: not always to the right, and in pieces where it leaves the map.
struct MapLine {
    const LineMark* mark;
    std::vector<std::vector<Point>> runs;
};
[[nodiscard]] std::vector<MapLine> map_lines(const Panel& panel, const PanelFrame& frame);
/// Names of what is marked in a map, on plates inside it, clear of each other and of points.
void draw_map_texts(const Pen& pen, const Panel& panel, const PanelFrame& frame, const std::vector<MapLine>& lines);
/// The part of a segment that lies in a rectangle; none where it passes by.
[[nodiscard]] std::optional<std::pair<Point, Point>> cut(Point from, Point to, const Rect& rect);

struct PlotStyle {
    double left = 0, right = 0;  // of its title
    bool bare_below = false;     // without numbers, title and chip under its x axis
    bool short_title = false;    // beside others: what has no room is left out
};
void draw_plot(const Pen& pen, const Panel& panel, const PanelFrame& frame, const PlotStyle& style);
/// Line, ticks, title and the pointer's chip under a panel; `bare`: line and ticks only.
void draw_bottom_axis(const Pen& pen, const Panel& panel, const PanelFrame& frame, bool bare);
/// The title of a bottom axis and the notes at its ends, where they have room.
void draw_bottom_title(const Pen& pen, const Axis& axis, const Rect& plot);
/// A plot whose x axis runs downwards, cell by cell.
void draw_sideways(const Pen& pen, const Panel& panel, const PanelFrame& frame);
/// A panel of cells and its frame moved so that whole numbers are the middles of cells.
struct Centred {
    Panel panel;
    PanelFrame frame;
};
[[nodiscard]] inline const std::string& name_of(const Panel& panel) { return panel.title.empty() ? panel.quantity : panel.title; }
[[nodiscard]] Centred centred(const Panel& panel, const PanelFrame& frame);
/// Ticks of the values of a plot, at least `per_label` pixels apart.
[[nodiscard]] std::vector<Tick> plot_ticks(const Axis& axis, double pixels, double per_label);
/// Title and quantity, from `left` to `right` at the most.
void draw_heading(const Pen& pen, const Panel& panel, double left, double right, double line);
/// The same without those parts of the quantity that have no room.
void draw_short_heading(const Pen& pen, const Panel& panel, double left, double right, double line);
void draw_message(const Pen& pen, const Panel& panel, const Rect& area);
void draw_curves(const Pen& pen, const Panel& panel, const PanelFrame& frame);
void draw_bars(const Pen& pen, const Panel& panel, const PanelFrame& frame);
/// What the bars of one mark cover.
[[nodiscard]] CurveColumns bar_columns(const BarMark& bars, const Panel& panel, const PanelFrame& frame);
/// Runs of finite points in pixels, from `from` to `to` in x.
[[nodiscard]] std::vector<std::vector<Point>> pieces(const LineMark& line, const PanelFrame& frame, double from, double to);

/// The part of a span that its plot shows; 0 wide: none.
[[nodiscard]] Rect span_rect(const SpanMark& span, const PanelFrame& frame);
/// Marks of plots behind the curves, and what is written before them.
void draw_bands(const Pen& pen, const Panel& panel, const PanelFrame& frame);
void draw_areas(const Pen& pen, const Panel& panel, const PanelFrame& frame);
/// What the curves and bars of a plot cover: texts keep clear of it where they can.
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
/// The first of the places that is inside `room`, clear of texts and of curves; else, on a screen, where the text can be had
/// otherwise, the first that is clear of texts; 0 wide: there is none, and `text` is left out.
[[nodiscard]] Rect clear_place(const Pen& pen, std::string_view text, const std::vector<Rect>& places, const Rect& room,
                               const std::vector<Rect>& taken, const CurveCover& cover);
/// Edges of bands, rules and levels.
void draw_guides(const Pen& pen, const Panel& panel, const PanelFrame& frame);
/// Names of rules, bands and levels, where they are clear of each other and of curves; returns what they cover.
[[nodiscard]] std::vector<Rect> draw_guide_labels(const Pen& pen, const Panel& panel, const PanelFrame& frame,
                                                  const CurveCover& cover);
/// Texts that keep clear of curves where they can, and of `taken`, to which they are added: notes of spans, names along
/// curves, annotations, the key.
void draw_plot_texts(const Pen& pen, const Panel& panel, const PanelFrame& frame, const CurveCover& cover,
                     std::vector<Rect>& taken);
/// Whether anything is written inside the plot, so that its cover is asked for.
[[nodiscard]] bool has_texts_inside(const Panel& panel);

inline constexpr double dials_rise = 26, table_rise = 24;  // from their area's top up to the title line
enum class DialText { roomy, close, titles };              // lines under the titles far apart, closer, none
/// How dials are arranged; no rows: there is no room.
struct DialPlan {
    std::size_t rows = 0, columns = 0;
    double cell = 0, radius = 0;
    DialText text = DialText::roomy;
    std::vector<std::size_t> shown;  // indices
    double row_height = 0;
};
/// The largest that fit: all of them with their lines, or all with titles only, or some with titles only.
[[nodiscard]] DialPlan plan_dials(const Panel& panel, const TextMetrics& metrics, double width, double height);
/// With the key below.
[[nodiscard]] double dials_height(const Panel& panel, const DialPlan& plan);
void draw_dials(const Pen& pen, const Panel& panel, PanelFrame& frame);
/// Whether a table so narrow has to break numbers and other single words.
[[nodiscard]] bool breaks_words(const Panel& panel, const Measures& measures, double width);
/// What the table needs, `height` at the most; 0 if not even one row has room.
[[nodiscard]] double table_height(const Panel& panel, const Measures& measures, double width, double height);
void draw_table(const Pen& pen, const Panel& panel, PanelFrame& frame);
/// The part of an overview's picture that the main panels show, at least 4 px large.
[[nodiscard]] Rect overview_window(const Overview& overview, const Rect& rect);
void draw_side(const Pen& pen, const Figure& figure, const SidePlan& side);
/// What stands before a line of a key; `box` is as wide as the sample may be.
void draw_swatch(const Pen& pen, const KeyEntry& entry, const Rect& box);

/// Along the axis, in pixels.
using LabelExtent = std::function<double(const std::string&)>;
/// Ticks on whole numbers from axis.low to `last`, at least `pitch` pixels apart or as their labels need it. The last index is
/// among them unless its digits would crowd out rounder ones.
[[nodiscard]] std::vector<Tick> index_ticks(const Axis& axis, double last, double pixels, double pitch, const LabelExtent& extent);
/// Of cells along a horizontal axis: names where there are any and cells are large enough, else numbers.
[[nodiscard]] std::vector<Tick> column_ticks(const Pen& pen, const Axis& axis, double pixels);
/// The same of cells along a vertical axis.
[[nodiscard]] std::vector<Tick> row_ticks(const Pen& pen, const Axis& axis, double pixels);
/// Ticks of a map, as close as on its other axis unless labels are too wide for that.
[[nodiscard]] std::vector<Tick> map_ticks(const Axis& axis, double pixels, const LabelExtent& extent);
/// Ticks of a plot at its left, and along its bottom: indices end with the last one.
[[nodiscard]] std::vector<Tick> left_ticks(const Axis& axis, double pixels);
[[nodiscard]] std::vector<Tick> bottom_ticks(const Pen& pen, const Axis& axis, double pixels);
[[nodiscard]] TickSteps steps_for(const Axis& axis);

/// The tooltip of a pointer over a cell, beside it and, as far as it can be, inside `bounds`. Drawn last.
void draw_tip(const Pen& pen, const Panel& panel, const PanelFrame& frame, const Rect& bounds);
[[nodiscard]] Rect tip_rect(double width, const Rect& cell, const Rect& bounds);
/// The vertical line of a plot's pointer and its dots; their labels keep clear of each other, of curves and of `taken`.
void draw_plot_pointer(const Pen& pen, const Panel& panel, const PanelFrame& frame, std::vector<Rect> taken);

/// At the right end of `room`, in its middle; nothing if it does not fit.
void draw_formula(const Pen& pen, const std::string& markup, const Rect& room);

/// How often curves run through `box`.
[[nodiscard]] int crossings(const Panel& panel, const PanelFrame& frame, const Rect& box);

/// A value on an axis, in an accent box; returns the box, so that ticks near it can be left out.
Rect chip(const Pen& pen, std::string_view text, Point centre, Align align);
[[nodiscard]] bool overlaps_any(const Rect& rect, const std::vector<Rect>& others);
[[nodiscard]] Rect chip_rect(const Pen& pen, std::string_view text, Point centre, Align align);

inline constexpr double dot_radius = 5.5, small_dot_radius = 4.5, label_height = 16;  // of what is read at the pointer
inline constexpr Color near_black = rgb(0x101216);

[[nodiscard]] inline bool is_inside(const Rect& rect, const Rect& outer) {
    return rect.x >= outer.x && rect.right() <= outer.right() && rect.y >= outer.y && rect.bottom() <= outer.bottom();
}

[[nodiscard]] inline bool is_shown(const Axis& axis, double value) { return value >= axis.low && value <= axis.high; }

}  // namespace poslab::layout_parts
