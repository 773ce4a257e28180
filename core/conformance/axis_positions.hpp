#pragma once

#include "core/conformance/axes.hpp"
#include "core/conformance/subject.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace poslab {

/// Positions, and their shape without the axes: [tokens], or [texts, tokens].
struct ExplicitPositions {
    AxisPositions positions;
    std::vector<std::int64_t> shape;
};

inline constexpr std::int64_t mrope_axes = 3;

/// Returns the positions of --positions, or else of the grid. Throws UsageError if both are missing,
/// InputError for a wrong shape.
[[nodiscard]] ExplicitPositions positions_of_tokens(const Dump& dump, const Implementation& right);

/// Throws UsageError if the definition's layout does not fit its pairs.
void check_axes(const Implementation& right);

/// "axial", or "M-RoPE".
[[nodiscard]] std::string axes_name(const Implementation& right);

/// Throws InputError if the shapes differ.
void expect_same_shape(const NumberArray& first, const NumberArray& second);

/// The tokens of the grid, and their numbers.
[[nodiscard]] AxisPositions tokens_of_grid(const Implementation& implementation);
[[nodiscard]] std::vector<std::int64_t> first_rows(std::int64_t count);

}  // namespace poslab
