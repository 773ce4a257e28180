#pragma once

#include "core/files/array_file.hpp"

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace poslab {

/// How much an example of a dump has.
struct ExampleSize {
    std::int64_t length = 4096;  // tokens that it goes over
    std::int64_t heads = 12;
};

/// An array as a program would have saved it: float32. `role`: its option.
[[nodiscard]] NumberArray example_array(std::string_view role, std::vector<std::int64_t> shape, const std::vector<double>& values);

/// In [−1, 1), of a sequence of its own; float32.
[[nodiscard]] std::vector<double> drawn_numbers(std::uint64_t stream, std::int64_t count);

/// At most `most` positions below `length`, evenly spread from 0 on. Their step is odd, for what a number format loses does not
/// show at multiples of powers of two.
[[nodiscard]] std::vector<double> example_positions(std::int64_t length, std::int64_t most);

}  // namespace poslab
