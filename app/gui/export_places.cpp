#include "app/gui/export_places.hpp"

#include "app/gui/command_box.hpp"
#include "app/gui/widgets/pop_up.hpp"

#include <algorithm>

namespace poslab {
namespace {

constexpr double side_pad = PopUp::padding, low_pad = 16;
constexpr double column_width = 368, column_gap = 32;
constexpr double preview_height = 344, caption_height = 42, export_heading_height = 28;
constexpr double usual_pitch = 44, min_pitch = 32;
constexpr double below_command = 25;
constexpr std::size_t usual_lines_under_preview = 4;
constexpr double min_preview_height = 120;

double added_height(int rows) { return usual_pitch * std::max(0, rows - export_rows); }

/// Height above the command box if that has the full width.
double above_command(int rows) { return side_pad + preview_height + added_height(rows) + 88; }

double body_height(std::size_t lines, int rows) {
    return above_command(rows) + CommandBox::height(lines) + below_command;
}

double left_width(const Rect& body) {
    return std::max(0.0, body.width - 2 * side_pad - column_gap - column_width);
}

/// The lines of a command under the preview, which leaves room for more of them if the window is low.
std::size_t lines_under_preview(const Rect& body) {
    const double room = body.height - 2 * low_pad - export_heading_height - caption_height -
                        min_preview_height - CommandBox::height(0);
    const double line = CommandBox::height(3) - CommandBox::height(2);
    // a box is at least two lines high
    return std::max(usual_lines_under_preview, static_cast<std::size_t>(std::max(0.0, 2 + room / line)));
}

}  // namespace

double export_height(std::size_t lines, int rows) {
    return PopUp::header_height + body_height(lines, rows) + PopUp::footer_height;
}

bool has_room_below(double body_height_now, std::size_t lines, int rows) {
    return body_height_now >= body_height(lines, rows);
}

double command_width(const Rect& body, bool command_below) {
    return command_below ? body.width - 2 * side_pad : left_width(body);
}

ExportLayout place_export(const Rect& body, bool command_below, std::size_t lines, int rows) {
    ExportLayout places;
    const double left = body.x + side_pad;
    const double width = left_width(body);
    const double top = body.y + (command_below ? side_pad : low_pad);
    places.column = {body.right() - side_pad - column_width, top, column_width, 32};
    places.rows = rows;
    if (command_below) {
        places.preview = {left, top, width, preview_height + added_height(rows)};
        places.command = {left, body.y + above_command(rows), command_width(body, true),
                          CommandBox::height(lines)};
        return places;
    }
    const double command = CommandBox::height(std::min(lines, lines_under_preview(body)));
    places.command = {left, body.bottom() - low_pad - command, width, command};
    places.preview = {left, top, width,
                      std::max(0.0, places.command.y - export_heading_height - caption_height - top)};
    places.toggle_pitch = 26;
    const double room = body.bottom() - low_pad - top - 20 - places.toggle_pitch;
    if (room < rows * min_pitch) places.rows = std::min(rows, export_rows);
    places.pitch = std::clamp(room / places.rows, min_pitch, usual_pitch);
    return places;
}

}  // namespace poslab
