#pragma once

// Other words for what Ctrl K finds, in one place. Phrases are separated by "; "; their translations are further phrases.

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

/// Phrases for the same topic: a query with one of them finds texts that have another.
[[nodiscard]] std::span<const Text> topic_synonyms();

/// Words that ask rather than name: a question is searched without them.
[[nodiscard]] Text words_of_questions();

/// The phrases of a text of this table, in all languages, each once.
[[nodiscard]] std::vector<std::string> phrases_of(Text text);

}  // namespace poslab
