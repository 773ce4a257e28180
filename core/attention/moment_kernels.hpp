#pragma once

#include <array>
#include <cstddef>

// The inner loop of moments of terms, compiled for each instruction set and selected at run time.
namespace poslab {

/// content, bias_key, query_bias: the parts of (q + a)^T R (k + b) that vary from pair to pair.
inline constexpr std::size_t term_count = 3;

/// Cells [column][lane] of one panel (core/engine/flash_attention/kernels.hpp) for each term; the first is
/// never null, and null means a term that is zero throughout. Cell (column, lane) uses index n = lane -
/// column * step of the other arrays.
struct MomentPass {
    std::size_t columns = 0;
    std::size_t lanes = 0;    // the first ones of each panel; the others are ignored
    std::ptrdiff_t step = 0;  // 1: cells of a diagonal are summed; 0: those of a lane
    std::array<const float*, term_count> cells{};
    std::array<const double*, term_count> shifts{};
    std::array<double*, term_count> sums{};
    std::array<double*, term_count> squares{};
    double* total_squares = nullptr;  // null if there is only one term
};

/// With x = cell - shift[n]: sums[n] += x and squares[n] += x^2 of each term, and total_squares[n] += (sum of
/// x over the terms)^2.
void add_moments(const MomentPass& pass);

}  // namespace poslab
