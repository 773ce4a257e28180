#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace poslab {

/// Lower case, full-width letters as the usual ones, runs of spaces as one: what is typed and what is searched are compared so.
[[nodiscard]] std::u32string folded(std::string_view text);

/// Full-width letters, digits, signs and spaces as the usual ones.
[[nodiscard]] std::string half_width(std::string_view text);

/// The first letters of a Chinese character's pinyin, one bit each from 'a' on; 0 of all else.
[[nodiscard]] std::uint32_t pinyin_initials(char32_t character);

/// A text that is looked for by a part of it, by some of its letters in their order, or by the first letters of its pinyin.
class SearchText {
  public:
    /// Of score(): a hit of a better kind is more than one of a lesser kind, whatever the lengths.
    static constexpr int whole = 1000, beginning = 800, word = 600, inside = 400, letters = 300;

    explicit SearchText(std::string_view text);

    /// How well `typed`, folded, fits; 0: not at all. Of equal kind shorter texts are better.
    [[nodiscard]] int score(std::u32string_view typed) const;

  private:
    [[nodiscard]] bool begins_word(std::size_t at) const;
    [[nodiscard]] int score_of_part(std::u32string_view typed) const;
    [[nodiscard]] int score_of_letters(std::u32string_view typed) const;
    [[nodiscard]] int score_of_pinyin(std::u32string_view typed) const;
    [[nodiscard]] bool spelled_at(std::size_t at, std::u32string_view typed) const;

    std::u32string text_;
    std::vector<std::uint32_t> spelling_;  // of its letters, digits and characters: the bits of what each may be typed as
    bool chinese_ = false;
};

}  // namespace poslab
