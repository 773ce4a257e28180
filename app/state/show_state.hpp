#pragma once

#include "app/state/store.hpp"
#include "core/documents/shown_state.hpp"

#include <string>

namespace poslab {

/// Shows a view, figure, values and pins. Values and pins are one undo step; view, figure and kind of
/// comparison are not undone.
void show_state(Store& store, const ShownState& state);

/// The same for "VIEW --PARAM VALUE …". Throws as read_shown_state(); nothing has changed then.
void show_state(Store& store, const std::string& command);

}  // namespace poslab
