#pragma once

#include <cstdint>
#include <string>

namespace poslab {

/// At most `decimals` digits after the point, trailing zeros dropped, thousands separated from five digits on
/// (4096; 65,536), a real minus sign; very large and very small numbers as 1.05×10⁷ once plain digits would not fit
/// `significant` digits.
[[nodiscard]] std::string format_number(double value, int decimals = 4, int significant = 12);

/// 4096, 65,536, and never an exponent.
[[nodiscard]] std::string format_integer(std::int64_t value);

/// 1.10×10¹², 4096: counts for people.
[[nodiscard]] std::string format_count(double count);

/// 10⁶ for 6.
[[nodiscard]] std::string power_of_ten(int exponent);

/// Tick label: 0, 1024, 65,536; 200k and 1.2M where that is exact.
[[nodiscard]] std::string format_tick(double value, double step);

}  // namespace poslab
