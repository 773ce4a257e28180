#pragma once

#include "app/state/store.hpp"
#include "core/documents/shown_state.hpp"

#include <string>

namespace poslab {

/// What the window shows: the figure, its values, what is pinned and shown beside them.
[[nodiscard]] ShownState shown_state_of(const Store& store);

/// Adds a step that shows this to the lesson `mine` in that folder, which is made where it is missing; its texts are to be written
/// into the file, whose name comes back. Throws OutputError, InputError; the file is then as it was.
std::string add_own_step(const ShownState& shown, const std::string& folder);

}  // namespace poslab
