#pragma once

#include "app/gui/widgets/ui.hpp"
#include "app/state/store.hpp"

namespace poslab {

/// Height of the row of tabs; 0 if the view has only one figure.
[[nodiscard]] double figure_tabs_height(const Store& store);

/// Draws the figures of the view as tabs under the header, or as a list if they do not fit. Returns true if
/// the button to train a model was clicked.
[[nodiscard]] bool draw_figure_tabs(Ui& ui, Store& store, Rect area, double padding);

/// Handles the keys 1…9.
void figure_keys(Store& store);

}  // namespace poslab
