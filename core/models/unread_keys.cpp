#include "core/models/unread_keys.hpp"

#include "core/files/printable_text.hpp"
#include "core/models/model_types.hpp"

#include <algorithm>
#include <cctype>

namespace poslab {

bool speaks_of_positions(std::string_view key) {
    std::string lower(key);
    std::transform(lower.begin(), lower.end(), lower.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    const PositionWords& words = position_words();
    if (std::find(words.exceptions.begin(), words.exceptions.end(), lower) != words.exceptions.end())
        return false;
    return std::any_of(words.parts.begin(), words.parts.end(),
                       [&](const std::string& part) { return lower.find(part) != std::string::npos; });
}

bool is_off(const nlohmann::json& value) {
    return value.is_null() || value == false || (value.is_structured() && value.empty());
}

std::vector<Message> unread_key_sentences(const std::vector<std::string>& keys) {
    constexpr std::size_t most = 24;
    std::vector<Message> sentences;
    for (std::size_t n = 0; n < std::min(keys.size(), most); ++n)
        sentences.push_back(tr("{} is ignored, though it may change positions.", printable_text(keys[n])));
    if (keys.size() > most)
        sentences.push_back(tr_plural("{} more key about positions is ignored.",
                                      "{} more keys about positions are ignored.",
                                      static_cast<std::int64_t>(keys.size() - most)));
    return sentences;
}

}  // namespace poslab
