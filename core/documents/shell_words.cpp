#include "core/documents/shell_words.hpp"

#include "core/documents/earlier_defaults.hpp"
#include "core/params/filling.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

namespace poslab {

std::vector<std::string> shell_words(const std::string& command) {
    std::vector<std::string> words;
    bool quoted = false, inside = false;
    for (std::size_t at = 0; at < command.size(); ++at) {
        const char c = command[at];
        if (!quoted && c == ' ') {
            inside = false;
            continue;
        }
        if (!inside) words.emplace_back();
        inside = true;
        if (c == '\'')
            quoted = !quoted;
        else if (c == '\\' && !quoted && at + 1 < command.size())
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
    std::string out = "'";
    for (const char c : text) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return out + "'";
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
