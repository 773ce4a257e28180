#include "app/window/lost_display.hpp"

#include "core/base/errors.hpp"
#include "core/files/unfinished_file.hpp"

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
using ErrorHandler = int (*)(void*, void*);

/// Global, because Xlib's handlers have no user data.
struct Last {
    std::function<bool()> act;
    std::thread::id thread;
    Handler before = nullptr;
    ErrorHandler errors_before = nullptr;
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

/// Must not return: Xlib would then end the program itself.
int end_program(void* /*display*/) {
    std::string text = "poslab: error: the X server has ended the connection, so the window is gone";
    text += saved() ? "; its session is saved\n" : "\n";
    static_cast<void>(!write(STDERR_FILENO, text.data(), text.size()));
    UnfinishedFile::remove_all();
    _exit(Unavailable("").exit_code());
}

int pass_over(void* /*display*/, void* /*error*/) { return 0; }

/// Sets a handler and returns the previous one. Looks Xlib up at run time: GLFW loads it, but not on Wayland.
template <class Function>
Function set_handler(const char* setter, Function handler) {
    const auto set = reinterpret_cast<Function (*)(Function)>(dlsym(RTLD_DEFAULT, setter));
    return set != nullptr ? set(handler) : nullptr;
}
constexpr const char* of_the_connection = "XSetIOErrorHandler";
constexpr const char* of_requests = "XSetErrorHandler";

}  // namespace

LostDisplay::LostDisplay(std::function<bool()> act) {
    last() = {std::move(act), std::this_thread::get_id(), set_handler(of_the_connection, &end_program),
              set_handler(of_requests, &pass_over)};
}

LostDisplay::~LostDisplay() {
    set_handler(of_the_connection, last().before);
    set_handler(of_requests, last().errors_before);
    last() = {};
}

}  // namespace poslab
