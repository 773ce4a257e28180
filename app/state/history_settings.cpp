#include "app/state/history_settings.hpp"

#include "app/state/view_settings.hpp"
#include "core/base/errors.hpp"
#include "core/files/json_text.hpp"
#include "core/files/strict_json.hpp"
#include "core/params/json.hpp"

#include <algorithm>
#include <deque>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace poslab {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t max_saved_steps = 200, max_bytes = max_session_bytes / 4;

enum class ChangeEnd { before, after };

Json values_of(const Store& store, const Change& change, ChangeEnd end) {
    Json views = Json::object();
    for (const ParameterChange& parameter : change.parameters) {
        const View& view = *store.views()[parameter.view].view;
        const Descriptor& descriptor = view.parameters()[parameter.index];
        const Json item =
            to_json({&descriptor, 1}, {end == ChangeEnd::after ? parameter.after : parameter.before});
        views[std::string(view.info().id)].update(item);
    }
    return views;
}

std::string text_of(const Store& store, const Change& change) {
    const View& view = *store.views()[change.view].view;
    Json json{{"view", view.info().id},
              {"before", values_of(store, change, ChangeEnd::before)},
              {"after", values_of(store, change, ChangeEnd::after)}};
    if (change.pins)
        json["pins"] = {pins_json(view, change.pins->before), pins_json(view, change.pins->after)};
    if (change.links) json["links"] = {change.links->before, change.links->after};
    return json_text(json);
}

/// Returns the newest steps that fit, as texts.
template <class Steps>
Json texts_of(const Store& store, const Steps& steps) {
    std::vector<std::string> texts;
    std::size_t bytes = 0;
    for (auto step = steps.rbegin(); step != steps.rend() && texts.size() < max_saved_steps; ++step) {
        texts.push_back(text_of(store, step->change));
        bytes += texts.back().size();
        if (bytes > max_bytes) {
            texts.pop_back();
            break;
        }
    }
    std::reverse(texts.begin(), texts.end());
    return texts;
}

std::size_t view_place(const Store& store, const std::string& id) {
    const auto views = store.views();
    const auto found = std::find_if(views.begin(), views.end(),
                                    [&](const ViewState& view) { return view.view->info().id == id; });
    if (found == views.end()) throw UsageError(verbatim(id));
    return static_cast<std::size_t>(found - views.begin());
}

/// Throws Error, or an exception of the JSON library, for values of another version.
void take_values(const Store& store, const nlohmann::json& before, const nlohmann::json& after,
                 Change& change) {
    for (const auto& [id, values] : before.items()) {
        const std::size_t place = view_place(store, id);
        const View& view = *store.views()[place].view;
        Values was = view.defaults(), is = view.defaults();
        apply_json(view.parameters(), values, was);
        apply_json(view.parameters(), after.at(id), is);
        for (const auto& [name, value] : values.items()) {
            const auto index = static_cast<std::size_t>(parameter_index(view, name));
            change.parameters.push_back({place, index, was.at(index), is.at(index)});
        }
    }
}

std::optional<Change> change_of(const Store& store, const std::string& text) {
    try {
        const nlohmann::json json = parse_strict_json(text, "session");
        const auto pins = [&](std::size_t end) {
            return json.at("pins").at(end).get<std::vector<std::string>>();
        };
        Change change;
        change.view = view_place(store, json.at("view").get<std::string>());
        const View& view = *store.views()[change.view].view;
        take_values(store, json.at("before"), json.at("after"), change);
        if (json.contains("pins"))
            change.pins = PinsChange{pins_from(view, pins(0)), pins_from(view, pins(1))};
        if (json.contains("links"))
            change.links =
                LinksChange{json.at("links").at(0).get<Unlinked>(), json.at("links").at(1).get<Unlinked>()};
        return change;
    } catch (const Error&) {
    } catch (const nlohmann::json::exception&) {
    }
    return std::nullopt;
}

std::vector<Change> changes_in(const Store& store, const Json& settings, const char* name) {
    std::vector<Change> changes;
    const auto found = settings.find(name);
    if (found == settings.end() || !found->is_array()) return changes;
    for (auto text = found->rbegin(); text != found->rend() && changes.size() < max_saved_steps; ++text) {
        auto change = text->is_string() ? change_of(store, text->get<std::string>()) : std::nullopt;
        if (!change) break;
        changes.push_back(std::move(*change));
    }
    std::reverse(changes.begin(), changes.end());
    return changes;
}

}  // namespace

Json history_settings(const Store& store) {
    Json settings = Json::object();
    const History& history = store.history();
    if (history.undo_steps() > 0) settings["undo"] = texts_of(store, history.done());
    if (history.redo_steps() > 0) settings["redo"] = texts_of(store, history.undone());
    return settings;
}

void apply_history_settings(Store& store, const Json& settings) {
    store.restore_history(changes_in(store, settings, "undo"), changes_in(store, settings, "redo"));
}

}  // namespace poslab
