#include "tests/support/pseudo_language.hpp"

#include "core/base/utf8.hpp"

#include <fmt/format.h>

#include <array>
#include <utility>
#include <vector>

namespace poslab::test {
namespace {

constexpr std::size_t shortest_word = 3;
constexpr double longer_by = 0.4;

std::string_view accented(char letter) {
    static constexpr std::array<std::pair<char, std::string_view>, 10> vowels{{{'a', "á"},
                                                                               {'e', "é"},
                                                                               {'i', "í"},
                                                                               {'o', "ó"},
                                                                               {'u', "ú"},
                                                                               {'A', "Á"},
                                                                               {'E', "É"},
                                                                               {'I', "Í"},
                                                                               {'O', "Ó"},
                                                                               {'U', "Ú"}}};
    for (const auto& [vowel, with_accent] : vowels)
        if (vowel == letter) return with_accent;
    return {};
}

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

std::size_t code_points(std::string_view text) {
    std::size_t count = 0;
    for (; !text.empty(); ++count) static_cast<void>(next_code_point(text));
    return count;
}

struct Piece {
    std::string_view text;
    bool word;  // to be lengthened
};

/// If `text` begins with a placeholder or an escaped brace, returns its end; else 0.
std::size_t end_of_braces(std::string_view text) {
    if (text.front() != '{') return 0;
    const std::size_t end = text.find('}');
    return end == std::string_view::npos ? text.size() : end + 1;
}

std::vector<Piece> pieces(std::string_view text) {
    std::vector<Piece> all;
    while (!text.empty()) {
        std::size_t end = end_of_braces(text);
        const bool letters = end == 0 && is_letter(text.front());
        while (letters && end < text.size() && is_letter(text[end])) ++end;
        if (end == 0) end = 1;
        all.push_back({text.substr(0, end), letters && end >= shortest_word});
        text.remove_prefix(end);
    }
    return all;
}

/// Repeats the first vowel `more` times; in a word without vowels, the last letter.
std::string longer(std::string_view word, std::size_t more) {
    std::string text;
    bool done = false;
    for (const char letter : word) {
        const std::string_view vowel = accented(letter);
        const std::string accented_letter = vowel.empty() ? std::string(1, letter) : std::string(vowel);
        text += accented_letter;
        if (done || vowel.empty()) continue;
        for (std::size_t n = 0; n < more; ++n) text += accented_letter;
        done = true;
    }
    if (!done) text.append(more, word.back());
    return text;
}

std::string in_quotation_marks(std::string_view text) {
    std::string out = "\"";
    for (const char c : text) {
        if (c == '"' || c == '\\') out += '\\';
        if (c == '\n')
            out += "\\n";
        else
            out += c;
    }
    return out + "\"";
}

}  // namespace

std::string lengthened(std::string_view english) {
    const std::vector<Piece> all = pieces(english);
    double added = 0, letters = 0;  // the words make up for the rest, which is not lengthened
    for (const Piece& piece : all) {
        if (piece.text.front() != '{') added += longer_by * static_cast<double>(code_points(piece.text));
        if (piece.word) letters += static_cast<double>(piece.text.size());
    }
    std::string text;
    double owed = 0.5;
    for (const Piece& piece : all) {
        if (!piece.word) {
            text += piece.text;
            continue;
        }
        owed += added * static_cast<double>(piece.text.size()) / letters;
        const auto more = static_cast<std::size_t>(owed);
        owed -= static_cast<double>(more);
        text += longer(piece.text, more);
    }
    return text;
}

std::string pseudo_language(const Catalogue& catalogue) {
    std::string po = "msgid \"\"\nmsgstr \"\"\n\"X-Language-Name: Lóng\\n\"\n";
    for (const Catalogue::Entry& entry : catalogue.entries()) {
        po += '\n';
        if (!entry.sense.empty()) po += fmt::format("msgctxt {}\n", in_quotation_marks(entry.sense));
        po += fmt::format("msgid {}\nmsgstr {}\n", in_quotation_marks(entry.english),
                          in_quotation_marks(lengthened(entry.english)));
    }
    return po;
}

}  // namespace poslab::test
