#pragma once

#include "core/views/view.hpp"

#include <string>
#include <vector>

namespace poslab {

// Command lines as texts.

/// The words of a command line as a shell takes it apart: blanks, single quotes, and a backslash before a quote.
[[nodiscard]] std::vector<std::string> shell_words(const std::string& command);

/// A word as a shell takes it.
[[nodiscard]] std::string shell_quoted(const std::string& text);

/// " --PARAM VALUE" for all values that are not what the view's defaults, presets and configs give.
[[nodiscard]] std::string parameter_words(const View& view, const Values& values);

}  // namespace poslab
