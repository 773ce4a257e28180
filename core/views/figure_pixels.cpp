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

Layout sampled_layout(const std::function<Layout()>& place, double device_pixel_ratio, SampleRequest& request,
                      bool sampled, const std::function<bool()>& sample) {
    constexpr int max_samples = 2;
    Layout placed = place();
    bool changed = match_device_resolution(placed, device_pixel_ratio, request), again = true;
    for (int n = 0; n < max_samples && again && (changed || !sampled); ++n) {
        again = sample();
        sampled = true;
        placed = place();
        changed = match_device_resolution(placed, device_pixel_ratio, request);
    }
    return placed;
}

}  // namespace poslab
