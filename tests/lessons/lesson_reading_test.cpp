#include "core/lessons/lesson.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

namespace poslab {
namespace {

constexpr const char* whole = R"(lesson: 1
title: A lesson
summary: What it is about.
minutes: 3

# a comment
step: one
title: The first
text: A paragraph that
  goes on.
formula: a = b
text: Another one.
show: position-matrix
look: cell 3 2 | a cell
look: region 0 4 1 2 in 2 | a region
try: w 4 16 | Move w.
done: param:w > 8
watch: largest | value:max_position
predict: What then?
choice: This.
choice: That.
right: 2
because: So it is.
exercise: For which w?
solution: For all.
)";

std::vector<std::string> complaints(const std::string& text) {
    std::vector<std::string> all;
    for (const LessonProblem& problem : read_lesson("x", "x/lesson.txt", text).problems)
        all.push_back(problem.message().english());
    return all;
}

std::string with(std::string text, const std::string& from, const std::string& to) {
    const std::size_t at = text.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    return text.replace(at, from.size(), to);
}

TEST(LessonReading, TakesAllThatAStepMayHave) {
    const LessonReading reading = read_lesson("x", "x/lesson.txt", whole);
    ASSERT_TRUE(reading.problems.empty()) << reading.problems.front().message().english();
    const Lesson& lesson = reading.lesson;
    EXPECT_EQ(lesson.title.text, "A lesson");
    EXPECT_EQ(lesson.minutes, 3);
    ASSERT_EQ(lesson.steps.size(), 1U);
    const LessonStep& step = lesson.steps.front();
    ASSERT_EQ(step.blocks.size(), 3U);
    EXPECT_EQ(step.blocks[0].text.text, "A paragraph that goes on.");
    EXPECT_EQ(step.blocks[0].text.line, 9);
    EXPECT_TRUE(step.blocks[1].is_formula);
    ASSERT_EQ(step.marks.size(), 2U);
    EXPECT_EQ(step.marks[0].kind, LessonMark::Kind::cell);
    EXPECT_EQ(step.marks[0].numbers, (std::vector<std::string>{"3", "2"}));
    EXPECT_EQ(step.marks[1].panel, 1U);
    ASSERT_TRUE(step.tried);
    EXPECT_EQ(step.tried->from + step.tried->to, "416");
    ASSERT_TRUE(step.question);
    EXPECT_EQ(step.question->right, 1U);
    EXPECT_EQ(step.solution.text, "For all.");
}

std::string drawing() {
    return with(whole, "choice: This.\nchoice: That.\nright: 2\n",
                "draw: curve 2 in 3 | the curve\nhide: rule 1\nhide: panel in 2\n");
}

TEST(LessonReading, TakesACurveThatIsToBeDrawn) {
    const LessonReading reading = read_lesson("x", "x/lesson.txt", drawing());
    ASSERT_TRUE(reading.problems.empty()) << reading.problems.front().message().english();
    const auto& to_draw = reading.lesson.steps.front().question->drawing;
    ASSERT_TRUE(to_draw);
    EXPECT_EQ(to_draw->curve, (LessonCurve{2, 2}));
    EXPECT_EQ(to_draw->label.text, "the curve");
    ASSERT_EQ(to_draw->hidden.size(), 2U);
    EXPECT_EQ(to_draw->hidden[0].kind, LessonHidden::Kind::rule);
    EXPECT_EQ(to_draw->hidden[1].kind, LessonHidden::Kind::panel);
    EXPECT_EQ(to_draw->hidden[1].which.panel, 1U);
    const auto texts = translated_texts(reading.lesson);
    EXPECT_TRUE(std::any_of(texts.begin(), texts.end(),
                            [](const LessonText* text) { return text->text == "the curve"; }));
}

TEST(LessonReading, MayBeginWithAByteOrderMark) {
    EXPECT_TRUE(complaints("\xEF\xBB\xBF" + std::string(whole)).empty());
}

TEST(LessonReading, TellsOfACurveThatCannotBeAskedFor) {
    const auto expect_complaint = [](const std::string& from, const std::string& to,
                                     const std::string& complaint) {
        const auto all = complaints(with(drawing(), from, to));
        EXPECT_NE(std::find(all.begin(), all.end(), complaint), all.end())
            << complaint << "; " << (all.empty() ? std::string("no complaint") : all.front());
    };
    const std::string form =
        "x/lesson.txt:20: draw: must be 'curve N | what it is', with 'in N' after it for another panel";
    expect_complaint("draw: curve 2 in 3", "draw: curve two", form);
    expect_complaint(" | the curve", "", form);
    expect_complaint("in 3", "in 0", "x/lesson.txt:20: draw: there is no panel '0'");
    expect_complaint(
        "hide: rule 1", "hide: rule",
        "x/lesson.txt:21: hide: must be 'curve N', 'rule N' or 'panel', with 'in N' after it for another "
        "panel");
    expect_complaint("hide: rule 1", "choice: This.",
                     "x/lesson.txt:20: draw: choices and a curve to draw cannot be combined");
    expect_complaint("hide: rule 1", "right: 1", "x/lesson.txt:21: right: a curve to draw has no choices");
    expect_complaint("draw: curve 2 in 3 | the curve\n", "", "x/lesson.txt:20: hide: must follow 'draw:'");
    expect_complaint("hide: rule 1", "later: rule 1",
                     "x/lesson.txt:21: later: must be 'curve N', with 'in N' after it for another panel");
}

struct Wrong {
    std::string from, to, complaint;
};
class WrongLesson : public testing::TestWithParam<Wrong> {};

TEST_P(WrongLesson, IsToldWithItsLine) {
    const auto all = complaints(with(whole, GetParam().from, GetParam().to));
    EXPECT_NE(std::find(all.begin(), all.end(), GetParam().complaint), all.end())
        << (all.empty() ? std::string("no complaint") : all.front());
}

INSTANTIATE_TEST_SUITE_P(
    Lines, WrongLesson,
    testing::Values(
        Wrong{"lesson: 1", "lesson: 2",
              "x/lesson.txt:1: made for a newer PosLab: its format is 2, this program reads 1"},
        Wrong{"lesson: 1", "lesson: 0", "x/lesson.txt:1: lesson: 0 is not a format version"},
        Wrong{"title: A lesson", "lesson: 1\ntitle: A lesson", "x/lesson.txt:2: lesson: occurs twice"},
        Wrong{"lesson: 1\n", "", "x/lesson.txt:1: a lesson must begin with 'lesson: 1', its format version"},
        Wrong{"minutes: 3", "minutes: many", "x/lesson.txt:4: minutes: many must be between 1 and 600"},
        Wrong{"minutes: 3", "minutes: 3\nminutes: 4", "x/lesson.txt:5: minutes: occurs twice"},
        Wrong{"step: one", "step: One",
              "x/lesson.txt:7: step: One: use lowercase letters, digits and hyphens"},
        Wrong{"title: The first\n", "", "x/lesson.txt:7: step one: has no title"},
        Wrong{"title: The first", "titel: The first", "x/lesson.txt:8: unknown key 'titel'"},
        Wrong{"show: position-matrix\n", "", "x/lesson.txt:7: step one: has no 'show'"},
        Wrong{"show: position-matrix", "show:", "x/lesson.txt:13: show: the value is empty"},
        Wrong{"look: cell 3 2", "look: cell 3",
              "x/lesson.txt:14: look: cell takes 2 numbers without spaces, not 1"},
        Wrong{"look: cell 3 2", "look: cow 3 2",
              "x/lesson.txt:14: look: must be cell, point, region, axis, curve or panel"},
        Wrong{"in 2", "in 0", "x/lesson.txt:15: look: there is no panel '0'"},
        Wrong{"try: w 4 16", "try: w",
              "x/lesson.txt:16: try: must be 'PARAMETER FROM TO | what to do', or one choice instead of FROM "
              "TO"},
        Wrong{"done: param:w > 8\n", "", "x/lesson.txt:7: step one: 'try' and 'done' require each other"},
        Wrong{"watch: largest | value:max_position", "watch: largest",
              "x/lesson.txt:18: watch: must be 'label | expression'"},
        Wrong{"right: 2", "right: 3", "x/lesson.txt:19: right: must be the number of a choice"},
        Wrong{"right: 2\n", "", "x/lesson.txt:19: predict: 'right' is missing"},
        Wrong{"right: 2", "right: 2\nright: 1", "x/lesson.txt:23: right: occurs twice"},
        Wrong{"choice: That.\n", "", "x/lesson.txt:19: predict: requires two to five choices"},
        Wrong{"solution: For all.\n", "",
              "x/lesson.txt:7: step one: 'exercise' and 'solution' require each other"},
        Wrong{"# a comment", "no key",
              "x/lesson.txt:6: must be 'key: value', or begin with a space to continue the line before"},
        Wrong{"text: Another one.", "text: Another \xff one.",
              "x/lesson.txt:12: invalid UTF-8 at byte 168"}));

TEST(LessonReading, RefusesWhatIsTooLarge) {
    const auto all = complaints(std::string(max_lesson_bytes + 1, 'x'));
    ASSERT_EQ(all.size(), 1U);
    EXPECT_EQ(all.front(), "x/lesson.txt:1: is larger than 1048576 bytes");
    LessonReading reading = read_lesson("x", "x/lesson.txt", whole);
    add_catalogue(reading, "zh", "x/zh.po", std::string(max_lesson_bytes + 1, '\n'));
    ASSERT_EQ(reading.problems.size(), 1U);
    EXPECT_EQ(reading.problems.front().message().english(), "x/zh.po:1: is larger than 1048576 bytes");
}

TEST(LessonReading, ReportsTooManyStepsOnce) {
    std::string text = whole;
    for (std::size_t n = 1; n < max_lesson_steps + 3; ++n)
        text += "step: s" + std::to_string(n) + "\ntitle: Title\ntext: Text.\nshow: position-matrix\n";
    const auto all = complaints(text);
    ASSERT_EQ(all.size(), 1U);
    EXPECT_TRUE(all.front().ends_with(": more than 100 steps")) << all.front();
}

TEST(LessonReading, RefusesAStepThatIsTooLongForAFrame) {
    const auto texts = [](std::size_t bytes) {
        return with(
            whole, "text: Another one.",
            "text: " + std::string(bytes, 'x') + "\nformula: " + std::string(max_step_bytes / 2, 'y'));
    };
    EXPECT_TRUE(complaints(texts(max_step_bytes / 4)).empty());
    const auto all = complaints(texts(max_step_bytes / 2));
    ASSERT_EQ(all.size(), 1U);
    EXPECT_TRUE(all.front().starts_with("x/lesson.txt:7: step one: its texts have 16")) << all.front();
    EXPECT_TRUE(all.front().ends_with(" bytes; at most 16384 are allowed")) << all.front();
    const std::string summary = "summary: " + std::string(max_step_bytes, 'x');
    EXPECT_EQ(complaints(with(whole, "summary: What it is about.", summary)),
              std::vector<std::string>{"x/lesson.txt:1: title, summary and source have 16392 bytes; at most "
                                       "16384 are allowed"});
}

TEST(LessonReading, RefusesATranslationThatIsTooLongForAFrame) {
    LessonReading reading = read_lesson("x", "x/lesson.txt", whole);
    add_catalogue(reading, "zh", "x/zh.po",
                  "msgid \"Another one.\"\nmsgstr \"" + std::string(max_step_bytes, 'x') + "\"\n");
    ASSERT_EQ(reading.problems.size(), 1U);
    EXPECT_TRUE(reading.problems.front().message().english().starts_with("x/zh.po:1: step one: its texts"))
        << reading.problems.front().message().english();
}

TEST(LessonReading, SpeaksTheLanguageThatItHas) {
    LessonReading reading = read_lesson("x", "x/lesson.txt", whole);
    add_catalogue(reading, "zh", "x/zh.po", "msgid \"A lesson\"\nmsgstr \"一课\"\n");
    const Language chinese = *language_with("zh");
    EXPECT_EQ(reading.lesson.in(chinese, reading.lesson.title), "一课");
    EXPECT_EQ(reading.lesson.in(chinese, reading.lesson.summary), "What it is about.")
        << "untranslated texts are English";
    EXPECT_EQ(reading.lesson.in(Language::english, reading.lesson.title), "A lesson");
    add_catalogue(reading, "zh", "x/zh.po", "msgid no quote");
    EXPECT_FALSE(reading.problems.empty());
}

TEST(LessonReading, HasPlainTextsForLists) {
    const std::string marked = "The *first*: $\\param{k}{a}^2 \\le b$, \\*, {value:x}";
    LessonReading reading = read_lesson("x", "x/lesson.txt", with(whole, "The first", marked));
    ASSERT_TRUE(reading.problems.empty());
    add_catalogue(reading, "zh", "x/zh.po", "msgid \"A lesson\"\nmsgstr \"*一*课\"\n");
    const Lesson& lesson = reading.lesson;
    EXPECT_EQ(lesson.plain_in(Language::english, lesson.steps.front().title), "The first: a² ≤ b, *, …");
    EXPECT_EQ(lesson.plain_in(*language_with("zh"), lesson.title), "一课");
    for (const char* faulty : {"a *b", "a $b", "a $\\nothing$", "{"})
        EXPECT_EQ(lesson.plain_in(Language::english, LessonText{faulty}), faulty);
}

TEST(LessonReading, RefusesCataloguesThatAreNotUtf8) {
    LessonReading reading = read_lesson("x", "x/lesson.txt", whole);
    add_catalogue(reading, "zh", "x/zh.po", "msgid \"A lesson\"\nmsgstr \"\xff\xfe\"\n");
    ASSERT_EQ(reading.problems.size(), 1U);
    EXPECT_EQ(reading.problems.front().message().english(), "x/zh.po:2: invalid UTF-8 at byte 26");
}

}  // namespace
}  // namespace poslab
