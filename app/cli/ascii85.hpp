#pragma once

#include <string>
#include <string_view>

namespace poslab {

/// Returns the bytes in Ascii85: five characters from '!' on for each four bytes, the first byte the highest;
/// fewer for the last bytes. Within a <script>, 'v' replaces '<'; no shorthand is used.
[[nodiscard]] std::string ascii85(std::string_view bytes);

}  // namespace poslab
