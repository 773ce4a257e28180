#pragma once

// Inside of the canvas: what its files share.

#include "app/gui/widgets/ui.hpp"
#include "app/state/store.hpp"
#include "core/figure/figure.hpp"
#include "core/figure/geometry.hpp"
#include "core/figure/layout.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <vector>

namespace poslab {

inline constexpr double wheel_step = 0.8;  // of the cells shown, for a turn of the wheel or a press of +

/// Whether a press and where the pointer is now are so close that it is a click and no drag.
inline bool is_click(Point press, Point now) {
    constexpr double slack = 4;
    return std::hypot(now.x - press.x, now.y - press.y) < slack;
}

[[nodiscard]] inline bool is_clickable(const Panel* panel) { return panel != nullptr && panel->click.has_value(); }

/// A main panel in which x and y are continuous: the first one is what arrow keys move the pointer in.
[[nodiscard]] inline bool is_main_plane(const PanelFrame& frame) {
    return (frame.kind == PanelKind::plot || frame.kind == PanelKind::map) && !frame.companion && !frame.beside;
}

/// Two can be set against each other in other ways than side by side.
[[nodiscard]] inline Comparison comparison_of(const Store& store, const std::vector<Variant>& variants) {
    return variants.size() == 2 ? store.current().comparison : Comparison{};
}

/// What rows of tables offer, as items; one that is pressed opens its state. True: it did, and nothing is as it was drawn.
bool follow_links(Ui& ui, Store& store, const Layout& layout, Rect area,
                  const std::function<const Panel*(const PanelFrame&)>& panel_of);

inline Rect moved(Rect rect, Rect area) { return {rect.x + area.x, rect.y + area.y, rect.width, rect.height}; }

inline Rect between(Point a, Point b) { return {std::min(a.x, b.x), std::min(a.y, b.y), std::abs(a.x - b.x), std::abs(a.y - b.y)}; }

inline Point clamped(Point p, Rect rect) { return {std::clamp(p.x, rect.x, rect.right()), std::clamp(p.y, rect.y, rect.bottom())}; }

}  // namespace poslab
