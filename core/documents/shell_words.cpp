#include "core/documents/shell_words.hpp"

#include "core/base/utf8.hpp"
#include "core/documents/earlier_defaults.hpp"
#include "core/params/filling.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

namespace poslab {

namespace {

/// Returns the byte of an escape, whose backslash is at `at`: up to three octal digits, or the character
/// itself. Moves `at` to its end.
char escaped_byte(std::string_view command, std::size_t& at) {
    constexpr int max_digits = 3;
    int byte = 0, digits = 0;
    for (; digits < max_digits && at + 1 < command.size(); ++digits) {
        const char c = command[at + 1];
        if (c < '0' || c > '7') break;
        byte = 8 * byte + (c - '0');
        ++at;
    }
    if (digits > 0) return static_cast<char>(static_cast<unsigned char>(byte));
    return at + 1 < command.size() ? command[++at] : '\\';
}

/// True for a text that SVG or a line of a file cannot hold: with control characters or bytes that are not
/// UTF-8.
bool needs_escapes(std::string_view text) {
    if (byte_that_is_not_utf8(text)) return true;
    while (!text.empty())
        if (is_control(next_code_point(text))) return true;
    return false;
}

}  // namespace

std::vector<std::string> shell_words(const std::string& command) {
    enum class Quotes { none, plain, with_escapes } quotes = Quotes::none;
    std::vector<std::string> words;
    bool inside = false;
    for (std::size_t at = 0; at < command.size(); ++at) {
        const char c = command[at];
        if (quotes == Quotes::none && c == ' ') {
            inside = false;
            continue;
        }
        if (!inside) words.emplace_back();
        inside = true;
        const bool has_next = at + 1 < command.size();
        if (c == '\'')
            quotes = quotes == Quotes::none ? Quotes::plain : Quotes::none;
        else if (quotes == Quotes::none && c == '$' && has_next && command[at + 1] == '\'')
            quotes = Quotes::with_escapes, ++at;
        else if (quotes == Quotes::with_escapes && c == '\\')
            words.back() += escaped_byte(command, at);
        else if (quotes == Quotes::none && c == '\\' && has_next)
            words.back() += command[++at];
        else
            words.back() += c;
    }
    return words;
}

std::string shell_quoted(const std::string& text) {
    const bool plain = !text.empty() && std::all_of(text.begin(), text.end(), [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
               std::string_view("-_./=,:+@%").find(c) != std::string_view::npos;
    });
    if (plain) return text;
    if (needs_escapes(text)) return "$'" + shell_escaped(text) + "'";
    std::string out = "'";
    for (const char c : text) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return out + "'";
}

std::string shell_escaped(std::string_view text) {
    std::string out;
    while (!text.empty()) {
        std::string_view rest = text;
        const char32_t c = next_code_point(rest);
        const std::string_view bytes = text.substr(0, text.size() - rest.size());
        const bool invalid = c == replacement_character && bytes.size() == 1;
        if (invalid || is_control(c) || c == U'\'' || c == U'\\')
            for (const char byte : bytes) out += fmt::format("\\{:03o}", static_cast<unsigned char>(byte));
        else
            out += bytes;
        text = rest;
    }
    return out;
}

std::string option_words(std::string_view name, const std::string& value) {
    // "-1" is a number, "-h" an option.
    const bool like_an_option =
        value.size() > 1 && value.front() == '-' && value.find_first_of("0123456789") != 1;
    return fmt::format(" --{}{}{}", name, like_an_option ? "=" : " ", shell_quoted(value));
}

std::string parameter_words(const View& view, const Values& values) {
    std::string words;
    const auto list = view.parameters();
    const Values defaults = view.defaults();
    const ReadableBaseline base = readable_baseline(list, defaults, values);
    const auto& gone = base.unreadable;
    for (std::size_t i = 0; i < list.size(); ++i) {
        const bool expand_preset = list[i].expand_preset != nullptr;
        if (expand_preset && std::find(gone.begin(), gone.end(), i) != gone.end()) continue;
        // A parameter that sets others is named if it is set, and also if another such parameter would set it
        // (a model its source).
        const bool set = expand_preset && values[i] != defaults[i];
        const bool named = is_always_named(view.info().id, list[i].id);
        if (set || named || values[i] != base.values[i])
            words += option_words(list[i].id, to_string(list[i], values[i]));
    }
    return words;
}

}  // namespace poslab
