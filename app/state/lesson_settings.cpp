#include "app/state/lesson_settings.hpp"

#include <fmt/format.h>
#include <charconv>
#include <set>
#include <string_view>
#include <utility>

namespace poslab {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t max_texts_kept = 4096;

std::string text_at(const Json& json, const char* key) {
    const auto found = json.find(key);
    return found != json.end() && found->is_string() ? found->get<std::string>() : std::string();
}

std::vector<std::string> texts_at(const Json& json, const char* key) {
    std::vector<std::string> texts;
    const auto found = json.find(key);
    if (found == json.end() || !found->is_array()) return texts;
    for (const Json& text : *found)
        if (text.is_string() && texts.size() < max_texts_kept) texts.push_back(text.get<std::string>());
    return texts;
}

/// Returns "KEY=1 x y x y …", with 0 instead of 1 while the answer is hidden; nan where nothing is drawn.
std::string sketch_text(const std::string& key, const LessonAnswer& answer) {
    std::string text = fmt::format("{}={}", key, answer.is_final ? 1 : 0);
    for (std::size_t n = 0; n < answer.sketch.x().size(); ++n)
        text += fmt::format(" {} {}", answer.sketch.x()[n], answer.sketch.y()[n]);
    return text;
}

/// Returns numbers separated by blanks, as fmt writes them.
std::vector<double> numbers_in(std::string_view text) {
    std::vector<double> numbers;
    while (numbers.size() <= 2 * SketchedCurve::places + 1) {
        const std::size_t first = text.find_first_not_of(' ');
        if (first == std::string_view::npos) break;
        text.remove_prefix(first);
        double number = 0;
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
        if (error != std::errc{}) return {};
        numbers.push_back(number);
        text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    }
    return numbers;
}

void take_choice(const std::string& answer, LessonSettings& settings) {
    const std::size_t equals = answer.rfind('=');
    if (equals == std::string::npos) return;
    const std::string_view digits = std::string_view(answer).substr(equals + 1);
    std::size_t choice = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), choice);
    if (error == std::errc{} && end == digits.data() + digits.size())
        settings.answers[answer.substr(0, equals)] = {choice};
}

void take_sketch(const std::string& text, LessonSettings& settings) {
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos) return;
    const std::vector<double> numbers = numbers_in(std::string_view(text).substr(equals + 1));
    std::vector<double> x, y;
    for (std::size_t n = 1; n + 1 < numbers.size(); n += 2) {
        x.push_back(numbers[n]);
        y.push_back(numbers[n + 1]);
    }
    SketchedCurve sketches(std::move(x), std::move(y));
    if (!sketches.x().empty())
        settings.answers[text.substr(0, equals)] = {0, std::move(sketches), numbers.front() != 0};
}

}  // namespace

std::size_t LessonSettings::reset_answers(const std::string& lesson) {
    const auto is_of = [&](const std::string& key) {
        return lesson.empty() || key.starts_with(lesson + "/");
    };
    std::set<std::string> reset;
    for (const std::string& key : done)
        if (is_of(key)) reset.insert(key);
    for (const auto& [key, answer] : answers)
        if (is_of(key)) reset.insert(key);
    std::erase_if(done, is_of);
    std::erase_if(answers, [&](const auto& answer) { return is_of(answer.first); });
    return reset.size();
}

bool LessonSettings::has_answers(const std::string& lesson) const {
    const auto is_of = [&](const std::string& key) { return key.starts_with(lesson + "/"); };
    return std::any_of(done.begin(), done.end(), is_of) ||
           std::any_of(answers.begin(), answers.end(),
                       [&](const auto& answer) { return is_of(answer.first); });
}

void LessonSettings::restore(const LessonWork& earlier) {
    for (const std::string& key : earlier.done) note_done(key);
    for (const auto& [key, answer] : earlier.answers) answers.try_emplace(key, answer);
}

Json lesson_settings_json(const LessonSettings& settings) {
    Json json = Json::object();
    if (!settings.open.empty()) {
        json["lesson"] = settings.open;
        json["lesson-step"] = settings.step;
        if (settings.page != SidePage::lesson) json["lesson-aside"] = true;
        if (!settings.before.empty()) json["before-lesson"] = settings.before;
    }
    if (!settings.seen.empty()) json["lessons-seen"] = settings.seen;
    const LessonWork& own = settings.own_work();
    if (!own.done.empty()) json["lessons-done"] = own.done;
    std::vector<std::string> choices, sketches;
    for (const auto& [key, answer] : own.answers) {
        if (answer.sketch.x().empty())
            choices.push_back(key + "=" + std::to_string(answer.choice));
        else
            sketches.push_back(sketch_text(key, answer));
    }
    if (!choices.empty()) json["lesson-answers"] = choices;
    if (!sketches.empty()) json["lesson-drawn"] = sketches;
    return json;
}

LessonSettings lesson_settings_in(const Json& json) {
    LessonSettings settings;
    settings.open = text_at(json, "lesson");
    settings.step = text_at(json, "lesson-step");
    settings.seen = texts_at(json, "lessons-seen");
    settings.done = texts_at(json, "lessons-done");
    for (const std::string& answer : texts_at(json, "lesson-answers")) take_choice(answer, settings);
    for (const std::string& sketches : texts_at(json, "lesson-drawn")) take_sketch(sketches, settings);
    settings.restored = !settings.open.empty();
    if (settings.restored) settings.before = text_at(json, "before-lesson");
    if (settings.restored && !json.contains("lesson-aside")) settings.page = SidePage::lesson;
    return settings;
}

}  // namespace poslab
