#pragma once

#include "core/attention/bias.hpp"

#include <cstdint>
#include <vector>

namespace poslab {

/// Returns 2^(-8 head / heads) if `heads` is a power of two (docs/formulas.md §4.2). Otherwise slopes are
/// those of the next lower power of two, then every other slope of its double, starting with the first
/// (get_slopes of the authors' code). 1 <= head <= heads.
[[nodiscard]] double alibi_slope(std::int64_t heads, std::int64_t head);

/// The number of buckets without a table, and the distance from which all share the last one.
inline constexpr std::int64_t t5_buckets = 32;
inline constexpr std::int64_t t5_max_distance = 128;

/// Returns T5's bucket of D = i - j (docs/formulas.md §4.2): distances below half of the buckets have their
/// own, larger ones share buckets logarithmically. Bidirectional: half of the buckets for each sign, keys
/// after the query in the upper half. buckets even, 4 ... 254.
[[nodiscard]] std::int64_t t5_bucket(std::int64_t distance, std::int64_t buckets, bool bidirectional);

/// Returns zeta of each pair, [pairs].
[[nodiscard]] std::vector<double> xpos_decay(std::size_t pairs);

// Common to both KERPLE biases: r1 and r2, learned for each head.
[[nodiscard]] std::vector<BiasParameter> kerple_parameters(const BiasSpec& spec);
[[nodiscard]] std::optional<Message> kerple_warning(const AttentionSpec& spec);
/// Throws UsageError if the slope head exceeds the number of heads.
void check_slope(const BiasSpec& spec);

/// Throws UsageError if the bias is undefined; `nearest_valid` returns the nearest valid parameters.
void check_bias(const BiasSpec& spec);
[[nodiscard]] BiasSpec nearest_valid(BiasSpec spec);

}  // namespace poslab
