#pragma once

#include "app/gui/widgets/ui.hpp"

#include <string_view>

namespace poslab {

enum class Icon { home, pan, zoom, save, copy, reset, theme, check, cross, chevron, warning, folder };

/// On a grid of 16, strokes 1.5, round (look.md); its middle at `center`.
void draw_icon(Ui& ui, Icon icon, Point center, Color color);

/// The sign of a view in the rail, on a grid of 20.
void draw_glyph(Ui& ui, std::string_view view_id, Point center, Color color);

/// The program's mark, 20 x 20.
void draw_mark(Ui& ui, Point top_left);

/// A small curve that tells position maps apart; false if there is none for this choice.
bool draw_map_sketch(Ui& ui, std::string_view choice_id, Rect rect, Color color);

}  // namespace poslab
