#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace poslab {

/// The two of the d rotary dimensions that form pair p (docs/formulas.md §1.3): (2p, 2p+1) in GPT-J and Su's
/// articles, (p, p + d/2) in GPT-NeoX and nearly every model of transformers. The results differ by a
/// permutation P of the dimensions: neox(x) = P·gptj(Pᵀx).
enum class Pairing { gpt_j, gpt_neox };

/// The dimensions of a head that rotate if not all do: the first ones, or the last ones (DeepSeek: 64 after
/// 128).
enum class RotaryDims { first, last };

/// Returns the first rotary dimension of a head; dimensions of pairs count from there.
[[nodiscard]] constexpr std::int64_t first_rotary_dimension(RotaryDims dims, std::int64_t dim,
                                                            std::int64_t rotary_dim) {
    return dims == RotaryDims::last ? dim - rotary_dim : 0;
}

/// Returns the two dimensions of pair p, 0 <= p < rotary_dim/2.
[[nodiscard]] std::pair<std::int64_t, std::int64_t> dimensions_of_pair(Pairing pairing, std::int64_t pair,
                                                                       std::int64_t rotary_dim);

/// Returns π with (Px)[π[n]] = x[n], which permutes a vector from GPT-J's order of dimensions to GPT-NeoX's:
/// π(2p) = p, π(2p+1) = p + d/2. [d]
[[nodiscard]] std::vector<std::int64_t> neox_order(std::int64_t rotary_dim);

/// Returns R_position x (docs/formulas.md §1.2): pair p of `x` rotated by +position·θ_p, (x0, x1) to (x0 cos
/// φ − x1 sin φ, x0 sin φ + x1 cos φ). x [dim], inverse_frequency [d/2] rad/token with d <= dim; the other
/// dimensions pass through.
[[nodiscard]] std::vector<double> rotated(std::span<const double> x, double position,
                                          std::span<const double> inverse_frequency, Pairing pairing,
                                          RotaryDims dims = RotaryDims::first);

}  // namespace poslab
