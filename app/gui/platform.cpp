#include "app/gui/platform.hpp"

#include "app/gui/imgui_input.hpp"
#include "app/window/renderer_name.hpp"
#include "core/base/errors.hpp"
#include "core/base/shared_library.hpp"

#include <epoxy/gl.h>

#include <backends/imgui_impl_opengl3.h>
#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <ctime>

namespace poslab {

namespace {

constexpr double without_end = 3600;  // seconds; any event ends the wait earlier
/// CPU time of this thread, in seconds.
double thread_time() {
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

constexpr double settling_share = 5;  // interval of settling frames, in frame durations

int largest_texture() {
    GLint most = 0;
    glGetIntegerv(GL_MAX_TEXTURE_SIZE, &most);
    return std::min(most, 4096);
}

void clear(Color color) {
    glClearColor(static_cast<float>(color.r) / 255, static_cast<float>(color.g) / 255,
                 static_cast<float>(color.b) / 255, 1);
    glClear(GL_COLOR_BUFFER_BIT);
}

/// Gives the renderer the rebuilt atlas; unnecessary since Dear ImGui 1.92.
void renew_font_texture() {
#if IMGUI_VERSION_NUM < 19200
    ImGui_ImplOpenGL3_DestroyFontsTexture();
    ImGui_ImplOpenGL3_CreateFontsTexture();
    ImGui::GetIO().Fonts->ClearTexData();
#endif
}

}  // namespace

Platform::Renderer::Renderer() {
    ImGuiIO& io = ImGui::GetIO();
    io.BackendPlatformName = "poslab";
    io.BackendFlags |= ImGuiBackendFlags_HasMouseCursors;
    if (!has_library("libGL.so.1") || !ImGui_ImplOpenGL3_Init("#version 330 core"))
        throw Unavailable(
            "the window needs libGL.so.1, which is not installed; `poslab plot` and `poslab gallery` do not");
}

Platform::Renderer::~Renderer() { ImGui_ImplOpenGL3_Shutdown(); }

Platform::Platform(std::unique_ptr<Surface> surface, const FontLibrary& fonts)
    : surface_(std::move(surface)),
      heat_maps_(std::make_unique<HeatMapPainter>()),
      gui_(std::make_unique<GuiContext>(
          fonts,
          Clipboard{[this] { return surface_->clipboard(); },
                    [this](const std::string& text) { surface_->set_clipboard(text); }},
          heat_maps_.get(), largest_texture())),
      renderer_(std::make_unique<Renderer>()),
      last_frame_(surface_->time()),
      size_(surface_->size()) {}

Platform::~Platform() = default;

void Platform::run(const std::function<bool()>& frame, const std::function<void()>& shown) {
    bool going = true;
    while (going) {
        wait();
        size_ = surface_->size();
        if (surface_->closed()) return;
        if (!wants_frame() || size_.width <= 0 || size_.height <= 0) continue;
        going = draw(frame);
        shown();
    }
}

std::optional<double> Platform::next_frame_at() const {
    const InputQueue& input = surface_->input();
    if (input.has_events() || woken_.load()) return 0;
    if (!input.wants_frame()) return wake_at_;
    const double settled = computing_ ? last_frame_ + settling_share * frame_took_ : 0;
    return wake_at_ ? std::min(*wake_at_, settled) : settled;
}

bool Platform::wants_frame() const {
    const std::optional<double> next = next_frame_at();
    return next && *next <= time();
}

void Platform::wait() {
    const bool minimised = size_.width <= 0 || size_.height <= 0;
    const std::optional<double> next = next_frame_at();
    if (next && *next <= time() && !minimised) return surface_->poll();
    surface_->wait(next && !minimised ? std::max(1e-3, *next - time()) : without_end);
}

void Platform::wake() {
    woken_.store(true);
    surface_->wake();
}

void Platform::wake_after(double seconds) {
    const double at = time() + std::max(0.0, seconds);
    wake_at_ = wake_at_ ? std::min(*wake_at_, at) : at;
}

bool Platform::draw(const std::function<bool()>& frame) {
    const double start = thread_time();
    begin();
    const bool going = frame();
    ImGui::Render();
    frame_built_in_ = thread_time() - start;
    // A frame that lacks glyphs is not shown, but never two in a row; the next one follows immediately.
    withheld_ = gui_->fonts().ran_out() && going && !withheld_;
    if (!withheld_) {
        glBindFramebuffer(GL_FRAMEBUFFER, surface_->framebuffer());
        render();
        surface_->present();
    }
    ++frames_drawn_;
    frame_took_ = time() - last_frame_;
    if (gui_->fonts().ran_out()) woken_.store(true);
    surface_->set_cursor(imgui_cursor());
    return going;
}

void Platform::begin() {
    woken_.store(false);
    const double now = time();
    wake_at_.reset();  // each frame requests the next one again
    ImGuiIO& io = ImGui::GetIO();
    io.DisplaySize = {static_cast<float>(size_.width), static_cast<float>(size_.height)};
    io.DeltaTime = static_cast<float>(std::max(1e-4, now - last_frame_));
    last_frame_ = now;
    events_ = surface_->input().next_frame();
    for (const InputEvent& event : events_)
        if (!deaf_) tell_imgui(event);
    const bool new_glyphs = gui_->fonts().begin_frame();
    ImGui_ImplOpenGL3_NewFrame();  // the first call creates the texture
    if (new_glyphs) renew_font_texture();
    gui_->painter().begin_frame();
    ImGui::NewFrame();
}

void Platform::set_background(Color color, std::vector<FillRect> grounds) {
    background_ = color;
    grounds_ = std::move(grounds);
}

void Platform::render() {
    glViewport(0, 0, size_.width, size_.height);
    glDisable(GL_SCISSOR_TEST);
    clear(background_);
    glEnable(GL_SCISSOR_TEST);
    for (const FillRect& ground : grounds_) {
        // The pixels whose centres lie inside, counted from below.
        const auto edge = [](double at) { return static_cast<int>(std::lround(at)); };
        const int left = edge(ground.rect.x), right = edge(ground.rect.right());
        const int top = edge(ground.rect.y), bottom = edge(ground.rect.bottom());
        glScissor(left, size_.height - bottom, std::max(0, right - left), std::max(0, bottom - top));
        clear(ground.color);
    }
    glDisable(GL_SCISSOR_TEST);
    ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
}

Screenshot Platform::read_pixels() {
    const ImDrawData* const last = ImGui::GetDrawData();
    if (last == nullptr || !last->Valid) return {};
    // Draws again into a separate buffer: a window's own buffer is undefined after a swap and where covered.
    const int columns = static_cast<int>(last->DisplaySize.x), rows = static_cast<int>(last->DisplaySize.y);
    GLuint framebuffer = 0, color = 0;
    glGenFramebuffers(1, &framebuffer);
    glGenRenderbuffers(1, &color);
    glBindRenderbuffer(GL_RENDERBUFFER, color);
    glRenderbufferStorage(GL_RENDERBUFFER, GL_RGBA8, columns, rows);
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
    glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, color);
    size_ = {columns, rows};
    render();
    const auto stride = static_cast<std::size_t>(columns) * 3;
    std::vector<std::uint8_t> upside_down(stride * static_cast<std::size_t>(rows));
    glPixelStorei(GL_PACK_ALIGNMENT, 1);
    glReadPixels(0, 0, columns, rows, GL_RGB, GL_UNSIGNED_BYTE, upside_down.data());
    glBindFramebuffer(GL_FRAMEBUFFER, surface_->framebuffer());
    glDeleteFramebuffers(1, &framebuffer);
    glDeleteRenderbuffers(1, &color);
    Screenshot shot{columns, rows, {}};
    shot.rgb.reserve(upside_down.size());
    for (auto row = upside_down.end(); row != upside_down.begin();
         row -= static_cast<std::ptrdiff_t>(stride)) {
        shot.rgb.insert(shot.rgb.end(), row - static_cast<std::ptrdiff_t>(stride), row);
    }
    return shot;
}

std::unique_ptr<gpu::OpenGlContext> Platform::compute_context(bool in_software) {
    return is_software_renderer() && !in_software ? nullptr : surface_->compute_context();
}

}  // namespace poslab
