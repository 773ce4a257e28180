#pragma once

#include <cstdint>

namespace poslab::gpu {

using uint = std::uint32_t;
#include "shaders/common/tasks.h"

// What elements of buffers are made of there.
struct Int2 {
    std::int32_t x = 0, y = 0;
};
struct Uint2 {
    std::uint32_t x = 0, y = 0;
};
struct Double2 {
    double x = 0, y = 0;
};
struct Double4 {
    double x = 0, y = 0, z = 0, w = 0;
};

}  // namespace poslab::gpu
