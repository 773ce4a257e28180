#pragma once

#include "core/conformance/mistake.hpp"

#include <vector>

namespace poslab {

/// Appends the known mistakes of sinusoidal tables and of T5's biases.
[[nodiscard]] std::vector<Mistake> with_table_mistakes(std::vector<Mistake> mistakes);

}  // namespace poslab
