#pragma once

#include <functional>

namespace poslab {

/// From now on the program ends with one message and the exit code of Unavailable if the X server refuses a
/// request or ends the connection; without this, Xlib prints five lines and ends it with 1. GLFW undoes it
/// when it creates a window. Has no effect without Xlib.
void end_at_x_errors();

/// Handles the loss of the X server, for which Xlib ends the program. During the object's lifetime the
/// program then calls `act` and ends with one message and the exit code of Unavailable. `act` saves the
/// session and returns true if it did; it runs on the thread that constructed the object, or not at all.
///
/// Failed requests, for which Xlib would also end the program, are ignored: they concern closed windows of
/// other programs (the source of a dropped file may close before it gets the reply). GLFW sets its own
/// handler while it creates windows and contexts and resets it afterwards, so construct this after them.
class LostDisplay {
  public:
    explicit LostDisplay(std::function<bool()> act);
    ~LostDisplay();
    LostDisplay(const LostDisplay&) = delete;
    LostDisplay& operator=(const LostDisplay&) = delete;
};

}  // namespace poslab
