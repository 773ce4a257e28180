#pragma once

#include "gpu/device.hpp"

#include <memory>

namespace poslab::gpu {

/// The first CUDA device of compute capability 8.0 or later, through the driver's own library, which is loaded only here. Throws
/// DeviceFailure: a build without CUDA, no driver, a driver that is too old (and which it is), no device.
[[nodiscard]] std::unique_ptr<Device> open_cuda_device();

/// Whether the driver's library names any device, found without starting it.
[[nodiscard]] bool has_cuda();

}  // namespace poslab::gpu
