#include "app/state/view_settings.hpp"

#include "core/base/errors.hpp"
#include "core/files/json_text.hpp"
#include "core/params/json.hpp"

#include <algorithm>
#include <string>
#include <vector>

namespace poslab {
namespace {

using Json = nlohmann::ordered_json;

std::string text_of(const Json& settings, const std::string& name) {
    const auto found = settings.find(name);
    return found != settings.end() && found->is_string() ? found->get<std::string>() : std::string();
}

std::string figure_setting(const View& view) { return "figure:" + std::string(view.info().id); }

/// Key of the name among a pin's values; no parameter has this id.
constexpr const char* pin_name = "name";

/// Returns the key of a view's pins.
std::string pins_setting(const View& view) { return "pins:" + std::string(view.info().id); }

Pins pins_in(const View& view, const Json& settings) {
    std::vector<std::string> texts;
    const auto found = settings.find(pins_setting(view));
    if (found != settings.end() && found->is_array())
        for (const Json& item : *found)
            if (item.is_string()) texts.push_back(item.get<std::string>());
    return pins_from(view, texts);
}

std::string comparison_setting(const View& view) { return "compare:" + std::string(view.info().id); }

Comparison comparison_in(const View& view, const Json& settings) {
    const auto found =
        std::find(comparison_ids.begin(), comparison_ids.end(), text_of(settings, comparison_setting(view)));
    if (found == comparison_ids.end()) return {};
    return {static_cast<Comparison::How>(found - comparison_ids.begin())};
}

/// Returns the key of a view's unlinked parameters.
std::string unlinked_setting(const View& view) { return "unlinked:" + std::string(view.info().id); }

Unlinked unlinked_in(const View& view, const Json& settings) {
    Unlinked unlinked;
    const auto found = settings.find(unlinked_setting(view));
    if (found == settings.end() || !found->is_array()) return unlinked;
    for (const Json& id : *found)
        if (id.is_string()) unlinked.insert(id.get<std::string>());
    return unlinked;
}

}  // namespace

Json pins_json(const View& view, const Pins& pins) {
    Json list = Json::array();
    for (const Pin& pin : pins) {
        auto json = to_json(view.parameters(), pin.values);
        if (!pin.name.empty()) json[pin_name] = pin.name;
        list.push_back((pin.shown ? "" : "-") + json_text(json));
    }
    return list;
}

Pins pins_from(const View& view, const std::vector<std::string>& texts) {
    Pins pins;
    for (std::string text : texts) {
        if (pins.size() == Store::max_pins) break;
        Pin pin{view.defaults(), !text.starts_with('-')};
        if (!pin.shown) text.erase(0, 1);
        auto json = nlohmann::json::parse(text, nullptr, false);
        if (const auto name = json.find(pin_name); name != json.end()) {
            if (name->is_string()) pin.name = fitting_pin_name(name->get<std::string>());
            json.erase(name);
        }
        try {
            apply_json(view.parameters(), json, pin.values);
            pin.values = view.adjusted(pin.values);
            pins.push_back(std::move(pin));
        } catch (const Error&) {  // of another version
        }
    }
    return pins;
}

Session views_session(const Store& store) {
    Session session;
    session.view = store.view().info().id;
    for (const ViewState& state : store.views()) session.values.emplace(state.view->info().id, state.values);
    session.settings = view_settings(store);
    return session;
}

void open_views_session(Store& store, const Session& session) {
    store.open_all(session.values);
    apply_view_settings(store, session.settings);
    try {
        store.choose(session.view);
    } catch (const Error&) {  // a view of another version
    }
}

Json view_settings(const Store& store) {
    Json settings = Json::object();
    for (const ViewState& state : store.views())
        if (const auto figures = offered_figures(*state.view);
            figures.size() > 1 && state.figure != figures.front())
            settings[figure_setting(*state.view)] = state.figure->id;
    for (const ViewState& state : store.views())
        if (!state.pins.empty()) {
            settings[pins_setting(*state.view)] = pins_json(*state.view, state.pins);
            settings[comparison_setting(*state.view)] =
                comparison_ids[static_cast<std::size_t>(state.comparison.how)];
        }
    for (const ViewState& state : store.views())
        if (!state.unlinked.empty()) settings[unlinked_setting(*state.view)] = state.unlinked;
    return settings;
}

void apply_view_settings(Store& store, const Json& settings) {
    for (const ViewState& state : store.views()) {
        store.restore_pins(state.view->info().id, pins_in(*state.view, settings),
                           comparison_in(*state.view, settings));
        store.restore_unlinked(state.view->info().id, unlinked_in(*state.view, settings));
        const auto figures = offered_figures(*state.view);
        const std::string figure = text_of(settings, figure_setting(*state.view));
        if (!store.choose_figure(state.view->info().id, figure) && !figures.empty())
            static_cast<void>(store.choose_figure(state.view->info().id, figures.front()->id));
    }
}

}  // namespace poslab
