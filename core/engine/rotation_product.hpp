#pragma once

#include <cstddef>
#include <span>

namespace poslab {

/// Shapes that the kernel of `multiply_rotations` is written for.
inline constexpr std::size_t rotation_panel = 16;  // neighbouring distances, a multiple of two vectors
inline constexpr std::size_t rotation_rows = 4;    // blocks

/// Sums of cosines over blocks of 2M - 1 consecutive distances c - (M - 1) ... c + (M - 1), M = panels * rotation_panel.
/// By the addition theorem f(c + m) = even + odd and f(c - m) = even - odd, where
///     even = sum over p of seeds[.][p][0][.] cos(m theta_p),   odd = sum over p of seeds[.][p][1][.] sin(m theta_p).
struct RotationProduct {
    std::size_t frequencies = 0;
    std::size_t panels = 0;
    const double* table = nullptr;     // [panels][frequencies][2][rotation_panel]: cosines, sines of m theta_p
    const double* seeds = nullptr;     // [centers / rotation_rows][frequencies][2][rotation_rows]
    std::span<double* const> centers;  // where f(c) goes, M - 1 values to either side; a multiple of rotation_rows of them
};

/// With the widest vectors that this processor has.
void multiply_rotations(const RotationProduct& product);

}  // namespace poslab
