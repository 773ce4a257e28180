#pragma once

#include "core/base/number_format.hpp"

#include <cstdint>
#include <string>

namespace poslab {

/// A number of the moment, in the accent colour (core/figure/formula.hpp).
[[nodiscard]] inline std::string live(const std::string& text) { return "\\live{" + text + "}"; }
[[nodiscard]] inline std::string live(std::int64_t number) { return live(format_integer(number)); }
/// Six digits; very large and very small ones with a power of ten.
[[nodiscard]] std::string live_number(double number);

}  // namespace poslab
