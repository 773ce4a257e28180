#pragma once

#include <string>

namespace poslab {

/// A number of the moment, in the accent colour (core/figure/formula.hpp).
[[nodiscard]] inline std::string live(const std::string& text) { return "\\live{" + text + "}"; }

}  // namespace poslab
