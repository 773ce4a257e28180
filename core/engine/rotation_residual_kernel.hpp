#pragma once

#include "core/geometry/rotation_halves.hpp"

#include <cstddef>

namespace poslab {

/// A rotation along a row of a plane, with exponent start + x·step.
struct RowRotation {
    Skew<double> start, step;
    bool still = false;  // step is zero: the rotation is `halves`, which no other row needs
    RotationHalves halves{};
};

/// ‖first(x)ᵀ second(x) − third(x)‖ at x = left + span·(2n + 1)/(2·count), n = 0 … count − 1.
struct ResidualRow {
    RowRotation first, second, third;
    double left = 0, span = 0;
    std::size_t count = 0;
    double* out = nullptr;  // [count]
};

/// Uses the widest vectors of this processor; angles below 256 rad, within 2e-13.
void rotation_residual_row(const ResidualRow& row);

}  // namespace poslab
