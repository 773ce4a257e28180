#include "gpu/opengl/drawing_context.hpp"
#include "gpu/opengl/opengl_device.hpp"

namespace poslab::gpu {

namespace {
[[noreturn]] void fail() { throw DeviceFailure("this program was built without OpenGL compute"); }
}  // namespace

std::unique_ptr<Device> open_opengl_device() { fail(); }
std::unique_ptr<Device> open_opengl_device(std::unique_ptr<OpenGlContext> /*context*/) { fail(); }
// NOLINTNEXTLINE(performance-unnecessary-value-param): matches the declaration for builds that store it
std::unique_ptr<Device> open_opengl_device(std::unique_ptr<OpenGlContext> /*context*/,
                                           KernelTexts /*texts*/) {
    fail();
}
std::unique_ptr<OpenGlContext> make_egl_context() { fail(); }
std::unique_ptr<DrawingContext> make_drawing_context() {
    throw DeviceFailure("this program was built without EGL");
}
bool has_hardware_opengl() { return false; }

}  // namespace poslab::gpu
