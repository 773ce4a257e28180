#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace poslab {

/// The order of the columns of a table of sinusoids.
enum class SinusoidLayout { interleaved, halves, halves_cos_first };

/// The divisor in the exponent of frequency k: base^(−2k/d), or base^(−k/(d/2 − 1)) = base^(−2k/(d − 2)).
enum class SinusoidDenominator { d, d_minus_2 };

/// A definition of sinusoidal positions that models use.
struct SinusoidDefinition {
    SinusoidLayout layout = SinusoidLayout::interleaved;
    SinusoidDenominator denominator = SinusoidDenominator::d;
    std::string_view source{};        // "Vaswani et al., 2017"; empty: no known model
    std::int64_t first_position = 0;  // of the first row

    /// "sin and cos in halves, denominator d/2 − 1, as in tensor2tensor, fairseq and Whisper"
    [[nodiscard]] std::string name() const;
};

/// How a program computes sinusoidal positions: the pinned parts of the definition, and known mistakes.
struct SinusoidPractice {
    std::optional<SinusoidLayout> layout{};            // empty: every known one agrees
    std::optional<SinusoidDenominator> denominator{};  // the same
    double base = 10'000;
    // Mistakes, relative to whichever definition is tried.
    bool other_layout = false;       // halves for interleaved, and the reverse
    bool exchanged = false;          // cos where sin belongs
    bool other_denominator = false;  // d − 2 for d, and the reverse
    bool floor_divided = false;      // −ln(base)/d // 2 is −1: frequencies are e^(−2k)
};

/// The known definitions that the pinned parts allow; where no model has that combination, it alone.
[[nodiscard]] std::vector<SinusoidDefinition> sinusoid_definitions(const SinusoidPractice& practice);

/// A frequency of each pair of columns [⌈dim/2⌉], rad per position.
[[nodiscard]] std::vector<double> sinusoid_frequencies(const SinusoidPractice& practice, SinusoidDenominator denominator,
                                                       std::int64_t dim);

/// The pair of a column, and whether it holds the cosine. Of an odd dim in halves, the last column is zero: pair −1.
struct SinusoidColumn {
    std::int64_t pair = 0;
    bool is_cosine = false;
};
[[nodiscard]] std::vector<SinusoidColumn> sinusoid_columns(const SinusoidPractice& practice, SinusoidLayout layout,
                                                           std::int64_t dim);

/// The layout and the denominator by the names of --sinusoidal-layout and --sinusoidal-denominator; empty for any other name.
[[nodiscard]] std::optional<SinusoidLayout> sinusoid_layout(std::string_view name);
[[nodiscard]] std::optional<SinusoidDenominator> sinusoid_denominator(std::string_view name);
[[nodiscard]] std::string sinusoid_layouts();
[[nodiscard]] std::string sinusoid_denominators();

}  // namespace poslab
