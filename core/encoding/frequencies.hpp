#pragma once

#include "core/base/message.hpp"
#include "core/encoding/scaling.hpp"

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace poslab {

/// Pairs p = 0 … P−1; low p rotate fast. [P] each, rad/token.
struct RotaryFrequencies {
    std::int64_t rotary_dim = 0;  // 2P dimensions of the head rotate, the rest pass through
    std::vector<double> inverse_frequency;
    std::vector<double> unscaled;
    // the largest divisor that the scaling applies, as the convention reads it
    double factor = 1;
    double attention_factor = 1;  // f, multiplies cos and sin: rotary logits scale by f²
    // in addition, on all dimensions: DeepSeek's ms(mscale_all_dim)²
    double softmax_scale = 1;
    std::optional<double> effective_base;           // set if one base gives all frequencies
    std::optional<std::pair<double, double>> ramp;  // yarn: lo, hi
    std::vector<Message> warnings;                  // differences between implementations, assumptions
};

/// Returns the frequencies of `spec`. Throws UsageError, naming the parameter, its value and what is allowed,
/// if the formula is undefined: odd rotary dimension, base <= 1, factor <= 0, NTK with a single pair, lists
/// of the wrong length, more explicit frequencies than pairs.
[[nodiscard]] RotaryFrequencies rotary_frequencies(const RotarySpec& spec);

/// Returns int(dim·fraction) with the same rounding as transformers; not checked to be even.
[[nodiscard]] std::int64_t rotary_dim(const RotarySpec& spec);

/// The same from a head dimension and a fraction alone.
[[nodiscard]] std::int64_t rotary_dim(std::int64_t dim, double rotary_fraction);
/// Returns the fraction of `dim` for which int(dim·fraction) is `rotary`, as close to the quotient as
/// possible.
[[nodiscard]] double rotary_fraction_for(std::int64_t rotary, std::int64_t dim);

/// Returns base·s^(d/(d−2)), the base of NTK-aware scaling. Throws UsageError for d = 2.
[[nodiscard]] double ntk_base(double base, double stretch, std::int64_t rotary_dim);

/// Returns the nearest valid spec, for the window, where one slider moves at a time.
[[nodiscard]] RotarySpec nearest_meaningful(RotarySpec spec);

/// Returns 0.1·m·ln s + 1, and 1 for s <= 1 (docs/formulas.md §3.2): YaRN's attention factor for m = 1,
/// DeepSeek's with its mscales.
[[nodiscard]] double yarn_magnitude(double factor, double m);

}  // namespace poslab
