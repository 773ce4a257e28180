#pragma once

namespace poslab {

struct PaintPlace {
    double x = 0, y = 0;          // framebuffer pixels, where the figure's origin comes to lie
    double scale = 1;             // framebuffer pixels per CSS pixel
    double opacity = 1;           // of everything
    double heat_map_opacity = 1;  // of heat maps alone, e.g. stale ones
};

}  // namespace poslab
