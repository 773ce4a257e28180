#include "core/base/formula_markup.hpp"

#include <cmath>

namespace poslab {

std::string live_number(double number) {
    const double size = std::abs(number);
    const bool plain = number == 0 || (size >= 1e-4 && size < 1e7) || !std::isfinite(number);
    if (plain) return live(format_number(number, size < 1 ? 6 : 4, 12));
    const int exponent = static_cast<int>(std::floor(std::log10(size) + 1e-12));
    return live(format_number(number / std::pow(10, exponent), 4) + R"( \times 10^{)" +
                std::to_string(exponent) + "}");
}

}  // namespace poslab
