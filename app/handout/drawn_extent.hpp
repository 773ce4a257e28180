#pragma once

#include "core/figure/draw_list.hpp"
#include "core/figure/text_metrics.hpp"

#include <span>

namespace poslab {

/// Returns the smallest rectangle that contains everything visible; empty if nothing is drawn.
[[nodiscard]] Rect drawn_extent(std::span<const DrawCommand> commands, const TextMetrics& metrics);

}  // namespace poslab
