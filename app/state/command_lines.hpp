#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace poslab {

/// At the end of a line that goes on in the next.
inline constexpr std::string_view command_continued = " \\";

/// The command as it is shown: of long lists of numbers the first and the last. Only the whole one is of use to a shell.
[[nodiscard]] std::string shown_command(std::string_view command);

/// Breaks a command before its options, so that every line but the last ends in a backslash and fits `room`; an option stays with
/// its value. Only a single argument wider than `room` makes a line that does not fit.
[[nodiscard]] std::vector<std::string> command_lines(std::string_view command, const std::function<double(std::string_view)>& width,
                                                     double room);

}  // namespace poslab
