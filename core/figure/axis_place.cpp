#include "core/figure/axis_place.hpp"

#include <cmath>

namespace poslab {
namespace {

/// For a symmetric logarithmic axis: v/t within its linear part, ±(1 + log₁₀(|v|/t)) beyond.
double folded_size(double value, double within) {
    const double size = std::abs(value) / within;
    return std::copysign(size <= 1 ? size : 1 + std::log10(size), value);
}

double unfolded_size(double position, double within) {
    const double size = std::abs(position);
    return std::copysign(within * (size <= 1 ? size : std::pow(10, size - 1)), position);
}

}  // namespace

double axis_place(const Axis& axis, double value) {
    if (axis.logarithmic) return std::log(value / axis.low) / std::log(axis.high / axis.low);
    if (axis.linear_within > 0) {
        const double low = folded_size(axis.low, axis.linear_within),
                     high = folded_size(axis.high, axis.linear_within);
        return (folded_size(value, axis.linear_within) - low) / (high - low);
    }
    return (value - axis.low) / (axis.high - axis.low);
}

double axis_value(const Axis& axis, double position) {
    if (axis.logarithmic) return axis.low * std::pow(axis.high / axis.low, position);
    if (axis.linear_within > 0) {
        const double low = folded_size(axis.low, axis.linear_within),
                     high = folded_size(axis.high, axis.linear_within);
        return unfolded_size(low + position * (high - low), axis.linear_within);
    }
    return axis.low + position * (axis.high - axis.low);
}

}  // namespace poslab
