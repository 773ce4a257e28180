#pragma once

#include "core/base/job.hpp"
#include "core/encoding/precision.hpp"
#include "core/encoding/rotation.hpp"
#include "core/engine/token_vectors.hpp"

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace poslab {

/// Synthetic queries and keys, [tokens, dim], before rotation (docs/formulas.md §4.4). Component c of token t
/// of head h is normal number (h tokens + t) dim + c of stream 0 (queries), 1 (keys), 2 (values) of the seed
/// (core/base/random.hpp), then
///   isotropic  as drawn
///   constant   all ones instead: only the pattern of the positions remains
///   smooth     x_t = rho x_(t-1) + sqrt(1 - rho^2) drawn_t, x_0 = drawn_0
///   repeated   token t uses the draws of t mod period, but the content of its key is that of the previous
///              query, (t - 1) mod period, except for the first: an induction head looks for the token that
///              followed the last occurrence
///   needle     isotropic, but the content of the last query and of the key at needle_position are equal
/// Content is in the components that hardly rotate (content_components()), where rotation does not undo it.
/// Equal content has the direction of the query's draw there and the length sqrt(sqrt(dim) ln(16 tokens)):
/// exp of the logit is then that of 16 keys per existing key, so that it stays prominent at any length.
enum class VectorSource { isotropic, constant, smooth, repeated, needle };

struct VectorSourceSpec {
    VectorSource source = VectorSource::isotropic;
    std::int64_t tokens = 4096;
    std::int64_t dim = 128;
    std::int64_t seed = 1;
    std::int64_t head = 0;
    double smoothness = 0.95;  // rho
    std::int64_t period = 512;
    std::int64_t needle_position = 0;     // below tokens
    std::vector<std::int64_t> content{};  // components, rising; empty: all

    [[nodiscard]] bool operator==(const VectorSourceSpec&) const = default;
};

struct HeadVectors {
    std::shared_ptr<const TokenVectors> queries, keys;
    std::shared_ptr<const TokenVectors> values{};  // null: no values
};

/// Returns the components, rising, of the pairs that rotate by at most 1 rad over `tokens` (at least the
/// slowest eighth of the pairs) and of the dimensions that do not rotate. frequencies [rotary_dim/2]
/// rad/token.
[[nodiscard]] std::vector<std::int64_t> content_components(std::span<const double> frequencies,
                                                           Pairing pairing, RotaryDims dims, std::int64_t dim,
                                                           std::int64_t tokens);

/// Draws in double precision and rounds once to `precision` (float32 or float64). Throws Cancelled; TooLarge
/// with the required and the available memory.
[[nodiscard]] HeadVectors random_vectors(const VectorSourceSpec& spec, Precision precision, const Job& job);

}  // namespace poslab
