#pragma once

// Inside of the frequencies: one function per scaling. `result` comes with the unscaled frequencies in both lists, effective
// base and attention factor as without scaling.

#include "core/encoding/frequencies.hpp"

namespace poslab::scalings {

using Apply = void (*)(const RotarySpec& spec, RotaryFrequencies& result);

void linear(const RotarySpec& spec, RotaryFrequencies& result);
void ntk(const RotarySpec& spec, RotaryFrequencies& result);
void ntk_fixed(const RotarySpec& spec, RotaryFrequencies& result);
void ntk_mixed(const RotarySpec& spec, RotaryFrequencies& result);
void dynamic(const RotarySpec& spec, RotaryFrequencies& result);
void ntk_by_parts(const RotarySpec& spec, RotaryFrequencies& result);
void yarn(const RotarySpec& spec, RotaryFrequencies& result);
void llama3(const RotarySpec& spec, RotaryFrequencies& result);
void longrope(const RotarySpec& spec, RotaryFrequencies& result);
void proportional(const RotarySpec& spec, RotaryFrequencies& result);
void clip(const RotarySpec& spec, RotaryFrequencies& result);

/// base^(−2p/dim) for p = 0 … pairs − 1 (docs/formulas.md §1.2).
[[nodiscard]] std::vector<double> geometric(double base, double dim, std::int64_t pairs);
/// int(dim·fraction/2) as transformers computes it: pairs of `proportional` that do not stand still.
[[nodiscard]] std::int64_t turning_pairs(const RotarySpec& spec);

}  // namespace poslab::scalings
