#include "app/gui/shell.hpp"

#include "app/cli/interruption.hpp"
#include "app/gui/platform.hpp"
#include "app/gui/window_frame.hpp"
#include "app/paint/picture.hpp"
#include "app/window/glfw_window.hpp"
#include "app/window/lost_display.hpp"
#include "app/window/offscreen_window.hpp"
#include "core/base/free_memory.hpp"
#include "core/files/atomic_file.hpp"
#include "core/files/file_deadline.hpp"

#include <fmt/format.h>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <optional>
#include <stop_token>
#include <thread>
#include <tuple>

namespace poslab {
namespace {

void write_screenshot(Platform& platform, const std::string& path) {
    const Screenshot shot = platform.read_pixels();
    PixelView view;
    view.data = shot.rgb.data();
    view.width = shot.width;
    view.height = shot.height;
    view.stride = static_cast<std::ptrdiff_t>(shot.width) * 3;
    view.order = PixelOrder::rgb8;
    view.opaque = true;
    write_file_atomically(path,
                          encode_png(view, 96 * platform.scale(), {{"Software", "PosLab " POSLAB_VERSION}}));
}

/// Offers the window's OpenGL device to the engine opengl; a software rasteriser only if the engine was
/// requested by name, which may fail.
void offer_opengl(Platform& platform, const WindowOptions& options) {
    const bool named = options.engine.name == "opengl";
    if (options.opengl != nullptr && (named || options.engine.name == "auto"))
        options.opengl->offer(platform.compute_context(named));
    if (named) static_cast<void>(options.engine.engine());
}

/// Opens an offscreen window; on failure throws a message that starts with `beginning`.
std::unique_ptr<Surface> open_offscreen(const SurfaceOptions& size, const std::string& beginning) {
    try {
        return std::make_unique<OffscreenWindow>(size);
    } catch (const Unavailable& missing) {
        throw Unavailable(fmt::format("{}, but {}; `poslab plot` and `poslab gallery` need no OpenGL",
                                      beginning, missing.what()));
    }
}

/// Refuses a capture before its window takes the memory: colours, the map's numbers and texture, and the
/// picture. A window of 6000 x 6000 pixels took 19.7 bytes per pixel, the program's own included.
void check_capture_memory(const SurfaceOptions& window) {
    constexpr double bytes_of_pixel = 20;
    check_memory(bytes_of_pixel * window.width * window.height,
                 tr("captures of {} x {} pixels", window.width, window.height));
}

/// A capture works without a display; a replay is always off screen, away from the user's pointer.
std::unique_ptr<Surface> open_surface(const SurfaceOptions& size, const WindowOptions& options) {
    if (!options.replay.empty()) return open_offscreen(size, "a replay is drawn off screen");
    try {
        return std::make_unique<GlfwWindow>(size);
    } catch (const NoDisplay& none) {
        if (options.capture.empty()) throw;
        return open_offscreen(
            size, fmt::format("no display: {}; the picture could be drawn without one", none.reason()));
    }
}

/// Ends the program 0.3 s later unless the object is destroyed: a thread that computes may be inside
/// a library that cannot be stopped.
class EndSoon {
  public:
    EndSoon() : thread_(&wait) {}

  private:
    static void wait(const std::stop_token& stop) {
        std::mutex mutex;
        std::unique_lock lock(mutex);
        std::condition_variable_any never;
        never.wait_for(lock, stop, std::chrono::milliseconds(300), [] { return false; });
        if (!stop.stop_requested()) interruption::end_program(0);
    }

    std::jthread thread_;
};

}  // namespace

int run_window(const WindowOptions& options) {
    std::optional<Replay> replay;
    if (!options.replay.empty()) replay.emplace(read_replay(options.replay), options.replay);
    const FontLibrary fonts;
    std::optional<Platform> platform;  // outlives the deadline and the session's file, whose threads wake it
    std::atomic<Platform*> to_wake{nullptr};
    const auto wake = [&to_wake] {
        if (Platform* const sleeping = to_wake.load()) sleeping->wake();
    };
    std::optional<FileDeadline> deadline;
    std::optional<SessionFile> file;
    SessionKeeper keeper;
    if (options.capture.empty()) {  // a capture depends only on the command line
        deadline.emplace(std::function<void(const std::string&)>(), FileDeadline::usual_patience, wake);
        file.emplace(session_paths(), wake);
        keeper = SessionKeeper(*file);
    }
    SurfaceOptions window;
    window.width = options.width;
    window.height = options.height;
    window.fit_screen = !options.size_given;
    if (const auto size = keeper.window_size(); size && !options.size_given)
        std::tie(window.width, window.height) = *size;
    window.min_width = WindowOptions::min_width;
    window.min_height = WindowOptions::min_height;
    if (!options.capture.empty()) check_capture_memory(window);
    platform.emplace(open_surface(window, options), fonts);
    offer_opengl(*platform, options);
    to_wake = &*platform;
    std::optional<EndSoon> end;
    {
        WindowFrame frame(*platform, fonts, options, std::move(keeper), std::move(replay));
        const LostDisplay lost([&] {
            frame.keep_session();
            return file && file->flush();
        });
        platform->run([&frame] { return frame.draw(); }, [&frame] { frame.shown(); });
        if (file) {
            frame.keep_session();
            file->flush();
            end.emplace();
        }
    }
    if (!options.capture.empty()) write_screenshot(*platform, options.capture);
    return 0;
}

}  // namespace poslab
