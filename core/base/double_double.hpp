#pragma once

#include <qd/dd_real.h>

namespace poslab {

/// 106 bits as the unevaluated sum of two doubles. Phases of far positions are computed in it before whole
/// turns are removed, so that even 10^12 rad are within 10^-16 rad of their angle.
using DoubleDouble = dd_real;

[[nodiscard]] inline double narrow(double value) { return value; }
[[nodiscard]] inline double narrow(const DoubleDouble& value) { return value.x[0]; }

}  // namespace poslab
