#pragma once

#include "app/paint/cairo_surfaces.hpp"

namespace poslab {

/// cairo_image_surface_create() in large pages, for a surface whose pixels are all written first: on one that it knows to be clear
/// Cairo paints by other formulas, which differ by 1/255. Where there is no memory: in Cairo's error state.
[[nodiscard]] CairoSurface image_surface(cairo_format_t format, int width, int height);

}  // namespace poslab
