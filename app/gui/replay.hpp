#pragma once

#include "app/window/input_queue.hpp"
#include "app/window/replay_script.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace poslab {

class WindowContent;

/// Plays a script as a user would: looks at each frame and acts before the next one.
class Replay {
  public:
    /// `name`: the script's name, for messages.
    Replay(std::vector<ReplayStep> steps, std::string name)
        : steps_(std::move(steps)), name_(std::move(name)) {}

    /// Pushes the next step's input into `input`; call after each shown frame. `pixels`: framebuffer pixels
    /// per CSS pixel of the content. Throws InputError for an unknown widget and for a wait that would never
    /// end.
    void act(InputQueue& input, const WindowContent& content, double pixels);
    /// True if every step is done and its input drawn.
    [[nodiscard]] bool over(const InputQueue& input) const {
        return next_ == steps_.size() && !input.has_events();
    }

  private:
    [[nodiscard]] PointerMove pointed(const PointTo& to, const WindowContent& content, double pixels) const;
    [[nodiscard]] bool rests(const InputQueue& input, const WindowContent& content) const;
    [[noreturn]] void refuse(const std::string& why) const;

    std::vector<ReplayStep> steps_;
    std::string name_;
    std::size_t next_ = 0;
};

}  // namespace poslab
