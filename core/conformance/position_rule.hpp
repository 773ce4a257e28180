#pragma once

#include <limits>
#include <vector>

namespace poslab {

/// The position that a program uses in place of the right one. Members apply in their order; the defaults change nothing.
struct PositionRule {
    std::vector<double> restarts{};                         // rising; positions count from 0 again at each
    double period = 0;                                      // positions are taken modulo this; 0: never
    double last = std::numeric_limits<double>::infinity();  // larger positions become this one
    double factor = 1, offset = 0;

    [[nodiscard]] double of(double position) const;
    bool operator==(const PositionRule&) const = default;
};

}  // namespace poslab
