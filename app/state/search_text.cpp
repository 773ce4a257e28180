#include "app/state/search_text.hpp"

#include "core/base/embedded_assets.hpp"
#include "core/base/half_width.hpp"
#include "core/base/utf8.hpp"

#include <algorithm>
#include <unordered_map>

namespace poslab {
namespace {

using Initials = std::unordered_map<char32_t, std::uint32_t>;

constexpr std::uint32_t bit_of(char32_t letter) { return std::uint32_t{1} << (letter - U'a'); }
constexpr bool is_letter(char32_t c) { return c >= U'a' && c <= U'z'; }

constexpr char32_t folded_character(char32_t c) {
    c = half_width(c);
    return c >= U'A' && c <= U'Z' ? c + (U'a' - U'A') : c;
}

/// Each line has a letter, a space, and the characters whose pinyin begins with it.
Initials read_initials() {
    Initials initials;
    std::string_view rest = embedded_pinyin_initials;
    while (!rest.empty()) {
        const std::size_t end = std::min(rest.find('\n'), rest.size());
        std::string_view line = rest.substr(0, end);
        rest.remove_prefix(std::min(end + 1, rest.size()));
        if (line.size() < 3 || line[1] != ' ' || !is_letter(static_cast<unsigned char>(line[0]))) continue;
        const std::uint32_t bit = bit_of(static_cast<unsigned char>(line[0]));
        line.remove_prefix(2);
        while (!line.empty()) initials[next_code_point(line)] |= bit;
    }
    return initials;
}

/// Longer texts score lower, but never as low as a lesser kind of hit.
int shorter_is_better(int score, std::size_t more) {
    return score - static_cast<int>(std::min<std::size_t>(more, 90));
}

}  // namespace

std::u32string folded(std::string_view text) {
    std::u32string result;
    while (!text.empty()) {
        const char32_t c = folded_character(next_code_point(text));
        if (c == U' ' && (result.empty() || result.back() == U' ')) continue;
        result += c;
    }
    if (!result.empty() && result.back() == U' ') result.pop_back();
    return result;
}

std::uint32_t pinyin_initials(char32_t character) {
    if (!is_wide(character)) return 0;
    static const Initials initials = read_initials();  // read at the first Chinese search
    const auto found = initials.find(character);
    return found == initials.end() ? 0 : found->second;
}

SearchText::SearchText(std::string_view text) : text_(folded(text)) {
    for (const char32_t c : text_) {
        const std::uint32_t initials = pinyin_initials(c);
        chinese_ = chinese_ || initials != 0;
        if (initials != 0)
            spelling_.push_back(initials);
        else if (is_letter(c))
            spelling_.push_back(bit_of(c));
    }
}

int SearchText::score(std::u32string_view typed) const {
    if (typed.empty() || text_.empty()) return 0;
    return std::max({score_of_part(typed), score_of_letters(typed), score_of_pinyin(typed)});
}

/// Every Chinese character counts as the beginning of a word, because words are not separated.
bool SearchText::begins_word(std::size_t at) const {
    if (at == 0) return true;
    return !is_ascii_word(text_[at]) || !is_ascii_word(text_[at - 1]);
}

int SearchText::score_of_part(std::u32string_view typed) const {
    int best = 0;
    for (std::size_t at = text_.find(typed); at != std::u32string::npos; at = text_.find(typed, at + 1)) {
        if (at == 0 && typed.size() == text_.size()) return whole;
        const int kind = at == 0 ? beginning : begins_word(at) ? word : inside;
        best = std::max(best, shorter_is_better(kind, text_.size() - typed.size()));
    }
    return best;
}

/// Matches the letters in order with others between them, the first at the beginning of a word. Each letter
/// has three points if it begins a word, two if it directly follows the previous one, else one; the best
/// match counts.
int SearchText::score_of_letters(std::u32string_view typed) const {
    if (typed.size() < 2 || typed.size() > text_.size()) return 0;
    std::vector<int> before(text_.size(), 0), now(text_.size(), 0);
    for (std::size_t n = 0; n < typed.size(); ++n) {
        int reached = 0;  // best score of the letters before this one, further left
        for (std::size_t at = 0; at < text_.size(); ++at) {
            now[at] = 0;
            const bool possible = n == 0 ? begins_word(at) : reached > 0;
            if (text_[at] == typed[n] && possible) {
                const int apart = reached + (begins_word(at) ? 3 : 1);
                const int behind = n > 0 && before[at - 1] > 0 ? before[at - 1] + 2 : 0;
                now[at] = std::max(apart, behind);
            }
            reached = std::max(reached, n == 0 ? 0 : before[at]);
        }
        before.swap(now);
    }
    const int points = *std::max_element(before.begin(), before.end());
    if (points == 0) return 0;
    const int most = 3 * static_cast<int>(typed.size());
    return shorter_is_better(letters * points / most, (text_.size() - typed.size()) / 4);
}

bool SearchText::spelled_at(std::size_t at, std::u32string_view typed) const {
    if (at + typed.size() > spelling_.size()) return false;
    for (std::size_t n = 0; n < typed.size(); ++n)
        if ((spelling_[at + n] & bit_of(typed[n])) == 0) return false;
    return true;
}

int SearchText::score_of_pinyin(std::u32string_view typed) const {
    if (!chinese_ || typed.size() > spelling_.size() || !std::all_of(typed.begin(), typed.end(), is_letter))
        return 0;
    constexpr int less = 50;  // deducted compared with the same hit letter by letter
    const std::size_t more = spelling_.size() - std::min(spelling_.size(), typed.size());
    if (spelled_at(0, typed)) return shorter_is_better((more == 0 ? whole : beginning) - less, more);
    for (std::size_t at = 1; typed.size() > 1 && at + typed.size() <= spelling_.size(); ++at)
        if (spelled_at(at, typed)) return shorter_is_better(inside - less, more);
    return 0;
}

}  // namespace poslab
