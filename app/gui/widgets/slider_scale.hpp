#pragma once

#include "core/params/descriptor.hpp"

#include <string>

namespace poslab {

/// The number of an integer or real value.
[[nodiscard]] double number_of(const Value& value);
/// As a value of the descriptor's kind, brought into its range; integers are rounded.
[[nodiscard]] Value value_from(const Descriptor& descriptor, double number);

/// Where on the track the value lies, 0…1, and back; what comes back is rounded to what a hand can mean.
[[nodiscard]] double slider_fraction(const Descriptor& descriptor, const Value& value);
[[nodiscard]] Value slider_value(const Descriptor& descriptor, double fraction);

/// One press of an arrow key, times `factor` (shift 10, alt 0.1); an integer moves by at least 1.
[[nodiscard]] Value stepped_value(const Descriptor& descriptor, const Value& value, double factor);

/// "65,536": separators from five digits on, a real minus.
[[nodiscard]] std::string shown_number(std::string text);

}  // namespace poslab
