#pragma once

#include <string>
#include <string_view>

namespace poslab {

/// Gives the desktop's clipboard the file's bytes as that kind of data ("image/png"), through the program wl-copy under Wayland and
/// xclip elsewhere, which goes on to serve them. Throws Unavailable where the program is missing or fails.
void copy_file_to_clipboard(const std::string& path, std::string_view mime);

}  // namespace poslab
