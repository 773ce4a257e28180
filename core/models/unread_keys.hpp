#pragma once

#include "core/base/sentence.hpp"

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace poslab {

/// True if the name of a key speaks of positions (position_words in assets/model_types.json).
[[nodiscard]] bool speaks_of_positions(std::string_view key);
/// True for values that switch something off: null, false, an empty list.
[[nodiscard]] bool is_off(const nlohmann::json& value);
/// One sentence for each of the keys that were not read, and one for all beyond a number that only a hostile
/// file has.
[[nodiscard]] std::vector<Sentence> unread_key_sentences(const std::vector<std::string>& keys);

}  // namespace poslab
