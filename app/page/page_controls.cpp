#include "app/page/page_actions.hpp"
#include "app/page/page_json.hpp"
#include "core/controls/listing.hpp"
#include "core/controls/slider_scale.hpp"
#include "core/controls/value_text.hpp"

namespace poslab {
namespace {

using Json = nlohmann::ordered_json;

Json choices_json(const Descriptor& descriptor, Language language) {
    Json list = Json::array();
    const auto choices =
        descriptor.domain.choices_of != nullptr ? descriptor.domain.choices_of() : descriptor.domain.choices;
    for (const Choice& choice : choices)
        list.push_back({{"id", choice.id},
                        {"label", in(language, choice.label)},
                        {"effect", in(language, choice.effect)}});
    return list;
}

/// Returns "slider", "choice", "choices", "toggle" or "text".
std::string_view kind_of(const Descriptor& descriptor) {
    if (has_slider(descriptor)) return "slider";
    switch (descriptor.kind) {
        case Kind::choice:
            return "choice";
        case Kind::choice_list:
            return "choices";
        case Kind::toggle:
            return "toggle";
        default:
            return "text";
    }
}

void add_track(Json& json, const Descriptor& track, const Value& value, Language language) {
    const auto shown_at = [&](double fraction) {
        return shown_value(track, slider_value(track, fraction), language);
    };
    json["fraction"] = slider_fraction(track, value);
    json["low"] = shown_at(0);
    json["high"] = shown_at(1);
    json["play"] = true;
}

Json control_json(const ShownState& state, std::size_t index, bool used, Language language) {
    const Descriptor track = on_track(*state.view, state.values, index);
    const Value& value = state.values[index];
    Json json{{"id", track.id},
              {"label", in(language, track.label)},
              {"symbol", track.symbol},
              {"unit", in(language, track.unit)},
              {"help", in(language, track.help)},
              {"source", in(language, source_of(track, value))},
              {"kind", kind_of(track)},
              {"used", used},
              {"text", to_string(track, value)},
              {"shown", shown_value(track, value, language)}};
    if (has_slider(track)) add_track(json, track, value, language);
    if (track.kind == Kind::choice || track.kind == Kind::choice_list)
        json["choices"] = choices_json(track, language);
    if (track.kind == Kind::toggle)
        for (const Text& name : track.domain.states) json["states"].push_back(in(language, name));
    return json;
}

/// A page opens no files.
bool is_for_pages(const Descriptor& descriptor) { return descriptor.kind != Kind::file; }

}  // namespace

Json page_controls(const ShownState& state, const std::optional<std::vector<std::string>>& ids,
                   Language language) {
    const FigureInfo& figure = state.figure_info();
    const std::vector<bool> used = used_in(*state.view, figure, state.values);
    std::vector<std::size_t> list;
    if (ids) {
        for (const std::string& id : *ids)
            if (const int index = parameter_index(*state.view, id); index >= 0)
                list.push_back(static_cast<std::size_t>(index));
    } else {
        list = listed_parameters(*state.view, figure, state.values, ListSection::parameters);
    }
    Json controls = Json::array();
    for (const std::size_t index : list)
        if (is_for_pages(state.view->parameters()[index]))
            controls.push_back(control_json(state, index, used[index], language));
    return controls;
}

}  // namespace poslab
