#pragma once

// shaders/common compiled as C++ in both precisions.

#include <cmath>
#include <cstdint>

#define POSLAB_SHARED inline
#define POSLAB_EXACT
namespace poslab::as_double {
using std::floor, std::sqrt, std::log;
using real = double;
using uint = std::uint32_t;
#include "shaders/common/phase.h"
#include "shaders/common/plan.h"
#include "shaders/common/turn.h"
#include "shaders/common/wide_real.h"
}  // namespace poslab::as_double
namespace poslab::as_float {
using std::floor, std::log;
using real = float;
using uint = std::uint32_t;
#include "shaders/common/heat_map.h"
#include "shaders/common/phase.h"
#include "shaders/common/plan.h"
#include "shaders/common/turn.h"
}  // namespace poslab::as_float
#undef POSLAB_SHARED
#undef POSLAB_EXACT
