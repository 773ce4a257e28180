#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace poslab {

/// Formats with at most `decimals` digits after the point, without trailing zeros, with thousands separated
/// from five digits on (4096; 65,536) and a real minus sign. Very large and very small numbers are written as
/// 1.05×10⁷ if plain digits would exceed `significant` digits.
[[nodiscard]] std::string format_number(double value, int decimals = 4, int significant = 12);

/// Rounds to `decimals` digits after the point and never writes an exponent: "3.67", "4" (trailing zeros are
/// dropped). A value other than 0 that rounds to it retains its zeros: "0.00". NaN is "NaN".
[[nodiscard]] std::string format_rounded(double value, int decimals);

/// Writes a quotient as a mixed number: "3⅔", "−½", "2⁷⁄₁₂"; an integer unchanged. Empty if the value is not
/// a quotient of integers with a denominator of at most 999.
[[nodiscard]] std::optional<std::string> format_fraction(double value);

/// Returns the number that fmt wrote in these digits, in any locale of the process; NaN for any other text.
[[nodiscard]] double number_of_digits(std::string_view digits);

/// 4096, 65,536; never with an exponent.
[[nodiscard]] std::string format_integer(std::int64_t value);

/// 1.10×10¹², 4096: counts for readers.
[[nodiscard]] std::string format_count(double count);

/// 10⁶ for 6.
[[nodiscard]] std::string power_of_ten(int exponent);

/// A time to expect: "7 s", "20 s", "3 min", "2.5 h".
[[nodiscard]] std::string format_rough_time(double seconds);

/// Tick label: 0, 1024, 65,536; 200k and 1.2M if that is exact.
[[nodiscard]] std::string format_tick(double value, double step);

}  // namespace poslab
