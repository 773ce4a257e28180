#pragma once

#include "gpu/device.hpp"

#include <cstddef>
#include <span>

namespace poslab::gpu {

/// What a driver of a CUDA version (12040: of 12.4) loads of gpu/cuda/kernels/NAME.cu: the fat binary that nvcc made; of a driver
/// of an older major version than nvcc's PTX, a C string, which drivers of CUDA 12.0 and later compile. Empty where there is none.
[[nodiscard]] std::span<const std::byte> kernel_image(Kernel kernel, int driver_version);

}  // namespace poslab::gpu
