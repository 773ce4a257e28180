#pragma once

#include "core/conformance/reading.hpp"
#include "core/files/array_file.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace poslab {

/// The shape without its dimensions of one number.
[[nodiscard]] std::vector<std::int64_t> squeezed(const std::vector<std::int64_t>& shape);

/// Throws InputError naming the first NaN or infinity and where it is; and for an array of nothing.
void expect_finite(const NumberArray& array);

/// Throws InputError: what shape the array has, and the readings that were tried: "[pairs] = [64]".
[[noreturn]] void refuse_shape(const NumberArray& array, const std::vector<std::string>& tried);

/// Integers from 0 on, or those of --positions. Throws InputError where they are not as many.
[[nodiscard]] std::vector<double> positions_of(const NumberArray* given, std::int64_t count);

}  // namespace poslab
