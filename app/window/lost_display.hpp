#pragma once

#include <functional>

namespace poslab {

/// Xlib ends the program where the X server ends the connection. While this lives it ends with one sentence of its own and the exit
/// code of Unavailable, after `act`: what is to be saved, true if it is. `act` runs on the thread that made this, or not at all.
/// Requests that fail, which Xlib would end the program for, too, are passed over: they are of other programs' windows that are
/// gone (who dragged a file here may close before it is told that the file has come). GLFW sets a handler of its own while it makes
/// windows and contexts, and none afterwards: this is made after those.
class LostDisplay {
  public:
    explicit LostDisplay(std::function<bool()> act);
    ~LostDisplay();
    LostDisplay(const LostDisplay&) = delete;
    LostDisplay& operator=(const LostDisplay&) = delete;
};

}  // namespace poslab
