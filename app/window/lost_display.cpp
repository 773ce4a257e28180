#include "app/window/lost_display.hpp"

#include "core/base/errors.hpp"
#include "core/files/unfinished_file.hpp"

#include <dlfcn.h>

#include <array>
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

[[noreturn]] void end_with(std::string text) {
    text = "poslab: error: " + text + "\n";
    static_cast<void>(!write(STDERR_FILENO, text.data(), text.size()));
    UnfinishedFile::remove_all();
    _exit(Unavailable("").exit_code());
}

/// Must not return: Xlib would then end the program itself.
int end_program(void* /*display*/) {
    std::string text = "the X server has ended the connection, so the window is gone";
    end_with(text + (saved() ? "; its session is saved" : ""));
}

int pass_over(void* /*display*/, void* /*error*/) { return 0; }

/// Xlib's XErrorEvent.
struct RequestError {
    int type;
    void* display;
    unsigned long resource, serial;
    unsigned char code, request, minor;
};

int end_program_by_request(void* display, void* event) {
    const auto text_of =
        reinterpret_cast<int (*)(void*, int, char*, int)>(dlsym(RTLD_DEFAULT, "XGetErrorText"));
    std::array<char, 128> text{};
    if (text_of != nullptr)
        text_of(display, static_cast<const RequestError*>(event)->code, text.data(), text.size() - 1);
    end_with(std::string("the X server refuses a request of the window: ") + text.data());
}

/// Sets a handler and returns the previous one. Looks Xlib up at run time: GLFW loads it, but not on Wayland.
template <class Function>
Function set_handler(const char* setter, Function handler) {
    const auto set = reinterpret_cast<Function (*)(Function)>(dlsym(RTLD_DEFAULT, setter));
    return set != nullptr ? set(handler) : nullptr;
}
constexpr const char* of_the_connection = "XSetIOErrorHandler";
constexpr const char* of_requests = "XSetErrorHandler";

}  // namespace

void end_at_x_errors() {
    set_handler(of_the_connection, &end_program);
    set_handler(of_requests, &end_program_by_request);
}

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
