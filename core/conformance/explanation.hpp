#pragma once

#include "core/base/job.hpp"
#include "core/conformance/fit.hpp"
#include "core/conformance/mistake.hpp"

#include <span>
#include <string>
#include <vector>

namespace poslab {

/// A known mistake, or two at once, and how the dump fits a program that makes it.
struct Explanation {
    std::vector<const Mistake*> mistakes;
    Fit fit;
    bool fits = false;             // within the tolerance, or next to nothing of the definition's deviation is left
    std::vector<Sentence> labels;  // what the program does, one for each mistake; with fitted values where it has some
    bool is_fitted = false;        // at least one has fitted values
    bool is_first = false;         // named before all others that fit

    [[nodiscard]] std::string id() const;  // "sign", "sign+positions-off-by-one"
    /// True if it lists positions without a rule for them, which explains any of them.
    [[nodiscard]] bool is_list() const;
};

/// Tries the known mistakes, and those with values that are fitted to the dump; two together where no single one fits. Returns the
/// best first. `right_fit`, `deviations`: those of the definition.
[[nodiscard]] std::vector<Explanation> explanations_of(const DumpReading& reading, const Practice& right, const Fit& right_fit,
                                                       std::span<const double> deviations, const Job& job);

/// True if it fits, or leaves a small share of what the definition leaves.
[[nodiscard]] bool explains(const Explanation& one, const Fit& right_fit, const DumpReading& reading);

}  // namespace poslab
