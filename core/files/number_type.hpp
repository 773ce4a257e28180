#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace poslab {

/// IEEE 754 binary16, the upper half of a binary32 (bfloat16), binary32 and binary64.
enum class NumberType { float16, bfloat16, float32, float64 };

[[nodiscard]] std::string_view number_type_name(NumberType type);  // "float16"
[[nodiscard]] std::size_t number_bytes(NumberType type);

/// The layout of a tensor's numbers in a file.
struct NumberLayout {
    NumberType type = NumberType::float32;
    bool big_endian = false;
    bool operator==(const NumberLayout&) const = default;
};

/// Converts the number that begins at byte n * stride of `bytes` to out[n]; `bytes` extends to the end of the
/// last one. Subnormal numbers, infinities and the sign of zero are preserved, and NaN stays NaN; only
/// float64 read as float is rounded (to nearest).
void convert_numbers(const NumberLayout& layout, std::span<const unsigned char> bytes, std::size_t stride,
                     std::span<float> out);
void convert_numbers(const NumberLayout& layout, std::span<const unsigned char> bytes, std::size_t stride,
                     std::span<double> out);

}  // namespace poslab
