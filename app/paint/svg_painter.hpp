#pragma once

#include "app/paint/picture.hpp"
#include "core/figure/draw_list.hpp"

#include <optional>
#include <string>

namespace poslab {

/// The figure as an SVG file with real text: searchable and editable, in the same fonts where the reader has them. The same
/// list always makes the same file. No `background` is transparent.
[[nodiscard]] std::string paint_svg(const DrawList& list, const PictureMetadata& metadata, std::optional<Color> background);

}  // namespace poslab
