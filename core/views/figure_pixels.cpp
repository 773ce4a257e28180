#include "core/views/figure_pixels.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace poslab {

bool match_device_resolution(const Layout& layout, double device_pixel_ratio, SampleRequest& request) {
    for (const PanelFrame& frame : layout.frames) {
        if (!shows_cells(frame.kind)) continue;
        const auto on_device = [&](double length) {
            return std::max<std::int64_t>(1, std::llround(length * device_pixel_ratio));
        };
        const std::int64_t old_width = std::exchange(request.width, on_device(frame.plot.width));
        const std::int64_t old_height = std::exchange(request.height, on_device(frame.plot.height));
        return old_width != request.width || old_height != request.height;
    }
    return false;
}

}  // namespace poslab
