#pragma once

#include "core/attention/rotated_product.hpp"

#include <cstdint>
#include <vector>

namespace poslab {

/// The vectors added to every query (a) and key (b) before the rotation (spaces.ac.cn/archives/9577, section
/// 19), [dim] each (docs/formulas.md §5.2):
///   zero
///   sandwich  a = b = sqrt(lambda) on the first component of each rotated pair, 0 elsewhere (eq. 26, 60)
///   constant  a = b = 1 on every component
///   gaussian  independent N(0, 1) components: number head dim + c of streams 3 (a) and 4 (b) of the seed
///             (eq. 59)
/// all multiplied by `scale`.
enum class SyntheticBias { zero, sandwich, constant, gaussian };

struct BiasVectorSpec {
    SyntheticBias bias = SyntheticBias::sandwich;
    double lambda = 1;
    double scale = 1;
    std::int64_t seed = 1;
    std::int64_t head = 0;
    std::int64_t dim = 128;
};

struct QueryKeyBias {
    std::vector<double> query, key;  // a, b
};

/// Returns a and b; `rotary` determines which components form a pair.
[[nodiscard]] QueryKeyBias bias_vectors(const BiasVectorSpec& spec, const Rotary& rotary);

/// Standard deviations of the four terms of (q + a)^T R_(-D) (k + b) and of their sum for isotropic q, k of
/// unit variance, at any D (docs/formulas.md §5.3): the means of the first three are 0, and the fourth is
/// constant (9577, eq. 27-29).
struct IsotropicDeviations {
    double content = 0;     // sqrt(dim)
    double bias_key = 0;    // |a|
    double query_bias = 0;  // |b|
    double total = 0;       // sqrt(dim + |a|^2 + |b|^2): the three are uncorrelated
};
[[nodiscard]] IsotropicDeviations isotropic_deviations(const QueryKeyBias& bias);

/// Returns d/db of (q + a)^T R_(-D) (k + b) = R_D (q + a), with R_D = R_(i - j) (docs/formulas.md §5.8; 9577,
/// eq. 63, where R_i^T R_j appears instead of its transpose). x = q + a, [dim].
[[nodiscard]] std::vector<double> key_bias_gradient(std::span<const double> x, double distance,
                                                    const Rotary& rotary);

/// Returns the softmax weights of scale * (q + a)^T R_(-D) (k_D + b) over the keys [keys, dim], key D at
/// distance D. A rotary without pairs gives attention without positions, in which b has no effect (9577,
/// closing section).
[[nodiscard]] std::vector<double> weights_of_query(std::span<const double> query,
                                                   std::span<const double> keys, const QueryKeyBias& bias,
                                                   const Rotary& rotary, double scale);

}  // namespace poslab
