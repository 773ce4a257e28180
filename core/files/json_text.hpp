#pragma once

#include <cstddef>
#include <string>

namespace poslab {

/// The most members of an object in a file that is read as ordered JSON, because that takes time that grows
/// with the square.
inline constexpr std::size_t max_ordered_members = 2'000;

/// Returns JSON (of any class of nlohmann's) as text. Bytes that are not UTF-8, which file names and typed
/// texts may have, become U+FFFD. No line breaks for a negative indent.
template <class Json>
[[nodiscard]] std::string json_text(const Json& json, int indent = -1) {
    return json.dump(indent, ' ', false, Json::error_handler_t::replace);
}

}  // namespace poslab
