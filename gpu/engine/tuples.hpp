#pragma once

#include <cstdint>

namespace poslab::gpu {

// Elements of buffers, as named in shaders/common/tasks.h.
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
