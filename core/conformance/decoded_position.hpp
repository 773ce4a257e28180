#pragma once

#include "core/conformance/reading.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace poslab {

/// The position that the numbers of a row show, next to the right one.
struct RowPosition {
    std::int64_t row = 0;
    double right = 0;
    double decoded = 0;    // a whole number or a simple fraction where it is near one
    double error = 0;      // 1 − cos of the phases that are left, on average: 0 for a rotation by exactly this position
    double amplitude = 1;  // of cos and sin: 0 beyond the end of a table
};

/// Positions of one kind, in the order of the rows, and the rule of a practice that changes them.
struct PositionSeries {
    PositionRule Practice::*rule = &Practice::positions;
    Text name = "positions"_tr;
    std::vector<RowPosition> positions;
};

/// Finds the position whose angles are nearest to the rotations of all pairs. Slow pairs say roughly where it is, faster ones
/// refine it; of several that fit equally well, returns the one nearest to the right position.
[[nodiscard]] RowPosition decoded_position(std::span<const PairRotation> rotations, const Practice& practice, double right);

/// Returns the whole number or the simple fraction near a position, else the position.
[[nodiscard]] double snapped_position(double position);

}  // namespace poslab
