#pragma once

#include "core/blas/products.hpp"

#include <span>
#include <vector>

namespace poslab {

// Operations of a decoder on each row of numbers, on all threads. Sums are float64.

/// out = weight x / sqrt(mean(x^2) + epsilon), row by row; `out` may be `x`.
void rms_norm(const ConstMatrix& x, std::span<const float> weight, double epsilon, const Matrix& out);
/// The same for each `weight.size()` columns of a row: per head.
void rms_norm_of_heads(std::span<const float> weight, double epsilon, const Matrix& x);

/// x += bias in every row; does nothing if `bias` is empty.
void add_bias(std::span<const float> bias, const Matrix& x);

/// gate = silu(gate) * up, silu(x) = x / (1 + exp(-x)).
void gate_by_silu(std::span<const float> up, std::span<float> gate);

/// x weight^T + bias, [rows of x, rows of weight]; weight [out, in].
[[nodiscard]] std::vector<float> projected(const ConstMatrix& x, std::span<const float> weight,
                                           std::span<const float> bias);
/// Adds x weight^T + bias to `sum`.
void add_projected(const ConstMatrix& x, std::span<const float> weight, std::span<const float> bias,
                   const Matrix& sum);

/// ln of the sum of exp over a growing list of numbers.
struct GrowingLogSum {
    double maximum = -1e300, sum = 0;  // of exp(number - maximum)

    void add(std::span<const float> numbers);
    [[nodiscard]] double value() const;
};

}  // namespace poslab
