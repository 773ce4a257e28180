#pragma once

#include "core/base/formula_markup.hpp"
#include "core/encoding/frequencies.hpp"

// Building blocks of scalings.
namespace poslab::scaling_parts {

/// Returns base^(−2p/dim) for p = 0 … pairs − 1 (docs/formulas.md §1.2).
[[nodiscard]] std::vector<double> geometric(double base, double dim, std::int64_t pairs);
/// Returns int(dim·fraction/2) as transformers computes it: the number of pairs that rotate.
[[nodiscard]] std::int64_t turning_pairs(const RotarySpec& spec);
/// Returns max_position_embeddings; if it is unknown, the length, at least the trained one (docs/formulas.md
/// §3.3).
[[nodiscard]] double served_positions(const RotarySpec& spec);
/// Replaces all pairs by those of another base.
void change_base(double base, RotaryFrequencies& result);

/// A rise from 0 at pair `low` to 1 at pair `high`.
struct Ramp {
    double low = 0, high = 0;

    [[nodiscard]] double at(std::size_t p) const;
};
/// The ramp between the pairs that rotate `fast` and `slow` times within `trained` tokens, clamped to 0 … d−1
/// as deployed.
[[nodiscard]] Ramp ramp_of(double fast, double slow, bool rounded, double d, double base, double trained);

[[nodiscard]] inline double blend(double from, double to, double share) {
    return from * (1 - share) + to * share;
}

/// Returns \theta_{p}' with the index of the pair.
[[nodiscard]] std::string theta_of(const ScaledPair& pair);
/// Returns the markup of `number` as the base of a power.
[[nodiscard]] std::string raised(double number);
/// Returns the formula lines of a scaling that only changes the base.
[[nodiscard]] std::vector<std::string> base_with_numbers(const RotarySpec& spec, const ScaledPair& pair);

}  // namespace poslab::scaling_parts
