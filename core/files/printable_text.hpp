#pragma once

#include <string>
#include <string_view>

namespace poslab {

/// Text from a file for a message: one line of valid UTF-8, at most some 60 bytes.
[[nodiscard]] std::string printable_text(std::string_view text);
/// 0.5, 131072, 1e+30: as short as it is exact.
[[nodiscard]] std::string number_text(double number);

}  // namespace poslab
