#pragma once

#include "core/figure/layout.hpp"
#include "core/views/view.hpp"

namespace poslab {

/// Sets columns and rows of `request` to those that the first main panel with cells has on a device with
/// `device_pixel_ratio` pixels per CSS pixel. Returns true if they changed: a heat map of the old size would
/// show some cells twice.
bool match_device_resolution(const Layout& layout, double device_pixel_ratio, SampleRequest& request);

}  // namespace poslab
