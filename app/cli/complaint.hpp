#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace poslab {

/// One line whatever it was made of: control characters and bytes that are no UTF-8 as \x0A, \xFF.
[[nodiscard]] std::string one_line(std::string_view text);

/// A sentence about what was typed, as one line: an argument of more than some 200 characters that it repeats loses its middle, and
/// so does any other word of that length.
[[nodiscard]] std::string complaint(std::string sentence, const std::vector<std::string>& arguments);

/// Writes a note or progress to stderr. A closed stderr has no reader, so its failure fails no command.
void write_to_stderr(std::string_view text);

}  // namespace poslab
