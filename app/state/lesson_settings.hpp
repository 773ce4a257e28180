#pragma once

#include "core/lessons/drawn_curve.hpp"

#include <algorithm>
#include <cstddef>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace poslab {

/// What stands at the right of the figure.
enum class SidePage { parameters, lessons, lesson, explanation, glossary };

/// What was answered to a question of a step.
struct LessonAnswer {
    std::size_t choice = 0;  // the one that was taken
    DrawnCurve drawn{};      // as far as it was drawn; nothing: the question has choices, or nothing was drawn
    bool given = true;       // the right one may be shown
};

/// Where one is in the lessons, as the session keeps it.
struct LessonSettings {
    SidePage page = SidePage::parameters;
    std::string open;    // id of the lesson; empty: none
    std::string step;    // id of its step; empty: the first
    std::string before;  // the views' state before the lesson was opened, a session's text; empty if none is open
    // "LESSON/STEP":
    std::vector<std::string> seen;                  // that were shown
    std::vector<std::string> done;                  // that were tried, or answered where there is nothing to try
    std::map<std::string, LessonAnswer> answers{};  // to their questions
    bool presenting = false;                        // nothing but the figure and the step, large; not kept
    bool restored = false;                          // by a session: the window is as it was then, not as the step begins

    [[nodiscard]] static bool has(const std::vector<std::string>& keys, const std::string& key) {
        return std::find(keys.begin(), keys.end(), key) != keys.end();
    }
    [[nodiscard]] bool is_done(const std::string& key) const { return has(done, key); }
    /// Whether the right answer may be shown.
    [[nodiscard]] bool is_answered(const std::string& key) const {
        const auto found = answers.find(key);
        return found != answers.end() && found->second.given;
    }
    void note_done(const std::string& key) {
        if (!is_done(key)) done.push_back(key);
    }
    void note_seen(const std::string& key) {
        if (!has(seen, key)) seen.push_back(key);
    }
    /// From its first step on, or from where it was left.
    void begin(const std::string& lesson) {
        if (open != lesson) step.clear();
        open = lesson;
        page = SidePage::lesson;
        restored = false;
    }
    void leave() {
        open.clear();
        step.clear();
        page = SidePage::parameters;
        presenting = false;
    }
};

/// For the session: a flat object.
[[nodiscard]] nlohmann::ordered_json lesson_settings_json(const LessonSettings& settings);
/// Takes what is there and makes sense.
[[nodiscard]] LessonSettings lesson_settings_in(const nlohmann::ordered_json& json);

}  // namespace poslab
