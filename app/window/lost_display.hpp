#pragma once

#include <functional>

namespace poslab {

/// Xlib ends the program where the X server ends the connection. While this lives it ends with one sentence of its own and the exit
/// code of Unavailable, after `last`: what is to be saved, true if it is. `last` runs on the thread that made this, or not at all.
class LostDisplay {
  public:
    explicit LostDisplay(std::function<bool()> last);
    ~LostDisplay();
    LostDisplay(const LostDisplay&) = delete;
    LostDisplay& operator=(const LostDisplay&) = delete;
};

}  // namespace poslab
