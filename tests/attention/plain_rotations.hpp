// Rotation matrices written out, and products with them, as the reference for faster methods.
#pragma once

#include "core/attention/rotated_product.hpp"

#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

namespace poslab::test {

using Rows = std::vector<std::vector<double>>;

/// R_position [dim, dim], with angles in extended precision.
inline Rows plain_rotation(std::size_t dim, const Rotary& rotary, long double position) {
    Rows r(dim, std::vector<double>(dim));
    for (std::size_t n = 0; n < dim; ++n) r[n][n] = 1;
    const std::size_t pairs = rotary.inverse_frequency.size();
    for (std::size_t p = 0; p < pairs; ++p) {
        const bool neighbours = rotary.pairing == Pairing::gpt_j;
        const std::size_t x = neighbours ? 2 * p : p, y = neighbours ? 2 * p + 1 : p + pairs;
        const long double angle = position * static_cast<long double>(rotary.inverse_frequency[p]);
        r[x][x] = r[y][y] = static_cast<double>(std::cos(angle));
        r[y][x] = static_cast<double>(std::sin(angle));
        r[x][y] = -r[y][x];
    }
    return r;
}

inline std::vector<double> product(const Rows& matrix, std::span<const double> vector) {
    std::vector<double> result(matrix.size());
    for (std::size_t n = 0; n < result.size(); ++n)
        for (std::size_t c = 0; c < vector.size(); ++c) result[n] += matrix[n][c] * vector[c];
    return result;
}

}  // namespace poslab::test
