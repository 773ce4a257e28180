#pragma once

#include <algorithm>
#include <cstddef>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace poslab {

/// Where one is in the lessons, as the session keeps it.
struct LessonSettings {
    std::string open;                // id of the lesson; empty: none
    std::string step;                // id of its step; empty: the first
    std::vector<std::string> done;   // "LESSON/STEP" that were tried or answered
    std::map<std::string, std::size_t> answers{};  // by "LESSON/STEP": the choice that was taken
    bool presenting = false;         // nothing but the figure, large; not kept
    bool restored = false;           // by a session: the window is as it was then, not as the step begins

    [[nodiscard]] bool is_done(const std::string& key) const { return std::find(done.begin(), done.end(), key) != done.end(); }
    void note_done(const std::string& key) {
        if (!is_done(key)) done.push_back(key);
    }
};

/// For the session: a flat object.
[[nodiscard]] nlohmann::ordered_json lesson_settings_json(const LessonSettings& settings);
/// Takes what is there and makes sense.
[[nodiscard]] LessonSettings lesson_settings_in(const nlohmann::ordered_json& json);

}  // namespace poslab
