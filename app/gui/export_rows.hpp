#pragma once

#include "app/gui/dialog_fields.hpp"
#include "app/gui/export_places.hpp"
#include "app/gui/widgets/ui.hpp"
#include "app/state/export_choice.hpp"

#include <vector>

namespace poslab {

/// The played range of each parameter of the view.
using PlayRanges = std::vector<PlayRange>;

/// The number of rows of the choice, given enough room.
[[nodiscard]] int rows_of(const ExportChoice& choice);

/// Draws the right column of the export dialog: the contents of the file and their look. Changes `choice`.
void draw_export_rows(Ui& ui, ExportChoice& choice, const ExportLayout& places, const CanvasSize& canvas,
                      const PlayRanges& played, FieldFaults& faults);

/// True if Enter exports while the focus is on the current item: the segmented choices do not use the key.
[[nodiscard]] bool enter_exports(const Ui& ui);

}  // namespace poslab
