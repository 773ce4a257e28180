#pragma once

#include "app/gui/widgets/ui.hpp"
#include "app/state/store.hpp"

namespace poslab {

/// Of the row of tabs; 0 where the view has but one figure to offer.
[[nodiscard]] double figure_tabs_height(const Store& store);

/// The figures of the view, under the header. Where they do not fit beside each other they are a list that opens. True where
/// training a model, which the view offers there, was asked for.
[[nodiscard]] bool draw_figure_tabs(Ui& ui, Store& store, Rect area, double padding);

/// Keys 1…9.
void figure_keys(Store& store);

}  // namespace poslab
