#pragma once

#include "core/figure/figure.hpp"
#include "core/figure/palette.hpp"
#include "core/views/columns.hpp"
#include "core/views/view.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

namespace poslab {

/// Returns the palette index of the n-th of several variants: ViewInfo::own_color for the first, the
/// remaining colours in order for the others.
[[nodiscard]] inline std::size_t variant_color(std::size_t n, std::size_t own = ViewInfo{}.own_color) {
    constexpr std::size_t colors = 7;
    n %= colors;
    return n == 0 ? own : n <= own ? n - 1 : n;
}

/// The range of the finite numbers seen.
struct ValueRange {
    double low = std::numeric_limits<double>::infinity(), high = -low;

    void include(double value) {
        if (!std::isfinite(value)) return;
        low = std::min(low, value);
        high = std::max(high, value);
    }
    /// Includes the values above `least`.
    void include(const Column& column, double least = -std::numeric_limits<double>::infinity()) {
        for (const double value : *column)
            if (value > least) include(value);
    }
    [[nodiscard]] bool empty() const { return low > high; }
};

/// Returns 1, 1.5, 2, 3, 4, 5, 6 or 8 times a power of ten, the smallest not below `value`; 1 if `value` is
/// not positive.
[[nodiscard]] inline double rounded_up(double value) {
    if (!(value > 0)) return 1;
    const double power = std::pow(10, std::floor(std::log10(value)));
    for (const double step : {1.0, 1.5, 2.0, 3.0, 4.0, 5.0, 6.0, 8.0})
        if (value <= step * power * (1 + 1e-9)) return step * power;
    return 10 * power;
}

/// Applies f to each number.
template <class Function>
[[nodiscard]] Column mapped(const Column& column, const Function& f) {
    NumberBuffer values = *column;
    for (double& value : values) value = f(value);
    return shared_column(std::move(values));
}

/// Returns x with factor · y added over their common length.
[[nodiscard]] inline Column sum_of(const Column& x, const Column& y, double factor) {
    NumberBuffer values = *x;
    for (std::size_t n = 0; n < std::min(values.size(), y->size()); ++n) values[n] += factor * (*y)[n];
    return shared_column(std::move(values));
}

/// Returns the index of the value in `rising` nearest to `position`; empty for an empty list or NaN.
[[nodiscard]] inline std::optional<std::size_t> nearest_index(const Column& rising, double position) {
    if (rising->empty() || std::isnan(position)) return std::nullopt;
    const auto above = std::lower_bound(rising->begin(), rising->end(), position);
    if (above == rising->begin()) return 0;
    const auto at = static_cast<std::size_t>(above - rising->begin());
    return at == rising->size() || position - (*rising)[at - 1] < (*rising)[at] - position ? at - 1 : at;
}

/// Returns row `n` of an array [rows, columns]; empty if there is none.
[[nodiscard]] inline Column row_in(const Data* data, std::string_view name, std::int64_t n) {
    const Array* array = data == nullptr ? nullptr : data->find(name);
    if (array == nullptr || array->shape.size() != 2 || n >= array->shape[0]) return shared_column({});
    const auto begin = array->data->begin() + n * array->shape[1];
    return shared_column({begin, begin + array->shape[1]});
}

}  // namespace poslab
