#pragma once

#include "app/state/store.hpp"
#include "core/documents/shown_state.hpp"

#include <string>

namespace poslab {

/// Returns the state of the window: the figure, its values and the shown pins.
[[nodiscard]] ShownState shown_state_of(const Store& store);

/// Adds a step with this state to the lesson `mine` in the folder, which is created if missing, and returns
/// the file's name. The user writes the step's texts in the file. Throws OutputError or InputError; the file
/// is then unchanged.
std::string add_own_step(const ShownState& shown, const std::string& folder);

}  // namespace poslab
