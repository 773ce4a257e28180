#pragma once

#include "core/base/message.hpp"
#include "core/figure/figure.hpp"
#include "core/params/value.hpp"

#include <array>
#include <span>
#include <string>
#include <vector>

namespace poslab {

/// A statement of an article, and the computed result for the current parameters.
struct Claim {
    Text where;  // "8397, 3×3"
    Text says;
    Message is;
    // the state that shows the result, next to the article's claim if possible; in the form of
    // read_shown_state()
    std::string opens;
    std::vector<double> numbers{};  // the computed numbers in `is`
};

/// A text that is the same in all languages: "QA 4", "§7".
[[nodiscard]] constexpr Text alike(std::string_view text) { return untranslated(text); }

/// Builds a table of claims; `widths` are the relative widths of its three columns.
[[nodiscard]] Panel claims_table(Text title, const std::array<double, 3>& widths,
                                 std::span<const Claim> claims, Language language);

}  // namespace poslab
