#include "app/cli/complaint.hpp"

#include "core/base/utf8.hpp"
#include "core/base/utf8_parts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdio>

namespace poslab {

namespace {

constexpr std::size_t longest = 200, first_bytes = 100, last_bytes = 60;

/// Returns the beginning and the end of `text`, cut between characters.
std::string without_middle(std::string_view text) {
    const std::string_view first = utf8_beginning(text, first_bytes), last = utf8_end(text, last_bytes);
    return fmt::format("{}…({} bytes)…{}", first, text.size() - first.size() - last.size(), last);
}

/// Returns the long parts that a message may repeat: the argument itself, and what follows each "=" or lies
/// between commas.
std::vector<std::string_view> long_parts(std::string_view argument) {
    std::vector<std::string_view> parts;
    if (argument.size() <= longest) return parts;
    parts.push_back(argument);
    for (const char mark : {'=', ',', ' '})
        for (std::size_t begin = 0; begin <= argument.size();) {
            const std::size_t end = std::min(argument.find(mark, begin), argument.size());
            if (end - begin > longest && end - begin < argument.size())
                parts.push_back(argument.substr(begin, end - begin));
            begin = end + 1;
        }
    return parts;
}

/// True for characters that change the order or the lines in which a terminal shows others.
constexpr bool rearranges(char32_t c) {
    return c == 0x061C || c == 0x200E || c == 0x200F || (c >= 0x2028 && c <= 0x202E) ||
           (c >= 0x2066 && c <= 0x2069);
}

std::string with_short_words(std::string_view text) {
    std::string out;
    for (std::size_t begin = 0; begin < text.size();) {
        const std::size_t end = std::min(text.find(' ', begin), text.size());
        const std::string_view word = text.substr(begin, end - begin);
        out += word.size() > longest ? without_middle(word) : std::string(word);
        if (end < text.size()) out += ' ';
        begin = end + 1;
    }
    return out;
}

}  // namespace

std::string one_line(std::string_view text) {
    std::string out;
    while (!text.empty()) {
        std::string_view rest = text;
        const char32_t c = next_code_point(rest);
        const std::size_t size = text.size() - rest.size();
        if (is_control(c) || rearranges(c) || (c == replacement_character && size == 1))
            for (std::size_t n = 0; n < size; ++n)
                out += fmt::format("\\x{:02X}", static_cast<unsigned char>(text[n]));
        else
            out += text.substr(0, size);
        text = rest;
    }
    return out;
}

std::string printable_lines(std::string_view text) {
    std::string out;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        out += one_line(text.substr(0, end));
        if (end < text.size()) out += '\n';
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return out;
}

std::string complaint(std::string message, const std::vector<std::string>& arguments) {
    for (const std::string& argument : arguments)
        for (const std::string_view part : long_parts(argument))
            if (const auto at = message.find(part); at != std::string::npos)
                message.replace(at, part.size(), without_middle(part));
    return with_short_words(one_line(message));
}

void write_to_stderr(std::string_view text) {
    static_cast<void>(std::fwrite(text.data(), 1, text.size(), stderr));
}

}  // namespace poslab
