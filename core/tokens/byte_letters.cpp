#include "core/tokens/byte_letters.hpp"

#include "core/base/utf8.hpp"

namespace poslab {
namespace {

constexpr bool is_visible(char32_t c) {
    return (c >= 0x21 && c <= 0x7E) || (c >= 0xA1 && c <= 0xAC) || c >= 0xAE;
}

constexpr std::array<char32_t, 256> letter_table = [] {
    std::array<char32_t, 256> made{};
    char32_t next = 0x100;
    for (char32_t byte = 0; byte < 256; ++byte) made[byte] = is_visible(byte) ? byte : next++;
    return made;
}();

constexpr std::size_t letters_end = 0x100 + 68;  // 68 bytes are not visible

constexpr std::array<std::int16_t, letters_end> byte_table = [] {
    std::array<std::int16_t, letters_end> made{};
    for (std::int16_t& byte : made) byte = -1;
    for (std::int16_t byte = 0; byte < 256; ++byte) made[letter_table[static_cast<std::size_t>(byte)]] = byte;
    return made;
}();

}  // namespace

const std::array<char32_t, 256>& letters_of_bytes() { return letter_table; }

std::optional<std::string> bytes_of_letters(std::string_view text) {
    std::string out;
    while (!text.empty()) {
        const char32_t letter = next_code_point(text);
        if (letter >= letters_end || byte_table[letter] < 0) return std::nullopt;
        out += static_cast<char>(byte_table[letter]);
    }
    return out;
}

}  // namespace poslab
