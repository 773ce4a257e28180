#pragma once

#include "app/cli/command_line.hpp"

namespace poslab {

/// Opens the window and stays until it is closed, or has been captured. Returns the program's exit code; throws Error.
int run_window(const WindowOptions& options);

}  // namespace poslab
