#include "app/state/command_lines.hpp"

#include "core/base/utf8_parts.hpp"

#include <utility>

namespace poslab {
namespace {

constexpr std::string_view indent = "  ";

/// Splits a command into words as a shell does: blanks within single quotes do not separate.
std::vector<std::string> words_of(std::string_view command) {
    std::vector<std::string> words(1);
    bool quoted = false;
    for (const char c : command) {
        if (c == '\'') quoted = !quoted;
        if (c == ' ' && !quoted)
            words.emplace_back();
        else
            words.back() += c;
    }
    return words;
}

/// True for an option, not for a negative number.
bool is_option(std::string_view word) {
    return word.size() > 1 && word[0] == '-' && (word[1] < '0' || word[1] > '9') && word[1] != '.';
}

/// Returns the units that stay on one line: the program with its command and view, then each option with its
/// value.
std::vector<std::string> units_of(std::string_view command) {
    std::vector<std::string> units;
    for (std::string& word : words_of(command)) {
        if (units.empty() || is_option(word))
            units.push_back(std::move(word));
        else
            units.back() += " " + word;
    }
    return units;
}

/// Returns the beginning and the end of a text that is too long to be laid out in each frame.
std::string shown_text(const std::string& word) {
    constexpr std::size_t longest = 2048, part = 512;
    if (word.size() <= longest) return word;
    return std::string(utf8_beginning(word, part)) + "…" + std::string(utf8_end(word, part));
}

/// Returns "0,0.5,0.01,…,1,-0.25" for a long list of numbers.
std::string shown_word(const std::string& word) {
    constexpr std::size_t longest = 80, head = 40, tail = 20;
    if (word.size() <= longest || is_option(word) ||
        word.find_first_not_of("0123456789,.+-e") != std::string::npos)
        return shown_text(word);
    const std::size_t first = word.rfind(',', head), last = word.find(',', word.size() - tail);
    if (first == std::string::npos || last == std::string::npos) return word;
    return word.substr(0, first) + ",…" + word.substr(last);
}

}  // namespace

std::string shown_command(std::string_view command) {
    std::string shown;
    for (const std::string& word : words_of(command)) shown += (shown.empty() ? "" : " ") + shown_word(word);
    return shown;
}

std::vector<std::string> command_lines(std::string_view command,
                                       const std::function<double(std::string_view)>& width, double room) {
    std::vector<std::string> lines;
    const std::vector<std::string> units = units_of(command);
    for (std::size_t i = 0; i < units.size(); ++i) {
        const bool last = i + 1 == units.size();
        if (!lines.empty()) {
            const std::string longer = lines.back() + " " + units[i];
            if (width(last ? longer : longer + std::string(command_continued)) <= room) {
                lines.back() = longer;
                continue;
            }
            lines.back() += command_continued;
        }
        lines.push_back(lines.empty() ? units[i] : std::string(indent) + units[i]);
    }
    return lines;
}

}  // namespace poslab
