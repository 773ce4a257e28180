#pragma once

#include "core/figure/draw_list.hpp"

#include <string>

namespace poslab {

/// Writes one line per command for goldens, stable across machines and readable in a diff: coordinates to
/// half a pixel, colours as #RRGGBB or #RRGGBBAA, long polylines and heat maps as a digest, with the first
/// rows of small heat maps.
[[nodiscard]] std::string paint_text(const DrawList& list);

}  // namespace poslab
