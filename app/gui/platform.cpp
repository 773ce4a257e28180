#include "app/gui/platform.hpp"

#include "core/errors.hpp"

#include <epoxy/gl.h>

#include <GLFW/glfw3.h>
#include <backends/imgui_impl_opengl3.h>
#include <imgui.h>

#include <algorithm>
#include <array>
#include <cfloat>
#include <cmath>
#include <string_view>
#include <utility>

namespace poslab {

namespace {

/// A wake-up that another thread posts can get lost in Xlib's buffers; then it waits this long instead of for ever.
constexpr double longest_wait = 0.5;

std::string glfw_reason() {
    const char* text = nullptr;
    glfwGetError(&text);
    return text != nullptr ? text : "no reason given";
}

std::string gl_text(GLenum name) {
    const auto* text = reinterpret_cast<const char*>(glGetString(name));
    return text != nullptr ? text : "unknown";
}

constexpr std::array special_keys{
    std::pair{GLFW_KEY_TAB, ImGuiKey_Tab},
    std::pair{GLFW_KEY_LEFT, ImGuiKey_LeftArrow},
    std::pair{GLFW_KEY_RIGHT, ImGuiKey_RightArrow},
    std::pair{GLFW_KEY_UP, ImGuiKey_UpArrow},
    std::pair{GLFW_KEY_DOWN, ImGuiKey_DownArrow},
    std::pair{GLFW_KEY_PAGE_UP, ImGuiKey_PageUp},
    std::pair{GLFW_KEY_PAGE_DOWN, ImGuiKey_PageDown},
    std::pair{GLFW_KEY_HOME, ImGuiKey_Home},
    std::pair{GLFW_KEY_END, ImGuiKey_End},
    std::pair{GLFW_KEY_INSERT, ImGuiKey_Insert},
    std::pair{GLFW_KEY_DELETE, ImGuiKey_Delete},
    std::pair{GLFW_KEY_BACKSPACE, ImGuiKey_Backspace},
    std::pair{GLFW_KEY_SPACE, ImGuiKey_Space},
    std::pair{GLFW_KEY_ENTER, ImGuiKey_Enter},
    std::pair{GLFW_KEY_ESCAPE, ImGuiKey_Escape},
    std::pair{GLFW_KEY_KP_ENTER, ImGuiKey_KeyPadEnter},
    std::pair{GLFW_KEY_A, ImGuiKey_A},
    std::pair{GLFW_KEY_C, ImGuiKey_C},
    std::pair{GLFW_KEY_V, ImGuiKey_V},
    std::pair{GLFW_KEY_X, ImGuiKey_X},
    std::pair{GLFW_KEY_Y, ImGuiKey_Y},
    std::pair{GLFW_KEY_Z, ImGuiKey_Z},
};

#if IMGUI_VERSION_NUM >= 18700
void prepare_keys(ImGuiIO& io) { io.ConfigInputTrickleEventQueue = false; }

void set_key(ImGuiIO& io, const KeyChange& change) {
    const auto held = [&](int bit) { return (change.modifiers & bit) != 0; };
    io.AddKeyEvent(ImGuiMod_Ctrl, held(GLFW_MOD_CONTROL));
    io.AddKeyEvent(ImGuiMod_Shift, held(GLFW_MOD_SHIFT));
    io.AddKeyEvent(ImGuiMod_Alt, held(GLFW_MOD_ALT));
    io.AddKeyEvent(ImGuiMod_Super, held(GLFW_MOD_SUPER));
    for (const auto& [key, name] : special_keys) {
        if (key == change.key) io.AddKeyEvent(name, change.down);
    }
}
#else
void prepare_keys(ImGuiIO& io) {
    for (const auto& [key, name] : special_keys) io.KeyMap[name] = key;
}

void set_key(ImGuiIO& io, const KeyChange& change) {
    if (change.key >= 0 && change.key < IM_ARRAYSIZE(io.KeysDown)) io.KeysDown[change.key] = change.down;
    const auto held = [&io](int left, int right) { return io.KeysDown[left] || io.KeysDown[right]; };
    io.KeyCtrl = held(GLFW_KEY_LEFT_CONTROL, GLFW_KEY_RIGHT_CONTROL);
    io.KeyShift = held(GLFW_KEY_LEFT_SHIFT, GLFW_KEY_RIGHT_SHIFT);
    io.KeyAlt = held(GLFW_KEY_LEFT_ALT, GLFW_KEY_RIGHT_ALT);
    io.KeySuper = held(GLFW_KEY_LEFT_SUPER, GLFW_KEY_RIGHT_SUPER);
}
#endif

/// GLFW names keys by where they are on a US keyboard; shortcuts mean the letter that is printed on them.
int key_as_printed(int key, int scancode) {
    const char* const name = key < GLFW_KEY_KP_0 ? glfwGetKeyName(key, scancode) : nullptr;
    if (name == nullptr || name[0] == '\0' || name[1] != '\0') return key;
    if (name[0] >= 'a' && name[0] <= 'z') return GLFW_KEY_A + (name[0] - 'a');
    return key;
}

}  // namespace

Platform::Glfw::Glfw() {
    if (glfwInit() == GLFW_TRUE) return;
    throw Unavailable("no display: " + glfw_reason() + "; `poslab plot` and `poslab gallery` need none");
}
Platform::Glfw::~Glfw() { glfwTerminate(); }

void Platform::WindowDeleter::operator()(GLFWwindow* window) const { glfwDestroyWindow(window); }

struct Platform::Callbacks {
    static Platform& of(GLFWwindow* window) { return *static_cast<Platform*>(glfwGetWindowUserPointer(window)); }

    static void install(GLFWwindow* window) {
        glfwSetCursorPosCallback(window, [](GLFWwindow* w, double x, double y) {
            Platform& p = of(w);
            p.queue_.push(PointerMove{x * p.pixels_per_unit_, y * p.pixels_per_unit_});
        });
        glfwSetCursorEnterCallback(window, [](GLFWwindow* w, int in) { of(w).queue_.push(PointerInside{in != 0}); });
        glfwSetMouseButtonCallback(window, [](GLFWwindow* w, int button, int action, int modifiers) {
            of(w).queue_.push(ButtonChange{button, action == GLFW_PRESS, modifiers});
        });
        glfwSetScrollCallback(window, [](GLFWwindow* w, double x, double y) { of(w).queue_.push(WheelTurn{x, y}); });
        glfwSetKeyCallback(window, key);
        glfwSetCharCallback(window, [](GLFWwindow* w, unsigned code) { of(w).queue_.push(CharacterInput{code}); });
        glfwSetWindowFocusCallback(window, [](GLFWwindow* w, int on) { of(w).queue_.push(FocusChange{on != 0}); });
        glfwSetWindowRefreshCallback(window, [](GLFWwindow* w) { of(w).request_frames(1); });
        glfwSetFramebufferSizeCallback(window, [](GLFWwindow* w, int, int) { of(w).request_frames(2); });
        glfwSetWindowContentScaleCallback(window, [](GLFWwindow* w, float, float) { of(w).request_frames(2); });
        glfwSetDropCallback(window, [](GLFWwindow* w, int count, const char** paths) {
            of(w).dropped_.insert(of(w).dropped_.end(), paths, paths + count);
            of(w).request_frames(2);
        });
    }

    static void key(GLFWwindow* w, int key, int scancode, int action, int modifiers) {
        const int printed = key_as_printed(key, scancode);
        if (action == GLFW_REPEAT)
            of(w).queue_.push(KeyRepeat{printed, modifiers});
        else
            of(w).queue_.push(KeyChange{printed, action == GLFW_PRESS, modifiers});
    }
};

Platform::Gui::Gui(Platform& platform, GLFWwindow* window) : context(ImGui::CreateContext()) {
    ImGuiIO& io = ImGui::GetIO();
    io.IniFilename = nullptr;
    io.LogFilename = nullptr;
    io.BackendPlatformName = "poslab";
    io.BackendFlags |= ImGuiBackendFlags_HasMouseCursors;
    io.ConfigInputTextCursorBlink = false;  // an idle window draws no frames
    io.ClipboardUserData = &platform;
    io.GetClipboardTextFn = [](void* p) {
        const char* const text = glfwGetClipboardString(static_cast<Platform*>(p)->window_.get());
        return text != nullptr ? text : "";
    };
    io.SetClipboardTextFn = [](void* p, const char* text) { static_cast<Platform*>(p)->set_clipboard(text); };
    prepare_keys(io);
    ImGuiStyle& style = ImGui::GetStyle();
    style.WindowPadding = {0, 0};
    style.WindowBorderSize = style.WindowRounding = 0;
    style.Colors[ImGuiCol_WindowBg] = {0, 0, 0, 0};
    glfwSetWindowUserPointer(window, &platform);
    ImGui_ImplOpenGL3_Init("#version 330 core");
}

Platform::Gui::~Gui() {
    ImGui_ImplOpenGL3_Shutdown();
    ImGui::DestroyContext(context);
}

namespace {

/// What there is instead of OpenGL 3.3, in words.
std::string present_opengl() {
    glfwDefaultWindowHints();
    glfwWindowHint(GLFW_VISIBLE, GLFW_FALSE);
    GLFWwindow* const probe = glfwCreateWindow(16, 16, "", nullptr, nullptr);
    if (probe == nullptr) return "none at all: " + glfw_reason();
    glfwMakeContextCurrent(probe);
    std::string found = "OpenGL " + gl_text(GL_VERSION) + " on " + gl_text(GL_RENDERER);
    glfwDestroyWindow(probe);
    return found;
}

GLFWwindow* create_window(const PlatformOptions& options) {
    glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 3);
    glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 3);
    glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
    glfwWindowHint(GLFW_OPENGL_FORWARD_COMPAT, GLFW_TRUE);
    glfwWindowHint(GLFW_DEPTH_BITS, 0);
    glfwWindowHint(GLFW_STENCIL_BITS, 0);
    glfwWindowHint(GLFW_SCALE_TO_MONITOR, options.scale > 0 ? GLFW_FALSE : GLFW_TRUE);
    const double scale = options.scale > 0 ? options.scale : 1;
    const auto pixels = [scale](int css) { return std::max(1, static_cast<int>(std::lround(css * scale))); };
    int room_width = pixels(options.width), room_height = pixels(options.height), left = 0, top = 0;
    if (GLFWmonitor* const monitor = options.fit_screen ? glfwGetPrimaryMonitor() : nullptr)
        glfwGetMonitorWorkarea(monitor, &left, &top, &room_width, &room_height);
    GLFWwindow* const window =
        glfwCreateWindow(std::max(1, std::min(pixels(options.width), room_width)),
                         std::max(1, std::min(pixels(options.height), room_height)), options.title.c_str(), nullptr, nullptr);
    if (window == nullptr) {
        const std::string found = present_opengl();
        throw Unavailable("the window needs OpenGL 3.3, and this display has " + found +
                          "; `poslab plot` and `poslab gallery` need none");
    }
    glfwSetWindowSizeLimits(window, pixels(options.least_width), pixels(options.least_height), GLFW_DONT_CARE, GLFW_DONT_CARE);
    return window;
}

}  // namespace

Platform::Platform(const PlatformOptions& options, const FontLibrary& fonts)
    : fixed_scale_(options.scale), window_(create_window(options)) {
    glfwMakeContextCurrent(window_.get());
    gui_ = std::make_unique<Gui>(*this, window_.get());
    Callbacks::install(window_.get());
    // Software rasterisers make a swap wait for a timer of their own.
    glfwSwapInterval(is_software_renderer() ? 0 : 1);
    measure();
    fonts_ = std::make_unique<UiFonts>(fonts);
    painter_ = std::make_unique<ImGuiPainter>(*fonts_);
    last_frame_ = time();
    constexpr std::array shapes{GLFW_ARROW_CURSOR,   GLFW_IBEAM_CURSOR, GLFW_CROSSHAIR_CURSOR, GLFW_VRESIZE_CURSOR,
                                GLFW_HRESIZE_CURSOR, GLFW_ARROW_CURSOR, GLFW_ARROW_CURSOR,     GLFW_HAND_CURSOR};
    static_assert(ImGuiMouseCursor_TextInput == 1 && ImGuiMouseCursor_Hand == 7);
    for (const int shape : shapes) cursors_.push_back(glfwCreateStandardCursor(shape));
}

Platform::~Platform() {
    for (GLFWcursor* const cursor : cursors_) {
        if (cursor != nullptr) glfwDestroyCursor(cursor);
    }
}

void Platform::run(const std::function<bool()>& frame) {
    bool going = true;
    while (going) {
        wait();
        measure();
        if (glfwWindowShouldClose(window_.get()) != 0) return;
        if (wants_frame() && width_ > 0 && height_ > 0) going = draw(frame);
    }
}

bool Platform::wants_frame() const { return queue_.wants_frame() || woken_.load() || (wake_at_ && *wake_at_ <= time()); }

void Platform::wait() {
    const bool minimised = width_ <= 0 || height_ <= 0;
    if (wants_frame() && !minimised) return glfwPollEvents();
    const double until = wake_at_ && !minimised ? std::max(1e-3, *wake_at_ - time()) : longest_wait;
    glfwWaitEventsTimeout(std::min(until, longest_wait));
}

void Platform::wake() {
    woken_.store(true);
    glfwPostEmptyEvent();
}

void Platform::request_frames(int count) { queue_.request_frames(count); }

void Platform::wake_after(double seconds) {
    const double at = time() + std::max(0.0, seconds);
    wake_at_ = wake_at_ ? std::min(*wake_at_, at) : at;
}

bool Platform::draw(const std::function<bool()>& frame) {
    begin();
    const bool going = frame();
    ImGui::Render();
    fonts_->upload();
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
    render();
    glfwSwapBuffers(window_.get());
    ++frames_drawn_;
    if (fonts_->ran_out()) request_frames(1);
    show_cursor();
    return going;
}

void Platform::begin() {
    woken_.store(false);
    const double now = time();
    if (wake_at_ && *wake_at_ <= now) wake_at_.reset();
    ImGuiIO& io = ImGui::GetIO();
    io.DisplaySize = {static_cast<float>(width_), static_cast<float>(height_)};
    io.DeltaTime = static_cast<float>(std::max(1e-4, now - last_frame_));
    last_frame_ = now;
    events_ = queue_.next_frame();
    for (const InputEvent& event : events_) apply(event);
    ImGui_ImplOpenGL3_NewFrame();
    fonts_->begin_frame();
    painter_->begin_frame();
    ImGui::NewFrame();
}

void Platform::render() {
    glViewport(0, 0, width_, height_);
    glDisable(GL_SCISSOR_TEST);
    glClearColor(static_cast<float>(background_.r) / 255, static_cast<float>(background_.g) / 255,
                 static_cast<float>(background_.b) / 255, 1);
    glClear(GL_COLOR_BUFFER_BIT);
    ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
}

void Platform::measure() {
    int units = 0, ignored = 0;
    glfwGetWindowSize(window_.get(), &units, &ignored);
    glfwGetFramebufferSize(window_.get(), &width_, &height_);
    pixels_per_unit_ = units > 0 && width_ > 0 ? static_cast<double>(width_) / units : 1;
}

void Platform::apply(const InputEvent& event) {
    ImGuiIO& io = ImGui::GetIO();
    if (const auto* move = std::get_if<PointerMove>(&event)) {
        io.MousePos = {static_cast<float>(move->x), static_cast<float>(move->y)};
    } else if (const auto* pointer = std::get_if<PointerInside>(&event)) {
        const bool dragging = std::ranges::any_of(io.MouseDown, [](bool down) { return down; });
        if (!pointer->inside && !dragging) io.MousePos = {-FLT_MAX, -FLT_MAX};
    } else if (const auto* button = std::get_if<ButtonChange>(&event)) {
        if (button->button >= 0 && button->button < IM_ARRAYSIZE(io.MouseDown)) io.MouseDown[button->button] = button->down;
    } else if (const auto* wheel = std::get_if<WheelTurn>(&event)) {
        io.MouseWheelH += static_cast<float>(wheel->x);
        io.MouseWheel += static_cast<float>(wheel->y);
    } else if (const auto* key = std::get_if<KeyChange>(&event)) {
        set_key(io, *key);
    } else if (const auto* character = std::get_if<CharacterInput>(&event)) {
        io.AddInputCharacter(character->code);
    } else if (const auto* focus = std::get_if<FocusChange>(&event)) {
        io.AddFocusEvent(focus->focused);
    }
}

void Platform::show_cursor() {
    const int wanted = ImGui::GetMouseCursor();
    const auto index = static_cast<std::size_t>(std::max(0, wanted));
    glfwSetCursor(window_.get(), index < cursors_.size() ? cursors_[index] : nullptr);
}

float Platform::scale() const {
    if (fixed_scale_ > 0) return static_cast<float>(fixed_scale_);
    float x = 1, y = 1;
    glfwGetWindowContentScale(window_.get(), &x, &y);
    return x > 0 ? x : 1;
}

double Platform::time() const { return glfwGetTime(); }

void Platform::set_title(const std::string& title) { glfwSetWindowTitle(window_.get(), title.c_str()); }

void Platform::set_clipboard(const std::string& text) { glfwSetClipboardString(window_.get(), text.c_str()); }

std::string Platform::clipboard() const {
    const char* const text = glfwGetClipboardString(window_.get());
    return text != nullptr ? text : "";
}

std::vector<std::uint8_t> Platform::read_pixels(int& width, int& height) {
    const ImDrawData* const last = ImGui::GetDrawData();
    width = height = 0;
    if (last == nullptr || !last->Valid) return {};
    // Drawn again into a buffer of our own: what a window shows is undefined after a swap and where it is covered.
    const int columns = static_cast<int>(last->DisplaySize.x), rows = static_cast<int>(last->DisplaySize.y);
    GLuint framebuffer = 0, color = 0;
    glGenFramebuffers(1, &framebuffer);
    glGenRenderbuffers(1, &color);
    glBindRenderbuffer(GL_RENDERBUFFER, color);
    glRenderbufferStorage(GL_RENDERBUFFER, GL_RGBA8, columns, rows);
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
    glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, color);
    width_ = columns, height_ = rows;
    render();
    const auto stride = static_cast<std::size_t>(columns) * 3;
    std::vector<std::uint8_t> upside_down(stride * static_cast<std::size_t>(rows)), pixels;
    glPixelStorei(GL_PACK_ALIGNMENT, 1);
    glReadPixels(0, 0, columns, rows, GL_RGB, GL_UNSIGNED_BYTE, upside_down.data());
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
    glDeleteFramebuffers(1, &framebuffer);
    glDeleteRenderbuffers(1, &color);
    pixels.reserve(upside_down.size());
    for (auto row = upside_down.end(); row != upside_down.begin(); row -= static_cast<std::ptrdiff_t>(stride)) {
        pixels.insert(pixels.end(), row - static_cast<std::ptrdiff_t>(stride), row);
    }
    width = columns, height = rows;
    return pixels;
}

std::vector<std::string> Platform::dropped_files() { return std::exchange(dropped_, {}); }

std::string Platform::gl_renderer() const { return gl_text(GL_RENDERER); }

bool Platform::is_software_renderer() const {
    const std::string name = gl_renderer();
    const std::array<std::string_view, 4> software{"llvmpipe", "softpipe", "swrast", "SwiftShader"};
    return std::ranges::any_of(software, [&](std::string_view s) { return name.find(s) != std::string::npos; });
}

std::unique_ptr<gpu::OpenGlContext> Platform::compute_context(bool in_software) {
    return is_software_renderer() && !in_software ? nullptr : compute_window_.context(window_.get());
}

}  // namespace poslab
