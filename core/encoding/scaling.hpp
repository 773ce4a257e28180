#pragma once

#include "core/base/one_of.hpp"
#include "core/base/text.hpp"
#include "core/encoding/convention.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace poslab {

/// Range of a factor; below 1 it shortens the context, which configs may request. Transformers accepts any
/// positive number.
inline constexpr double min_factor = 1e-6, max_factor = 1e6;

/// Range of the divisors of LongRoPE's lists, at most 10⁶ rad per token; Gemma 4's GGUF has 1e30 for pairs
/// that do not rotate.
inline constexpr double min_divisor = 1e-6, max_divisor = 1e31;

struct RotaryFrequencies;
struct RotarySpec;

/// A parameter of scalings.
using ScalingParameter =
    std::variant<double RotarySpec::*, bool RotarySpec::*, std::optional<double> RotarySpec::*,
                 std::vector<double> RotarySpec::*, Convention RotarySpec::*>;

/// A rotary pair before and after scaling, in rad/token, with quantities common to all pairs.
struct ScaledPair {
    std::int64_t index = 0;
    double unscaled = 0, scaled = 0;
    std::int64_t rotary_dim = 0;
    double effective_base = std::numeric_limits<double>::quiet_NaN();
    double ramp_low = effective_base, ramp_high = effective_base;
};

/// A way to extend the context by changing the frequencies (docs/formulas.md §3.1). θ_p = base^(−2p/d), d the
/// rotary dimension, s the factor, T the trained length, L the length in use, λ_p = 2π/θ_p the wavelength.
/// Each is one object in a file of core/encoding/scalings and one line of scalings.list, from which choices,
/// help and formulas are derived.
/// Definitions as deployed: huggingface/transformers modeling_rope_utils.py.
struct Scaling {
    std::string_view id;  // lower-case words with hyphens
    Text label;
    Text effect{};  // one sentence for menus: its effect on frequencies
    std::string_view source;
    std::vector<ScalingParameter> parameters{};

    /// Modifies `result`, which has the unscaled frequencies in both lists, and effective base and attention
    /// factor without scaling. Null: no change. Throws UsageError if the formula is undefined.
    void (*apply)(const RotarySpec& spec, RotaryFrequencies& result) = nullptr;

    /// Markup of the definition (core/figure/formula.hpp), and its lines with the numbers of one pair; null:
    /// before and after.
    std::string_view definition{};
    std::vector<std::string> (*with_numbers)(const RotarySpec&, const ScaledPair&) = nullptr;

    bool needs_two_pairs = false;    // its exponent is undefined for one pair
    bool divides_positions = false;  // equivalent to the position map PI
    // some pairs do not rotate but count as rotary: the rotary dimension is the head's
    bool stills_pairs = false;
    bool compared = false;  // drawn alongside the selected scalings
    /// True if frequencies depend on the lengths even with a factor of 1; null: they do not.
    bool (*by_length)(const RotarySpec&) = nullptr;
    /// `fit` replaces parameters by the nearest consistent ones, for the window; `check` throws UsageError
    /// with the reason if they are inconsistent.
    void (*fit)(RotarySpec&) = nullptr;
    void (*check)(const RotarySpec&, std::int64_t rotary_dim) = nullptr;

    [[nodiscard]] bool uses(ScalingParameter parameter) const {
        return std::find(parameters.begin(), parameters.end(), parameter) != parameters.end();
    }
    [[nodiscard]] static std::span<const Scaling* const> all();
};

/// All parameters of the frequencies. Lengths in tokens, frequencies in rad/token.
struct RotarySpec {
    double base = 10000;
    std::int64_t dim = 128;  // head dimension
    double rotary_fraction = 1;
    OneOf<Scaling> scaling = "none";
    double factor = 8;
    double mixed_exponent = 0.625;
    double beta_fast = 32;
    double beta_slow = 1;
    bool truncate = true;
    std::optional<double> mscale, mscale_all_dim, attention_factor;
    bool mscale_on_logits = true;    // mscale_all_dim also scales the logits, as in DeepSeek's attention
    bool apply_yarn_scaling = true;  // false: vLLM and SGLang omit YaRN's attention factor
    double low_freq_factor = 1;
    double high_freq_factor = 4;
    std::vector<double> short_factors, long_factors;
    // LongRoPE's attention factor for each list; unset: by its formula
    std::optional<double> short_mscale, long_mscale;
    // max_position_embeddings, which some conventions use; unset: the larger of `length` and `train_length`
    std::optional<double> max_positions;
    std::vector<double> explicit_frequencies;  // if not empty, these replace base and scaling
    // positions of the explicit frequencies: they are multiplied by frequency_span/length; 0: never
    double frequency_span = 0;
    Convention convention = Convention::transformers_5;
    std::int64_t train_length = 512;
    std::int64_t length = 4096;

    bool operator==(const RotarySpec&) const = default;
    /// True if base and scaling apply.
    [[nodiscard]] bool is_computed() const { return explicit_frequencies.empty(); }
    [[nodiscard]] bool uses(ScalingParameter parameter) const {
        return is_computed() && scaling->uses(parameter);
    }
    /// True if a scaling is selected and applies.
    [[nodiscard]] bool is_scaled() const { return is_computed() && scaling->apply != nullptr; }
};

}  // namespace poslab
