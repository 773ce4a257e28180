#pragma once

#include "gpu/device.hpp"

#include <memory>

namespace poslab::gpu {

/// OpenGL 4.3 or later in a context of its own, without a display (EGL, surfaceless). Throws DeviceFailure: no driver, a driver
/// that is too old (and what it offers).
[[nodiscard]] std::unique_ptr<Device> open_opengl_device();

/// Whether any display of EGL is one of a real graphics processor, found without starting it.
[[nodiscard]] bool has_hardware_opengl();

}  // namespace poslab::gpu
