#pragma once

#include "core/views/view.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace poslab {

// Command lines as text.

/// Splits a command line into words like a shell: spaces, single quotes, $'…' with octal escapes, and a
/// backslash before a quote.
[[nodiscard]] std::vector<std::string> shell_words(const std::string& command);

/// Returns a word quoted for a shell. Control characters and bytes that are not UTF-8 are escaped, because a
/// picture or a line of a file would lose them.
[[nodiscard]] std::string shell_quoted(const std::string& text);
/// Returns the escaped form of a text, for the inside of $'…'.
[[nodiscard]] std::string shell_escaped(std::string_view text);

/// Returns " --NAME VALUE", quoted, or " --NAME=VALUE" if the value could be taken for another option.
[[nodiscard]] std::string option_words(std::string_view name, const std::string& value);

/// Returns " --PARAM VALUE" for all values that the view's defaults, presets and configs do not give.
[[nodiscard]] std::string parameter_words(const View& view, const Values& values);

}  // namespace poslab
