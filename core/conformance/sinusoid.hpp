#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace poslab {

/// The column order of a sinusoidal table.
enum class SinusoidLayout { interleaved, halves, halves_cos_first };

/// The divisor in the exponent of frequency k: base^(−2k/d), or base^(−k/(d/2 − 1)) = base^(−2k/(d − 2)).
enum class SinusoidDenominator { d, d_minus_2 };

/// A definition of sinusoidal positions that models use.
struct SinusoidDefinition {
    SinusoidLayout layout = SinusoidLayout::interleaved;
    SinusoidDenominator denominator = SinusoidDenominator::d;
    std::string_view source{};        // "Vaswani et al., 2017"; empty: no known model
    std::int64_t first_position = 0;  // position of the first row

    /// "sin and cos in halves, denominator d/2 − 1, as in tensor2tensor, fairseq and Whisper"
    [[nodiscard]] std::string name() const;
};

/// Sinusoidal positions as computed by a program: the fixed parts of the definition, and known mistakes.
struct SinusoidImplementation {
    std::optional<SinusoidLayout> layout{};            // empty: any known layout is accepted
    std::optional<SinusoidDenominator> denominator{};  // empty: any is accepted
    double base = 10'000;
    // Mistakes, relative to the definition that is tried.
    bool other_layout = false;       // halves instead of interleaved, or vice versa
    bool exchanged = false;          // cos instead of sin
    bool other_denominator = false;  // d − 2 instead of d, or vice versa
    bool floor_divided = false;      // −ln(base)/d // 2 is −1: frequencies are e^(−2k)
};

/// Returns the known definitions compatible with the fixed parts; if no model has that combination, only that
/// one.
[[nodiscard]] std::vector<SinusoidDefinition> sinusoid_definitions(
    const SinusoidImplementation& implementation);

/// Returns the frequency of each pair of columns [⌈dim/2⌉], rad per position.
[[nodiscard]] std::vector<double> sinusoid_frequencies(const SinusoidImplementation& implementation,
                                                       SinusoidDenominator denominator, std::int64_t dim);

/// The pair of a column, and whether it contains the cosine. For an odd dim in halves, the last column is
/// zero: pair −1.
struct SinusoidColumn {
    std::int64_t pair = 0;
    bool is_cosine = false;
};
[[nodiscard]] std::vector<SinusoidColumn> sinusoid_columns(const SinusoidImplementation& implementation,
                                                           SinusoidLayout layout, std::int64_t dim);

/// Parse the values of --sinusoidal-layout and --sinusoidal-denominator; empty for unknown names.
[[nodiscard]] std::optional<SinusoidLayout> sinusoid_layout(std::string_view name);
[[nodiscard]] std::optional<SinusoidDenominator> sinusoid_denominator(std::string_view name);
[[nodiscard]] std::string sinusoid_layouts();
[[nodiscard]] std::string sinusoid_denominators();

}  // namespace poslab
