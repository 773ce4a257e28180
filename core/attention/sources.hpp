#pragma once

#include "core/base/job.hpp"
#include "core/encoding/precision.hpp"
#include "core/engine/token_vectors.hpp"

#include <cstdint>
#include <memory>

namespace poslab {

/// Queries and keys without a model, [tokens, dim], before rotation (docs/formulas.md §4.4). Component c of token t of head h is
/// normal number (h tokens + t) dim + c of stream 0 (queries), 1 (keys), 2 (values) of the seed (core/base/random.hpp), then
///   isotropic  as drawn
///   constant   all ones instead: what is left is the pattern of the positions
///   smooth     x_t = rho x_(t-1) + sqrt(1 - rho^2) drawn_t, x_0 = drawn_0
///   repeated   token t uses the draw of t mod period: the pattern that induction heads look for
///   needle     isotropic, but the key at needle_position points along the last query, sqrt(dim) long
enum class VectorSource { isotropic, constant, smooth, repeated, needle };

struct VectorSourceSpec {
    VectorSource source = VectorSource::isotropic;
    std::int64_t tokens = 4096;
    std::int64_t dim = 128;
    std::int64_t seed = 1;
    std::int64_t head = 0;
    double smoothness = 0.95;  // rho
    std::int64_t period = 512;
    std::int64_t needle_position = 0;  // below tokens

    [[nodiscard]] bool operator==(const VectorSourceSpec&) const = default;
};

struct HeadVectors {
    std::shared_ptr<const TokenVectors> queries, keys;
    std::shared_ptr<const TokenVectors> values{};  // null: there are none
};

/// Drawn in double precision and rounded once to `precision` (float32 or float64). Throws Cancelled; TooLarge with what it needs
/// and what this machine has.
[[nodiscard]] HeadVectors drawn_vectors(const VectorSourceSpec& spec, Precision precision, const Job& job);

}  // namespace poslab
