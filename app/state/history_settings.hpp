#pragma once

#include "app/state/store.hpp"

#include <nlohmann/json.hpp>

namespace poslab {

/// Returns the newest steps of undo and redo as session settings: a JSON text per step under "undo" and
/// "redo", the next one last. Their size is limited to a part of the session's.
[[nodiscard]] nlohmann::ordered_json history_settings(const Store& store);

/// Restores the steps. An unreadable step is skipped together with all steps beyond it.
void apply_history_settings(Store& store, const nlohmann::ordered_json& settings);

}  // namespace poslab
