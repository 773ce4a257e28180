#pragma once

#include <string>

namespace poslab {

/// Returns the path of a program found in PATH; empty if it is not there.
[[nodiscard]] std::string program_in_path(const std::string& name);

}  // namespace poslab
