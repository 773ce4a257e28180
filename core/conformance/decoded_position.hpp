#pragma once

#include "core/conformance/reading.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace poslab {

/// The position decoded from a row, and the right one.
struct RowPosition {
    std::int64_t row = 0;
    double right = 0;
    double decoded = 0;    // snapped to a nearby whole number or simple fraction
    double error = 0;      // mean 1 − cos of the residual phases: 0 for a rotation by exactly this position
    double amplitude = 1;  // of cos and sin: 0 beyond the end of a table
};

/// Positions of one kind, in row order, and the rule of a practice that changes them.
struct PositionSeries {
    PositionRule Implementation::*rule = &Implementation::positions;
    Text name = "positions"_tr;
    std::vector<RowPosition> positions;
};

/// Finds the position whose angles are nearest to the rotations of all pairs. Slow pairs determine it
/// roughly, faster ones refine it; among equally good positions, the one nearest to the right position is
/// returned.
[[nodiscard]] RowPosition decoded_position(std::span<const PairRotation> rotations,
                                           const Implementation& implementation, double right);

/// Returns a nearby whole number or simple fraction, else the position itself.
[[nodiscard]] double snapped_position(double position);

}  // namespace poslab
