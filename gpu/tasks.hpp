#pragma once

#include <cstdint>

namespace poslab::gpu {

using uint = std::uint32_t;
#include "shaders/common/tasks.h"

}  // namespace poslab::gpu
