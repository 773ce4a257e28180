#pragma once

namespace poslab {

struct PaintTransform {
    double x = 0, y = 0;          // position of the figure's origin, framebuffer pixels
    double scale = 1;             // framebuffer pixels per CSS pixel
    double opacity = 1;           // of everything
    double heat_map_opacity = 1;  // of heat maps alone, e.g. stale ones
};

}  // namespace poslab
