#pragma once

// Synonyms for the search of Ctrl K. Phrases are separated by "; "; their translations are further phrases.

#include "app/state/actions.hpp"
#include "core/base/text.hpp"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace poslab {

/// Names of an action in other programs.
struct ActionSynonyms {
    Action action{};
    Text phrases;
};
[[nodiscard]] std::span<const ActionSynonyms> action_synonyms();

/// Returns phrases for the same topic: a query with one of them finds texts with another.
[[nodiscard]] std::span<const Text> topic_synonyms();

/// Returns words of questions such as "how", which the search ignores.
[[nodiscard]] Text words_of_questions();

/// Returns the phrases of a text of this table in all languages, without duplicates.
[[nodiscard]] std::vector<std::string> phrases_of(Text text);

}  // namespace poslab
