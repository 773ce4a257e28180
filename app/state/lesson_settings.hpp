#pragma once

#include "core/lessons/drawn_curve.hpp"

#include <algorithm>
#include <cstddef>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace poslab {

/// The page at the right of the figure.
enum class SidePage { parameters, lessons, lesson, explanation, glossary };

/// The user's answer to a question of a step.
struct LessonAnswer {
    std::size_t choice = 0;  // the chosen answer
    SketchedCurve sketch{};  // the drawn curve; empty: the question has choices, or nothing is drawn
    bool is_final = true;    // the correct answer may be shown
    bool operator==(const LessonAnswer&) const = default;
};

/// The user's work in lessons. Keys are "LESSON/STEP".
struct LessonWork {
    std::vector<std::string> done{};  // steps that were tried, or answered if there is nothing to try
    std::map<std::string, LessonAnswer> answers{};  // to their questions
    bool operator==(const LessonWork&) const = default;
};

/// The user's position in the lessons, as saved in the session.
struct LessonSettings : LessonWork {
    SidePage page = SidePage::parameters;
    /// The page that the parameters temporarily hide; parameters: none.
    SidePage hidden = SidePage::parameters;
    std::string open;  // id of the lesson; empty: none
    std::string step;  // id of its step; empty: the first
    /// The views' state before the lesson, as the text of a session; empty if none is open.
    std::string before;
    std::vector<std::string> seen;  // "LESSON/STEP" of the steps that were shown
    bool restored = false;  // by a session: the window has the saved state instead of the step's initial one

    [[nodiscard]] static bool has(const std::vector<std::string>& keys, const std::string& key) {
        return std::find(keys.begin(), keys.end(), key) != keys.end();
    }
    [[nodiscard]] bool is_done(const std::string& key) const { return has(done, key); }
    /// True if the correct answer may be shown.
    [[nodiscard]] bool is_answered(const std::string& key) const {
        const auto found = answers.find(key);
        return found != answers.end() && found->second.is_final;
    }
    void note_done(const std::string& key) {
        if (!is_done(key)) done.push_back(key);
    }
    void note_seen(const std::string& key) {
        if (!has(seen, key)) seen.push_back(key);
    }
    /// True while only the figure and the step are shown, enlarged. A session does not restore it.
    [[nodiscard]] bool presenting() const { return own_.has_value(); }
    /// Starts or ends a presentation. It starts without answers; its answers are discarded at its end, and
    /// the user's own are restored.
    void present(bool on) {
        if (on == presenting()) return;
        if (on)
            own_ = std::exchange(work(), {});
        else
            work() = *std::exchange(own_, std::nullopt);
    }
    /// Returns the user's own work, also during a presentation; the session saves it.
    [[nodiscard]] const LessonWork& own_work() const { return own_ ? *own_ : *this; }
    [[nodiscard]] LessonWork& work() { return *this; }
    /// Deletes the answers of a lesson, or all if `lesson` is empty. Returns the number of steps reset.
    std::size_t reset_answers(const std::string& lesson);
    [[nodiscard]] bool has_answers(const std::string& lesson) const;
    /// Merges earlier work; newer answers take precedence.
    void restore(const LessonWork& earlier);

    /// Returns the page that the parameters hide or could hide: the open lesson, else the explanation.
    [[nodiscard]] SidePage way_back() const {
        const bool gone = hidden == SidePage::parameters || (hidden == SidePage::lesson && open.empty());
        if (!gone) return hidden;
        return open.empty() ? SidePage::explanation : SidePage::lesson;
    }
    /// Switches from a page to the parameters, and back.
    void switch_side() {
        if (page == SidePage::parameters)
            page = way_back();
        else
            hidden = std::exchange(page, SidePage::parameters);
    }
    /// Switches to the open lesson, else to the parameters.
    void close_page() {
        hidden = SidePage::parameters;
        page = open.empty() ? SidePage::parameters : SidePage::lesson;
    }
    /// Opens a lesson at its first step, or at the step at which it was left.
    void begin(const std::string& lesson) {
        if (open != lesson) step.clear();
        open = lesson;
        page = SidePage::lesson;
        restored = false;
    }
    void leave() {
        open.clear();
        step.clear();
        page = hidden = SidePage::parameters;
        present(false);
    }

  private:
    std::optional<LessonWork> own_;  // during a presentation
};

/// Returns the settings as a flat JSON object for the session.
[[nodiscard]] nlohmann::ordered_json lesson_settings_json(const LessonSettings& settings);
/// Reads valid settings and ignores the rest.
[[nodiscard]] LessonSettings lesson_settings_in(const nlohmann::ordered_json& json);

}  // namespace poslab
