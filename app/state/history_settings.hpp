#pragma once

#include "app/state/store.hpp"

#include <nlohmann/json.hpp>

namespace poslab {

/// The newest steps of undo and of redo, as settings of a session: under "undo" and "redo" a text of JSON for each, the one that
/// comes next at last. No more than a session has room for beside its values.
[[nodiscard]] nlohmann::ordered_json history_settings(const Store& store);

/// Steps that this program cannot read are left out, and with them all that lie beyond.
void apply_history_settings(Store& store, const nlohmann::ordered_json& settings);

}  // namespace poslab
