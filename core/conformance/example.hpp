#pragma once

#include "core/files/array_file.hpp"

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace poslab {

/// The size of an example dump.
struct ExampleSize {
    std::int64_t length = 4096;  // number of tokens
    std::int64_t heads = 12;
};

/// Returns an array as a program would have saved it: float32. `role`: its option.
[[nodiscard]] NumberArray example_array(std::string_view role, std::vector<std::int64_t> shape,
                                        const std::vector<double>& values);

/// Returns random numbers in [−1, 1), a separate sequence per stream; float32.
[[nodiscard]] std::vector<double> drawn_numbers(std::uint64_t stream, std::int64_t count);

/// Returns at most `most` positions below `length`, evenly spaced from 0. Their step is odd because rounding
/// in a number format is not visible at multiples of powers of two.
[[nodiscard]] std::vector<double> example_positions(std::int64_t length, std::int64_t most);

}  // namespace poslab
