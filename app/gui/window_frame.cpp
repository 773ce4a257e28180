#include "app/gui/window_frame.hpp"

#include "app/gui/imgui_input.hpp"
#include "app/gui/platform.hpp"

#include <imgui.h>

#include <cstdlib>

namespace poslab {
namespace {

constexpr int capture_after = 3;  // settled frames: the first one and two more

std::vector<FillRect> scaled(std::vector<FillRect> rects, double scale) {
    for (FillRect& rect : rects)
        rect.rect = {rect.rect.x * scale, rect.rect.y * scale, rect.rect.width * scale,
                     rect.rect.height * scale};
    return rects;
}

}  // namespace

WindowFrame::WindowFrame(Platform& platform, const FontLibrary& fonts, const WindowOptions& options,
                         SessionKeeper keeper, std::optional<Replay> replay)
    : platform_(platform),
      trace_(std::getenv("POSLAB_TRACE")),  // NOLINT(concurrency-mt-unsafe): read before any thread starts
      replay_(std::move(replay)),
      capturing_(!options.capture.empty()),
      content_(
          fonts, platform.gui(), options, [&platform] { platform.wake(); }, std::move(keeper),
          options.capture.empty() && options.replay.empty()) {
    platform_.set_deaf(capturing_ && !replay_);
}

bool WindowFrame::draw() {
    const double scale = this->scale();
    if (const auto dropped = platform_.dropped_files(); !dropped.empty()) content_.open_files(dropped);
    const double width = platform_.framebuffer_width(), height = platform_.framebuffer_height();
    const FramebufferSize restored = platform_.restored_size();
    content_.frame(
        {width / scale, height / scale, scale, width / platform_.scale(), height / platform_.scale(),
         restored.width / double{platform_.scale()}, restored.height / double{platform_.scale()}},
        frame_input(platform_.events(), scale));
    if (!capturing_) platform_.set_full_screen(content_.wants_full_screen());  // a capture has its own size
    platform_.set_background(palette(content_.store().theme).canvas, scaled(content_.ui().grounds(), scale));
    platform_.set_typing(content_.ui().editing());
    platform_.set_computing(content_.computing());
    ask_for_frames();
    return !content_.quit() && !(capturing_ && captured());
}

double WindowFrame::scale() const {
    const double pixels = platform_.scale();
    const double width = platform_.framebuffer_width() / pixels,
                 height = platform_.framebuffer_height() / pixels;
    if (content_.presenting()) return pixels * lecture_scale(width, height);
    return pixels * fitting_percent(content_.store().percent, width, height) / 100.0;
}

void WindowFrame::ask_for_frames() {
    // A change shows in the next frame: widgets drawn before it in this frame missed it.
    const Ui& ui = content_.ui();
    if (!platform_.events().empty()) platform_.request_frames(1);
    if (ui.moving() || ui.wake_in() == 0)
        platform_.request_frames(1);
    else if (ui.wake_in() > 0)
        platform_.wake_after(ui.wake_in());
}

void WindowFrame::shown() {
    trace();
    if (replay_) replay_->act(platform_.input(), content_, scale());
}

void WindowFrame::trace() {
    // GLFW reports presses of one key within 20 ms as repeats, so both are counted.
    for (const InputEvent& event : platform_.events())
        if (std::holds_alternative<KeyRepeat>(event)) ++repeats_;
    trace_.write({platform_.frames_drawn(), platform_.key_presses() + repeats_, platform_.clicks(),
                  platform_.frame_began(), platform_.time(), platform_.frame_built_in()},
                 content_);
}

bool WindowFrame::captured() {
    if (replay_ && !replay_->over(platform_.input())) return false;
    settled_frames_ = content_.settled() ? settled_frames_ + 1 : 0;
    // A replay may be about an error.
    if (const auto failure = content_.canvas().computed().failure();
        settled_frames_ > 0 && failure && !replay_)
        std::rethrow_exception(failure);
    if (settled_frames_ >= capture_after) return true;
    if (content_.settled()) platform_.request_frames(1);
    return false;
}

}  // namespace poslab
