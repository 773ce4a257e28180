#pragma once

#include "core/figure/geometry.hpp"

#include <array>
#include <cstddef>
#include <optional>
#include <string_view>

namespace poslab {

/// The numeric values match shaders/common/heat_map.h.
enum class ScaleKind {
    linear = 0,
    logarithmic = 1,
    symmetric = 2,
    symmetric_log = 3,
    window = 4,
    cyclic = 5
};
/// The dark variants are for dark backgrounds: `signed_dark` is signed_diverging with dark colours near 0,
/// `grey_dark` is grey with light colours for large values.
enum class ColorMap {
    window,
    viridis,
    signed_diverging,
    cyclic,
    cividis,
    magma,
    grey,
    blue_red,
    purple_green,
    signed_dark,
    grey_dark
};
inline constexpr std::size_t color_map_count = 11;

/// Simulates print without colour, or vision that lacks one type of cone.
enum class Proof { none, grey, protanopia, deuteranopia, tritanopia };
inline constexpr std::size_t proof_count = 5;

using ColorTable = std::array<Color, 256>;

/// Returns the table of a colour map, used by shader and Cairo. `window`: entries 0–127 inside, 128–255
/// outside w.
/// The stops are in assets/color_maps.txt (viridis, cividis and magma from matplotlib, CC0), interpolated
/// linearly in sRGB.
[[nodiscard]] const ColorTable& color_table(ColorMap map, Proof proof = Proof::none);

/// Finds a colour map by its name in parameters: "viridis", "blue-orange".
[[nodiscard]] std::optional<ColorMap> find_color_map(std::string_view name);

struct ColorScale {
    ColorMap map = ColorMap::viridis;
    ScaleKind kind = ScaleKind::linear;
    double low = 0;
    double middle = 0;  // w of a window scale, linear threshold of symmetric_log
    double high = 1;
    Proof proof = Proof::none;
    bool operator==(const ColorScale&) const = default;
};

/// Returns the position in [0, 1]; `value` must be finite. Values outside the scale are clamped; on a
/// logarithmic scale, values <= 0 are at the low end.
[[nodiscard]] double scale_position(const ColorScale& scale, double value);
/// Inverse of scale_position(), for every kind except `window`.
[[nodiscard]] double scale_value(const ColorScale& scale, double position);
[[nodiscard]] Color color_of(const ColorScale& scale, double value);

/// Returns the grey of equal luminance, or the colour under full protanopia, deuteranopia or tritanopia
/// (Machado, Oliveira, Fernandes, IEEE TVCG 15 (2009), severity 1.0); both in linear light.
[[nodiscard]] Color proofed(Color color, Proof proof);

/// Returns #101216 or white, whichever contrasts more with `background` (WCAG relative luminance).
[[nodiscard]] Color readable_on(Color background);

}  // namespace poslab
