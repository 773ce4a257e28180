#pragma once

#include "core/files/number_type.hpp"

#include <cstddef>
#include <span>
#include <string>
#include <variant>

namespace poslab {

/// Integers in a file, in two's complement if signed; a boolean is a byte 0 or 1.
struct IntegerLayout {
    std::size_t bytes = 8;  // 1, 2, 4 or 8
    bool is_signed = true;
    bool big_endian = false;
    bool is_truth = false;
    bool operator==(const IntegerLayout&) const = default;
};

/// The layout of array items in a file, for any type of number.
using ElementLayout = std::variant<NumberLayout, IntegerLayout>;

[[nodiscard]] std::size_t element_bytes(const ElementLayout& layout);
[[nodiscard]] std::string element_name(const ElementLayout& layout);  // "bfloat16", "int64", "bool"

/// Converts the items that begin at byte n * stride of `bytes` to out[n], exactly; NaN stays NaN. `bytes`
/// extends to the end of the last item. Returns the number of converted items, which is smaller than
/// out.size() if the next is an integer that float64 cannot represent.
[[nodiscard]] std::size_t convert_elements(const ElementLayout& layout, std::span<const unsigned char> bytes,
                                           std::size_t stride, std::span<double> out);

/// Returns the integer at the front of `bytes` in decimal digits.
[[nodiscard]] std::string integer_text(const IntegerLayout& layout, std::span<const unsigned char> bytes);

}  // namespace poslab
