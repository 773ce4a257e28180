#pragma once

#include "core/documents/document_files.hpp"
#include "core/documents/shown_state.hpp"

#include <optional>
#include <string>

namespace poslab {

/// Returns the state that a picture of this program shows; empty if the file is not a picture. `files` finds
/// the files that its command names; without it, all of them are found. Throws InputError "PATH: why" for
/// another program's picture, for one of a newer version with unknown content, and for missing files.
[[nodiscard]] std::optional<ShownState> state_of_picture(const std::string& path, DocumentFiles& files);
[[nodiscard]] std::optional<ShownState> state_of_picture(const std::string& path);

}  // namespace poslab
