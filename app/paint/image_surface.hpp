#pragma once

#include "app/paint/cairo_surfaces.hpp"

namespace poslab {

/// cairo_image_surface_create() for a surface whose pixels are all written first (on one that it knows to be clear Cairo paints by
/// other formulas, which differ by 1/255). Large ones ask the kernel for large pages: a first touch of 4 KiB costs 2 to 4 µs on a
/// virtual machine, which for the pixels of a figure is a tenth of the time of `plot`. Where there is no memory: in Cairo's error
/// state.
[[nodiscard]] CairoSurface image_surface(cairo_format_t format, int width, int height);

}  // namespace poslab
