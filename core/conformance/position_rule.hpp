#pragma once

#include <limits>
#include <vector>

namespace poslab {

/// The position that a program uses instead of the right one. Members apply in order; the defaults change
/// nothing.
struct PositionRule {
    std::vector<double> restarts{};                         // increasing; positions restart from 0 at each
    double period = 0;                                      // positions are taken modulo this; 0: never
    double last = std::numeric_limits<double>::infinity();  // larger positions are clamped to this
    double factor = 1, offset = 0;

    [[nodiscard]] double of(double position) const;
    bool operator==(const PositionRule&) const = default;
};

}  // namespace poslab
