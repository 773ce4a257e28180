#pragma once

#include "core/params/descriptor.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace poslab {

/// True if values of this parameter can be compared from its list: a choice that affects the computation and
/// sets no other parameters.
[[nodiscard]] bool is_comparable(const Descriptor& descriptor);

/// Returns two plain choices of the same family as `chosen`. A family is the set of ids that end with the
/// shortest id that `chosen` ends with (for "leaky-rerope": rope, rerope). Lists are ordered from plain to
/// special.
[[nodiscard]] std::vector<std::size_t> related_choices(const Descriptor& descriptor, std::size_t chosen);

/// Returns "RoPE, ReRoPE".
[[nodiscard]] std::string names_of(const Descriptor& descriptor, const std::vector<std::size_t>& choices,
                                   Language language);

}  // namespace poslab
