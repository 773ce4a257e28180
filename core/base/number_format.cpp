#include "core/base/number_format.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <system_error>

namespace poslab {

namespace {

constexpr const char* minus = "\u2212";
constexpr std::array<const char*, 10> superscripts{"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};

std::string separated(std::string digits) {
    if (digits.size() < 5) return digits;
    for (auto i = static_cast<std::ptrdiff_t>(digits.size()) - 3; i > 0; i -= 3)
        digits.insert(static_cast<std::size_t>(i), ",");
    return digits;
}

std::string with_sign(bool negative, const std::string& text) { return negative ? minus + text : text; }

std::string scientific(double size, int decimals) {
    const std::string text = fmt::format("{:.{}e}", size, decimals);  // may round up into the next decade
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
    std::string text = "10";
    if (exponent < 0) text += "⁻";
    for (const char digit : fmt::format("{}", std::abs(exponent)))
        text += superscripts[static_cast<std::size_t>(digit - '0')];
    return text;
}

double number_of_digits(std::string_view digits) {
    double number = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
    const bool whole = error == std::errc{} && end == digits.data() + digits.size();
    return whole ? number : std::numeric_limits<double>::quiet_NaN();
}

std::string format_integer(std::int64_t value) {
    const auto size = value < 0 ? 0 - static_cast<std::uint64_t>(value) : static_cast<std::uint64_t>(value);
    return with_sign(value < 0, separated(fmt::format("{}", size)));
}

std::string format_number(double value, int decimals, int significant) {
    if (std::isnan(value)) return "NaN";
    if (std::isinf(value)) return with_sign(value < 0, "∞");
    const double size = std::abs(value);
    if (size >= std::pow(10.0, significant)) return with_sign(value < 0, scientific(size, 3));
    const std::string text = plain(size, decimals);
    if (size != 0 && text == "0") return with_sign(value < 0, scientific(size, 2));
    return with_sign(value < 0, text);
}

std::string format_rounded(double value, int decimals) {
    if (!std::isfinite(value)) return format_number(value);
    const double size = std::abs(value);
    const std::string text = plain(size, decimals);
    if (size != 0 && text == "0") return fmt::format("{:.{}f}", 0.0, decimals);
    return with_sign(value < 0, text);
}

namespace {

constexpr std::array<const char*, 10> subscripts{"₀", "₁", "₂", "₃", "₄", "₅", "₆", "₇", "₈", "₉"};

std::string in_digits(std::int64_t number, const std::array<const char*, 10>& digits) {
    std::string text;
    for (const char digit : fmt::format("{}", number)) text += digits[static_cast<std::size_t>(digit - '0')];
    return text;
}

struct Quotient {
    std::int64_t numerator = 0, denominator = 1;
};

/// Returns the first convergent of the continued fraction of `value`, in [0, 1), that equals it up to the
/// rounding of a division.
std::optional<Quotient> quotient_of(double value, double tolerance) {
    constexpr std::int64_t largest_denominator = 999;
    Quotient before{1, 0}, convergent{0, 1};
    for (double rest = value;;) {
        const double found =
            static_cast<double>(convergent.numerator) / static_cast<double>(convergent.denominator);
        if (std::abs(found - value) <= tolerance) return convergent;
        rest = 1 / (rest - std::floor(rest));
        if (!(rest < largest_denominator + 1.0)) return std::nullopt;
        const auto whole = static_cast<std::int64_t>(rest);
        const Quotient next{whole * convergent.numerator + before.numerator,
                            whole * convergent.denominator + before.denominator};
        if (next.denominator > largest_denominator) return std::nullopt;
        before = convergent;
        convergent = next;
    }
}

/// "⅔", "⁷⁄₁₂"
std::string fraction_text(const Quotient& part) {
    struct Vulgar {
        std::int64_t numerator, denominator;
        const char* text;
    };
    static constexpr std::array<Vulgar, 15> vulgar{{{1, 2, "½"},
                                                    {1, 3, "⅓"},
                                                    {2, 3, "⅔"},
                                                    {1, 4, "¼"},
                                                    {3, 4, "¾"},
                                                    {1, 5, "⅕"},
                                                    {2, 5, "⅖"},
                                                    {3, 5, "⅗"},
                                                    {4, 5, "⅘"},
                                                    {1, 6, "⅙"},
                                                    {5, 6, "⅚"},
                                                    {1, 8, "⅛"},
                                                    {3, 8, "⅜"},
                                                    {5, 8, "⅝"},
                                                    {7, 8, "⅞"}}};
    for (const Vulgar& one : vulgar)
        if (one.numerator == part.numerator && one.denominator == part.denominator) return one.text;
    return in_digits(part.numerator, superscripts) + "⁄" + in_digits(part.denominator, subscripts);
}

}  // namespace

std::optional<std::string> format_fraction(double value) {
    constexpr double largest = 1e9, relative = 1e-13;  // a few roundings of a division and a sum
    const double size = std::abs(value);
    if (!(size < largest)) return std::nullopt;
    const double tolerance = relative * std::max(size, 1.0);
    double whole = std::floor(size + tolerance);
    const auto part = quotient_of(std::max(size - whole, 0.0), tolerance);
    if (!part) return std::nullopt;
    if (part->numerator == part->denominator) ++whole;
    const bool fraction = part->numerator != 0 && part->numerator != part->denominator;
    if (!fraction) return with_sign(value < 0 && whole > 0, separated(fmt::format("{:.0f}", whole)));
    return with_sign(value < 0,
                     (whole > 0 ? separated(fmt::format("{:.0f}", whole)) : "") + fraction_text(*part));
}

std::string format_count(double count) {
    if (count < 1e7) return format_integer(static_cast<std::int64_t>(std::llround(count)));
    return scientific(count, 2);
}

std::string format_rough_time(double seconds) {
    if (seconds < 10) return fmt::format("{:.0f} s", std::max(seconds, 1.0));
    if (seconds < 90) return fmt::format("{:.0f} s", 10 * std::round(seconds / 10));
    if (seconds < 90 * 60) return fmt::format("{:.0f} min", seconds / 60);
    if (seconds < 48 * 3600) return fmt::format("{:.2g} h", seconds / 3600);
    return format_number(std::round(seconds / (24 * 3600)), 0, 9) + " d";
}

std::string format_tick(double value, double step) {
    const double size = std::abs(value);
    const auto whole = [](double number) { return number == std::floor(number); };
    if (size >= 1e18) {  // above this M no longer shortens it
        const double exponent = std::floor(std::log10(size));
        return format_number(value / std::pow(10, exponent), 11) + "×" +
               power_of_ten(static_cast<int>(exponent));
    }
    if (size >= 1e6 && whole(size / 1e4) && step >= 1e4)
        return with_sign(value < 0, fmt::format("{:.12g}M", size / 1e6));
    if (size >= 1e4 && size < 1e6 && whole(size / 1e3) && step >= 1e3)
        return with_sign(value < 0, fmt::format("{:g}k", size / 1e3));
    constexpr int max_decimals = 12;
    int decimals = 0;  // the decimals of the step: 1 for 0.5, 2 for 0.25
    for (double scaled = step;
         decimals < max_decimals && std::abs(scaled - std::round(scaled)) > 1e-9 * scaled; scaled *= 10)
        ++decimals;
    return format_number(value, decimals, 15);
}

}  // namespace poslab
