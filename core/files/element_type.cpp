#include "core/files/element_type.hpp"

#include <fmt/format.h>
#include <bit>
#include <cstdint>
#include <limits>

namespace poslab {
namespace {

/// Returns the integer's bits, sign-extended to 64.
std::uint64_t load_integer(const IntegerLayout& layout, const unsigned char* at) {
    const unsigned char highest = at[layout.big_endian ? 0 : layout.bytes - 1];
    std::uint64_t bits = layout.is_signed && (highest & 0x80U) != 0 ? ~std::uint64_t{0} : 0;
    for (std::size_t n = 0; n < layout.bytes; ++n) {
        bits = bits << 8U | at[layout.big_endian ? n : layout.bytes - 1 - n];
    }
    return bits;
}

/// True if float64, with its 53-bit significand, represents the integer exactly.
bool is_exact(std::uint64_t magnitude) {
    constexpr int digits = std::numeric_limits<double>::digits;
    return magnitude == 0 ||
           static_cast<int>(std::bit_width(magnitude)) - std::countr_zero(magnitude) <= digits;
}

bool convert_integer(const IntegerLayout& layout, const unsigned char* at, double& out) {
    const std::uint64_t bits = load_integer(layout, at);
    const bool negative = layout.is_signed && static_cast<std::int64_t>(bits) < 0;
    const std::uint64_t magnitude = negative ? 0 - bits : bits;
    if (!is_exact(magnitude)) return false;
    const auto number = static_cast<double>(layout.is_truth && magnitude != 0 ? 1 : magnitude);
    out = negative ? -number : number;
    return true;
}

}  // namespace

std::size_t element_bytes(const ElementLayout& layout) {
    if (const auto* const real = std::get_if<NumberLayout>(&layout)) return number_bytes(real->type);
    return std::get<IntegerLayout>(layout).bytes;
}

std::string element_name(const ElementLayout& layout) {
    if (const auto* const real = std::get_if<NumberLayout>(&layout))
        return std::string(number_type_name(real->type));
    const auto& integer = std::get<IntegerLayout>(layout);
    if (integer.is_truth) return "bool";
    return fmt::format("{}int{}", integer.is_signed ? "" : "u", integer.bytes * 8);
}

std::size_t convert_elements(const ElementLayout& layout, std::span<const unsigned char> bytes,
                             std::size_t stride, std::span<double> out) {
    if (const auto* const real = std::get_if<NumberLayout>(&layout)) {
        convert_numbers(*real, bytes, stride, out);
        return out.size();
    }
    const auto& integer = std::get<IntegerLayout>(layout);
    for (std::size_t n = 0; n < out.size(); ++n) {
        if (!convert_integer(integer, bytes.data() + n * stride, out[n])) return n;
    }
    return out.size();
}

std::string integer_text(const IntegerLayout& layout, std::span<const unsigned char> bytes) {
    const std::uint64_t bits = load_integer(layout, bytes.data());
    return layout.is_signed ? fmt::format("{}", static_cast<std::int64_t>(bits)) : fmt::format("{}", bits);
}

}  // namespace poslab
