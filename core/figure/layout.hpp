#pragma once

#include "core/figure/draw_list.hpp"
#include "core/figure/figure.hpp"
#include "core/figure/palette.hpp"
#include "core/figure/text_metrics.hpp"
#include "core/figure/ticks.hpp"

#include <limits>
#include <optional>
#include <string>
#include <vector>

namespace poslab {

/// Default size of a picture, in CSS pixels.
inline constexpr double default_width = 1200, default_height = 750;

/// Number format of cells. Without options, as many digits as fit.
struct CellDigits {
    std::optional<int> decimals{};  // digits after the point
    bool fractions = false;         // mixed fractions such as "3⅔", if all values of a panel are quotients
    bool operator==(const CellDigits&) const = default;
};

/// An element of the figure that its layout does not show.
struct Omission {
    enum class Kind {
        no_room,       // a text or panel that does not fit
        not_on_paper,  // screen-only elements: the overview, a warning
        cell_numbers,  // the numbers in the cells of `name`, which do not fit
        fractions,     // the values in the cells of `name` are not quotients and are rounded instead
    } kind = Kind::no_room;
    std::string name;  // name of the panel, or the text itself; may be empty for cells
    bool operator==(const Omission&) const = default;
};

struct LayoutOptions {
    double width = default_width, height = default_height;  // CSS pixels, of the whole picture
    double padding = 24;
    bool titles = true;  // false: the window shows title and subtitle in its header
    Theme theme = Theme::light;
    bool legend = true;  // key and colour bars
    /// For print, at final size: minimal distances, keys and bars where they take the least space, no
    /// pointer.
    bool paper = false;
    double min_text = 9;  // texts shrink down to this size before anything is omitted
    /// paper: the same for texts in cells, if smaller.
    double min_cell_text = std::numeric_limits<double>::infinity();
    CellDigits digits{};
    std::string own_title{};  // replaces title and subtitle; on paper, the title is omitted unless `titles`
    std::string caption{};    // text below everything, wrapped
    /// Draws the links of table rows in a column of their own, so that they can be clicked.
    bool links = false;
    /// paper: axis lines, ticks, numbers and grids are not drawn; Layout::axes lists them.
    bool axes_apart = false;
};

/// True if panels of this kind show one value per cell (matrix) or pixel (map).
[[nodiscard]] constexpr bool shows_cells(PanelKind kind) {
    return kind == PanelKind::matrix || kind == PanelKind::map;
}

/// A dial, or a table row, of a panel without axes.
struct PanelPart {
    Rect rect;
    std::size_t index = 0;  // in Panel::dials or Table::rows
    double value = 0;       // Dial::value, or the index
};

/// The link of a table row and its clickable area.
struct LinkTarget {
    Rect rect;
    std::size_t row = 0;  // in Table::rows
    TableLink link{};
};

/// The data area of a panel after layout, with the axes it was drawn with: for hit testing and sampling
/// cells.
struct PanelFrame {
    Rect plot;
    PanelKind kind = PanelKind::plot;
    bool companion = false;
    std::size_t index = 0;  // in Figure::main or Figure::companions
    Axis x, y;
    std::vector<PanelPart> parts{};  // dials and tables: the elements that the pointer can hit
    bool marginal = false;           // the panel is Figure::marginal
    bool sideways = false;  // as PlotPanel::sideways: data x (the row) runs downwards, y to the right
    std::vector<LinkTarget> links{};  // tables, if LayoutOptions::links

    /// Dials and tables: x is the value of a part (the nearest one if converted from pixels), y is 0.
    [[nodiscard]] Point to_pixels(double x_value, double y_value) const;
    /// matrix: x in columns, y in rows, whole numbers at cell edges.
    [[nodiscard]] Point to_data(Point pixel) const;
};

/// The ticks of one axis.
struct AxisTicks {
    std::vector<Tick> ticks{};
    bool numbers = true;    // false: ticks only
    bool far_side = false;  // at the top instead of the bottom, or at the right instead of the left
};

/// The axes of a panel or of a colour bar, for a program that draws them itself (LayoutOptions::axes_apart).
struct PanelAxes {
    std::string name;  // of the panel or colour bar
    Rect plot;
    Axis x, y;  // whole numbers are the middles of cells
    AxisTicks x_ticks{}, y_ticks{};
    enum class Lines { bottom, left, box, none } lines = Lines::bottom;
    bool downward = false;  // y increases downwards
    bool grid = false;
    /// Draw commands: [under, inside) belong below the axes; [inside, end) are curves, areas, bars or cells.
    std::size_t under = 0, inside = 0, end = 0;

    /// Inverts the mapping that was applied to the draw commands.
    [[nodiscard]] Point to_data(Point pixel) const;
};

/// The area of a matrix overview: the whole matrix covers `rect` uniformly, row 0 at the top.
struct OverviewFrame {
    Rect rect;
    std::int64_t total_rows = 1, total_columns = 1;
};

struct Layout {
    DrawList draw;
    std::vector<PanelFrame> frames;  // omitted panels have none
    std::optional<OverviewFrame> overview;
    Rect spare;  // free area right of the matrices, below bars and key; empty (width 0) if there is none
    std::vector<Omission> omitted{};  // on paper
    std::vector<PanelAxes> axes{};    // if LayoutOptions::axes_apart
};

/// Returns the layout enlarged by `factor`.
[[nodiscard]] Layout scaled(Layout layout, double factor);

/// Lays the figure out once, for every painter. Frames depend on the figure's shape, not on its values:
/// laying out a figure without data yields the pixel sizes of its heat maps.
[[nodiscard]] Layout layout(const Figure& figure, const TextMetrics& metrics, const LayoutOptions& options);

}  // namespace poslab
