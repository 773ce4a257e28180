#pragma once

// Finds texts by the words of a question in any of the program's languages, in any order.

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

/// Returns the words of a question without those such as "how". Phrases of topic_synonyms() are one word;
/// Chinese is split into pairs of characters.
[[nodiscard]] std::vector<QueryWord> query_words(std::string_view typed);

/// Searched texts. A word has more weight in the title, and if fewer texts contain it.
class WordIndex {
  public:
    /// Adds a text; its index is the number of texts added before.
    void add(std::string_view title, std::string_view body);
    [[nodiscard]] std::size_t size() const { return texts_.size(); }

    /// Returns by index the fraction of the question that each text covers, 0…1; 0 if it is too small.
    [[nodiscard]] std::vector<double> find(const std::vector<QueryWord>& words) const;

  private:
    struct IndexedText {
        std::u32string title, body;
    };
    using Hits = std::vector<double>;  // per text

    [[nodiscard]] const Hits& hits_of(const std::u32string& form) const;

    std::vector<IndexedText> texts_;
    mutable std::map<std::u32string, Hits> known_;  // cache of forms that were searched
};

}  // namespace poslab
