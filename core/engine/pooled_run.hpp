#pragma once

#include <cstddef>

namespace poslab {

/// Adjacent blocks of a row that lie wholly inside a piece (PooledPiece), terms and weights in float64:
/// offset + scale * (column_weight * row_term - row_weight * column_term) / (unit * column_weight).
struct PooledRun {
    double row_term = 0, row_weight = 1;
    double offset = 0, scale = 1, unit = 1;
    const double* column_terms = nullptr;    // [count]
    const double* column_weights = nullptr;  // [count]
    std::size_t count = 0;
    double* out = nullptr;  // [count]
};

/// Uses the widest vectors of this processor. Both products must be integers up to max_exact_product, so
/// that their difference is exact.
void fill_pooled_run(const PooledRun& run);
inline constexpr double max_exact_product = 0x1p52;

}  // namespace poslab
