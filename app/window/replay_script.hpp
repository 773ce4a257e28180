#pragma once

#include "app/window/input_queue.hpp"

#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace poslab {

/// Moves the pointer to a position of the window's content in CSS pixels, or within a named widget: from its
/// upper left (0, 0) to its lower right corner (1, 1).
struct PointTo {
    std::string widget;  // empty: the window
    double x = 0, y = 0;
    bool operator==(const PointTo&) const = default;
};
/// Waits until everything is drawn.
struct AwaitRest {
    bool operator==(const AwaitRest&) const = default;
};
/// Waits for one more frame.
struct AwaitFrame {
    bool operator==(const AwaitFrame&) const = default;
};

struct ReplayStep {
    int line = 0;  // line of the script, from 1
    std::variant<std::vector<InputEvent>, PointTo, AwaitRest, AwaitFrame> action;
};

/// Parses a user's actions, one step per line; empty lines and lines that begin with # are ignored:
///
///     move X Y              the pointer, in CSS pixels
///     move WIDGET [FX [FY]] the same, to a part of a widget that POSLAB_TRACE names, by default the middle
///     press BUTTON          left, right or middle; likewise `release`
///     wheel DX DY           steps; DY > 0: away from the user
///     key NAME [ctrl+shift] NAME with these held; a letter, digit, sign, or left, enter, page-up …
///     type TEXT             the rest of the line
///     wait                  until everything is drawn
///     frame                 for one more frame
///
/// Throws InputError with the line number.
[[nodiscard]] std::vector<ReplayStep> parse_replay(std::string_view text, const std::string& name);

/// Also throws InputError if the file is missing, not regular, or larger than 1 MiB.
[[nodiscard]] std::vector<ReplayStep> read_replay(const std::string& path);

}  // namespace poslab
