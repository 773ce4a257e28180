#include "core/base/csv_text.hpp"

#include "core/base/number_format.hpp"

#include <fmt/format.h>
#include <cmath>

namespace poslab {

namespace {

/// True for numbers separated by commas.
bool are_numbers(std::string_view text) {
    while (true) {
        std::string_view number = text.substr(0, text.find(','));
        const bool is_last = number.size() == text.size();
        text.remove_prefix(number.size() + (is_last ? 0 : 1));
        if (number.starts_with('+')) number.remove_prefix(1);
        if (std::isnan(number_of_digits(number))) return false;
        if (is_last) return true;
    }
}

/// True for a text that a spreadsheet would evaluate.
bool is_formula(std::string_view text) {
    return text.size() > 1 && std::string_view("=@+-\t").find(text.front()) != std::string_view::npos &&
           !are_numbers(text);
}

}  // namespace

std::string csv_field(std::string_view text) {
    const bool formula = is_formula(text);
    if (text.find_first_of(",\"\r\n") == std::string_view::npos)
        return (formula ? "'" : "") + std::string(text);
    std::string quoted = formula ? "\"'" : "\"";
    for (const char c : text) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
    return quoted + "\"";
}

std::string csv_number(double number) {
    if (!std::isfinite(number)) return std::isnan(number) ? "nan" : number < 0 ? "-inf" : "inf";
    return fmt::format("{}", number);
}

}  // namespace poslab
