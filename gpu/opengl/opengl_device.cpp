#include "gpu/opengl/opengl_device.hpp"

namespace poslab::gpu {

std::unique_ptr<Device> open_opengl_device() { throw DeviceFailure("OpenGL does not compute in this build"); }

bool has_hardware_opengl() { return false; }

}  // namespace poslab::gpu
