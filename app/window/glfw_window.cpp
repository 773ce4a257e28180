#include "app/window/glfw_window.hpp"

#include "app/window/lost_display.hpp"
#include "app/window/renderer_name.hpp"

#include <GLFW/glfw3.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <utility>

namespace poslab {

namespace {

/// Longest wait in seconds: a wake-up posted by another thread can get lost in Xlib's buffers.
constexpr double longest_wait = 0.5;
constexpr double largest_side = 16'384;  // of a window, in pixels; X11 has 65,535 at most

std::string glfw_reason() {
    const char* text = nullptr;
    glfwGetError(&text);
    return text != nullptr ? text : "no reason given";
}

/// Converts GLFW's key, a position on a US keyboard, to the letter printed on it, which shortcuts use.
int key_as_printed(int key, int scancode) {
    const char* const name = key < GLFW_KEY_KP_0 ? glfwGetKeyName(key, scancode) : nullptr;
    if (name == nullptr || name[0] == '\0' || name[1] != '\0') return key;
    if (name[0] >= 'a' && name[0] <= 'z') return GLFW_KEY_A + (name[0] - 'a');
    return key;
}

/// Framebuffer pixels per unit of the window system.
double pixels_per_unit(GLFWwindow* window) {
    int units = 0, pixels = 0, ignored = 0;
    glfwGetWindowSize(window, &units, &ignored);
    glfwGetFramebufferSize(window, &pixels, &ignored);
    return units > 0 && pixels > 0 ? static_cast<double>(pixels) / units : 1;
}

/// The screen with the largest part of a rectangle; null if there is no screen.
GLFWmonitor* screen_under(int x, int y, int width, int height) {
    int count = 0;
    GLFWmonitor* const* const all = glfwGetMonitors(&count);
    GLFWmonitor* best = glfwGetPrimaryMonitor();
    long most = 0;
    for (int n = 0; n < count; ++n) {
        const GLFWvidmode* const mode = glfwGetVideoMode(all[n]);
        if (mode == nullptr) continue;
        int left = 0, top = 0;
        glfwGetMonitorPos(all[n], &left, &top);
        const long across = std::min(x + width, left + mode->width) - std::max(x, left);
        const long down = std::min(y + height, top + mode->height) - std::max(y, top);
        if (across <= 0 || down <= 0 || across * down <= most) continue;
        most = across * down;
        best = all[n];
    }
    return best;
}

/// Describes the available OpenGL if it is older than 3.3.
std::string present_opengl() {
    glfwDefaultWindowHints();
    glfwWindowHint(GLFW_VISIBLE, GLFW_FALSE);
    GLFWwindow* const probe = glfwCreateWindow(16, 16, "", nullptr, nullptr);
    if (probe == nullptr) return "none at all: " + glfw_reason();
    glfwMakeContextCurrent(probe);
    std::string found = opengl_description();
    glfwDestroyWindow(probe);
    return found;
}

/// A desktop may report any scale: X11 takes it from the resource Xft.dpi, which is a text.
double usable_scale(float reported) {
    constexpr double least = 0.5, most = 8;
    return std::isfinite(reported) && reported > 0 ? std::clamp<double>(reported, least, most) : 1;
}

/// Factors from CSS pixels to those of a window: ours, and the one that GLFW applies to the size it gets.
struct WindowScale {
    double ours = 1, of_glfw = 1;
};

WindowScale window_scale(const SurfaceOptions& options) {
    float reported = 1, ignored = 1;
    if (GLFWmonitor* const monitor = glfwGetPrimaryMonitor())
        glfwGetMonitorContentScale(monitor, &reported, &ignored);
    const double usable = usable_scale(reported);
    const bool by_glfw = options.scale <= 0 && static_cast<float>(usable) == reported;
    glfwWindowHint(GLFW_SCALE_TO_MONITOR, by_glfw ? GLFW_TRUE : GLFW_FALSE);
    if (by_glfw) return {1, usable};
    return {options.scale > 0 ? options.scale : usable, 1};
}

GLFWwindow* create_window(const SurfaceOptions& options) {
    glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 3);
    glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 3);
    glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
    glfwWindowHint(GLFW_OPENGL_FORWARD_COMPAT, GLFW_TRUE);
    glfwWindowHint(GLFW_DEPTH_BITS, 0);
    glfwWindowHint(GLFW_STENCIL_BITS, 0);
    glfwWindowHint(GLFW_AUTO_ICONIFY, GLFW_FALSE);  // a presentation stays on its screen
    const WindowScale scale = window_scale(options);
    const auto pixels = [&scale](int css) {
        return static_cast<int>(std::lround(std::clamp(css * scale.ours, 1.0, largest_side / scale.of_glfw)));
    };
    int width = pixels(options.width), height = pixels(options.height);
    if (GLFWmonitor* const monitor = options.fit_screen ? glfwGetPrimaryMonitor() : nullptr) {
        int left = 0, top = 0, room_width = width, room_height = height;
        glfwGetMonitorWorkarea(monitor, &left, &top, &room_width, &room_height);
        width = std::clamp(static_cast<int>(room_width / scale.of_glfw), 1, width);
        height = std::clamp(static_cast<int>(room_height / scale.of_glfw), 1, height);
    }
    GLFWwindow* const window = glfwCreateWindow(width, height, options.title.c_str(), nullptr, nullptr);
    if (window == nullptr) {
        const std::string found = present_opengl();
        throw Unavailable("the window needs OpenGL 3.3, and this display has " + found +
                          "; `poslab plot` and `poslab gallery` need none");
    }
    glfwSetWindowSizeLimits(window, pixels(options.min_width), pixels(options.min_height), GLFW_DONT_CARE,
                            GLFW_DONT_CARE);
    return window;
}

/// Chooses X11 where there is no Wayland: its library would print a line of its own. GLFW before 3.4 has X11
/// only.
void choose_platform() {
#ifdef GLFW_PLATFORM
    const auto is_set = [](const char* name) {
        const char* const value = std::getenv(name);
        return value != nullptr && *value != 0;
    };
    if (!is_set("WAYLAND_DISPLAY") && !is_set("XDG_RUNTIME_DIR"))
        glfwInitHint(GLFW_PLATFORM, GLFW_PLATFORM_X11);
#endif
}

}  // namespace

GlfwWindow::Library::Library() {
    choose_platform();
    if (glfwInit() != GLFW_TRUE) throw NoDisplay(glfw_reason());
}
GlfwWindow::Library::~Library() { glfwTerminate(); }

void GlfwWindow::WindowDeleter::operator()(GLFWwindow* window) const { glfwDestroyWindow(window); }

struct GlfwWindow::Callbacks {
    static GlfwWindow& of(GLFWwindow* window) {
        return *static_cast<GlfwWindow*>(glfwGetWindowUserPointer(window));
    }
    static InputQueue& input(GLFWwindow* window) { return of(window).input(); }

    static void install(GLFWwindow* window) {
        glfwSetCursorPosCallback(window, [](GLFWwindow* w, double x, double y) {
            const double scale = pixels_per_unit(w);
            input(w).push(PointerMove{x * scale, y * scale});
        });
        glfwSetCursorEnterCallback(window,
                                   [](GLFWwindow* w, int in) { input(w).push(PointerInside{in != 0}); });
        glfwSetMouseButtonCallback(window, [](GLFWwindow* w, int button, int action, int modifiers) {
            input(w).push(ButtonChange{button, action == GLFW_PRESS, modifiers});
        });
        glfwSetScrollCallback(window, [](GLFWwindow* w, double x, double y) {
            input(w).push(WheelTurn{x, y});
        });
        glfwSetKeyCallback(window, key);
        glfwSetCharCallback(window,
                            [](GLFWwindow* w, unsigned code) { input(w).push(CharacterInput{code}); });
        glfwSetWindowFocusCallback(window,
                                   [](GLFWwindow* w, int on) { input(w).push(FocusChange{on != 0}); });
        glfwSetWindowRefreshCallback(window, [](GLFWwindow* w) { input(w).request_frames(1); });
        glfwSetFramebufferSizeCallback(window, [](GLFWwindow* w, int, int) { input(w).request_frames(2); });
        glfwSetWindowContentScaleCallback(window,
                                          [](GLFWwindow* w, float, float) { input(w).request_frames(2); });
        glfwSetDropCallback(window, [](GLFWwindow* w, int count, const char** paths) {
            of(w).dropped_.insert(of(w).dropped_.end(), paths, paths + count);
            input(w).request_frames(2);
        });
    }

    static void key(GLFWwindow* w, int key, int scancode, int action, int modifiers) {
        const int printed = key_as_printed(key, scancode);
        if (action == GLFW_REPEAT)
            input(w).push(KeyRepeat{printed, modifiers});
        else
            input(w).push(KeyChange{printed, action == GLFW_PRESS, modifiers});
    }
};

GlfwWindow::GlfwWindow(const SurfaceOptions& options)
    : fixed_scale_(options.scale), window_(create_window(options)) {
    end_at_x_errors();
    glfwMakeContextCurrent(window_.get());
    glfwSetWindowUserPointer(window_.get(), this);
    Callbacks::install(window_.get());
    // Software rasterisers delay a swap by a timer of their own.
    glfwSwapInterval(is_software_renderer() ? 0 : 1);
}

GlfwWindow::~GlfwWindow() {
    for (GLFWcursor* const cursor : cursors_) {
        if (cursor != nullptr) glfwDestroyCursor(cursor);
    }
}

void GlfwWindow::poll() { glfwPollEvents(); }

void GlfwWindow::wait(double seconds) { glfwWaitEventsTimeout(std::min(seconds, longest_wait)); }

void GlfwWindow::wake() { glfwPostEmptyEvent(); }

bool GlfwWindow::closed() const { return glfwWindowShouldClose(window_.get()) != 0; }

std::vector<std::string> GlfwWindow::dropped_files() { return std::exchange(dropped_, {}); }

FramebufferSize GlfwWindow::size() const {
    FramebufferSize size;
    glfwGetFramebufferSize(window_.get(), &size.width, &size.height);
    return size;
}

float GlfwWindow::scale() const {
    if (fixed_scale_ > 0) return static_cast<float>(fixed_scale_);
    float x = 1, y = 1;
    glfwGetWindowContentScale(window_.get(), &x, &y);
    return static_cast<float>(usable_scale(x));
}

double GlfwWindow::time() const { return glfwGetTime(); }

void GlfwWindow::present() { glfwSwapBuffers(window_.get()); }

void GlfwWindow::set_full_screen(bool full) {
    if (full == before_.has_value()) return;
    GLFWwindow* const window = window_.get();
    if (!full) {
        const Placement back = *std::exchange(before_, std::nullopt);
        glfwSetWindowMonitor(window, nullptr, back.x, back.y, back.width, back.height, GLFW_DONT_CARE);
    } else {
        Placement now;
        glfwGetWindowPos(window, &now.x, &now.y);
        glfwGetWindowSize(window, &now.width, &now.height);
        now.pixels = size();
        GLFWmonitor* const screen = screen_under(now.x, now.y, now.width, now.height);
        const GLFWvidmode* const mode = screen != nullptr ? glfwGetVideoMode(screen) : nullptr;
        if (mode == nullptr) return;
        before_ = now;
        glfwSetWindowMonitor(window, screen, 0, 0, mode->width, mode->height, mode->refreshRate);
    }
    input().request_frames(2);
}

void GlfwWindow::set_cursor(CursorShape shape) {
    constexpr std::array shapes{GLFW_ARROW_CURSOR,   GLFW_IBEAM_CURSOR,   GLFW_CROSSHAIR_CURSOR,
                                GLFW_VRESIZE_CURSOR, GLFW_HRESIZE_CURSOR, GLFW_HAND_CURSOR};
    static_assert(shapes.size() == cursor_shapes);
    if (shape == cursor_) return;
    cursor_ = shape;
    // Only now, because GLFW 3.3 crashes here under Wayland without a pointer, which changes no cursor.
    const auto index = static_cast<std::size_t>(shape);
    GLFWcursor*& cursor = cursors_.at(index);
    if (cursor == nullptr) cursor = glfwCreateStandardCursor(shapes.at(index));
    glfwSetCursor(window_.get(), cursor);
}

void GlfwWindow::set_clipboard(const std::string& text) {
    glfwSetClipboardString(window_.get(), text.c_str());
}

std::string GlfwWindow::clipboard() const {
    const char* const text = glfwGetClipboardString(window_.get());
    return text != nullptr ? text : "";
}

std::unique_ptr<gpu::OpenGlContext> GlfwWindow::compute_context() {
    auto context = compute_window_.context(window_.get());
    end_at_x_errors();
    return context;
}

}  // namespace poslab
