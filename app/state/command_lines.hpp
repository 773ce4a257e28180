#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace poslab {

/// The end of a line that continues in the next.
inline constexpr std::string_view command_continued = " \\";

/// Returns a command shortened for display: long lists of numbers have only their beginning and end. A shell
/// needs the full command.
[[nodiscard]] std::string shown_command(std::string_view command);

/// Breaks a command before its options, so that every line except the last ends in a backslash and fits
/// `room`; an option and its value stay together. Only a single argument wider than `room` exceeds it.
[[nodiscard]] std::vector<std::string> command_lines(std::string_view command,
                                                     const std::function<double(std::string_view)>& width,
                                                     double room);

}  // namespace poslab
