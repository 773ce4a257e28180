#pragma once

#include <algorithm>
#include <cstdint>

namespace poslab {

/// sRGB with straight alpha.
struct Color {
    std::uint8_t r = 0, g = 0, b = 0, a = 255;
    bool operator==(const Color&) const = default;
    [[nodiscard]] Color with_alpha(double alpha) const {
        return {r, g, b, static_cast<std::uint8_t>(std::clamp(alpha, 0.0, 1.0) * 255.0 + 0.5)};
    }
};

/// 0xRRGGBB.
[[nodiscard]] constexpr Color rgb(std::uint32_t hex) {
    return {static_cast<std::uint8_t>(hex >> 16U), static_cast<std::uint8_t>((hex >> 8U) & 0xFFU),
            static_cast<std::uint8_t>(hex & 0xFFU), 255};
}

/// CSS pixels, x to the right, y down.
struct Point {
    double x = 0, y = 0;
    bool operator==(const Point&) const = default;
};

struct Rect {
    double x = 0, y = 0, width = 0, height = 0;
    [[nodiscard]] double right() const { return x + width; }
    [[nodiscard]] double bottom() const { return y + height; }
    [[nodiscard]] bool contains(Point p) const {
        return p.x >= x && p.x < right() && p.y >= y && p.y < bottom();
    }
    [[nodiscard]] Rect inset(double by) const { return {x + by, y + by, width - 2 * by, height - 2 * by}; }
    bool operator==(const Rect&) const = default;
};

}  // namespace poslab
