#pragma once

#include "core/figure/layout.hpp"
#include "core/views/view.hpp"

namespace poslab {

/// Sets columns and rows of `request` to those that the first main panel with cells has on a device with
/// `pixels` pixels per CSS pixel. Returns true if they changed: a heat map of the old size would show some
/// cells twice.
bool ask_for_pixels(const Layout& layout, double pixels, SampleRequest& request);

}  // namespace poslab
