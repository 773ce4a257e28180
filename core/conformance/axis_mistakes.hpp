#pragma once

#include "core/conformance/mistake.hpp"

#include <vector>

namespace poslab {

/// Appends the known mistakes of positions on several axes.
[[nodiscard]] std::vector<Mistake> with_axis_mistakes(std::vector<Mistake> mistakes);

}  // namespace poslab
