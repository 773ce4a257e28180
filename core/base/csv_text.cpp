#include "core/base/csv_text.hpp"

#include <fmt/format.h>
#include <charconv>
#include <cmath>
#include <system_error>

namespace poslab {

namespace {

bool is_number(std::string_view text) {
    if (text.starts_with('+')) text.remove_prefix(1);
    double number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    return error == std::errc{} && end == text.data() + text.size();
}

/// True for numbers separated by commas.
bool are_numbers(std::string_view text) {
    const std::size_t comma = text.find(',');
    if (comma == std::string_view::npos) return is_number(text);
    return is_number(text.substr(0, comma)) && are_numbers(text.substr(comma + 1));
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
