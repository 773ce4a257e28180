#pragma once

#include "core/params/descriptor.hpp"

#include <cstdint>
#include <span>

namespace poslab {

/// Returns a random point of the whole domain for fuzzing: each parameter is its minimum, its maximum or a
/// value between, distributed by its spacing. Choices that fill other parameters are among those that their
/// view accepts.
[[nodiscard]] Values random_values(std::span<const Descriptor> descriptors, std::uint64_t seed);

}  // namespace poslab
