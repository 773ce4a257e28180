#pragma once

#include "core/params/descriptor.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace poslab {

/// Whether values of this parameter can be set beside each other from its list: a choice of what is computed that stands for
/// itself.
[[nodiscard]] bool is_comparable(const Descriptor& descriptor);

/// The plainest other choices of the same family as `chosen`, by their names: two of those that end as the shortest does that
/// this one ends with (of "leaky-rerope": rope, rerope). Lists go from what is plain to what is special.
[[nodiscard]] std::vector<std::size_t> related_choices(const Descriptor& descriptor, std::size_t chosen);

/// "RoPE, ReRoPE"
[[nodiscard]] std::string names_of(const Descriptor& descriptor, const std::vector<std::size_t>& choices, Language language);

}  // namespace poslab
