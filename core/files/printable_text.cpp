#include "core/files/printable_text.hpp"

#include "core/base/utf8_parts.hpp"
#include "core/files/json_text.hpp"

#include <fmt/format.h>
#include <cmath>
#include <nlohmann/json.hpp>

namespace poslab {

std::string printable_text(std::string_view text) {
    constexpr std::size_t longest_text = 60;
    const bool cut = text.size() > longest_text;
    text = utf8_beginning(text, longest_text);
    // The content of a JSON string is valid UTF-8 without control characters.
    const std::string quoted = json_text(nlohmann::json(text));
    std::string out = quoted.substr(1, quoted.size() - 2);
    for (std::size_t at = out.find("\\\""); at != std::string::npos; at = out.find("\\\"", at + 1))
        out.erase(at, 1);
    return cut ? out + "…" : out;
}

std::string number_text(double number) {
    constexpr double largest_plain = 1e15;
    if (number == std::floor(number) && std::abs(number) < largest_plain)
        return fmt::format("{:.0f}", number);
    return fmt::format("{}", number);
}

}  // namespace poslab
