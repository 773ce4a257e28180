#pragma once

#include <string>
#include <string_view>

namespace poslab {

/// As a field of CSV (RFC 4180): in quotes where it has what ends one.
[[nodiscard]] std::string csv_field(std::string_view text);

/// A number with all its digits; "nan", "inf", "-inf".
[[nodiscard]] std::string csv_number(double number);

}  // namespace poslab
