// Clocks in a row, or in several where it is narrow.

#include "core/figure/layout_parts.hpp"

#include <cmath>
#include <numbers>

namespace poslab {

bool is_seen(double angle, double seen) {
    constexpr double turn = 2 * std::numbers::pi;
    if (seen >= turn) return true;
    const double rest = std::fmod(angle, turn);
    return (rest < 0 ? rest + turn : rest) <= seen;
}

}  // namespace poslab
