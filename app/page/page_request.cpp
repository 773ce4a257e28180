#include "app/page/page_request.hpp"

#include "core/base/errors.hpp"
#include "core/base/utf8_parts.hpp"
#include "core/lessons/lesson.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace poslab {
namespace {

/// In the order of PageAction::Kind.
constexpr std::array<std::string_view, 9> kind_ids{"value", "slider", "step", "figure", "zoom",
                                                   "pan",   "drag",   "home", "compare"};

constexpr double max_extent = 8192;         // CSS pixels of a figure's side
constexpr std::size_t max_actions = 64;     // of one request
constexpr std::size_t max_points = 16'384;  // of one drag

double number_in(const nlohmann::json& json, const char* name, double low, double high, double otherwise) {
    const auto found = json.find(name);
    if (found == json.end() || !found->is_number()) return otherwise;
    const double number = found->get<double>();
    return std::isfinite(number) ? std::clamp(number, low, high) : otherwise;
}

std::string text_in(const nlohmann::json& json, const char* name) {
    const auto found = json.find(name);
    return found != json.end() && found->is_string() ? found->get<std::string>() : std::string();
}

/// Returns a name for messages, too: one line of at most 100 bytes; no name is longer.
std::string name_in(const nlohmann::json& json, const char* name) {
    constexpr std::size_t max_bytes = 100;
    return without_controls(utf8_beginning(text_in(json, name), max_bytes));
}

Point point_of(const nlohmann::json& json) {
    const auto coordinate = [&](std::size_t n) {
        const double number =
            json.is_array() && json.size() == 2 && json[n].is_number() ? json[n].get<double>() : 0;
        return std::isfinite(number) ? std::clamp(number, -max_extent, max_extent) : 0;
    };
    return {coordinate(0), coordinate(1)};
}

bool flag_in(const nlohmann::json& json, const char* name) {
    const auto found = json.find(name);
    return found != json.end() && found->is_boolean() && found->get<bool>();
}

PageStep step_in(const nlohmann::json& json) {
    constexpr double most = max_lesson_steps;
    return {text_in(json, "text"), static_cast<std::size_t>(number_in(json, "step", 0, most, 0)),
            flag_in(json, "answered")};
}

PageAction action_in(const nlohmann::json& json) {
    const std::string type = json.is_object() ? name_in(json, "type") : "";
    const auto found = std::find(kind_ids.begin(), kind_ids.end(), type);
    if (found == kind_ids.end()) throw UsageError(tr("unknown action '{}'", type));
    PageAction action;
    action.kind = static_cast<PageAction::Kind>(found - kind_ids.begin());
    action.parameter = name_in(json, "parameter");
    action.text = text_in(json, "text") + text_in(json, "id") + text_in(json, "with");
    constexpr double largest = 1e6;
    action.number = number_in(json, "fraction", 0, 1, 0) + number_in(json, "by", -largest, largest, 0) +
                    number_in(json, "factor", 1e-3, 1e3, 0);
    if (json.contains("at")) action.at = point_of(json["at"]);
    if (json.contains("by")) action.by = point_of(json["by"]);
    if (const auto path = json.find("path"); path != json.end() && path->is_array()) {
        if (path->size() > max_points) throw UsageError(tr("a drag has more than {} points", max_points));
        for (const nlohmann::json& point : *path) action.path.push_back(point_of(point));
    }
    return action;
}

}  // namespace

PageRequest read_page_request(std::string_view text) {
    const nlohmann::json json = nlohmann::json::parse(text, nullptr, false);
    if (!json.is_object()) throw UsageError("the request is not a JSON object"_tr);
    PageRequest request;
    request.state = text_in(json, "state");
    if (const auto actions = json.find("actions"); actions != json.end() && actions->is_array()) {
        if (actions->size() > max_actions)
            throw UsageError(tr("a request has more than {} actions", max_actions));
        for (const nlohmann::json& action : *actions) request.actions.push_back(action_in(action));
    }
    if (const auto controls = json.find("controls"); controls != json.end() && controls->is_array()) {
        request.controls.emplace();
        for (const nlohmann::json& control : *controls)
            if (control.is_string()) request.controls->push_back(control.get<std::string>());
    }
    request.width = number_in(json, "width", 64, max_extent, 900);
    request.height = number_in(json, "height", 64, max_extent, 560);
    request.pixel_ratio = number_in(json, "pixel_ratio", 0.25, 4, 1);
    request.theme = text_in(json, "theme") == theme_id(Theme::dark) ? Theme::dark : Theme::light;
    request.language = language_with(text_in(json, "language")).value_or(Language::english);
    if (const auto pointer = json.find("pointer"); pointer != json.end() && pointer->is_array())
        request.pointer = point_of(*pointer);
    request.coarse = flag_in(json, "coarse");
    if (const auto lesson = json.find("lesson"); lesson != json.end() && lesson->is_object())
        request.step = step_in(*lesson);
    return request;
}

}  // namespace poslab
