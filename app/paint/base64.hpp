#pragma once

#include <string>
#include <string_view>

namespace poslab {

/// Returns the bytes in base64 (RFC 4648), padded.
[[nodiscard]] std::string base64(std::string_view bytes);

}  // namespace poslab
