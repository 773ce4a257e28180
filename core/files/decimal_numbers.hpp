#pragma once

#include <string>
#include <string_view>
#include <vector>

/// What readers of numbers written as text share.
namespace poslab {

/// Adds one; a NaN of whatever kind as the usual one, which marks nothing. Throws TooLarge, of `place`, before they outgrow the
/// memory.
void add_number(std::vector<double>& numbers, double number, const std::string& place);

/// Whether `text` is a whole number in digits alone, perhaps with a sign, that `number`, the float64 next to it, is not.
[[nodiscard]] bool is_rounded_integer(std::string_view text, double number);

}  // namespace poslab
