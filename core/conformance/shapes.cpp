#include "core/conformance/shapes.hpp"

#include "core/base/errors.hpp"
#include "core/files/tensor_info.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>
#include <numeric>

namespace poslab {

std::vector<std::int64_t> squeezed(const std::vector<std::int64_t>& shape) {
    std::vector<std::int64_t> sizes;
    for (const std::int64_t size : shape)
        if (size != 1) sizes.push_back(size);
    return sizes;
}

void expect_finite(const NumberArray& array) {
    if (array.values.empty()) throw InputError(tr("{}: holds no numbers, its shape is {}", array.place, shape_text(array.shape)));
    for (std::size_t n = 0; n < array.values.size(); ++n) {
        if (std::isfinite(array.values[n])) continue;
        std::vector<std::size_t> index(array.shape.size());
        std::size_t left = n;
        for (std::size_t d = index.size(); d-- > 0;) {
            index[d] = left % static_cast<std::size_t>(array.shape[d]);
            left /= static_cast<std::size_t>(array.shape[d]);
        }
        throw InputError(tr("{}: the number at [{}] is {}, and all must be finite", array.place,
                            fmt::format("{}", fmt::join(index, ", ")), std::isnan(array.values[n]) ? "NaN" : "infinite"));
    }
}

void refuse_shape(const NumberArray& array, const std::vector<std::string>& tried) {
    throw InputError(tr("{}: its shape {} fits none of the readings tried: {}", array.place, shape_text(array.shape),
                        fmt::format("{}", fmt::join(tried, "; "))));
}

std::vector<double> positions_of(const NumberArray* given, std::int64_t count) {
    if (given == nullptr) {
        std::vector<double> all(static_cast<std::size_t>(count));
        std::iota(all.begin(), all.end(), 0.0);
        return all;
    }
    expect_finite(*given);
    if (std::ssize(given->values) != count)
        throw InputError(tr("{}: has {} positions, and {} are needed", given->place, given->values.size(), count));
    return given->values;
}

}  // namespace poslab
