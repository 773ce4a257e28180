#pragma once

#include "core/conformance/reading.hpp"
#include "core/files/array_file.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace poslab {

/// The shape without its dimensions of one number.
[[nodiscard]] std::vector<std::int64_t> squeezed(const std::vector<std::int64_t>& shape);

/// Throws InputError naming the first NaN or infinity and where it is, and what that says of float16; and for an array of nothing.
void expect_finite(const NumberArray& array);

/// Throws InputError: what shape the array has, and the readings that were tried: "[pairs] = [64]".
[[noreturn]] void refuse_shape(const NumberArray& array, const std::vector<std::string>& tried);

/// The one of three equal parts along the first dimension, as M-RoPE has them in a text; nothing where there are none, or
/// where they differ.
[[nodiscard]] std::optional<NumberArray> one_axis(const NumberArray& array, bool has_sections);

/// Of the rows of an array of those sizes, […, batch, positions]: integers from 0 on, or those of --positions, one for each row of
/// the last size, of the last two sizes or of all. Throws InputError where they are not as many.
[[nodiscard]] std::vector<double> positions_of(const NumberArray* given, std::span<const std::int64_t> sizes, bool has_sections);

}  // namespace poslab
