#pragma once

#include <span>
#include <string>
#include <string_view>

namespace poslab {

/// An exit code of the program and its meaning. README.md and docs/file-formats.md list the same codes.
struct ExitCode {
    int code;
    std::string_view meaning;
};
[[nodiscard]] std::span<const ExitCode> exit_codes();

/// Returns the page for man(1), generated from the commands, their options and the views.
[[nodiscard]] std::string manual();

}  // namespace poslab
