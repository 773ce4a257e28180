#pragma once

#include <string>
#include <string_view>
#include <vector>

/// The common part of the readers of numbers in text.
namespace poslab {

/// Appends a number; a NaN becomes the usual NaN, without a payload. Throws TooLarge with `location` before
/// memory is exhausted.
void add_number(std::vector<double>& numbers, double number, const std::string& location);

/// True if `text` is an integer in digits, with an optional sign, that differs from `number`, its nearest
/// float64.
[[nodiscard]] bool is_rounded_integer(std::string_view text, double number);

}  // namespace poslab
