#pragma once

#include "core/base/job.hpp"
#include "core/base/sentence.hpp"

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace poslab {

/// Bytes [begin, end) of a text.
struct TextRange {
    std::size_t begin = 0, end = 0;
};

/// A regular expression as tokenizer.json files have them (Oniguruma's, with Unicode's classes), by PCRE2.
class Pattern {
  public:
    /// What is in the expression cannot be understood, or would mean something else here.
    struct NotUnderstood {
        Sentence why;
    };

    /// Throws NotUnderstood.
    [[nodiscard]] static Pattern of_expression(const std::string& expression);
    /// Matches `text` itself, which is not empty.
    [[nodiscard]] static Pattern of_text(const std::string& text);

  private:
    friend class PatternSearch;
    struct Compiled;
    explicit Pattern(std::shared_ptr<const Compiled> compiled) : compiled_(std::move(compiled)) {}
    static Pattern compiled(const std::string& shown, const std::string& expression, unsigned options);

    std::shared_ptr<const Compiled> compiled_;
};

/// What a search needs besides the pattern; one for many texts, for it takes longer to make than to use.
class PatternSearch {
  public:
    explicit PatternSearch(const Pattern& pattern);
    ~PatternSearch();
    PatternSearch(const PatternSearch&) = delete;
    PatternSearch& operator=(const PatternSearch&) = delete;

    /// All matches from left to right, empty ones, too. `text` is UTF-8. Throws InputError if that takes too much; Cancelled.
    void find_all(std::string_view text, std::vector<TextRange>& found, const Job& job);

  private:
    struct Memory;
    std::shared_ptr<const Pattern::Compiled> compiled_;
    std::unique_ptr<Memory> memory_;
};

/// The same expression for PCRE2: \s is Unicode's white space. Throws Pattern::NotUnderstood for what the two libraries read
/// differently.
[[nodiscard]] std::string expression_for_pcre(std::string_view expression);

}  // namespace poslab
