#pragma once

// Inside of the layout: one function per part of a figure. Not for views or painters.

#include "core/figure/layout.hpp"

#include <string_view>

namespace poslab::layout_parts {

inline constexpr double title_size = 20, heading_size = 13, body_size = 13, small_size = 12, tick_size = 11;
// Colour bars and key: the areas leave room for what the side draws.
inline constexpr double bar_pitch = 104, tallest_bar = 200, key_row = 22;
inline constexpr double axis_gutter = 56, label_gutter = 128, matrix_top = 52, matrix_bottom = 26;

/// What every part draws with.
struct Pen {
    DrawList& list;
    const TextMetrics& metrics;
    const Palette& colors;

    void add(DrawCommand command) const { list.commands.push_back(std::move(command)); }
    void text(std::string_view text, Point centre_line, Font font, double size, Color color, Align align = Align::left) const;
    void line(Point from, Point to, Color color, double width = 1, std::vector<double> dashes = {}) const;
    [[nodiscard]] double width(std::string_view text, Font font, double size) const { return metrics.width(text, font, size); }
    /// The text, or as much of its beginning as fits, with an ellipsis.
    [[nodiscard]] std::string fitted(std::string_view text, Font font, double size, double room) const;
};

/// Where everything of a figure goes; depends on the figure's shape only.
struct Areas {
    std::vector<Rect> main;        // data areas
    std::vector<Rect> companions;  // data areas
    std::vector<bool> left_axis;   // per main panel: carries the row axis
    Rect side;                     // colour bars and key
    bool side_by_side = false;     // the key stands right of the bars instead of below
    double title_center = 0;       // vertical centre of the title line
    double warnings_top = 0;
};

[[nodiscard]] Areas arrange(const Figure& figure, const TextMetrics& metrics, const LayoutOptions& options);

/// The largest size at which all visible values of the panel fit their cells; 0 if there is none, or no text.
[[nodiscard]] double cell_text_size(const Pen& pen, const Panel& panel, const PanelFrame& frame);

struct MatrixStyle {
    bool left_axis = true;
    bool several = false;       // beside others: shows its title
    double cell_text_size = 0;  // 0: no values in cells
};
void draw_matrix(const Pen& pen, const Panel& panel, const PanelFrame& frame, const MatrixStyle& style);
void draw_plot(const Pen& pen, const Panel& panel, const PanelFrame& frame);
void draw_curves(const Pen& pen, const Panel& panel, const PanelFrame& frame);
void draw_side(const Pen& pen, const Figure& figure, const Rect& area, bool side_by_side);

/// A value on an axis, in an accent box; returns the box, so that ticks near it can be left out.
Rect chip(const Pen& pen, std::string_view text, Point centre, Align align);
[[nodiscard]] Rect chip_rect(const Pen& pen, std::string_view text, Point centre, Align align);

}  // namespace poslab::layout_parts
