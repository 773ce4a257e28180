#pragma once

#include "app/paint/cairo_surfaces.hpp"

namespace poslab {

/// Creates an image surface in large pages. All its pixels must be written first: on surfaces that Cairo
/// knows to be clear it uses other formulas, which differ by 1/255. If memory is exhausted, the surface is in
/// Cairo's error state.
[[nodiscard]] CairoSurface image_surface(cairo_format_t format, int width, int height);

}  // namespace poslab
