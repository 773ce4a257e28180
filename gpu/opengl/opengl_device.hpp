#pragma once

#include "gpu/device.hpp"

#include <functional>
#include <memory>
#include <string>

namespace poslab::gpu {

/// A context of OpenGL that can be made current on any thread, on one at a time.
class OpenGlContext {
  public:
    virtual ~OpenGlContext() = default;
    /// On this thread. Throws DeviceFailure where that is not possible (any more).
    virtual void make_current() = 0;
    /// From the thread that made it current last.
    virtual void release() noexcept = 0;
};

/// The text of a kernel in GLSL, with the lines `#include` replaced as scripts/cmake/embed.cmake does it, and its file. A text with
/// the line `#define real double` is one whose floating literals are doubles.
struct KernelText {
    std::string file;  // "shaders/position_field.comp"
    std::string text;  // empty: there is none
};
using KernelTexts = std::function<KernelText(Kernel)>;

/// OpenGL 4.3 or later in a context of its own, without a display (EGL, surfaceless): the first real graphics processor on which
/// there is one, else a software rasteriser. Throws DeviceFailure: no EGL, no driver, a driver that is too old (and what it offers)
/// or has too small limits, a build without OpenGL compute.
[[nodiscard]] std::unique_ptr<Device> open_opengl_device();

/// The same in a context made elsewhere, that of a window for instance.
[[nodiscard]] std::unique_ptr<Device> open_opengl_device(std::unique_ptr<OpenGlContext> context);

/// With other kernels than those of the program.
[[nodiscard]] std::unique_ptr<Device> open_opengl_device(std::unique_ptr<OpenGlContext> context, KernelTexts texts);

/// The context that open_opengl_device() makes for itself. Throws DeviceFailure.
[[nodiscard]] std::unique_ptr<OpenGlContext> make_egl_context();

/// Whether any display of EGL is one of a real graphics processor, found without a context.
[[nodiscard]] bool has_hardware_opengl();

}  // namespace poslab::gpu
