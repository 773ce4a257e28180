#pragma once

#include "core/figure/geometry.hpp"

#include <array>

namespace poslab {

/// The numbers are those of shaders/common/heat_map.h.
enum class ScaleKind { linear = 0, logarithmic = 1, symmetric = 2, symmetric_log = 3, window = 4, cyclic = 5 };
enum class ColorMap { window, viridis, signed_diverging, cyclic };

using ColorTable = std::array<Color, 256>;

/// The one table of a colour map that shader and Cairo both use. `window`: entries 0-127 inside, 128-255 outside w.
/// Stops: assets/color_maps.txt (look.md; viridis from matplotlib, CC0), interpolated linearly in sRGB.
[[nodiscard]] const ColorTable& color_table(ColorMap map);

struct ColorScale {
    ColorMap map = ColorMap::viridis;
    ScaleKind kind = ScaleKind::linear;
    double low = 0;
    double middle = 0;  // w of a window scale, linear threshold of symmetric_log
    double high = 1;
    bool operator==(const ColorScale&) const = default;
};

/// In [0, 1]; `value` must be finite. Values beyond an end are at that end; of a logarithmic scale so are 0 and less, at the low
/// one.
[[nodiscard]] double scale_position(const ColorScale& scale, double value);
/// Its inverse, for what is not of kind `window`.
[[nodiscard]] double scale_value(const ColorScale& scale, double position);
[[nodiscard]] Color color_of(const ColorScale& scale, double value);

/// #101216 or white, whichever contrasts more with `background` (WCAG relative luminance).
[[nodiscard]] Color readable_on(Color background);

}  // namespace poslab
