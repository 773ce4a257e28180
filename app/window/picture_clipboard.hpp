#pragma once

#include <string>
#include <string_view>

namespace poslab {

/// Copies the file's bytes to the desktop's clipboard as data of type `mime` ("image/png"), with wl-copy
/// under Wayland and xclip elsewhere. Throws Unavailable if the program is missing or fails.
void copy_file_to_clipboard(const std::string& path, std::string_view mime);

}  // namespace poslab
