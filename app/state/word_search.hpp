#pragma once

// Finds texts by the words of a question, in any language that the program has, whatever their order.

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace poslab {

/// A word of a question with its forms in texts: first the typed one, then its synonyms.
struct QueryWord {
    std::vector<std::u32string> forms;
    double weight = 1;
};

/// The words of a question without those that only ask. Phrases of topic_synonyms() are one word; Chinese is cut into pairs of
/// characters.
[[nodiscard]] std::vector<QueryWord> query_words(std::string_view typed);

/// Texts that are searched. A word counts more where it is in the title and the fewer texts have it.
class WordIndex {
  public:
    /// Takes a text; its number is how many were taken before.
    void add(std::string_view title, std::string_view body);
    [[nodiscard]] std::size_t size() const { return texts_.size(); }

    /// How much of the question each text covers, 0…1, by its number; 0 if it is too little to be meant.
    [[nodiscard]] std::vector<double> find(const std::vector<QueryWord>& words) const;

  private:
    struct IndexedText {
        std::u32string title, body;
    };
    using Hits = std::vector<double>;  // of each text

    [[nodiscard]] const Hits& hits_of(const std::u32string& form) const;

    std::vector<IndexedText> texts_;
    mutable std::map<std::u32string, Hits> known_;  // of forms that were looked for
};

}  // namespace poslab
