#pragma once

#include "core/base/sentence.hpp"

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace poslab {

/// How a context is extended by changing the frequencies (docs/formulas.md §3.1). θ_p = base^(−2p/d), d the rotary dimension, s the
/// factor, T the trained length, L the length it is used at, λ_p = 2π/θ_p the wavelength:
///   none          θ_p
///   linear        θ_p / s                                              (position interpolation, PI)
///   ntk           base' = base·s^(d/(d−2))                             (Su Jianlin, spaces.ac.cn/archives/9675)
///   ntk_fixed     θ_p·s^(−2(p+1)/d): the last pair is divided by exactly s                          (9706)
///   ntk_mixed     θ_p·exp(−a(p+1)^b), a = ln s/(d/2)^b; b = 1 is ntk_fixed, b = 0 is linear         (9706)
///   dynamic       base' = base·(s·ℓ/T − (s − 1))^(d/(d−2)), ℓ = max(L, T)            (transformers, "dynamic")
///   ntk_by_parts  linear where fewer than 0.75 turns fit into T, ntk from 1.25 on, unscaled from 16 on, ramps between
///                 them and between 2 and 16                                    (jquesnelle/yarn, LlamaPartNTK)
///   yarn          θ_p(1 − γ_p) + θ_p/s·γ_p, γ a ramp from lo to hi, the pairs that turn beta_fast and beta_slow times in T:
///                 c(r) = d·ln(T/2πr)/(2 ln base), lo = ⌊c(beta_fast)⌋, hi = ⌈c(beta_slow)⌉ (not rounded unless truncate)
///   llama3        θ_p/s where λ > T/low, θ_p where λ < T/high, between them (1 − t)θ_p/s + tθ_p, t = (T/λ − low)/(high − low)
///   longrope      θ_p / e_p, e the long list where L > T, else the short one    (microsoft/LongRoPE)
///   proportional  exponents over the head dimension; pairs from int(fraction·dim/2) on stand still; all / s   (Gemma 4)
///   clip          min(θ_p, 2π/L): no pair completes a turn; it destroys near resolution                    (QA 8)
/// Definitions as deployed: huggingface/transformers modeling_rope_utils.py.
enum class Scaling { none, linear, ntk, ntk_fixed, ntk_mixed, dynamic, ntk_by_parts, yarn, llama3, longrope, proportional, clip };

/// Whose reading of a config holds where implementations differ (docs/formulas.md §3.3):
///   yarn      transformers_first takes T = L (max_position_embeddings), transformers_4 takes s = L/T, the others config's T and s
///   longrope  vllm chooses the list by the served length s·T, the others by L
///   dynamic   vllm fixes ℓ = s·T when it loads, the others follow L
enum class Convention { transformers_5, transformers_4, transformers_first, vllm };

/// Everything that frequencies depend on. Lengths in tokens, frequencies in rad/token.
struct RotarySpec {
    double base = 10000;
    std::int64_t dim = 128;  // head dimension
    double rotary_fraction = 1;
    Scaling scaling = Scaling::none;
    double factor = 8;
    double mixed_exponent = 0.625;
    double beta_fast = 32;
    double beta_slow = 1;
    bool truncate = true;
    std::optional<double> mscale, mscale_all_dim, attention_factor;
    double low_freq_factor = 1;
    double high_freq_factor = 4;
    std::vector<double> short_factors, long_factors;
    std::vector<double> explicit_frequencies;  // not empty: they are the frequencies, whatever base and scaling say
    Convention convention = Convention::transformers_5;
    std::int64_t train_length = 512;
    std::int64_t length = 4096;
};

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
/// rotary dimension, base <= 1, factor < 1, NTK with a single pair, beta_fast <= beta_slow, low >= high frequency factor, lists
/// of the wrong length, more explicit frequencies than pairs.
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
