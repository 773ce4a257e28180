#pragma once

#include "gpu/device.hpp"

#include <cstdlib>
#include <functional>
#include <memory>
#include <string>

namespace poslab::gpu {

/// An OpenGL context that can be made current on any thread, one at a time.
class OpenGlContext {
  public:
    virtual ~OpenGlContext() = default;
    /// Makes it current on this thread. Throws DeviceFailure if that is not (or no longer) possible.
    virtual void make_current() = 0;
    /// Call from the thread that made it current last.
    virtual void release() noexcept = 0;
};

/// The text of a kernel in GLSL, with `#include` lines replaced by scripts/cmake/embed.cmake. Floating
/// literals of a text with the line `#define real double` are doubles.
struct KernelText {
    std::string file;  // "shaders/position_field.comp"
    std::string text;  // empty: no such kernel
};
using KernelTexts = std::function<KernelText(Kernel)>;

/// Silences the messages of EGL: errors are reported once, in our own. A program calls it before its first
/// thread starts, because it changes the environment; later calls change nothing.
inline void silence_egl() { setenv("EGL_LOG_LEVEL", "fatal", 0); }

/// Opens OpenGL 4.3 or later in its own context, without a display (EGL, surfaceless): on the first hardware
/// graphics processor that supports it, else on a software rasteriser. Throws DeviceFailure: no EGL, no
/// driver, a driver that is too old (naming its version) or whose limits are too small, a build without
/// OpenGL compute.
[[nodiscard]] std::unique_ptr<Device> open_opengl_device();

/// The same in an existing context, such as that of a window.
[[nodiscard]] std::unique_ptr<Device> open_opengl_device(std::unique_ptr<OpenGlContext> context);

/// The same with kernels other than the program's.
[[nodiscard]] std::unique_ptr<Device> open_opengl_device(std::unique_ptr<OpenGlContext> context,
                                                         KernelTexts texts);

/// Returns the context that open_opengl_device() would create. Throws DeviceFailure.
[[nodiscard]] std::unique_ptr<OpenGlContext> make_egl_context();

/// True if any display of EGL belongs to a hardware graphics processor, detected without a context.
[[nodiscard]] bool has_hardware_opengl();

}  // namespace poslab::gpu
