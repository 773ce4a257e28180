#pragma once

#include <string>
#include <string_view>

namespace poslab {

/// Returns `text` as a CSV field (RFC 4180), quoted if necessary. Names may come from other people's files,
/// so one that a spreadsheet would evaluate gets an apostrophe in front.
[[nodiscard]] std::string csv_field(std::string_view text);

/// Returns a number with all its digits; "nan", "inf", "-inf".
[[nodiscard]] std::string csv_number(double number);

}  // namespace poslab
