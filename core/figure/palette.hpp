#pragma once

#include "core/figure/color_scale.hpp"
#include "core/figure/geometry.hpp"

#include <array>
#include <cstddef>
#include <string_view>
#include <vector>

namespace poslab {

enum class Theme { light, dark };

/// As command line and session write it.
[[nodiscard]] constexpr std::string_view theme_id(Theme theme) { return theme == Theme::dark ? "dark" : "light"; }

/// The colour roles of look.md; figure, window and export take theirs from here.
struct Palette {
    Color canvas, chrome, raised, hover, press, selected, hairline, divider, border;
    Color text, text2, text3, accent, accent_hover, on_accent, ink, track, segment, thumb;
    Color grid, axis, ghost, band, edge, warm, cool, nan_fill, nan_mark;
    Color ok, warn, error, tooltip, tooltip_text, tooltip_label, scrim;
    std::array<Color, 7> curves;  // Okabe-Ito in the theme's order
    ColorMap diverging{};         // of signed values: what is about 0 is near the ground
};

[[nodiscard]] const Palette& palette(Theme theme);

constexpr std::size_t dash_patterns = 4;  // what curve_dashes repeats after

/// Of the n-th of several curves, px on and off: solid, 8-4, 2-3, 8-3-2-3 in turn (empty: solid).
[[nodiscard]] std::vector<double> curve_dashes(std::size_t n);

/// Of the arcs of dials: the first colour of curves, a little quieter on dark ground.
[[nodiscard]] Color seen_arc(const Palette& colors);

}  // namespace poslab
