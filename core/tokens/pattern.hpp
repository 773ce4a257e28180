#pragma once

#include "core/base/job.hpp"
#include "core/base/message.hpp"

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace poslab {

/// Bytes [begin, end) of a text.
struct TextRange {
    std::size_t begin = 0, end = 0;
};

/// A regular expression of tokenizer.json files (Oniguruma syntax with Unicode classes), compiled by PCRE2.
class Pattern {
  public:
    /// The expression is not supported, or would have another meaning in PCRE2.
    struct UnsupportedPattern {
        Message why;
    };

    /// Errors of searches name the file that has the expression, if any. Throws UnsupportedPattern.
    [[nodiscard]] static Pattern of_expression(const std::string& expression, const std::string& file = {});
    /// Matches `text` literally; it must not be empty.
    [[nodiscard]] static Pattern of_text(const std::string& text);

  private:
    friend class PatternSearch;
    struct Compiled;
    explicit Pattern(std::shared_ptr<const Compiled> compiled) : compiled_(std::move(compiled)) {}

    std::shared_ptr<const Compiled> compiled_;
};

/// The state of a search; reused for many texts because creating it costs more than a search.
class PatternSearch {
  public:
    explicit PatternSearch(const Pattern& pattern);
    ~PatternSearch();
    PatternSearch(const PatternSearch&) = delete;
    PatternSearch& operator=(const PatternSearch&) = delete;

    /// Finds all matches from left to right, including empty ones. `text` is UTF-8. Throws InputError if that
    /// exceeds PCRE2's limits; Cancelled.
    void find_all(std::string_view text, std::vector<TextRange>& found, const Job& job);

  private:
    struct Memory;
    /// Finds the first match at or after `at`; false if there is none.
    bool find(std::string_view text, std::size_t at, const Job& job);
    int find_quickly(std::string_view text, std::size_t& at, const Job& job);
    int find_stoppably(std::string_view text, std::size_t at, const Job& job);

    std::shared_ptr<const Pattern::Compiled> compiled_;
    std::unique_ptr<Memory> memory_;
};

/// Translates an expression for PCRE2: \s is Unicode's white space, and \p{Han} the property Script, if
/// `is_script` is true of its name. Throws Pattern::UnsupportedPattern for syntax that the two libraries
/// interpret differently.
[[nodiscard]] std::string expression_for_pcre(std::string_view expression,
                                              const std::function<bool(const std::string&)>& is_script);

}  // namespace poslab
