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

/// What stands at the right of the figure.
enum class SidePage { parameters, lessons, lesson, explanation, glossary };

/// What was answered to a question of a step.
struct LessonAnswer {
    std::size_t choice = 0;  // the one that was taken
    DrawnCurve drawn{};      // as far as it was drawn; nothing: the question has choices, or nothing was drawn
    bool given = true;       // the right one may be shown
    bool operator==(const LessonAnswer&) const = default;
};

/// The user's work in lessons. Keys are "LESSON/STEP".
struct LessonWork {
    std::vector<std::string> done{};                // steps that were tried, or answered where there is nothing to try
    std::map<std::string, LessonAnswer> answers{};  // to their questions
    bool operator==(const LessonWork&) const = default;
};

/// Where one is in the lessons, as the session keeps it.
struct LessonSettings : LessonWork {
    SidePage page = SidePage::parameters;
    SidePage hidden = SidePage::parameters;  // the page that the parameters hide for the moment; parameters: none
    std::string open;                        // id of the lesson; empty: none
    std::string step;                        // id of its step; empty: the first
    std::string before;             // the views' state before the lesson was opened, a session's text; empty if none is open
    std::vector<std::string> seen;  // "LESSON/STEP": that were shown
    bool restored = false;          // by a session: the window is as it was then, not as the step begins

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
    /// Nothing but the figure and the step, large. A session does not restore it.
    [[nodiscard]] bool presenting() const { return own_.has_value(); }
    /// A presentation begins without answers. What is answered in it is forgotten at its end, and the user's own answers return.
    void present(bool on) {
        if (on == presenting()) return;
        if (on)
            own_ = std::exchange(work(), {});
        else
            work() = *std::exchange(own_, std::nullopt);
    }
    /// The user's own work, also during a presentation: what a session keeps.
    [[nodiscard]] const LessonWork& own_work() const { return own_ ? *own_ : *this; }
    [[nodiscard]] LessonWork& work() { return *this; }
    /// Forgets the answers of a lesson, or of all if `lesson` is empty. Returns how many steps that were.
    std::size_t reset_answers(const std::string& lesson);
    [[nodiscard]] bool has_answers(const std::string& lesson) const;
    /// Adds earlier work again, where nothing newer replaces it.
    void restore(const LessonWork& earlier);

    /// The page that the parameters hide, or could hide: the open lesson's, else the explanation.
    [[nodiscard]] SidePage way_back() const {
        const bool gone = hidden == SidePage::parameters || (hidden == SidePage::lesson && open.empty());
        if (!gone) return hidden;
        return open.empty() ? SidePage::explanation : SidePage::lesson;
    }
    /// From a page to the parameters, and back.
    void switch_side() {
        if (page == SidePage::parameters)
            page = way_back();
        else
            hidden = std::exchange(page, SidePage::parameters);
    }
    /// To the open lesson, else to the parameters.
    void close_page() {
        hidden = SidePage::parameters;
        page = open.empty() ? SidePage::parameters : SidePage::lesson;
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
        page = hidden = SidePage::parameters;
        present(false);
    }

  private:
    std::optional<LessonWork> own_;  // during a presentation
};

/// For the session: a flat object.
[[nodiscard]] nlohmann::ordered_json lesson_settings_json(const LessonSettings& settings);
/// Takes what is there and makes sense.
[[nodiscard]] LessonSettings lesson_settings_in(const nlohmann::ordered_json& json);

}  // namespace poslab
