#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

namespace poslab {

/// Returns the letter for each byte in tokens of byte-level vocabularies (GPT-2): the same character if it is
/// visible in Latin-1, else the next one from U+0100 on.
[[nodiscard]] const std::array<char32_t, 256>& letters_of_bytes();
/// Inverse of letters_of_bytes(); empty if a letter represents no byte.
[[nodiscard]] std::optional<std::string> bytes_of_letters(std::string_view text);

}  // namespace poslab
