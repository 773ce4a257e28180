#include "core/files/decimal_numbers.hpp"

#include "core/base/free_memory.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <cmath>
#include <limits>

namespace poslab {

void add_number(std::vector<double>& numbers, double number, const std::string& location) {
    if (numbers.size() == numbers.capacity()) {
        constexpr std::size_t few = 1U << 16U;
        const std::size_t room = std::max<std::size_t>(16, 2 * numbers.size());
        if (room > few)
            check_memory(static_cast<double>(room) * sizeof(double), tr("{}: its numbers", location));
        numbers.reserve(room);
    }
    numbers.push_back(std::isnan(number) ? std::numeric_limits<double>::quiet_NaN() : number);
}

bool is_rounded_integer(std::string_view text, double number) {
    constexpr std::size_t always_exact = 15;  // digits
    if (text.size() <= always_exact) return false;
    if (text[0] == '+' || text[0] == '-') text.remove_prefix(1);
    if (text.find_first_not_of("0123456789") != std::string_view::npos) return false;
    text.remove_prefix(std::min(text.find_first_not_of('0'), text.size()));
    return !text.empty() && fmt::format("{:.0f}", std::abs(number)) != text;
}

}  // namespace poslab
