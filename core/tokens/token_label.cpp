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

constexpr std::size_t max_bytes_of_character = 4;

/// Finds the character that the first tokens form together; returns their number, 0 if they form none.
std::size_t tokens_of_character(std::span<const std::string_view> tokens, std::string& character) {
    character.clear();
    for (std::size_t count = 1; count <= tokens.size(); ++count) {
        const std::string_view bytes = tokens[count - 1];
        if (bytes.empty() || character.size() + bytes.size() > max_bytes_of_character) return 0;
        character += bytes;
        std::string_view rest = character;
        const char32_t code = next_code_point(rest);
        if (rest.empty() && count > 1 && code != replacement_character && !is_control(code)) return count;
    }
    return 0;
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

std::vector<std::string> labels_of_text(std::span<const std::string_view> tokens, const Job& job) {
    std::vector<std::string> labels;
    std::string character;
    while (labels.size() < tokens.size()) {
        job.check();
        const std::size_t count = tokens_of_character(tokens.subspan(labels.size()), character);
        if (count == 0) labels.push_back(token_label(tokens[labels.size()]));
        for (std::size_t part = 1; part <= count; ++part)
            labels.push_back(fmt::format("{} {}/{}", character, part, count));
    }
    return labels;
}

}  // namespace poslab
