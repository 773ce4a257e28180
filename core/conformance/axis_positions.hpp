#pragma once

#include "core/conformance/axes.hpp"
#include "core/conformance/subject.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace poslab {

/// Positions, and their shape without the axes: [tokens], or [texts, tokens].
struct GivenPositions {
    AxisPositions positions;
    std::vector<std::int64_t> shape;
};

inline constexpr std::int64_t mrope_axes = 3;

/// The positions of --positions, else those of the grid. Throws UsageError for what is missing, InputError for another shape.
[[nodiscard]] GivenPositions positions_of_tokens(const Dump& dump, const Practice& right);

/// Throws UsageError for a definition whose layout does not fit its pairs.
void check_axes(const Practice& right);

/// "axial", or "M-RoPE".
[[nodiscard]] std::string axes_name(const Practice& right);

/// Throws InputError for arrays of different shapes.
void expect_same_shape(const NumberArray& first, const NumberArray& second);

/// The tokens of the grid, and their numbers.
[[nodiscard]] AxisPositions tokens_of_grid(const Practice& practice);
[[nodiscard]] std::vector<std::int64_t> first_rows(std::int64_t count);

}  // namespace poslab
