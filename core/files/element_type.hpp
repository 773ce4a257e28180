#pragma once

#include "core/files/number_type.hpp"

#include <cstddef>
#include <span>
#include <string>
#include <variant>

namespace poslab {

/// Whole numbers as they lie in a file, in two's complement where they are signed; a truth value is 0 or 1 in a byte.
struct IntegerLayout {
    std::size_t bytes = 8;  // 1, 2, 4 or 8
    bool is_signed = true;
    bool big_endian = false;
    bool is_truth = false;
    bool operator==(const IntegerLayout&) const = default;
};

/// How the items of an array lie in a file, whatever kind of numbers they are.
using ElementLayout = std::variant<NumberLayout, IntegerLayout>;

[[nodiscard]] std::size_t element_bytes(const ElementLayout& layout);
[[nodiscard]] std::string element_name(const ElementLayout& layout);  // "bfloat16", "int64", "bool"

/// out[n] is the item that begins at byte n * stride of `bytes`, exactly; `bytes` reaches to the end of the last one. NaN stays
/// NaN. Returns how many were converted: fewer than out.size() where the next one is an integer that float64 does not hold.
[[nodiscard]] std::size_t convert_elements(const ElementLayout& layout, std::span<const unsigned char> bytes, std::size_t stride,
                                           std::span<double> out);

/// The integer at the front of `bytes` in decimal digits.
[[nodiscard]] std::string integer_text(const IntegerLayout& layout, std::span<const unsigned char> bytes);

}  // namespace poslab
