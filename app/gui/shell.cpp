#include "app/gui/shell.hpp"

#include "app/gui/platform.hpp"
#include "app/gui/window_frame.hpp"
#include "app/paint/picture.hpp"
#include "core/formats/atomic_file.hpp"

namespace poslab {
namespace {

void write_capture(Platform& platform, const std::string& path) {
    int width = 0, height = 0;
    const std::vector<std::uint8_t> pixels = platform.read_pixels(width, height);
    PixelView view;
    view.data = pixels.data();
    view.width = width;
    view.height = height;
    view.stride = static_cast<std::ptrdiff_t>(width) * 3;
    view.order = PixelOrder::rgb8;
    view.opaque = true;
    write_file_atomically(path, encode_png(view, 96 * platform.scale(), {{"Software", "PosLab " POSLAB_VERSION}}));
}

}  // namespace

int run_window(const WindowOptions& options) {
    const FontLibrary fonts;
    PlatformOptions window;
    window.width = options.width;
    window.height = options.height;
    window.least_width = WindowOptions::least_width;
    window.least_height = WindowOptions::least_height;
    Platform platform(window, fonts);
    {
        WindowFrame frame(platform, fonts, options);
        platform.run([&frame] { return frame.draw(); });
    }
    if (!options.capture.empty()) write_capture(platform, options.capture);
    return 0;
}

}  // namespace poslab
