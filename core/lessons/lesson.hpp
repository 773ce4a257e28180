#pragma once

#include "core/base/catalogue.hpp"
#include "core/base/language.hpp"
#include "core/base/message.hpp"
#include "core/lessons/lesson_curve.hpp"

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace poslab {

// Lessons as data; docs/lessons.md describes the format.

/// A text of a lesson: English, which is the key of the lesson's catalogues.
struct LessonText {
    std::string text;
    int line = 0;
    [[nodiscard]] bool empty() const { return text.empty(); }
};

/// A paragraph, or a formula on a line of its own.
struct LessonBlock {
    bool is_formula = false;
    LessonText text;
};

/// A mark on the figure. Numbers are expressions.
struct LessonMark {
    enum class Kind { cell, point, region, axis_x, axis_y, curve, panel } kind = Kind::panel;
    std::vector<std::string> numbers{};
    std::size_t panel = 0;  // among Figure::main, then Figure::companions
    LessonText label{};
};

/// A parameter to be moved: from one value to another, or to a choice (`from` only).
struct LessonTry {
    std::string parameter;
    std::string from, to;  // in the command line's syntax
    LessonText words;
};

struct LessonWatch {
    LessonText label;
    LessonText expression;  // with its format
};

/// An element that would reveal a curve to be drawn: another curve, a vertical rule, or a whole panel.
struct LessonHidden {
    enum class Kind { curve, rule, panel } kind = Kind::curve;
    LessonCurve which;  // for rules the index among the panel's rules; for a panel no number
    int line = 0;
};

/// A curve that the reader draws before it is seen.
struct LessonDrawing {
    LessonCurve curve;
    LessonText label;  // its name
    std::vector<LessonHidden> hidden{};
};

/// A question before the answer is shown. The answer is one of the choices, or a curve.
struct LessonQuestion {
    LessonText question;
    std::vector<LessonText> choices;
    std::size_t right = 0;  // index in `choices`
    LessonText because;
    std::optional<LessonDrawing> drawing{};
    int right_line = 0;  // of `right`; 0 if it is not given
};

struct LessonStep {
    std::string id;
    int line = 0;
    LessonText title;
    std::vector<LessonBlock> blocks;
    LessonText show;  // parsed by read_shown_state()
    std::vector<LessonMark> marks;
    std::vector<LessonHidden> later{};  // curves that a later step explains and this one hides
    std::optional<LessonTry> tried;
    LessonText done;  // an expression
    std::vector<LessonWatch> watches;
    std::optional<LessonQuestion> question;
    LessonText exercise, solution;
};

struct Lesson {
    std::string id;    // the folder's name
    std::string file;  // of the steps, for messages
    std::string text;  // of that file
    LessonText title, summary, source;
    int minutes = 0;
    std::vector<LessonStep> steps;
    std::map<std::string, Catalogue, std::less<>> catalogues;  // by language id

    /// Returns the text in that language, or in English if its catalogue lacks the text.
    [[nodiscard]] std::string_view in(Language language, const LessonText& text) const;
    /// Returns plain_text() of it, with "…" for each number.
    [[nodiscard]] std::string plain_in(Language language, const LessonText& text) const;
};

/// An error in a lesson: "FILE:LINE: MESSAGE".
struct LessonProblem {
    std::string file;
    int line = 0;
    Message what;
    [[nodiscard]] Message message() const;
};

struct LessonReading {
    Lesson lesson;                        // the parts that could be read
    std::vector<LessonProblem> problems;  // empty if everything could be read
};

inline constexpr int lesson_format = 1;
inline constexpr std::size_t max_lesson_bytes = std::size_t{1} << 20U, max_lesson_steps = 100;
/// The limit of all texts of a step, and of a lesson's own: the window lays them out in one frame.
inline constexpr std::size_t max_step_bytes = std::size_t{1} << 14U;

/// Parses a file of steps, for any bytes. check_lesson() checks whether the named items exist.
[[nodiscard]] LessonReading read_lesson(std::string id, std::string file, std::string_view text);
/// Adds one of its catalogues.
void add_catalogue(LessonReading& reading, std::string_view language, const std::string& file,
                   std::string_view po);

/// Returns all translated texts, in order.
[[nodiscard]] std::vector<const LessonText*> translated_texts(const Lesson& lesson);
[[nodiscard]] std::vector<const LessonText*> translated_texts(const LessonStep& step);
/// Returns displayed formulas that contain words (\text{if}); they are translated as a whole.
[[nodiscard]] std::vector<const LessonText*> translated_formulas(const Lesson& lesson);
/// Returns a formula's markup without its words.
[[nodiscard]] std::string without_words(std::string_view markup);

}  // namespace poslab
