#pragma once

#include "core/base/sentence.hpp"
#include "core/figure/figure.hpp"
#include "core/params/value.hpp"

#include <array>
#include <span>
#include <string>
#include <vector>

namespace poslab {

/// What an article says, and what is so for the present parameters.
struct Claim {
    Text where;  // "8397, 3×3"
    Text says;
    Sentence is;
    std::string opens;  // the state that shows it, beside what the article says where that can be: as read_shown_state() takes it
    std::vector<double> numbers{};  // those in `is` that were computed
};

/// What both languages write alike: "QA 4", "§7".
[[nodiscard]] constexpr Text alike(std::string_view text) { return untranslated(text); }

/// `widths` of the three columns, relative to each other.
[[nodiscard]] Panel claims_table(Text title, const std::array<double, 3>& widths, std::span<const Claim> claims, Language language);

}  // namespace poslab
