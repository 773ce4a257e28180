#pragma once

#include <cstddef>
#include <span>

namespace poslab {

/// Block sizes of the kernel of `multiply_rotations`.
inline constexpr std::size_t rotation_panel = 16;  // adjacent distances, a multiple of two vectors
inline constexpr std::size_t rotation_rows = 6;    // blocks
/// Sizes at which, with 64 frequencies, the table fits the L2 cache and the seeds fit the L1 cache.
inline constexpr std::size_t cached_panels = 16, cached_blocks = 5 * rotation_rows;

/// Sums of cosines over blocks of 2M - 1 consecutive distances c - (M - 1) ... c + (M - 1), M = panels *
/// rotation_panel.
/// By the addition theorem f(c + m) = even + odd and f(c - m) = even - odd, where
///     even = sum over p of seeds[.][p][0][.] cos(m theta_p), odd = sum over p of seeds[.][p][1][.] sin(m
///     theta_p).
struct RotationProduct {
    std::size_t frequencies = 0;
    std::size_t panels = 0;
    const double* table = nullptr;  // [panels][frequencies][2][rotation_panel]: cos and sin of m theta_p;
                                    // faster at the address of a cache line
    const double* seeds = nullptr;  // [centers / rotation_rows][frequencies][2][rotation_rows]
    // destination of f(c), with M - 1 values on either side; their number is a multiple of rotation_rows
    std::span<double* const> centers;
};

/// Uses the widest vectors of this processor.
void multiply_rotations(const RotationProduct& product);

}  // namespace poslab
