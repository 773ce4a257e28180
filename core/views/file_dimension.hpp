#pragma once

#include "core/params/groups/rotary.hpp"
#include "core/views/data.hpp"

namespace poslab {

/// Records in `data` that a file's vectors have `dim` dimensions if `group` has another number. Warns if that
/// number was requested by a preset, by a config, or by a value other than `standard`, the view's default.
void tell_dimension(const RotaryGroup& group, std::int64_t standard, std::int64_t dim, Data& data);

}  // namespace poslab
