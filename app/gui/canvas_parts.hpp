#pragma once

// Inside of the canvas: what its files share.

#include "core/figure/geometry.hpp"

#include <algorithm>
#include <cmath>

namespace poslab {

inline constexpr double wheel_step = 0.8;  // of the cells shown, for a turn of the wheel or a press of +

inline Rect moved(Rect rect, Rect area) { return {rect.x + area.x, rect.y + area.y, rect.width, rect.height}; }

inline Rect between(Point a, Point b) { return {std::min(a.x, b.x), std::min(a.y, b.y), std::abs(a.x - b.x), std::abs(a.y - b.y)}; }

inline Point clamped(Point p, Rect rect) { return {std::clamp(p.x, rect.x, rect.right()), std::clamp(p.y, rect.y, rect.bottom())}; }

}  // namespace poslab
