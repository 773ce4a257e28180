#pragma once

#include "core/figure/layout.hpp"
#include "core/views/view.hpp"

namespace poslab {

/// Into `request` come the columns and rows that the first main panel with cells has on a device of `pixels` pixels per CSS pixel.
/// Whether these are others than before: then a heat map of the old ones would show some cells twice.
bool ask_for_pixels(const Layout& layout, double pixels, SampleRequest& request);

}  // namespace poslab
