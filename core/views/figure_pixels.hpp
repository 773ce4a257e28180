#pragma once

#include "core/figure/layout.hpp"
#include "core/views/view.hpp"

#include <functional>

namespace poslab {

/// Sets columns and rows of `request` to those that the first main panel with cells has on a device with
/// `device_pixel_ratio` pixels per CSS pixel. Returns true if they changed: a heat map of the old size would
/// show some cells twice.
bool match_device_resolution(const Layout& layout, double device_pixel_ratio, SampleRequest& request);

/// Returns the layout that `place` makes once heat maps have as many cells as they cover pixels. `sample`
/// computes what `request` says, whose size this function sets; it returns false if that must suffice. New
/// numbers may change the size of a panel, so they are computed at most twice. `sampled`: `place` lays out
/// numbers of `request` already.
[[nodiscard]] Layout sampled_layout(const std::function<Layout()>& place, double device_pixel_ratio,
                                    SampleRequest& request, bool sampled,
                                    const std::function<bool()>& sample);

}  // namespace poslab
