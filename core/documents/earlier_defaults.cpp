#include "core/documents/earlier_defaults.hpp"

#include "core/documents/shell_words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace poslab {

namespace {
// Su's bilinear rule (10137) misses a constant; the default is now that of HiPPO's own program.
constexpr std::array defaults{EarlierDefault{"memory", "method", "bilinear"}};

bool names(const std::vector<std::string>& translate, std::string_view parameter) {
    const std::string flag = fmt::format("--{}", parameter);
    return std::any_of(translate.begin(), translate.end(),
                       [&](const std::string& word) { return word == flag || word.starts_with(flag + "="); });
}
}  // namespace

std::span<const EarlierDefault> earlier_defaults() { return defaults; }

bool is_always_named(std::string_view view, std::string_view parameter) {
    return std::any_of(defaults.begin(), defaults.end(), [&](const EarlierDefault& one) {
        return one.view == view && one.parameter == parameter;
    });
}

std::vector<std::string> with_earlier_defaults(std::string_view view, std::vector<std::string> translate) {
    for (const EarlierDefault& one : defaults)
        if (one.view == view && !names(translate, one.parameter))
            translate.insert(translate.end(), {fmt::format("--{}", one.parameter), std::string(one.value)});
    return translate;
}

std::string with_earlier_defaults(const std::string& command) {
    const std::vector<std::string> translate = shell_words(command);
    if (translate.empty()) return command;
    std::string text = command;
    const std::vector<std::string> all = with_earlier_defaults(translate.front(), translate);
    for (std::size_t n = translate.size(); n < all.size(); ++n) text += " " + shell_quoted(all[n]);
    return text;
}

}  // namespace poslab
