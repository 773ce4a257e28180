#pragma once

// Figures `speeds`, `sizes` and `claims` of the view `memory`: a signal at two speeds, how large states become on the way, and what
// becomes of a constant.

#include "core/views/memory/memory.hpp"

#include <array>

namespace poslab::memory {

/// As many of the first coefficients are laid over each other.
inline constexpr std::int64_t shown_coefficients = 5;
/// Longer signals are compared over as many samples from their begin on.
inline constexpr std::int64_t most_compared_samples = 1 << 16;

/// "size_bilinear_same_t" of "size_" and a method.
[[nodiscard]] std::string method_array(std::string_view prefix, Method method);

[[nodiscard]] std::vector<FigureInfo> comparison_figures();
[[nodiscard]] std::vector<ArrayInfo> comparison_arrays();
[[nodiscard]] std::vector<ValueInfo> comparison_values();

/// speed_… (docs/formulas.md §6.8): states of the signal and of the same with each sample repeated.
void add_speeds(const Asked& asked);
/// size_…: max |x_n(t)| of every method, on a logarithmic axis of time.
void add_sizes(const Asked& asked);
/// constant_…: max |x_n(t) − e_0| of every method where the signal is 1; and the article's case, order 8.
void add_constant(const Asked& asked);

/// Whether it is one of those here, and is made then.
bool add_comparison_figure(std::string_view id, std::span<const Variant> variants, const Style& style, const Cursor& cursor,
                           Figure& figure);
bool add_comparison_readout(const Variant& variant, const Style& style, const Cursor& cursor, Readout& readout);

}  // namespace poslab::memory
