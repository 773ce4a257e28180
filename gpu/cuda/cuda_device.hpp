#pragma once

#include "gpu/device.hpp"

#include <memory>

namespace poslab::gpu {

/// Opens the first CUDA device of compute capability 8.0 or later, through the driver's own library, which
/// only this function loads. Throws DeviceFailure: a build without CUDA, no driver, a driver that is too old
/// (naming its version), no device.
[[nodiscard]] std::unique_ptr<Device> open_cuda_device();

/// True if the driver's library lists any device, detected without starting it.
[[nodiscard]] bool has_cuda();

}  // namespace poslab::gpu
