#include "core/encoding/precision.hpp"

#include <array>
#include <cmath>
#include <limits>

namespace poslab {

namespace {

/// A binary floating-point format: bits of the significand with the leading one, exponents of the smallest
/// normal and of the largest number, as std::ilogb returns them.
struct Format {
    int bits;
    int smallest;
    int largest;
};

constexpr std::array<Format, 4> formats{{{53, -1022, 1023}, {24, -126, 127}, {11, -14, 15}, {8, -126, 127}}};

}  // namespace

double held(double value, Precision precision) {
    if (value == 0 || !std::isfinite(value) || precision == Precision::float64) return value;
    const Format format = formats.at(static_cast<std::size_t>(precision));
    const int exponent = std::max(std::ilogb(value), format.smallest);
    const int unit = exponent - (format.bits - 1);  // the value of the last bit is 2^unit
    const double rounded = std::ldexp(std::nearbyint(std::ldexp(value, -unit)), unit);
    if (std::ilogb(rounded) > format.largest)
        return std::copysign(std::numeric_limits<double>::infinity(), value);
    return rounded;
}

std::vector<double> frequency_phase_error(std::span<const double> inverse_frequency, double position,
                                          Precision precision) {
    std::vector<double> error;
    error.reserve(inverse_frequency.size());
    for (const double frequency : inverse_frequency)
        error.push_back(
            position == 0 ? 0 : std::abs(held(frequency, precision) - frequency) * std::abs(position));
    return error;
}

std::vector<double> product_phase_error(std::span<const double> inverse_frequency, double position,
                                        Precision precision) {
    std::vector<double> error;
    error.reserve(inverse_frequency.size());
    for (const double frequency : inverse_frequency) {
        const double product = position * frequency;
        error.push_back(std::abs(held(product, precision) - product));
    }
    return error;
}

}  // namespace poslab
