#pragma once

#include "core/figure/figure.hpp"

namespace poslab {

/// Where a value lies on the axis: 0 at its low end, 1 at its high end; no finite number for what a logarithmic axis has no place
/// for.
[[nodiscard]] double axis_place(const Axis& axis, double value);
/// Its inverse.
[[nodiscard]] double axis_value(const Axis& axis, double place);

}  // namespace poslab
