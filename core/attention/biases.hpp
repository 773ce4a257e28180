#pragma once

#include "core/attention/bias.hpp"

#include <cstdint>
#include <vector>

namespace poslab {

/// 2^(-8 head / heads) where `heads` is a power of two (docs/formulas.md §4.2); else those of the next lower power of two, then
/// every other one of its double, from the first on (get_slopes of the authors' code). 1 <= head <= heads.
[[nodiscard]] double alibi_slope(std::int64_t heads, std::int64_t head);

/// How many buckets without a table, and the distance from which on all share the last one.
inline constexpr std::int64_t t5_buckets = 32;
inline constexpr std::int64_t t5_most_distance = 128;

/// T5's bucket of D = i - j (docs/formulas.md §4.2): distances below half of the buckets have their own, the others share them by
/// logarithm. Bidirectional: half of the buckets for each sign, keys after the query in the upper half. buckets even, 4 ... 254.
[[nodiscard]] std::int64_t t5_bucket(std::int64_t distance, std::int64_t buckets, bool bidirectional);

/// zeta of each pair, [pairs].
[[nodiscard]] std::vector<double> xpos_decay(std::size_t pairs);

// What both of KERPLE's are: r1 and r2, learned for each head.
[[nodiscard]] std::vector<BiasParameter> kerple_parameters(const BiasSpec& spec);
[[nodiscard]] std::optional<Sentence> kerple_warning(const AttentionSpec& spec);
/// Throws UsageError for a slope head beyond the heads.
void check_slope(const BiasSpec& spec);

/// Throws UsageError where the bias has no meaning; the nearest parameters that have one.
void check_bias(const BiasSpec& spec);
[[nodiscard]] BiasSpec fitting(BiasSpec spec);

}  // namespace poslab
