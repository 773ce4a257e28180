#pragma once

#include "core/params/descriptor.hpp"

#include <cstdint>
#include <span>

namespace poslab {

/// Counter-based bits (formulas.md, random numbers): SplitMix64(SplitMix64(seed ^ stream * golden) + index).
[[nodiscard]] std::uint64_t random_bits(std::uint64_t seed, std::uint64_t stream, std::uint64_t index);

/// A point of the whole domain for fuzzing: each parameter at its minimum, maximum or anywhere between (by its spacing).
[[nodiscard]] Values random_values(std::span<const Descriptor> descriptors, std::uint64_t seed);

}  // namespace poslab
