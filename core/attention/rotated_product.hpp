#pragma once

#include "core/encoding/rotation.hpp"
#include "core/engine/cosine_sum.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace poslab {

/// The dimensions that rotate and their frequencies: `inverse_frequency` [pairs] in rad/token, 2 * pairs <=
/// dim; the other dimensions pass through.
struct Rotary {
    std::vector<double> inverse_frequency;
    Pairing pairing = Pairing::gpt_j;
    RotaryDims rope_dims = RotaryDims::first;
};

/// x^T R_(-D) y as a function of the distance D: the product of the dimensions that pass through, and a sum
/// of cosines and sines.
struct RotatedProduct {
    double constant = 0;
    CosineSum sum;

    [[nodiscard]] double at_zero() const;  // x^T y
};

/// Returns x^T R_(-D) y = sum over pairs p of (x0 y0 + x1 y1) cos D theta_p + (x0 y1 - x1 y0) sin D theta_p,
/// plus the products of the other dimensions (docs/formulas.md §5.1); (x0, x1) are the two components that
/// pair p rotates, R_(-D) = R_i^T R_j with D = i - j (spaces.ac.cn/archives/9577, eq. 25-26). x, y [dim].
[[nodiscard]] RotatedProduct rotated_product(std::span<const double> x, std::span<const double> y,
                                             const Rotary& rotary);

/// Returns its value at a distance, 0 <= distance < 2^32, from exact phases.
[[nodiscard]] double product_at(const RotatedProduct& product, std::int64_t distance);

}  // namespace poslab
