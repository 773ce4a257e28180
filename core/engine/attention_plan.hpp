#pragma once

#include "core/encoding/plan.hpp"
#include "core/encoding/rotation.hpp"
#include "core/engine/cosine_sum.hpp"

#include <cstdint>
#include <vector>

namespace poslab {

/// The distance over which a pair's decay factor applies once (XPOS; torchscale's scale_base).
inline constexpr double decay_distance = 512;

/// Attention as an engine computes it (docs/formulas.md §4.1), independent of the scheme. Query i, key j,
/// distance D = i - j,
///     logit_ij = scale * (query_scale[i] * content_ij + position_bias(p(i, j))) + distance_bias(D)
///     content_ij = rotary_scale * sum over pairs of decay[n]^(D / 512) * (pair n of x_i^T R^(-p(i, j)) y_j)
///                  + sum over the other dimensions of x_i y_j,   x_i = q_i + query_bias, y_j = k_j +
///                                                                key_bias
///     weight_ij = softmax over the keys j of logit_ij / temperature
/// where p is the position map. R^a rotates (x0, x1) to (x0 cos a theta - x1 sin a theta, x0 sin a theta + x1
/// cos a theta); with p = u(i) - v(j) on a branch, x^T R^(-p) y = (R^u x)^T (R^v y). Above the diagonal p(i,
/// j) = -p(j, i) = v(i) - u(j).
/// Empty vectors mean the neutral value: decay 1, bias 0, query scale 1.
struct AttentionPlan {
    PositionPlan positions;                    // also determines which cells are masked
    std::int64_t reach = unbounded;            // sliding window: cells with |D| >= reach are masked too; >= 1
    Pairing pairing = Pairing::gpt_j;          // which dimensions form a pair
    RotaryDims rope_dims = RotaryDims::first;  // which dimensions rotate
    // theta of each pair, rad/token; 2 * size() <= dim, the other dimensions pass through
    std::vector<double> inverse_frequency;
    double rotary_scale = 1;  // f^2, the square of the attention factor
    // softmax scale: 1 / sqrt(head dimension) and other common factors
    double scale = 1;
    double temperature = 1;
    std::vector<double> decay;                // one per pair, > 0
    std::vector<double> query_scale;          // one per token
    std::vector<double> query_bias;           // [dim]
    std::vector<double> key_bias;             // [dim]
    CosineSum position_bias;                  // at p(i, j), which may be fractional
    double position_bias_constant = 0;        // added to position_bias
    std::vector<double> distance_bias;        // at D = 0, 1, ...: one per token
    std::vector<double> distance_bias_above;  // at D = 0, -1, ...: for keys after the query, if not causal
};

}  // namespace poslab
