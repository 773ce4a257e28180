#pragma once

// Helpers shared by the canvas's source files.

#include "app/gui/widgets/ui.hpp"
#include "app/state/store.hpp"
#include "core/controls/drags.hpp"
#include "core/figure/figure.hpp"
#include "core/figure/geometry.hpp"
#include "core/figure/layout.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <vector>

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

/// The chosen comparison for two variants; side by side for any other number.
[[nodiscard]] inline Comparison comparison_of(const Store& store, const std::vector<Variant>& variants) {
    return variants.size() == 2 ? store.current().comparison : Comparison{};
}

/// Makes the links of table rows items; a clicked one opens its state. Returns true if one was clicked: the
/// layout is then out of date.
bool follow_links(Ui& ui, Store& store, const Layout& layout, Rect area,
                  const std::function<const Panel*(const PanelFrame&)>& panel_of);

inline Rect moved(Rect rect, Rect area) {
    return {rect.x + area.x, rect.y + area.y, rect.width, rect.height};
}

inline Rect between(Point a, Point b) {
    return {std::min(a.x, b.x), std::min(a.y, b.y), std::abs(a.x - b.x), std::abs(a.y - b.y)};
}

}  // namespace poslab
