#pragma once

#include "core/base/catalogue.hpp"
#include "core/base/language.hpp"
#include "core/base/sentence.hpp"
#include "core/lessons/lesson_curve.hpp"

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace poslab {

// Lessons as data: docs/lessons.md has the format.

/// What a line of a lesson says: English, the key of the lesson's catalogues.
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

/// What is marked on the figure. Numbers are expressions.
struct LessonMark {
    enum class Kind { cell, point, region, axis_x, axis_y, curve, panel } kind = Kind::panel;
    std::vector<std::string> numbers{};
    std::size_t panel = 0;  // among Figure::main and then Figure::companions
    LessonText label{};
};

/// A parameter to be moved: from one value to another, or to a choice (`from` alone).
struct LessonTry {
    std::string parameter;
    std::string from, to;  // as the command line takes them
    LessonText words;
};

struct LessonWatch {
    LessonText label;
    LessonText expression;  // with its format
};

/// What of the figure would give away a curve that is to be drawn: another curve, a vertical rule, or all of a panel.
struct LessonHidden {
    enum class Kind { curve, rule, panel } kind = Kind::curve;
    LessonCurve which;  // of rules the place among those of the panel; of a panel without a number
    int line = 0;
};

/// A curve that the reader draws before it is seen.
struct LessonDrawing {
    LessonCurve curve;
    LessonText label;  // what it is
    std::vector<LessonHidden> hidden{};
};

/// A question that is asked before the answer shows. The answer is one of the choices, or a curve.
struct LessonQuestion {
    LessonText question;
    std::vector<LessonText> choices;
    std::size_t right = 0;  // place in `choices`
    LessonText because;
    std::optional<LessonDrawing> drawing{};
};

struct LessonStep {
    std::string id;
    int line = 0;
    LessonText title;
    std::vector<LessonBlock> blocks;
    LessonText show;  // what read_shown_state() takes
    std::vector<LessonMark> marks;
    std::vector<LessonHidden> later{};  // curves that another step explains: not shown here
    std::optional<LessonTry> tried;
    LessonText done;  // an expression
    std::vector<LessonWatch> watches;
    std::optional<LessonQuestion> question;
    LessonText exercise, solution;
};

struct Lesson {
    std::string id;    // the folder's name
    std::string file;  // of the steps, as messages name it
    LessonText title, summary, source;
    int minutes = 0;
    std::vector<LessonStep> steps;
    std::map<std::string, Catalogue, std::less<>> catalogues;  // by language id

    /// In that language, in English where its catalogue lacks the text.
    [[nodiscard]] std::string_view in(Language language, const LessonText& text) const;
};

/// What is not as it must be: "FILE:LINE: what".
struct LessonProblem {
    std::string file;
    int line = 0;
    Sentence what;
    [[nodiscard]] Sentence sentence() const;
};

struct LessonReading {
    Lesson lesson;                        // what could be read
    std::vector<LessonProblem> problems;  // none: all of it could
};

inline constexpr int lesson_format = 1;
inline constexpr std::size_t most_lesson_bytes = std::size_t{1} << 20U, most_lesson_steps = 100;

/// The steps' file; for any bytes. Whether what it names is there is for check_lesson() to say.
[[nodiscard]] LessonReading read_lesson(std::string id, std::string file, std::string_view text);
/// A catalogue of it.
void add_catalogue(LessonReading& reading, std::string_view language, const std::string& file, std::string_view po);

/// All texts that are translated, in their order.
[[nodiscard]] std::vector<const LessonText*> translated_texts(const Lesson& lesson);
[[nodiscard]] std::vector<const LessonText*> translated_texts(const LessonStep& step);
/// Formulas on lines of their own that have words (\text{if}), which are translated, too: the formula as a whole is.
[[nodiscard]] std::vector<const LessonText*> translated_formulas(const Lesson& lesson);
/// A formula's markup without the words in it.
[[nodiscard]] std::string without_words(std::string_view markup);

}  // namespace poslab
