#include "core/views/figure_pixels.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace poslab {

bool ask_for_pixels(const Layout& layout, double pixels, SampleRequest& request) {
    for (const PanelFrame& frame : layout.frames) {
        if (!shows_cells(frame.kind)) continue;
        const auto on_device = [&](double length) {
            return std::max<std::int64_t>(1, std::llround(length * pixels));
        };
        const std::int64_t width = std::exchange(request.width, on_device(frame.plot.width));
        const std::int64_t height = std::exchange(request.height, on_device(frame.plot.height));
        return width != request.width || height != request.height;
    }
    return false;
}

}  // namespace poslab
