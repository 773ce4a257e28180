#pragma once

#include "app/window/glfw_window.hpp"
#include "app/window/offscreen_window.hpp"

#include <cstdlib>
#include <memory>
#include <ostream>
#include <string>

namespace poslab::test {

/// The kind of surface that a test draws on.
enum class On { display, memory };

inline void PrintTo(On on, std::ostream* out) { *out << (on == On::display ? "display" : "memory"); }

inline bool has_display() {
    return std::getenv("DISPLAY") != nullptr || std::getenv("WAYLAND_DISPLAY") != nullptr;
}

/// Returns the reason why drawing there is impossible; empty if it is possible.
inline std::string missing(On on) {
    if (on == On::display) return has_display() ? "" : "no display";
    try {
        static_cast<void>(gpu::make_drawing_context());
        return "";
    } catch (const Unavailable& reason) {
        return reason.what();
    }
}

inline std::unique_ptr<Surface> surface(On on, const SurfaceOptions& options) {
    if (on == On::display) return std::make_unique<GlfwWindow>(options);
    return std::make_unique<OffscreenWindow>(options);
}

}  // namespace poslab::test
