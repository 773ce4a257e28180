#pragma once

#include "core/base/number_format.hpp"

#include <cstdint>
#include <string>

namespace poslab {

/// Returns markup for a current number, in the accent colour (core/figure/formula.hpp).
[[nodiscard]] inline std::string live(const std::string& text) { return "\\live{" + text + "}"; }
[[nodiscard]] inline std::string live(std::int64_t number) { return live(format_integer(number)); }
/// Uses six digits, and a power of ten for very large and very small numbers.
[[nodiscard]] std::string live_number(double number);

}  // namespace poslab
