#pragma once

#include "app/state/store.hpp"

#include <nlohmann/json.hpp>

#include <string>
#include <vector>

namespace poslab {

/// Returns the session's settings of each view in addition to its values: the shown figure, the pins and
/// their comparison.
[[nodiscard]] nlohmann::ordered_json view_settings(const Store& store);
/// Reads valid settings and ignores the rest.
void apply_view_settings(Store& store, const nlohmann::ordered_json& settings);

/// Returns the values and settings of all views, without those of the window.
[[nodiscard]] Session views_session(const Store& store);
/// Sets the values of a session in the views as one undo step, and the views' settings, which are not undone.
void open_views_session(Store& store, const Session& session);

/// Returns the parameters of each pin as a JSON text, those of hidden pins after a "-".
[[nodiscard]] nlohmann::ordered_json pins_json(const View& view, const Pins& pins);
/// Returns the pins of these texts that can be read, at most Store::max_pins.
[[nodiscard]] Pins pins_from(const View& view, const std::vector<std::string>& texts);

}  // namespace poslab
