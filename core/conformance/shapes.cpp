#include "core/conformance/shapes.hpp"

#include "core/base/errors.hpp"
#include "core/files/tensor_info.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace poslab {

std::vector<std::int64_t> squeezed(const std::vector<std::int64_t>& shape) {
    std::vector<std::int64_t> sizes;
    for (const std::int64_t size : shape)
        if (size != 1) sizes.push_back(size);
    return sizes;
}

std::vector<std::int64_t> squeezed_axes(const std::vector<std::int64_t>& shape) {
    if (shape == std::vector<std::int64_t>{3, 1, 1}) return {3, 1};
    return squeezed(shape);
}

std::vector<std::int64_t> squeezed_table(const std::vector<std::int64_t>& shape, std::int64_t pairs) {
    std::vector<std::int64_t> sizes = squeezed(shape);
    if (pairs == 1 && shape.size() > 1 && shape.back() == 1) sizes.push_back(1);
    return sizes;
}

void expect_finite(const NumberArray& array) {
    if (array.values.empty())
        throw InputError(
            tr("{}: contains no numbers; its shape is {}", array.place, shape_text(array.shape)));
    for (std::size_t n = 0; n < array.values.size(); ++n) {
        if (std::isfinite(array.values[n])) continue;
        std::vector<std::size_t> index(array.shape.size());
        std::size_t left = n;
        for (std::size_t d = index.size(); d-- > 0;) {
            index[d] = left % static_cast<std::size_t>(array.shape[d]);
            left /= static_cast<std::size_t>(array.shape[d]);
        }
        const std::string at = fmt::format("{}", fmt::join(index, ", "));
        const char* const is = std::isnan(array.values[n]) ? "NaN" : "infinite";
        if (array.type == "float16")
            throw InputError(
                tr("{}: the number at [{}] is {}, but all must be finite: float16 values above 65504 "
                   "become infinite, and the difference of two such numbers NaN",
                   array.place, at, is));
        throw InputError(tr("{}: the number at [{}] is {}, but all must be finite", array.place, at, is));
    }
}

void refuse_shape(const NumberArray& array, const std::vector<std::string>& tried) {
    throw InputError(tr("{}: its shape {} fits none of the known readings: {}", array.place,
                        shape_text(array.shape), fmt::format("{}", fmt::join(tried, "; "))));
}

std::optional<NumberArray> one_axis(const NumberArray& array, bool has_sections) {
    constexpr std::int64_t axes = 3;
    const std::vector<std::int64_t> shape = squeezed_axes(array.shape);
    if (!has_sections || shape.size() < 2 || shape.front() != axes) return std::nullopt;
    const std::size_t size = array.values.size() / axes;
    const auto begin = array.values.begin();
    for (std::size_t axis = 1; axis < axes; ++axis)
        if (!std::equal(begin, begin + static_cast<std::ptrdiff_t>(size),
                        begin + static_cast<std::ptrdiff_t>(axis * size)))
            return std::nullopt;
    return NumberArray{array.place,
                       {shape.begin() + 1, shape.end()},
                       array.type,
                       {begin, begin + static_cast<std::ptrdiff_t>(size)}};
}

std::vector<double> positions_of(const NumberArray* array, std::span<const std::int64_t> sizes,
                                 bool has_sections) {
    std::int64_t rows = 1;
    for (const std::int64_t size : sizes) rows *= size;
    std::vector<double> positions(static_cast<std::size_t>(sizes.empty() ? 1 : sizes.back()));
    std::iota(positions.begin(), positions.end(), 0.0);
    if (array != nullptr) {
        expect_finite(*array);
        const std::optional<NumberArray> axis = one_axis(*array, has_sections);
        positions = axis ? axis->values : array->values;
        std::int64_t fitting = 1;
        bool fits = std::ssize(positions) == rows;
        for (std::size_t d = sizes.size(); d-- > 0;) {
            fitting *= sizes[d];
            fits = fits || fitting == std::ssize(positions);
        }
        if (!fits)
            throw InputError(tr("{}: has {} positions; {} are required", array->place, positions.size(),
                                sizes.empty() ? 1 : sizes.back()));
    }
    std::vector<double> all;
    all.reserve(static_cast<std::size_t>(rows));
    for (std::int64_t row = 0; row < rows; ++row)
        all.push_back(positions[static_cast<std::size_t>(row) % positions.size()]);
    return all;
}

}  // namespace poslab
