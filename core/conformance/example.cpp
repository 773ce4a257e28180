#include "core/conformance/example.hpp"

#include "core/base/random.hpp"

#include <algorithm>
#include <string>
#include <utility>

namespace poslab {

NumberArray example_array(std::string_view role, std::vector<std::int64_t> shape,
                          const std::vector<double>& values) {
    NumberArray array{std::string(role), std::move(shape), "float32", {}};
    array.values.reserve(values.size());
    for (const double value : values) array.values.push_back(static_cast<double>(static_cast<float>(value)));
    return array;
}

std::vector<double> drawn_numbers(std::uint64_t stream, std::int64_t count) {
    std::vector<double> all;
    all.reserve(static_cast<std::size_t>(count));
    for (std::int64_t n = 0; n < count; ++n)
        all.push_back(static_cast<double>(static_cast<float>(
            static_cast<double>(random_bits(24, stream, static_cast<std::uint64_t>(n)) >> 11U) * 0x1p-52 -
            1)));
    return all;
}

std::vector<double> example_positions(std::int64_t length, std::int64_t most) {
    const std::int64_t step = length <= most ? 1 : (length + most - 1) / most | 1;
    std::vector<double> positions;
    for (std::int64_t position = 0; position < length; position += step)
        positions.push_back(static_cast<double>(position));
    return positions;
}

}  // namespace poslab
