#pragma once

#include "core/figure/color_scale.hpp"
#include "core/figure/geometry.hpp"

#include <array>
#include <cstddef>
#include <string_view>
#include <vector>

namespace poslab {

enum class Theme { light, dark };

/// The theme's name on the command line and in sessions.
[[nodiscard]] constexpr std::string_view theme_id(Theme theme) {
    return theme == Theme::dark ? "dark" : "light";
}

/// The colour roles used by figure, window and export.
struct Palette {
    Color canvas, chrome, raised, hover, press, selected, hairline, divider, border;
    Color text, text2, text3, accent, accent_hover, on_accent, ink, track, segment, thumb;
    Color grid, axis, ghost, band, edge, warm, cool, nan_fill, nan_mark;
    Color ok, warn, error, tooltip, tooltip_text, tooltip_label, scrim;
    std::array<Color, 7> curves;  // Okabe-Ito in the theme's order
    ColorMap diverging{};         // of signed values; colours near 0 are close to the background
};

[[nodiscard]] const Palette& palette(Theme theme);

constexpr std::size_t dash_patterns = 4;  // number of patterns before curve_dashes() repeats

/// Returns the dashes of the n-th curve, px on and off: solid, 8-4, 2-3, 8-3-2-3 in turn (empty: solid).
[[nodiscard]] std::vector<double> curve_dashes(std::size_t n);

/// Returns the colour of dial arcs: the first curve colour, slightly muted on dark backgrounds.
[[nodiscard]] Color seen_arc(const Palette& colors);

}  // namespace poslab
