#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>

namespace poslab {

/// A string literal as a template argument.
template <std::size_t size>
struct Literal {
    constexpr Literal(const char (&literal)[size]) { std::copy_n(literal, size, text); }
    char text[size]{};
};

/// The characters of three literals, one after the other, without their ends.
template <Literal first, Literal second, Literal third>
inline constexpr auto joined_characters = [] {
    std::array<char, sizeof(first.text) + sizeof(second.text) + sizeof(third.text) - 3> joined{};
    char* end = joined.data();
    for (const std::string_view part : {first.text, second.text, third.text})
        end = std::copy(part.begin(), part.end(), end);
    return joined;
}();
/// "step_content_sd" from "step_", "content" and "_sd".
template <Literal first, Literal second, Literal third = "">
inline constexpr std::string_view joined_name{joined_characters<first, second, third>.data(),
                                              joined_characters<first, second, third>.size()};

}  // namespace poslab
