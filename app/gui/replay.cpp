#include "app/gui/replay.hpp"

#include "app/gui/window_content.hpp"
#include "core/base/errors.hpp"

#include <fmt/format.h>

#include <variant>

namespace poslab {

void Replay::act(InputQueue& input, const WindowContent& content, double pixels) {
    if (input.has_events()) return;
    while (next_ < steps_.size() && std::holds_alternative<AwaitRest>(steps_[next_].action)) {
        if (!rests(input, content)) return;
        ++next_;
        if (next_ == steps_.size()) input.request_frames(1);  // the end is detected in a frame
    }
    if (next_ == steps_.size()) {
        // The picture is captured at rest.
        if (content.player().running())
            refuse("a parameter is still playing at the end; `key space` stops it");
        return;
    }
    const auto& action = steps_[next_].action;
    if (const auto* events = std::get_if<std::vector<InputEvent>>(&action))
        for (const InputEvent& event : *events) input.push(event);
    else if (const auto* to = std::get_if<PointTo>(&action))
        input.push(pointed(*to, content, pixels));
    else
        input.request_frames(1);
    ++next_;
}

bool Replay::rests(const InputQueue& input, const WindowContent& content) const {
    if (content.player().running())
        refuse("a parameter is playing, so `wait` never ends; `key space` stops it");
    return content.settled() && !input.wants_frame();
}

PointerMove Replay::pointed(const PointTo& to, const WindowContent& content, double pixels) const {
    if (to.widget.empty()) return {to.x * pixels, to.y * pixels};
    const auto found = content.ui().find(to.widget);
    if (!found) refuse(fmt::format("the window shows no widget '{}'", to.widget));
    const Rect& at = found->rect;
    return {(at.x + to.x * at.width) * pixels, (at.y + to.y * at.height) * pixels};
}

void Replay::refuse(const std::string& why) const {
    const int line = steps_.empty() ? 0 : steps_[std::min(next_, steps_.size() - 1)].line;
    throw InputError(fmt::format("{}: line {}: {}", name_, line, why));
}

}  // namespace poslab
