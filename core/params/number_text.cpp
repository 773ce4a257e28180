#include "core/params/number_text.hpp"

#include "core/base/half_width.hpp"

#include <charconv>
#include <cmath>
#include <string>
#include <system_error>

namespace poslab {

namespace {

std::optional<double> plain_number(std::string_view text) {
    const bool plus = text.starts_with('+') && !text.starts_with("+-");
    const std::string_view digits = plus ? text.substr(1) : text;
    double number = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
    if (error != std::errc{} || end != digits.data() + digits.size()) return std::nullopt;
    return number;
}

std::optional<double> power(std::string_view text) {
    const auto sign = text.find('^');
    if (sign == std::string_view::npos) return plain_number(text);
    const auto base = plain_number(text.substr(0, sign)), exponent = plain_number(text.substr(sign + 1));
    return base && exponent ? std::optional(std::pow(*base, *exponent)) : std::nullopt;
}

double multiple(char sign, double thousand) {
    switch (sign) {
        case 'k':
        case 'K':
            return thousand;
        case 'M':
            return thousand * thousand;
        case 'G':
            return thousand * thousand * thousand;
        default:
            return 1;
    }
}

}  // namespace

std::optional<double> read_number(std::string_view text, double thousand) {
    const std::string half = half_width(text);
    std::string_view rest = half;
    if (rest.empty()) return std::nullopt;
    const double factor = multiple(rest.back(), thousand);
    if (factor != 1) rest.remove_suffix(1);
    const auto number = power(rest);
    return number && std::isfinite(*number * factor) ? std::optional(*number * factor) : std::nullopt;
}

}  // namespace poslab
