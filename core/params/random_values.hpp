#pragma once

#include "core/params/descriptor.hpp"

#include <cstdint>
#include <span>

namespace poslab {

/// A point of the whole domain for fuzzing: each parameter at its minimum, maximum or anywhere between (by its spacing).
/// Choices that fill other parameters are among those that their view accepts.
[[nodiscard]] Values random_values(std::span<const Descriptor> descriptors, std::uint64_t seed);

}  // namespace poslab
