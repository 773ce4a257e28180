#pragma once

#include "core/figure/geometry.hpp"

#include <cstddef>

namespace poslab {

inline constexpr int export_rows = 8;        // before the toggles
inline constexpr int animation_rows = 13;    // where there is room; a second slider has one more
inline constexpr double export_width = 900;  // of the pop-up, where the window has it

/// Where the parts of the export dialog's body lie. In a window too low for the command under both columns it moves under
/// the preview, and the rows draw closer.
struct ExportPlaces {
    Rect preview;  // the picture lies at its upper left
    Rect column;   // the first row, with its label
    double pitch = 44, toggle_pitch = 30;
    int rows = export_rows;
    Rect command;  // the box; its heading stands above it
    double caption_drop = 19;
};

/// The height that a pop-up wants with so many rows, whose command takes so many lines.
[[nodiscard]] double export_height(std::size_t lines, int rows = export_rows);
/// Whether a body of this height has the command under both columns.
[[nodiscard]] bool has_wide_command(double body_height, std::size_t lines, int rows = export_rows);
/// Width of the command box in this body.
[[nodiscard]] double command_width(const Rect& body, bool wide);
/// There are no more than `rows`; at most export_rows where the body is too low for them.
[[nodiscard]] ExportPlaces place_export(const Rect& body, bool wide, std::size_t lines, int rows = export_rows);

}  // namespace poslab
