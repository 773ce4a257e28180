#pragma once

#include "app/gui/dialog_fields.hpp"
#include "app/gui/export_places.hpp"
#include "app/gui/widgets/ui.hpp"
#include "app/state/export_choice.hpp"

#include <vector>

namespace poslab {

/// What is played of each parameter of the view.
using PlayRanges = std::vector<PlayRange>;

/// How many rows the choice has, where there is room for them.
[[nodiscard]] int rows_of(const ExportChoice& choice);

/// The right column of the export dialog: what goes into the file and how. Changes `choice`.
void draw_export_rows(Ui& ui, ExportChoice& choice, const ExportPlaces& places, const CanvasSize& canvas, const PlayRanges& played,
                      FieldFaults& faults);

/// Whether Enter on what has the focus exports: the rows' segmented choices have no use for it.
[[nodiscard]] bool enter_exports(const Ui& ui);

}  // namespace poslab
