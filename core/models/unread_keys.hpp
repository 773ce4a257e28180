#pragma once

#include "core/base/message.hpp"

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace poslab {

/// True if the name of a key is about positions (position_words in assets/model_types.json).
[[nodiscard]] bool speaks_of_positions(std::string_view key);
/// True for values that switch something off: null, false, an empty list.
[[nodiscard]] bool is_off(const nlohmann::json& value);
/// Returns one sentence per key that was not read, and one for all keys beyond a limit that only hostile
/// files exceed.
[[nodiscard]] std::vector<Message> unread_key_sentences(const std::vector<std::string>& keys);

}  // namespace poslab
