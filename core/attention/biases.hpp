#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace poslab {

/// What is added to logits beside the rotation, at distance D = i - j >= 0 (docs/formulas.md §4.2):
///   none
///   alibi         -slope D                                                  (Press et al., arXiv 2108.12409)
///   t5            table[bucket(D)]                                          (Raffel et al., arXiv 1910.10683)
///   kerple_log    -r1 ln(1 + r2 D)                                          (Chi et al., arXiv 2205.09921)
///   kerple_power  -r1 D^r2                                                  (2205.09921)
///   sandwich      lambda * sum over pairs of cos(D theta)                   (Chi et al., arXiv 2212.10356; 9431)
///   gau           a^T R^(-p) b before the division by sqrt(head dimension)  (Su Jianlin, spaces.ac.cn/archives/9577)
///   window        no bias, but keys at D >= w are masked
///   xpos          pair n times zeta_n^(D / 512), zeta_n = (2n/d + 0.4) / 1.4   (Sun et al., arXiv 2212.10554; torchscale)
/// Biases of a distance hold for |D| above the diagonal; t5 has other buckets there.
enum class Bias { none, alibi, t5, kerple_log, kerple_power, sandwich, gau, window, xpos };

struct BiasSpec {
    Bias bias = Bias::none;
    std::int64_t heads = 8;
    std::int64_t slope_head = 1;  // of alibi, 1 ... heads; t5 without a table takes its slope
    double r1 = 1;
    double r2 = 1;
    double lambda = 1;
    std::vector<double> t5_table;  // one for each bucket; empty: -slope * bucket, a stand-in for what is learned
};

/// 2^(-8 head / heads) where `heads` is a power of two (docs/formulas.md §4.2); else those of the next lower power of two, then
/// every other one of its double, from the first on (get_slopes of the authors' code). 1 <= head <= heads.
[[nodiscard]] double alibi_slope(std::int64_t heads, std::int64_t head);

/// How many buckets without a table, and the distance from which on all share the last one.
inline constexpr std::int64_t t5_buckets = 32;
inline constexpr std::int64_t t5_most_distance = 128;

/// T5's bucket of D = i - j (docs/formulas.md §4.2): distances below half of the buckets have their own, the others share them by
/// logarithm. Bidirectional: half of the buckets for each sign, keys after the query in the upper half. buckets even, 4 ... 254.
[[nodiscard]] std::int64_t t5_bucket(std::int64_t distance, std::int64_t buckets, bool bidirectional);

/// b(D) of an additive bias that needs no rotation (alibi, t5, kerple); 0 for the others. D < 0: above the diagonal, which also
/// tells t5 that there is something there (`bidirectional`).
[[nodiscard]] double distance_bias_at(const BiasSpec& spec, std::int64_t distance, bool bidirectional);

/// zeta of each pair, [pairs].
[[nodiscard]] std::vector<double> xpos_decay(std::size_t pairs);

/// Throws UsageError for a slope head beyond the heads, a T5 table with an odd or too large number of buckets, KERPLE's r2 > 2.
void check_bias(const BiasSpec& spec);

}  // namespace poslab
