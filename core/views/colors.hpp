#pragma once

#include "core/figure/figure.hpp"
#include "core/figure/palette.hpp"
#include "core/params/descriptor.hpp"
#include "core/params/groups/axes.hpp"

#include <string_view>

namespace poslab {

/// Returns the scale with the chosen colours; scales split at w and scales of phases are unchanged.
[[nodiscard]] ColorScale with_colors(ColorScale scale, const AxesGroup& chosen);

/// Applies the chosen colours to all scales of the figure.
void apply_colors(Figure& figure, const AxesGroup& chosen, Theme theme);

/// Applies the colour limits of the settings to a bar and everything with the same scale. A logarithmic scale
/// keeps its own low end if the setting is not above 0.
void limit_colors(Figure& figure, std::string_view figure_id, const AxisSettings& settings);

/// Applies all settings of the group: guides, axes and colours.
void apply_settings(Figure& figure, std::string_view figure_id, const AxesGroup& chosen, Theme theme);

/// True if something in the figure has one of the colour maps that the parameter offers (Widget::colors).
[[nodiscard]] bool shows_colors_of(const Figure& figure, const Descriptor& descriptor);

}  // namespace poslab
