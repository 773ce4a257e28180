#pragma once

#include "core/base/formula_markup.hpp"
#include "core/encoding/frequencies.hpp"

// What scalings are put together from.
namespace poslab::scaling_parts {

/// base^(−2p/dim) for p = 0 … pairs − 1 (docs/formulas.md §1.2).
[[nodiscard]] std::vector<double> geometric(double base, double dim, std::int64_t pairs);
/// int(dim·fraction/2) as transformers computes it: pairs that do not stand still.
[[nodiscard]] std::int64_t turning_pairs(const RotarySpec& spec);
/// All pairs to those of another base.
void change_base(double base, RotaryFrequencies& result);

/// A rise from 0 at pair `low` to 1 at pair `high`.
struct Ramp {
    double low = 0, high = 0;

    [[nodiscard]] double at(std::size_t p) const;
};
/// Between the pairs that turn `fast` and `slow` times within `trained` tokens, clamped to 0 … d−1 as deployed.
[[nodiscard]] Ramp ramp_of(double fast, double slow, bool rounded, double d, double base, double trained);

[[nodiscard]] inline double blend(double from, double to, double share) { return from * (1 - share) + to * share; }

/// \theta_{p}' with that index.
[[nodiscard]] std::string theta_of(const ScaledPair& pair);
/// What a power is taken of, in markup.
[[nodiscard]] std::string raised(double number);
/// The lines of a scaling that is another base.
[[nodiscard]] std::vector<std::string> base_with_numbers(const RotarySpec& spec, const ScaledPair& pair);

}  // namespace poslab::scaling_parts
