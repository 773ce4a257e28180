#include "core/base/free_memory.hpp"
#include "core/base/shared_library.hpp"
#include "gpu/opengl/drawing_context.hpp"
#include "gpu/opengl/opengl_device.hpp"

#include <epoxy/egl.h>
#include <epoxy/gl.h>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>
#include <thread>
#include <vector>

namespace poslab::gpu {

namespace {

/// Epoxy terminates the program if one of them is missing.
std::string missing_library() {
    if (!has_library("libEGL.so.1")) return "libEGL.so.1";
    if (!has_library("libGL.so.1") && !has_library("libOpenGL.so.0")) return "libGL.so.1";
    return {};
}

bool lists(const char* extensions, std::string_view name) {
    if (extensions == nullptr) return false;
    const std::string all = fmt::format(" {} ", extensions);
    return all.find(fmt::format(" {} ", name)) != std::string::npos;
}

bool client_has(std::string_view extension) {
    return lists(eglQueryString(EGL_NO_DISPLAY, EGL_EXTENSIONS), extension);
}

bool enumerates_devices() {
    return client_has("EGL_EXT_device_base") ||
           (client_has("EGL_EXT_device_enumeration") && client_has("EGL_EXT_device_query"));
}

/// Excludes software rasterisers. Finds devices without starting any.
std::vector<EGLDeviceEXT> hardware_devices() {
    if (!enumerates_devices()) return {};
    EGLint count = 0;
    if (eglQueryDevicesEXT(0, nullptr, &count) != EGL_TRUE || count <= 0) return {};
    std::vector<EGLDeviceEXT> devices(static_cast<std::size_t>(count));
    if (eglQueryDevicesEXT(count, devices.data(), &count) != EGL_TRUE) return {};
    devices.resize(static_cast<std::size_t>(std::max(0, count)));
    std::erase_if(devices, [](EGLDeviceEXT device) {
        return lists(eglQueryDeviceStringEXT(device, EGL_EXTENSIONS), "EGL_MESA_device_software");
    });
    return devices;
}

/// Displays that are not screens, the best first.
std::vector<EGLDisplay> displays() {
    std::vector<EGLDisplay> found;
    if (client_has("EGL_EXT_platform_base") && client_has("EGL_EXT_platform_device")) {
        for (EGLDeviceEXT device : hardware_devices())
            found.push_back(eglGetPlatformDisplayEXT(EGL_PLATFORM_DEVICE_EXT, device, nullptr));
    }
    if (client_has("EGL_EXT_platform_base") && client_has("EGL_MESA_platform_surfaceless"))
        found.push_back(
            eglGetPlatformDisplayEXT(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, nullptr));
    std::erase(found, EGL_NO_DISPLAY);
    return found;
}

bool display_has(EGLDisplay display, std::string_view extension) {
    return lists(eglQueryString(display, EGL_EXTENSIONS), extension);
}

std::optional<EGLConfig> config_of(EGLDisplay display) {
    if (display_has(display, "EGL_KHR_no_config_context")) return EGL_NO_CONFIG_KHR;
    const std::array<EGLint, 5> requested{EGL_RENDERABLE_TYPE, EGL_OPENGL_BIT, EGL_SURFACE_TYPE, 0, EGL_NONE};
    EGLConfig config = nullptr;
    EGLint count = 0;
    if (eglChooseConfig(display, requested.data(), &config, 1, &count) != EGL_TRUE || count < 1)
        return std::nullopt;
    return config;
}

/// The minimum version of OpenGL and its purpose.
struct Need {
    std::string_view who;
    EGLint major = 0, minor = 0;
};
constexpr Need compute_shaders{"compute shaders need", 4, 3}, the_window{"the window needs", 3, 3};

EGLContext make_context(EGLDisplay display, EGLConfig config, const Need& need,
                        const std::vector<EGLint>& extra) {
    std::vector<EGLint> requested{
        EGL_CONTEXT_MAJOR_VERSION_KHR,       need.major,
        EGL_CONTEXT_MINOR_VERSION_KHR,       need.minor,
        EGL_CONTEXT_OPENGL_PROFILE_MASK_KHR, EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT_KHR};
    requested.insert(requested.end(), extra.begin(), extra.end());
    requested.push_back(EGL_NONE);
    return eglCreateContext(display, config, EGL_NO_CONTEXT, requested.data());
}

/// Creates a context that reports its loss, if the driver supports it.
EGLContext make_context(EGLDisplay display, EGLConfig config, const Need& need) {
    EGLContext context =
        make_context(display, config, need,
                     {EGL_CONTEXT_OPENGL_RESET_NOTIFICATION_STRATEGY_KHR, EGL_LOSE_CONTEXT_ON_RESET_KHR});
    if (context == EGL_NO_CONTEXT && display_has(display, "EGL_EXT_create_context_robustness"))
        context =
            make_context(display, config, need,
                         {EGL_CONTEXT_OPENGL_RESET_NOTIFICATION_STRATEGY_EXT, EGL_LOSE_CONTEXT_ON_RESET_EXT});
    if (context == EGL_NO_CONTEXT) context = make_context(display, config, need, {});
    return context;
}

/// Mesa's rasteriser terminates the process if it gets no memory for the stacks and heaps of its threads.
void check_addresses() {
    constexpr double driver = 128 * 0x1p20, thread = 80 * 0x1p20, max_threads = 16;
    const double needed =
        driver + thread * std::min<double>(max_threads, std::max(1U, std::thread::hardware_concurrency()));
    if (const double left = addresses_left(); left < needed)
        throw DeviceFailure(
            fmt::format("its driver may need {:.0f} MiB of address space; the limit of this process (ulimit "
                        "-v) leaves {:.0f}",
                        needed / 0x1p20, std::max(0.0, left) / 0x1p20));
}

/// The context that EGL has made current on this thread, if any, such as that of a window in the thread that
/// draws it.
class Current {
  public:
    void restore(EGLDisplay otherwise_of) const noexcept {
        eglMakeCurrent(context_ != EGL_NO_CONTEXT ? display_ : otherwise_of, draw_, read_, context_);
    }

  private:
    EGLDisplay display_ = eglGetCurrentDisplay();
    EGLSurface draw_ = eglGetCurrentSurface(EGL_DRAW), read_ = eglGetCurrentSurface(EGL_READ);
    EGLContext context_ = eglGetCurrentContext();
};

/// Describes the version that a display has instead of the required one.
std::string present_opengl(EGLDisplay display, EGLConfig config) {
    const EGLint none = EGL_NONE;
    EGLContext context = eglCreateContext(display, config, EGL_NO_CONTEXT, &none);
    if (context == EGL_NO_CONTEXT) return "none";
    std::string found = "none";
    const Current before;
    if (eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, context) == EGL_TRUE) {
        const auto text = [](GLenum name) {
            const auto* const words = reinterpret_cast<const char*>(glGetString(name));
            return std::string(words != nullptr ? words : "unknown");
        };
        found = fmt::format("OpenGL {} on {}", text(GL_VERSION), text(GL_RENDERER));
        before.restore(display);
    }
    eglDestroyContext(display, context);
    return found;
}

/// Displays are never terminated: EGL returns the same one to the whole process.
class EglContext final : public DrawingContext {
  public:
    EglContext(EGLDisplay display, const Need& need) : display_(display) {
        EGLint major = 0, minor = 0;
        if (eglInitialize(display, &major, &minor) != EGL_TRUE)
            throw DeviceFailure("EGL finds no driver that starts");
        if (eglBindAPI(EGL_OPENGL_API) != EGL_TRUE)
            throw DeviceFailure("the EGL driver has no OpenGL, only OpenGL ES");
        if (!display_has(display, "EGL_KHR_surfaceless_context"))
            throw DeviceFailure("the EGL driver requires a window (no EGL_KHR_surfaceless_context)");
        const std::optional<EGLConfig> config = config_of(display);
        if (!config) throw DeviceFailure("the EGL driver has no configuration for OpenGL");
        check_addresses();
        context_ = make_context(display, *config, need);
        if (context_ == EGL_NO_CONTEXT)
            throw DeviceFailure(fmt::format("{} OpenGL {}.{}, and this driver has {}", need.who, need.major,
                                            need.minor, present_opengl(display, *config)));
    }
    ~EglContext() override { eglDestroyContext(display_, context_); }
    EglContext(const EglContext&) = delete;
    EglContext& operator=(const EglContext&) = delete;

    void make_current() override {
        before_ = Current();
        if (eglMakeCurrent(display_, EGL_NO_SURFACE, EGL_NO_SURFACE, context_) != EGL_TRUE)
            throw DeviceFailure(
                fmt::format("EGL cannot make its context current on this thread (error 0x{:04X})",
                            static_cast<unsigned>(eglGetError())));
    }
    void release() noexcept override { before_.restore(display_); }

    [[nodiscard]] std::unique_ptr<OpenGlContext> computing() const override {
        try {
            return std::make_unique<EglContext>(display_, compute_shaders);
        } catch (const DeviceFailure&) {
            return nullptr;
        }
    }

  private:
    EGLDisplay display_;
    EGLContext context_ = EGL_NO_CONTEXT;
    Current before_;
};

std::unique_ptr<DrawingContext> make_context(const Need& need) {
    silence_egl();
    if (const std::string missing = missing_library(); !missing.empty())
        throw DeviceFailure("OpenGL without a display needs " + missing + ", which is not installed");
    std::string reason;
    for (EGLDisplay display : displays()) {
        try {
            return std::make_unique<EglContext>(display, need);
        } catch (const DeviceFailure& failure) {
            if (reason.empty()) reason = failure.what();
        }
    }
    throw DeviceFailure(reason.empty() ? "EGL has no driver that works without a display" : reason);
}

}  // namespace

std::unique_ptr<OpenGlContext> make_egl_context() { return make_context(compute_shaders); }

std::unique_ptr<DrawingContext> make_drawing_context() { return make_context(the_window); }

bool has_hardware_opengl() { return missing_library().empty() && !hardware_devices().empty(); }

}  // namespace poslab::gpu
