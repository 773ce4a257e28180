#include "core/conformance/rounding.hpp"

#include "core/base/errors.hpp"
#include "core/encoding/precision.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <set>
#include <utility>

namespace poslab {

namespace {

constexpr double float32_rounding = 0x1p-24;

/// True for values such as ones and small integers, which every format represents.
bool are_constants(const std::vector<double>& values) {
    constexpr double step = 8, most = 256;
    return std::all_of(values.begin(), values.end(), [](double value) {
        return !std::isfinite(value) || (std::abs(value) <= most && value * step == std::round(value * step));
    });
}

bool all_held(const std::vector<double>& values, Precision precision) {
    return std::all_of(values.begin(), values.end(), [&](double value) {
        return !std::isfinite(value) || held(value, precision) == value;
    });
}

// The most that printed numbers have: the decimals of NumPy, and fewer significant digits than float32.
constexpr int max_decimals = 8, max_digits = 6;

/// True if a number times a power of ten is an integer, except for the rounding of float64.
bool ends_at(double value, int decimals) {
    const double scaled = std::abs(value) * std::pow(10.0, decimals);
    return std::abs(scaled - std::round(scaled)) <= 1e-13 * scaled;
}

int decimals_of(double value) {
    for (int decimals = 0; decimals <= max_decimals; ++decimals)
        if (ends_at(value, decimals)) return decimals;
    return max_decimals + 1;
}

int significant_digits_of(double value) {
    if (value == 0) return 1;
    const int before_point = static_cast<int>(std::floor(std::log10(std::abs(value)))) + 1;
    for (int digits = 1; digits <= max_digits; ++digits)
        if (ends_at(value, digits - before_point)) return digits;
    return max_digits + 1;
}

/// Returns held_error() of an array whose numbers were written with that error.
StorageError shortest_error(const NumberArray& array, const StorageError& written) {
    if (are_constants(array.values)) return written;
    for (const auto& [format, precision] :
         {std::pair("bfloat16", Precision::bfloat16), std::pair("float16", Precision::float16)})
        if (all_held(array.values, precision) && storage_rounding(format) > written.relative)
            return {storage_rounding(format), storage_floor(format)};
    return written;
}

}  // namespace

StorageError written_error(const NumberArray& array) {
    const StorageError usual{storage_rounding(array.type), storage_floor(array.type)};
    // Printing rounds to numbers that are no binary fractions.
    if (array.type != "text" || all_held(array.values, Precision::float32)) return usual;
    constexpr std::size_t few = 16;  // numbers, which may all end with zeros
    constexpr double masked = 1e4;   // logits of masked keys, written as −1e9
    double largest = 0;
    for (const double value : array.values)
        if (std::abs(value) < masked) largest = std::max(largest, std::abs(value));
    int decimals = 0, decimals_of_large = 0, digits = 0;
    std::set<double> distinct;
    for (const double value : array.values) {
        if (!(std::abs(value) < masked)) continue;
        if (distinct.size() < few) distinct.insert(std::abs(value));
        const int here = decimals_of(value);
        decimals = std::max(decimals, here);
        if (std::abs(value) >= largest / 10) decimals_of_large = std::max(decimals_of_large, here);
        digits = std::max(digits, significant_digits_of(value));
    }
    if (distinct.size() < few) return usual;
    if (decimals >= 3 && decimals <= max_decimals && decimals == decimals_of_large)
        return {usual.relative, 0.5 * std::pow(10.0, -decimals)};
    return digits >= 3 && digits <= max_digits ? StorageError{0.5 * std::pow(10.0, 1 - digits), 0} : usual;
}

bool has_few_digits(const NumberArray& array, const StorageError& written) {
    return array.type == "text" && (written.absolute > 0 || written.relative > storage_rounding(array.type));
}

double storage_rounding(std::string_view type) {
    if (type == "float16") return 0x1p-11;
    if (type == "bfloat16") return 0x1p-8;
    if (type == "text") return 5e-7;
    return type == "float64" || type.find("float") == std::string_view::npos ? 0 : float32_rounding;
}

double storage_floor(std::string_view type) {
    if (type == "float16") return 0x1p-25;
    if (type == "bfloat16") return 0x1p-134;
    return type == "float32" ? 0x1p-150 : 0;
}

StorageError held_error(const NumberArray& array) { return shortest_error(array, written_error(array)); }

StorageError input_error(const NumberArray& input, const NumberArray& output) {
    const bool is_exact = input.type == "text" && !has_few_digits(output, written_error(output));
    return is_exact ? StorageError{storage_rounding(input.type), 0} : written_error(input);
}

StorageError held_input_error(const NumberArray& input, const NumberArray& output) {
    return shortest_error(input, input_error(input, output));
}

double frequency_rounding(const Implementation& implementation, std::int64_t pair) {
    const auto p = static_cast<std::size_t>(pair);
    const double theta = implementation.inverse_frequency[p], before = implementation.unscaled[p];
    if (theta <= 0) return 0;
    const double share = float32_rounding * (4 + 2 * std::abs(std::log(theta)));
    const double blended =
        before > 0 && implementation.rotary.is_scaled() ? std::max(1.0, before / theta) : 1;
    return std::min(share * blended, 1e-4);
}

double phase_rounding(const Implementation& implementation, double position, std::int64_t pair) {
    const double phase =
        std::abs(position) * implementation.inverse_frequency[static_cast<std::size_t>(pair)];
    return phase * (frequency_rounding(implementation, pair) + 2 * float32_rounding) + 4 * float32_rounding;
}

bool has_known_angle(const Implementation& implementation, double position) {
    for (std::int64_t pair = 0; pair < implementation.pairs(); ++pair)
        if (phase_rounding(implementation, position, pair) < 1) return true;
    return false;
}

void expect_known_angles(const NumberArray* array, std::span<const double> positions,
                         const Implementation& implementation) {
    if (array != nullptr && std::none_of(positions.begin(), positions.end(), [&](double position) {
            return has_known_angle(implementation, position);
        }))
        refuse_unknown_angles(*array);
}

void refuse_unknown_angles(const NumberArray& positions) {
    throw InputError(
        tr("{}: cannot be checked: at these positions float32 rounds every angle by 1 rad or more",
           positions.place));
}

}  // namespace poslab
