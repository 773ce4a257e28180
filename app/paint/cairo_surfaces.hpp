#pragma once

#include "core/figure/draw_list.hpp"

#include <cairo.h>

#include <memory>
#include <optional>

namespace poslab {

struct CairoSurfaceDeleter {
    void operator()(cairo_surface_t* surface) const { cairo_surface_destroy(surface); }
};
struct CairoDeleter {
    void operator()(cairo_t* cairo) const { cairo_destroy(cairo); }
};
using CairoSurface = std::unique_ptr<cairo_surface_t, CairoSurfaceDeleter>;
using Cairo = std::unique_ptr<cairo_t, CairoDeleter>;

inline constexpr double css_dpi = 96;

inline void paint_background(cairo_t* cairo, std::optional<Color> background) {
    if (!background) return;
    cairo_set_source_rgba(cairo, background->r / 255.0, background->g / 255.0, background->b / 255.0,
                          background->a / 255.0);
    cairo_paint(cairo);
}

}  // namespace poslab
