#include "core/figure/axis_place.hpp"

#include <cmath>
#include <optional>
#include <utility>

namespace poslab {
namespace {

// The width of an axis, or the ratio of its ends, may exceed the largest number.

/// For a symmetric logarithmic axis: v/t within its linear part, ±(1 + log₁₀(|v|/t)) beyond.
double folded_size(double value, double within) {
    const double size = std::abs(value) / within;
    const double decades =
        std::isfinite(size) ? std::log10(size) : std::log10(std::abs(value)) - std::log10(within);
    return std::copysign(size <= 1 ? size : 1 + decades, value);
}

double unfolded_size(double position, double within) {
    const double size = std::abs(position);
    const double times = size <= 1 ? size : std::pow(10, size - 1);
    return std::copysign(std::isfinite(times) ? within * times : std::pow(10, size - 1 + std::log10(within)),
                         position);
}

/// The folded ends of a symmetric logarithmic axis; nullopt if they are equal, because its numbers are too
/// close to each other.
std::optional<std::pair<double, double>> folded_ends(const Axis& axis) {
    const double low = folded_size(axis.low, axis.linear_within),
                 high = folded_size(axis.high, axis.linear_within);
    return low < high ? std::optional(std::pair(low, high)) : std::nullopt;
}

}  // namespace

double axis_place(const Axis& axis, double value) {
    if (axis.logarithmic) {
        if (std::isfinite(axis.high / axis.low))
            return std::log(value / axis.low) / std::log(axis.high / axis.low);
        const double low = std::log(axis.low);
        return (std::log(value) - low) / (std::log(axis.high) - low);
    }
    if (axis.linear_within > 0)
        if (const auto ends = folded_ends(axis))
            return (folded_size(value, axis.linear_within) - ends->first) / (ends->second - ends->first);
    if (std::isfinite(axis.high - axis.low)) return (value - axis.low) / (axis.high - axis.low);
    return (value / 2 - axis.low / 2) / (axis.high / 2 - axis.low / 2);
}

double axis_value(const Axis& axis, double position) {
    if (axis.logarithmic) {
        if (std::isfinite(axis.high / axis.low)) return axis.low * std::pow(axis.high / axis.low, position);
        return std::exp((1 - position) * std::log(axis.low) + position * std::log(axis.high));
    }
    if (axis.linear_within > 0)
        if (const auto ends = folded_ends(axis))
            return unfolded_size(ends->first + position * (ends->second - ends->first), axis.linear_within);
    if (std::isfinite(axis.high - axis.low)) return axis.low + position * (axis.high - axis.low);
    return (1 - position) * axis.low + position * axis.high;
}

}  // namespace poslab
