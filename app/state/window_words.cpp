#include "app/state/window_words.hpp"

#include <algorithm>

namespace poslab {
namespace {

bool is_of_flag(char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-'; }

/// Calls `found` with the position and size of each parameter's flag. `found` may replace the flag and
/// returns the position at which to continue.
template <class Found>
void for_each_flag(const View& view, const std::string& text, const Found& found) {
    for (std::size_t at = text.find("--"); at != std::string::npos; at = text.find("--", at)) {
        const std::size_t begin = at + 2;
        const auto end =
            std::find_if_not(text.begin() + static_cast<std::ptrdiff_t>(begin), text.end(), is_of_flag);
        const std::size_t size = static_cast<std::size_t>(end - text.begin()) - begin;
        const int index = parameter_index(view, text.substr(begin, size));
        at = index < 0 ? begin + size  // an option of the command line, or a part of a file name
                       : found(at, size + 2, static_cast<std::size_t>(index));
    }
}

}  // namespace

WindowWords in_window_words(const View& view, const Message& message, Language language) {
    WindowWords words{message.in(language), std::nullopt};
    const auto parameters = view.parameters();
    for_each_flag(view, message.english(), [&](std::size_t at, std::size_t size, std::size_t index) {
        if (parameters[index].kind == Kind::file && !words.file) words.file = index;
        return at + size;
    });
    std::string& text = words.text;
    for_each_flag(view, text, [&](std::size_t at, std::size_t size, std::size_t index) {
        const std::string name = "“" + std::string(in(language, parameters[index].label)) + "”";
        text.replace(at, size, name);
        return at + name.size();
    });
    return words;
}

}  // namespace poslab
