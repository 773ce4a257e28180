#pragma once

#include "core/figure/geometry.hpp"

#include <array>
#include <cstddef>
#include <optional>
#include <string_view>

namespace poslab {

/// The numbers are those of shaders/common/heat_map.h.
enum class ScaleKind { linear = 0, logarithmic = 1, symmetric = 2, symmetric_log = 3, window = 4, cyclic = 5 };
/// `signed_dark` is signed_diverging for dark ground, what is about 0 is dark; `grey_dark` is grey for it, what is large is light.
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

/// A picture as it is seen in print without colour, or by those who lack one kind of cone.
enum class Proof { none, grey, protanopia, deuteranopia, tritanopia };
inline constexpr std::size_t proof_count = 5;

using ColorTable = std::array<Color, 256>;

/// The one table of a colour map that shader and Cairo both use. `window`: entries 0-127 inside, 128-255 outside w.
/// Stops: assets/color_maps.txt (look.md; viridis, cividis and magma as matplotlib has them, CC0), interpolated linearly in sRGB.
[[nodiscard]] const ColorTable& color_table(ColorMap map, Proof proof = Proof::none);

/// As parameters name them: "viridis", "blue-orange".
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

/// In [0, 1]; `value` must be finite. Values beyond an end are at that end; of a logarithmic scale so are 0 and less, at the low
/// one.
[[nodiscard]] double scale_position(const ColorScale& scale, double value);
/// Its inverse, for what is not of kind `window`.
[[nodiscard]] double scale_value(const ColorScale& scale, double position);
[[nodiscard]] Color color_of(const ColorScale& scale, double value);

/// Grey of the same luminance; or what full protanopia, deuteranopia or tritanopia leave of a colour (Machado, Oliveira, Fernandes,
/// IEEE TVCG 15 (2009), severity 1.0), both in linear light.
[[nodiscard]] Color proofed(Color color, Proof proof);

/// #101216 or white, whichever contrasts more with `background` (WCAG relative luminance).
[[nodiscard]] Color readable_on(Color background);

}  // namespace poslab
