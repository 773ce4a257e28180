#pragma once

#include "core/params/groups/rotary.hpp"
#include "core/views/data.hpp"

namespace poslab {

/// Says in `data` that the vectors of a file have `dim` dimensions where `group` has another number, and warns where that number
/// was asked for: by a preset, by a config, or as another one than `standard`, that of the view.
void tell_dimension(const RotaryGroup& group, std::int64_t standard, std::int64_t dim, Data& data);

}  // namespace poslab
