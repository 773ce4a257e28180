#include "core/tokens/token_label.hpp"

#include "core/base/utf8.hpp"

#include <fmt/format.h>

namespace poslab {
namespace {

std::string label_of(std::string_view character, char32_t code) {
    if (code == ' ') return "·";
    if (code == '\n') return "\\n";
    if (code == '\t') return "\\t";
    if (code == '\r') return "\\r";
    const bool part = code == replacement_character && character.size() == 1;
    if (!part && !is_control(code)) return std::string(character);
    std::string label;
    for (const char c : character) label += fmt::format("<0x{:02X}>", static_cast<unsigned char>(c));
    return label;
}

}  // namespace

std::string token_label(std::string_view bytes) {
    if (bytes.empty()) return "∅";
    std::string label;
    while (!bytes.empty()) {
        const std::string_view before = bytes;
        const char32_t code = next_code_point(bytes);
        label += label_of(before.substr(0, before.size() - bytes.size()), code);
    }
    return label;
}

}  // namespace poslab
