#pragma once

#include <span>
#include <string>
#include <string_view>

namespace poslab {

/// What the program ends with, and when. README.md and docs/file-formats.md list the same.
struct ExitCode {
    int code;
    std::string_view meaning;
};
[[nodiscard]] std::span<const ExitCode> exit_codes();

/// `manual`: the page for man(1), made of the commands, their options and the views.
[[nodiscard]] std::string manual();

}  // namespace poslab
