#pragma once

#include "core/figure/figure.hpp"

namespace poslab {

/// Returns the position of a value on the axis: 0 at its low end, 1 at its high end; not finite if a
/// logarithmic axis cannot show the value.
[[nodiscard]] double axis_place(const Axis& axis, double value);
/// Inverse of axis_place().
[[nodiscard]] double axis_value(const Axis& axis, double position);

}  // namespace poslab
