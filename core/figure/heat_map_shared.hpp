#pragma once

#include <cmath>

/// shaders/common/heat_map.h in double precision.
namespace poslab::shared {

using real = double;
using std::floor;
using std::log;

#define POSLAB_SHARED [[nodiscard]] inline
#include "common/heat_map.h"
#undef POSLAB_SHARED

}  // namespace poslab::shared
