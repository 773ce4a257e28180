#pragma once

#include "app/gui/widgets/ui.hpp"

#include <array>
#include <span>
#include <string_view>

namespace poslab {

enum class Icon {
    home,
    pan,
    zoom,
    play,
    pause,
    save,
    copy,
    folder,
    undo,
    redo,
    reset,
    theme,
    check,
    cross,
    chevron,
    up,
    warning,
    loop,
    bounce,
    pin,
    eye,
    eye_closed,
    link,
    unlink,
    book,
    sliders,
    screen,
    lock,
    lock_open,
    question
};

/// Draws an icon centred at `center`, designed on a grid of 16 with round strokes of 1.5, scaled to `size`.
void draw_icon(Ui& ui, Icon icon, Point center, Color color, double size = 16);

/// Draws the icon of a view in the rail, on a grid of 20.
void draw_glyph(Ui& ui, std::string_view view_id, Point center, Color color);

/// Draws the program's logo, 20 x 20.
void draw_mark(Ui& ui, Point top_left);

/// Draws a small curve that distinguishes choices (Choice::sketch); returns false if there is none.
bool draw_sketch(Ui& ui, std::span<const std::array<double, 2>> sketch, Rect rect, Color color);

}  // namespace poslab
