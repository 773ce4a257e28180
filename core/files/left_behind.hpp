#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace poslab {

/// Returns the name of a temporary file of this process: ".poslab-PID-PART.part".
[[nodiscard]] std::string temporary_name(std::string_view part);

/// Returns the paths in the folder whose name is `start`, the number of a process that no longer exists, and
/// anything that ends with `end`.
[[nodiscard]] std::vector<std::string> left_behind(const std::string& folder, std::string_view start,
                                                   std::string_view end = {});

/// Removes the temporary files in the folder whose process has ended without removing them, for example
/// because it was killed. Files of other users, and those that a process in another container still locks,
/// stay.
void remove_left_behind(const std::string& folder);

/// Does so the first time that this process writes into the folder.
void remove_left_behind_once(const std::string& folder);

}  // namespace poslab
