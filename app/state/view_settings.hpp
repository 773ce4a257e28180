#pragma once

#include "app/state/store.hpp"

#include <nlohmann/json.hpp>

namespace poslab {

/// What the session keeps of each view beside its values: the figure that is shown, the pins, how they are compared.
[[nodiscard]] nlohmann::ordered_json view_settings(const Store& store);
/// Takes what is there and makes sense.
void apply_view_settings(Store& store, const nlohmann::ordered_json& settings);

/// Returns the values and settings of all views, without those of the window.
[[nodiscard]] Session views_session(const Store& store);
/// Brings the values of a session into the views as one step of undo, and its settings of views, which are not undone.
void open_views_session(Store& store, const Session& session);

/// The parameters of each pin as a text of JSON, those of hidden ones after a "-".
[[nodiscard]] nlohmann::ordered_json pins_json(const View& view, const Pins& pins);
/// Those that this program can read.
[[nodiscard]] Pins pins_from(const View& view, const nlohmann::ordered_json& list);

}  // namespace poslab
