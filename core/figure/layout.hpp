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

/// CSS pixels of a picture that no size was asked for.
inline constexpr double default_width = 1200, default_height = 750;

/// How the numbers in cells are written; neither: with as many digits as have room.
struct CellDigits {
    std::optional<int> decimals{};  // digits after the point
    bool fractions = false;         // "3⅔", where all values of a panel are quotients
    bool operator==(const CellDigits&) const = default;
};

/// Something that a figure has and its layout does not show.
struct Omission {
    enum class Kind {
        no_room,       // a text or a panel that has no room
        not_on_paper,  // the overview, a warning: they are for a screen
        cell_numbers,  // the numbers in the cells of `name`, which have no room
        fractions,     // the values in the cells of `name` are no quotients, so that they are rounded
    } kind = Kind::no_room;
    std::string name;  // of a panel, or the text itself; of cells it may be empty
    bool operator==(const Omission&) const = default;
};

struct LayoutOptions {
    double width = default_width, height = default_height;  // CSS pixels, of everything
    double padding = 24;
    bool titles = true;  // false: the window shows title and subtitle in its own header
    Theme theme = Theme::light;
    bool legend = true;  // key and colour bars
    /// For print, at its final size: distances as small as the texts allow, keys and bars where they cost least, no pointer.
    bool paper = false;
    double least_text = 9;  // what has too little room is written as small as this before anything is left out
    double least_cell_text = std::numeric_limits<double>::infinity();  // of paper: the same for texts in cells, if it is less
    CellDigits digits{};
    std::string own_title{};  // instead of title and subtitle; of paper, which has none unless `titles`
    std::string caption{};    // in lines below everything
    bool links = false;       // what rows of tables offer is drawn, in a column of its own: where it can be clicked
    bool axes_apart = false;  // of paper: lines, ticks, numbers and grids of axes are not drawn, Layout::axes lists them
};

/// Whether such a panel asks for values for each of its pixels.
[[nodiscard]] constexpr bool shows_cells(PanelKind kind) { return kind == PanelKind::matrix || kind == PanelKind::map; }

/// A dial, or a row of a table, of a panel that has no axes.
struct PanelPart {
    Rect rect;
    std::size_t index = 0;  // in Panel::dials or Table::rows
    double value = 0;       // Dial::value, or the index
};

/// What a row of a table offers, where it can be clicked.
struct LinkPlace {
    Rect rect;
    std::size_t row = 0;  // in Table::rows
    TableLink link{};
};

/// Where a panel's data area came to lie, and the axes it was drawn with: for hit testing and for asking for cells.
struct PanelFrame {
    Rect plot;
    PanelKind kind = PanelKind::plot;
    bool companion = false;
    std::size_t index = 0;  // in Figure::main or Figure::companions
    Axis x, y;
    std::vector<PanelPart> parts{};  // of dials and tables: what can be pointed at
    bool beside = false;             // Figure::beside
    bool sideways = false;           // as Panel: data x (the row) runs downwards, y to the right
    std::vector<LinkPlace> links{};  // of tables, if LayoutOptions::links

    /// Of dials and tables: x is the value of a part (the nearest one, for pixels), y is 0.
    [[nodiscard]] Point to_pixels(double x_value, double y_value) const;
    [[nodiscard]] Point to_data(Point pixel) const;  // matrix: x in columns, y in rows, whole numbers at cell edges
};

/// The ticks of one axis.
struct AxisTicks {
    std::vector<Tick> ticks{};
    bool numbers = true;    // false: only the ticks
    bool far_side = false;  // at the top instead of the bottom, at the right instead of the left
};

/// The axes of a panel or of a colour bar, for a program that draws them itself (LayoutOptions::axes_apart).
struct PanelAxes {
    std::string name;  // of the panel or the bar
    Rect plot;
    Axis x, y;  // whole numbers are the middles of cells
    AxisTicks x_ticks{}, y_ticks{};
    enum class Lines { bottom, left, box, none } lines = Lines::bottom;
    bool downward = false;  // y grows downwards
    bool grid = false;
    /// Draw commands: [under, inside) belong below the axes, [inside, end) are their curves, areas, bars or cells.
    std::size_t under = 0, inside = 0, end = 0;

    /// The inverse of the mapping that the draw commands have passed.
    [[nodiscard]] Point to_data(Point pixel) const;
};

/// Where the overview of a matrix lies: the whole fills `rect` evenly, row 0 at its top.
struct OverviewFrame {
    Rect rect;
    std::int64_t total_rows = 1, total_columns = 1;
};

struct Layout {
    DrawList draw;
    std::vector<PanelFrame> frames;  // panels that had to give way have none
    std::optional<OverviewFrame> overview;
    Rect spare;  // right of the matrices, below bars and key, where nothing is drawn; empty (0 wide) if there is no room
    std::vector<Omission> omitted{};  // on paper
    std::vector<PanelAxes> axes{};    // if LayoutOptions::axes_apart
};

/// Everything `factor` times as large.
[[nodiscard]] Layout scaled(Layout layout, double factor);

/// Places everything once, for every painter. Frames depend on the figure's shape, not on its values, so a figure
/// without data tells how many pixels a heat map will have.
[[nodiscard]] Layout layout(const Figure& figure, const TextMetrics& metrics, const LayoutOptions& options);

}  // namespace poslab
