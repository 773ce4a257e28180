#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace poslab {

/// Returns the text in lower case, with full-width letters as ASCII and runs of spaces as one; queries and
/// texts are compared in this form.
[[nodiscard]] std::u32string folded(std::string_view text);

/// True for a to z and 0 to 9, the letters of folded words.
[[nodiscard]] constexpr bool is_ascii_word(char32_t c) {
    return (c >= U'a' && c <= U'z') || (c >= U'0' && c <= U'9');
}

/// Returns the first letters of a Chinese character's pinyin, one bit each from 'a' on; 0 for any other
/// character.
[[nodiscard]] std::uint32_t pinyin_initials(char32_t character);

/// A text that can be found by a part of it, by some of its letters in order, or by the initials of its
/// pinyin.
class SearchText {
  public:
    /// Base scores: a better kind of hit always exceeds a lesser kind, whatever the lengths.
    static constexpr int whole = 1000, beginning = 800, word = 600, inside = 400, letters = 300;

    explicit SearchText(std::string_view text);

    /// Returns how well `typed`, folded, matches; 0: no match. For hits of the same kind, shorter texts score
    /// higher.
    [[nodiscard]] int score(std::u32string_view typed) const;

  private:
    [[nodiscard]] bool begins_word(std::size_t at) const;
    [[nodiscard]] int score_of_part(std::u32string_view typed) const;
    [[nodiscard]] int score_of_letters(std::u32string_view typed) const;
    [[nodiscard]] int score_of_pinyin(std::u32string_view typed) const;
    [[nodiscard]] bool spelled_at(std::size_t at, std::u32string_view typed) const;

    std::u32string text_;
    /// Per letter, digit and character: bits of the letters that match it.
    std::vector<std::uint32_t> spelling_;
    bool chinese_ = false;
};

}  // namespace poslab
