#pragma once

#include "gpu/device.hpp"

#include <cstddef>
#include <span>

namespace poslab::gpu {

/// The fat binary that nvcc made of gpu/cuda/kernels/NAME.cu; empty where there is none.
[[nodiscard]] std::span<const std::byte> kernel_image(Kernel kernel);

}  // namespace poslab::gpu
