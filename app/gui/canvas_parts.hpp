#pragma once

// Helpers shared by the parts of the canvas.

#include "app/gui/widgets/ui.hpp"
#include "core/controls/drags.hpp"
#include "core/figure/figure.hpp"
#include "core/figure/geometry.hpp"
#include "core/figure/layout.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace poslab {

inline constexpr double wheel_step = 0.8;  // share of the cells that stays visible per wheel step

/// True if the pointer is close enough to the press for a click rather than a drag.
inline bool is_click(Point press, Point now) {
    constexpr double slack = 4;
    return std::hypot(now.x - press.x, now.y - press.y) < slack;
}

[[nodiscard]] inline bool is_clickable(const Panel* panel) {
    return panel != nullptr && panel->click.has_value();
}

/// True for a main panel with continuous x and y; arrow keys move the pointer in the first one.
[[nodiscard]] inline bool is_main_plane(const PanelFrame& frame) {
    return (frame.kind == PanelKind::plot || frame.kind == PanelKind::map) && !frame.companion &&
           !frame.marginal;
}

/// The axes that a gesture moves: with Shift only x, with Alt only y.
inline bool moves_x() { return !ImGui::GetIO().KeyAlt; }
inline bool moves_y() { return !ImGui::GetIO().KeyShift; }

/// The number of a panel among those with tables; companions count from here.
inline constexpr std::size_t companions_from = 1000;
inline std::size_t table_place(const PanelFrame& frame) {
    return (frame.companion ? companions_from : 0) + frame.index;
}

inline Rect moved(Rect rect, Rect area) {
    return {rect.x + area.x, rect.y + area.y, rect.width, rect.height};
}

inline Rect between(Point a, Point b) {
    return {std::min(a.x, b.x), std::min(a.y, b.y), std::abs(a.x - b.x), std::abs(a.y - b.y)};
}

}  // namespace poslab
