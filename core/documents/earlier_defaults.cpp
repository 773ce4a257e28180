#include "core/documents/earlier_defaults.hpp"

#include "core/documents/shell_words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace poslab {

namespace {
// Su's bilinear rule (10137) misses a constant; the default is now that of HiPPO's own program.
constexpr std::array defaults{EarlierDefault{"memory", "method", "bilinear"}};

bool names(const std::vector<std::string>& words, std::string_view parameter) {
    const std::string flag = fmt::format("--{}", parameter);
    return std::any_of(words.begin(), words.end(),
                       [&](const std::string& word) { return word == flag || word.starts_with(flag + "="); });
}
}  // namespace

std::span<const EarlierDefault> earlier_defaults() { return defaults; }

bool is_always_named(std::string_view view, std::string_view parameter) {
    return std::any_of(defaults.begin(), defaults.end(), [&](const EarlierDefault& earlier_default) {
        return earlier_default.view == view && earlier_default.parameter == parameter;
    });
}

std::vector<std::string> with_earlier_defaults(std::string_view view, std::vector<std::string> words) {
    for (const EarlierDefault& earlier_default : defaults)
        if (earlier_default.view == view && !names(words, earlier_default.parameter))
            words.insert(words.end(), {fmt::format("--{}", earlier_default.parameter),
                                       std::string(earlier_default.value)});
    return words;
}

std::string with_earlier_defaults(const std::string& command) {
    const std::vector<std::string> words = shell_words(command);
    if (words.empty()) return command;
    std::string text = command;
    const std::vector<std::string> all = with_earlier_defaults(words.front(), words);
    for (std::size_t n = words.size(); n < all.size(); ++n) text += " " + shell_quoted(all[n]);
    return text;
}

}  // namespace poslab
