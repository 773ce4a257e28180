#pragma once

#include "app/state/store.hpp"
#include "core/documents/shown_state.hpp"

#include <string>

namespace poslab {

/// The window shows that view and figure, those values and those pins, whatever was there before. Values and pins are one step of
/// undo; view, figure and how two are compared are none.
void show_state(Store& store, const ShownState& state);

/// The same of "VIEW --PARAM VALUE …" (read_shown_state). Throws what that does; nothing has changed then.
void show_state(Store& store, const std::string& command);

}  // namespace poslab
