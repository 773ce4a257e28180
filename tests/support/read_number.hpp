#pragma once

#include <array>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <string>
#include <string_view>

namespace poslab::test {

inline std::string replaced(std::string text, std::string_view from, std::string_view to) {
    for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
        text.replace(at, from.size(), to);
    return text;
}

/// Reads back a number as formatted in figures: 65,536, −3.5, 200k, 1.2M, 1.05×10⁷, 10⁻⁴. NaN if it is not a
/// number.
inline double read_number(std::string text) {
    static constexpr std::array<const char*, 10> superscripts{"⁰", "¹", "²", "³", "⁴",
                                                              "⁵", "⁶", "⁷", "⁸", "⁹"};
    const double none = std::numeric_limits<double>::quiet_NaN();
    text = replaced(replaced(std::move(text), ",", ""), "−", "-");
    double factor = 1;
    for (std::size_t i = 0; i < superscripts.size(); ++i) {
        // Converts "10⁶" to "1e6" via "10^6"; ^ marks each digit of the exponent.
        text = replaced(std::move(text), superscripts[i], "^" + std::to_string(i));
    }
    text = replaced(std::move(text), "⁻", "^-");
    if (const auto caret = text.find('^'); caret != std::string::npos) {
        const std::string exponent = replaced(text.substr(caret), "^", "");
        text.resize(caret);
        if (!text.ends_with("10")) return none;
        text.resize(text.size() - 2);
        text = replaced(std::move(text), "×", "");
        if (text.empty() || text == "-") text += "1";
        text += "e" + exponent;
    } else if (text.ends_with("k") || text.ends_with("M")) {
        factor = text.back() == 'k' ? 1e3 : 1e6;
        text.pop_back();
    }
    if (text.empty()) return none;
    char* end = nullptr;
    const double number = std::strtod(text.c_str(), &end);
    return *end == '\0' ? number * factor : none;
}

}  // namespace poslab::test
