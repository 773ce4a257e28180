#pragma once

#include "core/conformance/reading.hpp"
#include "core/files/array_file.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace poslab {

/// Removes dimensions of size 1.
[[nodiscard]] std::vector<std::int64_t> squeezed(const std::vector<std::int64_t>& shape);

/// Removes dimensions of size 1, but keeps one token of [3, 1, 1], M-RoPE's axes, texts and tokens.
[[nodiscard]] std::vector<std::int64_t> squeezed_axes(const std::vector<std::int64_t>& shape);

/// Removes dimensions of size 1 from the shape of a table, except the last one if it holds the only pair.
[[nodiscard]] std::vector<std::int64_t> squeezed_table(const std::vector<std::int64_t>& shape,
                                                       std::int64_t pairs);

/// Throws InputError naming the first NaN or infinity and its index, with a hint at float16; also for an
/// empty array.
void expect_finite(const NumberArray& array);

/// Throws InputError with the array's shape and the readings that were tried: "[pairs] = [64]".
[[noreturn]] void refuse_shape(const NumberArray& array, const std::vector<std::string>& tried);

/// Returns one of three equal parts along the first dimension, as in M-RoPE's tables of texts; empty if there
/// are none or they differ.
[[nodiscard]] std::optional<NumberArray> one_axis(const NumberArray& array, bool has_sections);

/// Returns positions for the rows of an array of sizes […, batch, positions]: integers from 0, or those of
/// --positions, which may have the last size, the last two sizes or all. Throws InputError if the number does
/// not match.
[[nodiscard]] std::vector<double> positions_of(const NumberArray* array, std::span<const std::int64_t> sizes,
                                               bool has_sections);

}  // namespace poslab
