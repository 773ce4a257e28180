#pragma once

#include "core/documents/shown_state.hpp"

#include <optional>
#include <string>

namespace poslab {

/// None for a file that is no picture. Throws InputError "PATH: why" for a picture that this program did not make, for one of a
/// newer version that has what this one does not know, and for files that are gone.
[[nodiscard]] std::optional<ShownState> state_of_picture(const std::string& path);

}  // namespace poslab
