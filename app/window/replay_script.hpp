#pragma once

#include "app/window/input_queue.hpp"

#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace poslab {

/// The pointer goes to a place of the window's content in CSS pixels, or to a part of a named widget: from its left upper (0, 0) to
/// its right lower corner (1, 1).
struct PointTo {
    std::string widget;  // empty: the window
    double x = 0, y = 0;
    bool operator==(const PointTo&) const = default;
};
/// Until all is drawn.
struct AwaitRest {
    bool operator==(const AwaitRest&) const = default;
};
/// One more frame.
struct AwaitFrame {
    bool operator==(const AwaitFrame&) const = default;
};

struct ReplayStep {
    int line = 0;  // of the script, from 1
    std::variant<std::vector<InputEvent>, PointTo, AwaitRest, AwaitFrame> action;
};

/// What a user does, a step a line; empty lines and those that begin with # are none:
///
///     move X Y              the pointer, in CSS pixels
///     move WIDGET [FX [FY]] the same, to a part of a widget that POSLAB_TRACE names, by default the middle
///     press BUTTON          left, right or middle; `release` alike
///     wheel DX DY           turns; DY above 0: away from the user
///     key NAME [ctrl+shift] pressed and released with these held; NAME is a letter, a digit, a sign, or left, enter, page-up …
///     type TEXT             the rest of the line
///     wait                  until all is drawn
///     frame                 for one more frame
///
/// Throws InputError with the line's number.
[[nodiscard]] std::vector<ReplayStep> parse_replay(std::string_view text, const std::string& name);

/// Throws InputError for a file that is missing, no regular file, or larger than 1 MiB, too.
[[nodiscard]] std::vector<ReplayStep> read_replay(const std::string& path);

}  // namespace poslab
