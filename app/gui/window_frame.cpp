#include "app/gui/window_frame.hpp"

#include "app/gui/platform.hpp"
#include "app/gui/read_input.hpp"

#include <imgui.h>

#include <cmath>
#include <cstdlib>

namespace poslab {
namespace {

constexpr int capture_after = 3;  // settled frames: the one that settled and two more

WindowServices services_of(Platform& platform) {
    return {[&platform] { return platform.clipboard(); }, [&platform](const std::string& text) { platform.set_clipboard(text); },
            [&platform] { platform.wake(); }};
}

}  // namespace

WindowFrame::WindowFrame(Platform& platform, const FontLibrary& fonts, const WindowOptions& options, SessionKeeper keeper,
                         std::optional<Replay> replay)
    : platform_(platform),
      trace_(std::getenv("POSLAB_TRACE")),  // NOLINT(concurrency-mt-unsafe): read before any thread starts
      replay_(std::move(replay)),
      capturing_(!options.capture.empty()),
      content_(fonts, options, services_of(platform), std::move(keeper)) {}

bool WindowFrame::draw() {
    const double scale = this->scale();
    Input input = read_input(platform_, scale);
    if (capturing_ && !replay_) input.mouse = {-1, -1};  // wherever the pointer happens to rest
    if (const auto dropped = platform_.dropped_files(); !dropped.empty()) content_.open_files(dropped);
    const double width = platform_.framebuffer_width(), height = platform_.framebuffer_height();
    content_.frame(input, {width / scale, height / scale, scale, width / platform_.scale(), height / platform_.scale()});
    paint();
    show_pointer(content_.ui().pointer());
    platform_.set_typing(content_.ui().editing());
    ask_for_frames();
    return !content_.quit() && !(capturing_ && captured());
}

double WindowFrame::scale() const {
    const double pixels = platform_.scale();
    const double width = platform_.framebuffer_width() / pixels, height = platform_.framebuffer_height() / pixels;
    return pixels * fitting_percent(content_.store().percent, width, height) / 100.0;
}

void WindowFrame::paint() {
    const double scale = this->scale();
    ImDrawList& onto = *ImGui::GetBackgroundDrawList();
    platform_.set_background(content_.ui().colors().canvas);
    for (const PaintedList& painted : content_.painted())
        platform_.painter().paint(*painted.list, onto,
                                  {std::round(painted.origin.x * scale), std::round(painted.origin.y * scale),
                                   scale * painted.scale, painted.opacity, 1});
}

void WindowFrame::ask_for_frames() {
    // What a frame changes shows in the next one; widgets that were drawn before the change have not seen it.
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
    // Presses of one key within 20 ms of each other come as repeats (GLFW); both are counted.
    for (const InputEvent& event : platform_.events())
        if (std::holds_alternative<KeyRepeat>(event)) ++repeats_;
    trace_.write({platform_.frames_drawn(), platform_.key_presses() + repeats_, platform_.clicks(), platform_.frame_began(),
                  platform_.time()},
                 content_);
}

bool WindowFrame::captured() {
    if (replay_ && !replay_->over(platform_.input())) return false;
    settled_frames_ = content_.settled() ? settled_frames_ + 1 : 0;
    if (settled_frames_ >= capture_after) return true;
    if (content_.settled()) platform_.request_frames(1);
    return false;
}

}  // namespace poslab
