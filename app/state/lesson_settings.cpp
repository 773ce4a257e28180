#include "app/state/lesson_settings.hpp"

#include <charconv>
#include <string_view>

namespace poslab {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t most_texts_kept = 4096;

std::string text_at(const Json& json, const char* key) {
    const auto found = json.find(key);
    return found != json.end() && found->is_string() ? found->get<std::string>() : std::string();
}

std::vector<std::string> texts_at(const Json& json, const char* key) {
    std::vector<std::string> texts;
    const auto found = json.find(key);
    if (found == json.end() || !found->is_array()) return texts;
    for (const Json& text : *found)
        if (text.is_string() && texts.size() < most_texts_kept) texts.push_back(text.get<std::string>());
    return texts;
}

}  // namespace

Json lesson_settings_json(const LessonSettings& settings) {
    Json json = Json::object();
    if (!settings.open.empty()) {
        json["lesson"] = settings.open;
        json["lesson-step"] = settings.step;
        if (settings.page != SidePage::lesson) json["lesson-aside"] = true;
    }
    if (!settings.seen.empty()) json["lessons-seen"] = settings.seen;
    if (!settings.done.empty()) json["lessons-done"] = settings.done;
    std::vector<std::string> answers;
    for (const auto& [key, choice] : settings.answers) answers.push_back(key + "=" + std::to_string(choice));
    if (!answers.empty()) json["lesson-answers"] = answers;
    return json;
}

LessonSettings lesson_settings_in(const Json& json) {
    LessonSettings settings;
    settings.open = text_at(json, "lesson");
    settings.step = text_at(json, "lesson-step");
    settings.seen = texts_at(json, "lessons-seen");
    settings.done = texts_at(json, "lessons-done");
    for (const std::string& answer : texts_at(json, "lesson-answers")) {
        const std::size_t equals = answer.rfind('=');
        if (equals == std::string::npos) continue;
        const std::string_view digits = std::string_view(answer).substr(equals + 1);
        std::size_t choice = 0;
        const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), choice);
        if (error == std::errc{} && end == digits.data() + digits.size()) settings.answers[answer.substr(0, equals)] = choice;
    }
    settings.restored = !settings.open.empty();
    if (settings.restored && !json.contains("lesson-aside")) settings.page = SidePage::lesson;
    return settings;
}

}  // namespace poslab
