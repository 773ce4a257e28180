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

/// What a factor may be; below 1 it shortens the context, as configs may ask for. Transformers takes any positive number.
inline constexpr double least_factor = 1e-6, most_factor = 1e6;

struct RotaryFrequencies;
struct RotarySpec;

/// A parameter of scalings.
using ScalingParameter = std::variant<double RotarySpec::*, bool RotarySpec::*, std::optional<double> RotarySpec::*,
                                      std::vector<double> RotarySpec::*, Convention RotarySpec::*>;

/// A rotary pair before and after scaling, in rad/token, and what the scaling found of all of them.
struct ScaledPair {
    std::int64_t index = 0;
    double unscaled = 0, scaled = 0;
    std::int64_t rotary_dim = 0;
    double effective_base = std::numeric_limits<double>::quiet_NaN();
    double ramp_low = effective_base, ramp_high = effective_base;
};

/// How a context is extended by changing the frequencies (docs/formulas.md §3.1). θ_p = base^(−2p/d), d the rotary dimension, s the
/// factor, T the trained length, L the length it is used at, λ_p = 2π/θ_p the wavelength. Each is one object in a file of
/// core/encoding/scalings and one line of scalings.list; choices, help and formulas take it from there. Definitions as deployed:
/// huggingface/transformers modeling_rope_utils.py.
struct Scaling {
    std::string_view id;  // lower-case words with hyphens
    Text label;
    Text effect{};  // one sentence for menus: what it does to frequencies
    std::string_view source;
    std::vector<ScalingParameter> parameters{};

    /// Changes `result`, which comes with the unscaled frequencies in both lists, effective base and attention factor as without
    /// scaling. Null: nothing is changed. Throws UsageError where the formula has no meaning.
    void (*apply)(const RotarySpec& spec, RotaryFrequencies& result) = nullptr;

    /// Markup of what it is (core/figure/formula.hpp), and its lines with the numbers of one pair; null: before and after.
    std::string_view definition{};
    std::vector<std::string> (*with_numbers)(const RotarySpec&, const ScaledPair&) = nullptr;

    bool needs_two_pairs = false;    // its exponent has no value for one
    bool divides_positions = false;  // as the position map PI does
    bool stills_pairs = false;       // some pairs do not turn, but count as rotary: the rotary dimension is the head's
    bool compared = false;           // drawn beside whatever was chosen
    /// Whether frequencies change by the lengths even with a factor of 1; null: no.
    bool (*by_length)(const RotarySpec&) = nullptr;
    /// The nearest parameters that fit together, for the window; and the reason why these do not, as a UsageError.
    void (*fit)(RotarySpec&) = nullptr;
    void (*check)(const RotarySpec&, std::int64_t rotary_dim) = nullptr;

    [[nodiscard]] bool uses(ScalingParameter parameter) const {
        return std::find(parameters.begin(), parameters.end(), parameter) != parameters.end();
    }
    [[nodiscard]] static std::span<const Scaling* const> all();
};

/// Everything that frequencies depend on. Lengths in tokens, frequencies in rad/token.
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
    bool apply_yarn_scaling = true;  // false: vLLM and SGLang leave YaRN's attention factor out
    double low_freq_factor = 1;
    double high_freq_factor = 4;
    std::vector<double> short_factors, long_factors;
    std::optional<double> short_mscale, long_mscale;  // LongRoPE's attention factor beside each list; unset: by its formula
    std::optional<double> max_positions;              // max_position_embeddings, which some conventions go by; unset: the length
    std::vector<double> explicit_frequencies;         // not empty: they are the frequencies, whatever base and scaling say
    double frequency_span = 0;                        // positions that those frequencies are for: over `length` of them they are
                                                      // multiplied by frequency_span/length; 0: whatever the length
    Convention convention = Convention::transformers_5;
    std::int64_t train_length = 512;
    std::int64_t length = 4096;

    bool operator==(const RotarySpec&) const = default;
    /// Whether base and scaling count at all.
    [[nodiscard]] bool is_computed() const { return explicit_frequencies.empty(); }
    [[nodiscard]] bool uses(ScalingParameter parameter) const { return is_computed() && scaling->uses(parameter); }
    /// Whether a scaling is chosen and counts.
    [[nodiscard]] bool is_scaled() const { return is_computed() && scaling->apply != nullptr; }
};

}  // namespace poslab
