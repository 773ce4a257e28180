#pragma once

#include <string>
#include <string_view>

namespace poslab {

/// Returns text from a file for a message: one line of valid UTF-8, at most about 60 bytes.
[[nodiscard]] std::string printable_text(std::string_view text);
/// Returns the shortest exact decimal: 0.5, 131072, 1e+30.
[[nodiscard]] std::string number_text(double number);

}  // namespace poslab
