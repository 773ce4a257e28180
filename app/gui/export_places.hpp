#pragma once

#include "core/figure/geometry.hpp"

#include <cstddef>

namespace poslab {

inline constexpr int export_rows = 8;        // before the toggles
inline constexpr int animation_rows = 13;    // if there is room; one more for a second slider
inline constexpr double export_width = 900;  // of the pop-up, if the window is wide enough

/// The layout of the export dialog's body. In a window too low for the command under both columns, the
/// command moves under the preview and the rows move closer together.
struct ExportLayout {
    Rect preview;  // the picture is at its upper left
    Rect column;   // the first row, with its label
    double pitch = 44, toggle_pitch = 30;
    int rows = export_rows;
    Rect command;  // the box; its heading is above it
    double caption_drop = 19;
};

/// The preferred height of the pop-up for this many rows and lines of the command.
[[nodiscard]] double export_height(std::size_t lines, int rows = export_rows);
/// True if a body of this height has room for the command under both columns.
[[nodiscard]] bool has_room_below(double body_height, std::size_t lines, int rows = export_rows);
/// Width of the command box in this body.
[[nodiscard]] double command_width(const Rect& body, bool command_below);
/// Lays out at most `rows` rows; at most export_rows if the body is too low for them.
[[nodiscard]] ExportLayout place_export(const Rect& body, bool command_below, std::size_t lines,
                                        int rows = export_rows);

}  // namespace poslab
