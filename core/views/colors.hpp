#pragma once

#include "core/figure/figure.hpp"
#include "core/figure/palette.hpp"
#include "core/params/descriptor.hpp"
#include "core/params/groups/axes.hpp"

#include <string_view>

namespace poslab {

/// The scale in the colours that are chosen: those that w parts and those of phases stay as they are.
[[nodiscard]] ColorScale with_colors(ColorScale scale, const AxesGroup& chosen);

/// Of all that the figure shows.
void apply_colors(Figure& figure, const AxesGroup& chosen, Theme theme);

/// Where the settings limit the colours of a bar, all that has the scale of that bar gets the limits; a logarithmic one keeps its
/// own low end instead of one that is not above 0.
void limit_colors(Figure& figure, std::string_view figure_id, const AxisSettings& settings);

/// Whether something in the figure has one of the colour maps that the parameter offers (Widget::colors).
[[nodiscard]] bool shows_colors_of(const Figure& figure, const Descriptor& descriptor);

}  // namespace poslab
