#pragma once

#include <string>

namespace poslab {

/// Where a program is that PATH names; empty: nowhere.
[[nodiscard]] std::string program_in_path(const std::string& name);

}  // namespace poslab
