#pragma once

#include <string>

namespace poslab {

/// Returns the user's home folder (HOME); empty if the environment names none that is absolute.
[[nodiscard]] std::string home_folder();

/// Returns the path with the home folder for a leading "~/", as a shell does for unquoted words.
[[nodiscard]] std::string in_home_folder(const std::string& path);

}  // namespace poslab
