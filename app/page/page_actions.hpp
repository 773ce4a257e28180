#pragma once

#include "app/page/page_request.hpp"
#include "core/documents/shown_state.hpp"
#include "core/figure/layout.hpp"

#include <span>

namespace poslab {

/// The figure that the user saw when acting: zoom, pan and drag refer to it.
struct SeenFigure {
    const Figure& figure;
    const Layout& layout;
    std::span<const Variant> variants;  // with the data that it shows
};

/// Applies the user's action to the state; values are adjusted to the nearest that can be combined. Throws
/// UsageError or InputError for a text that is no value of its parameter; the state is then unchanged.
void apply_page_action(const PageAction& action, const SeenFigure& seen, ShownState& state);

/// Returns the panel of a frame; null if the figure has none.
[[nodiscard]] const Panel* panel_of(const Figure& figure, const PanelFrame& frame);

/// Returns the frame at a point; null if there is none.
[[nodiscard]] const PanelFrame* frame_at(const Layout& layout, Point at);

/// True if wheel and drag zoom and pan this panel.
[[nodiscard]] bool zooms(const ShownState& state, const Figure& figure, const PanelFrame& frame);

}  // namespace poslab
