#include "app/window/lost_display.hpp"

#include "core/base/errors.hpp"

#include <dlfcn.h>

#include <cstdlib>
#include <exception>
#include <string>
#include <thread>
#include <utility>

#include <unistd.h>

namespace poslab {

namespace {

using Handler = int (*)(void*);

/// Xlib hands its handler nothing that could lead here.
struct Last {
    std::function<bool()> act;
    std::thread::id thread;
    Handler before = nullptr;
};
Last& last() {
    static Last held;
    return held;
}

bool saved() {
    if (last().thread != std::this_thread::get_id()) return false;
    try {
        return std::exchange(last().act, nullptr)();
    } catch (const std::exception&) {
        return false;
    }
}

/// Returning from here would make Xlib end the program in its own way.
int end_program(void* /*display*/) {
    std::string text = "poslab: error: the X server has ended the connection, so the window is gone";
    text += saved() ? "; its session is saved\n" : "\n";
    static_cast<void>(!write(STDERR_FILENO, text.data(), text.size()));
    _exit(Unavailable("").exit_code());
}

/// GLFW brings Xlib with it, or it is not there: on Wayland.
Handler set_handler(Handler handler) {
    using Set = Handler (*)(Handler);
    const auto set = reinterpret_cast<Set>(dlsym(RTLD_DEFAULT, "XSetIOErrorHandler"));
    return set != nullptr ? set(handler) : nullptr;
}

}  // namespace

LostDisplay::LostDisplay(std::function<bool()> act) {
    last() = {std::move(act), std::this_thread::get_id(), set_handler(end_program)};
}

LostDisplay::~LostDisplay() {
    set_handler(last().before);
    last() = {};
}

}  // namespace poslab
