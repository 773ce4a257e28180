#pragma once

#include "core/documents/shown_state.hpp"

#include <optional>
#include <string>

namespace poslab {

/// Returns the state that a picture of this program shows; empty if the file is not a picture. Throws
/// InputError "PATH: why" for another program's picture, for one of a newer version with unknown content, and
/// for missing files.
[[nodiscard]] std::optional<ShownState> state_of_picture(const std::string& path);

}  // namespace poslab
