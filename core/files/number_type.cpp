#include "core/files/number_type.hpp"

#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <type_traits>

namespace poslab {
namespace {

static_assert(std::endian::native == std::endian::little && std::numeric_limits<float>::is_iec559);

template <class Bits, bool big_endian>
Bits load(const unsigned char* at) {
    Bits bits = 0;
    if constexpr (big_endian) {
        for (std::size_t n = 0; n < sizeof(Bits); ++n) bits = static_cast<Bits>(bits << 8U | at[n]);
    } else {
        std::memcpy(&bits, at, sizeof(Bits));
    }
    return bits;
}

/// The exponent has 5 bits with bias 15, the fraction 10 bits; binary32 has bias 127 and 23 bits.
float from_half(std::uint16_t half) {
    constexpr std::uint32_t infinite = 0x7C00, smallest_normal = 0x0400;
    const std::uint32_t sign = (half & 0x8000U) << 16U, magnitude = half & 0x7FFFU;
    const float subnormal = static_cast<float>(magnitude) * 0x1p-24F;
    const std::uint32_t normal = (magnitude << 13U) + ((127U - 15U) << 23U);
    const std::uint32_t not_finite = (magnitude << 13U) | 0x7F800000U;
    const std::uint32_t bits = magnitude < smallest_normal ? std::bit_cast<std::uint32_t>(subnormal)
                               : magnitude < infinite      ? normal
                                                           : not_finite;
    return std::bit_cast<float>(bits | sign);
}

template <NumberType type, bool big_endian>
auto number_at(const unsigned char* at) {
    if constexpr (type == NumberType::float16) {
        return from_half(load<std::uint16_t, big_endian>(at));
    } else if constexpr (type == NumberType::bfloat16) {
        return std::bit_cast<float>(static_cast<std::uint32_t>(load<std::uint16_t, big_endian>(at)) << 16U);
    } else if constexpr (type == NumberType::float32) {
        return std::bit_cast<float>(load<std::uint32_t, big_endian>(at));
    } else {
        return std::bit_cast<double>(load<std::uint64_t, big_endian>(at));
    }
}

template <NumberType type, bool big_endian, class Real>
void convert_all(const unsigned char* bytes, std::size_t stride, std::span<Real> out) {
    const auto convert_one = [](const unsigned char* at) {
        const auto number = number_at<type, big_endian>(at);
        // A NaN in the file must not be mistaken for the one that marks masked cells.
        return std::isnan(number) ? std::numeric_limits<Real>::quiet_NaN() : static_cast<Real>(number);
    };
    constexpr std::size_t size = type == NumberType::float64 ? 8 : (type == NumberType::float32 ? 4 : 2);
    if (stride == size) {  // allows the compiler to vectorise
        for (std::size_t n = 0; n < out.size(); ++n) out[n] = convert_one(bytes + n * size);
    } else {
        for (std::size_t n = 0; n < out.size(); ++n) out[n] = convert_one(bytes + n * stride);
    }
}

template <NumberType type, class Real>
void convert_type(bool big_endian, const unsigned char* bytes, std::size_t stride, std::span<Real> out) {
    if (big_endian)
        convert_all<type, true>(bytes, stride, out);
    else
        convert_all<type, false>(bytes, stride, out);
}

template <class Real>
void convert(const NumberLayout& layout, const unsigned char* bytes, std::size_t stride,
             std::span<Real> out) {
    switch (layout.type) {
        case NumberType::float16:
            return convert_type<NumberType::float16>(layout.big_endian, bytes, stride, out);
        case NumberType::bfloat16:
            return convert_type<NumberType::bfloat16>(layout.big_endian, bytes, stride, out);
        case NumberType::float32:
            return convert_type<NumberType::float32>(layout.big_endian, bytes, stride, out);
        case NumberType::float64:
            return convert_type<NumberType::float64>(layout.big_endian, bytes, stride, out);
    }
}

}  // namespace

std::string_view number_type_name(NumberType type) {
    switch (type) {
        case NumberType::float16:
            return "float16";
        case NumberType::bfloat16:
            return "bfloat16";
        case NumberType::float32:
            return "float32";
        case NumberType::float64:
            break;
    }
    return "float64";
}

std::size_t number_bytes(NumberType type) {
    if (type == NumberType::float64) return 8;
    return type == NumberType::float32 ? 4 : 2;
}

void convert_numbers(const NumberLayout& layout, std::span<const unsigned char> bytes, std::size_t stride,
                     std::span<float> out) {
    convert(layout, bytes.data(), stride, out);
}

void convert_numbers(const NumberLayout& layout, std::span<const unsigned char> bytes, std::size_t stride,
                     std::span<double> out) {
    convert(layout, bytes.data(), stride, out);
}

}  // namespace poslab
