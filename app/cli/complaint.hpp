#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace poslab {

/// Returns the text as one line. Control characters, those that change the order or the lines of others
/// (U+202E, U+2028), and bytes that are not UTF-8 are escaped as \x0A, \xFF.
[[nodiscard]] std::string one_line(std::string_view text);

/// Returns the text with what one_line() escapes, but for line feeds, so that names from files cannot control
/// the terminal.
[[nodiscard]] std::string printable_lines(std::string_view text);

/// Returns a message about the command line as one line. Repeated arguments and words of more than about 200
/// characters are shortened in the middle.
[[nodiscard]] std::string complaint(std::string message, const std::vector<std::string>& arguments);

/// Writes a note or progress to stderr. Errors are ignored: nobody reads a closed stderr.
void write_to_stderr(std::string_view text);

}  // namespace poslab
