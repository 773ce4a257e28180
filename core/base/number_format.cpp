#include "core/base/number_format.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <array>
#include <cmath>

namespace poslab {

namespace {

constexpr const char* minus = "\u2212";

std::string separated(std::string digits) {
    if (digits.size() < 5) return digits;
    for (auto i = static_cast<std::ptrdiff_t>(digits.size()) - 3; i > 0; i -= 3) digits.insert(static_cast<std::size_t>(i), ",");
    return digits;
}

std::string with_sign(bool negative, const std::string& text) { return negative ? minus + text : text; }

std::string scientific(double size, int decimals) {
    const std::string text = fmt::format("{:.{}e}", size, decimals);  // rounds into the next decade where it has to
    const auto e = text.find('e');
    return text.substr(0, e) + "×" + power_of_ten(std::stoi(text.substr(e + 1)));
}

std::string plain(double size, int decimals) {
    std::string text = fmt::format("{:.{}f}", size, decimals);
    std::string fraction;
    if (const auto point = text.find('.'); point != std::string::npos) {
        fraction = text.substr(point);
        text.resize(point);
        while (fraction.ends_with('0')) fraction.pop_back();
        if (fraction == ".") fraction.clear();
    }
    return separated(text) + fraction;
}

}  // namespace

std::string power_of_ten(int exponent) {
    static constexpr std::array<const char*, 10> superscripts{"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
    std::string text = "10";
    if (exponent < 0) text += "⁻";
    for (const char digit : fmt::format("{}", std::abs(exponent))) text += superscripts[static_cast<std::size_t>(digit - '0')];
    return text;
}

std::string format_integer(std::int64_t value) {
    const auto size = value < 0 ? 0 - static_cast<std::uint64_t>(value) : static_cast<std::uint64_t>(value);
    return with_sign(value < 0, separated(fmt::format("{}", size)));
}

std::string format_number(double value, int decimals, int significant) {
    if (std::isnan(value)) return "NaN";
    if (std::isinf(value)) return with_sign(value < 0, "∞");
    const double size = std::abs(value);
    if (size != 0 && size < 0.5 * std::pow(10.0, -decimals)) return with_sign(value < 0, scientific(size, 2));
    if (size >= std::pow(10.0, significant)) return with_sign(value < 0, scientific(size, 3));
    const std::string text = plain(size, decimals);
    return with_sign(value < 0 && text != "0", text);
}

std::string format_count(double count) {
    if (count < 1e7) return format_integer(static_cast<std::int64_t>(std::llround(count)));
    return scientific(count, 2);
}

std::string format_tick(double value, double step) {
    const double size = std::abs(value);
    const auto whole = [](double number) { return number == std::floor(number); };
    if (size >= 1e18) {  // where M no longer makes it short
        const double exponent = std::floor(std::log10(size));
        return format_number(value / std::pow(10, exponent), 11) + "×" + power_of_ten(static_cast<int>(exponent));
    }
    if (size >= 1e6 && whole(size / 1e4) && step >= 1e4) return with_sign(value < 0, fmt::format("{:.12g}M", size / 1e6));
    if (size >= 1e4 && size < 1e6 && whole(size / 1e3) && step >= 1e3)
        return with_sign(value < 0, fmt::format("{:g}k", size / 1e3));
    constexpr int most_decimals = 12;
    int decimals = 0;  // as many as the step has: 1 for 0.5, 2 for 0.25
    for (double scaled = step; decimals < most_decimals && std::abs(scaled - std::round(scaled)) > 1e-9 * scaled; scaled *= 10)
        ++decimals;
    return format_number(value, decimals, 15);
}

}  // namespace poslab
