#pragma once

#include "gpu/device.hpp"

#include <cstddef>
#include <span>

namespace poslab::gpu {

/// Returns the image of gpu/cuda/kernels/NAME.cu for a driver of a CUDA version (12040 is 12.4): the fat
/// binary made by nvcc. For a driver with an older major version than nvcc it is PTX, a C string, which
/// drivers from CUDA 12.0 on compile. Empty if there is none.
[[nodiscard]] std::span<const std::byte> kernel_image(Kernel kernel, int driver_version);

}  // namespace poslab::gpu
