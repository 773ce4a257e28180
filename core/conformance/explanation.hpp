#pragma once

#include "core/base/job.hpp"
#include "core/conformance/fit.hpp"
#include "core/conformance/mistake.hpp"

#include <span>
#include <string>
#include <vector>

namespace poslab {

/// Relative to the definition's typical deviation, because tolerances are also the definition's.
inline constexpr double next_to_nothing = 1e-3;
/// Relative to the definition's typical deviation: named although it does not fit completely.
inline constexpr double much_nearer = 0.05;
/// The share of the numbers that may remain if the rest is explained.
inline constexpr double few_remain = 0.1;

/// A known mistake, or two together, and how the dump fits a program that makes it.
struct Explanation {
    std::vector<const Mistake*> mistakes;
    Fit fit;
    /// Every number is within the tolerance, or almost nothing of the definition's deviation remains there.
    bool fits = false;
    std::vector<Message> labels;  // what the program does, one per mistake, including fitted values
    bool is_fitted = false;       // at least one has fitted values
    bool is_first = false;        // listed before all others that fit
    Implementation program{};     // with these mistakes
    bool is_complete = false;     // `fit` is that of all rows, not of a sample
    bool leaves_few = false;      // a small share of the numbers that the definition does not explain remains

    [[nodiscard]] std::string id() const;  // "sign", "sign+positions-off-by-one"
    /// True if it lists positions without a rule, which could explain any positions.
    [[nodiscard]] bool is_list() const;
};

/// Makes the mistake; returns false if that makes no difference or is invalid.
[[nodiscard]] bool try_way(const Mistake::Way& way, Implementation& implementation);

/// Tries the known mistakes, including those with fitted values, and pairs of them if no single one fits.
/// Returns the best first. `right_fit` and `deviations` belong to the definition.
[[nodiscard]] std::vector<Explanation> explanations_of(const DumpReading& reading,
                                                       const Implementation& right, const Fit& right_fit,
                                                       std::span<const double> deviations, const Job& job);

/// True if it fits, or if only few numbers or a small share of the definition's deviation remain.
[[nodiscard]] bool explains(const Explanation& explanation, const Fit& right_fit, const DumpReading& reading);

}  // namespace poslab
