#pragma once

#include "core/base/sentence.hpp"
#include "core/encoding/scaling.hpp"

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace poslab {

/// Pairs p = 0 … P−1; low p turn fast. [P] each, rad/token.
struct RotaryFrequencies {
    std::int64_t rotary_dim = 0;  // 2P dimensions of the head rotate, the rest passes through
    std::vector<double> inverse_frequency;
    std::vector<double> unscaled;
    double factor = 1;                              // by which the scaling divides at most, as the convention reads it
    double attention_factor = 1;                    // f, multiplies cos and sin: logits of the rotary dimensions scale by f²
    double softmax_scale = 1;                       // beside it, on all dimensions: DeepSeek's ms(mscale_all_dim)²
    std::optional<double> effective_base;           // where one base gives all frequencies
    std::optional<std::pair<double, double>> ramp;  // yarn: lo, hi
    std::vector<Sentence> warnings;                 // where implementations differ, what had to be taken for granted
};

/// Frequencies of `spec`. Throws UsageError, naming parameter, value and what is allowed, where the formula has no meaning: odd
/// rotary dimension, base <= 1, factor <= 0, NTK with a single pair, lists of the wrong length, more explicit frequencies than
/// pairs.
[[nodiscard]] RotaryFrequencies rotary_frequencies(const RotarySpec& spec);

/// int(dim·fraction) as transformers computes it, rounding and all; not checked to be even.
[[nodiscard]] std::int64_t rotary_dim(const RotarySpec& spec);

/// The same of a head dimension and a share alone.
[[nodiscard]] std::int64_t rotary_dim(std::int64_t dim, double rotary_fraction);
/// The share of `dim` of which int(dim·share) is `rotary`, as near to the quotient as that allows.
[[nodiscard]] double rotary_fraction_for(std::int64_t rotary, std::int64_t dim);

/// base·s^(d/(d−2)), the base of NTK-aware scaling. Throws UsageError for d = 2.
[[nodiscard]] double ntk_base(double base, double stretch, std::int64_t rotary_dim);

/// The nearest spec that means something, for the window, where one slider moves at a time.
[[nodiscard]] RotarySpec nearest_meaningful(RotarySpec spec);

/// 0.1·m·ln s + 1, and 1 for s <= 1 (docs/formulas.md §3.2): YaRN's attention factor for m = 1, DeepSeek's with its mscales.
[[nodiscard]] double yarn_magnitude(double factor, double m);

}  // namespace poslab
