#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

namespace poslab {

/// The letter that stands for each byte in the tokens of byte-level vocabularies (of GPT-2): itself where it is a visible character
/// of Latin-1, else the next one from U+0100 on.
[[nodiscard]] const std::array<char32_t, 256>& letters_of_bytes();
/// The bytes that the letters stand for; nothing if one of them stands for none.
[[nodiscard]] std::optional<std::string> bytes_of_letters(std::string_view text);

}  // namespace poslab
