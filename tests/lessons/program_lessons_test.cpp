// The program's lessons and its explanations of figures: every stated number is computed, and every task can
// be done.
#include "app/paint/fonts.hpp"
#include "core/lessons/figure_curves.hpp"
#include "core/lessons/glossary.hpp"
#include "core/lessons/lesson_check.hpp"
#include "core/lessons/lessons.hpp"
#include "core/lessons/sources.hpp"
#include "core/views/registry.hpp"
#include "tests/support/languages.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <set>
#include <thread>

namespace poslab::test {
namespace {

const std::vector<LessonReading>& lessons() {
    static const std::vector<LessonReading> all = built_in_lessons();
    return all;
}

std::vector<std::string> lesson_names() {
    std::vector<std::string> names;
    for (const LessonReading& reading : lessons()) names.push_back(reading.lesson.id);
    return names;
}

const LessonReading& lesson_called(const std::string& name) {
    return *std::find_if(lessons().begin(), lessons().end(),
                         [&](const auto& lesson) { return lesson.lesson.id == name; });
}

std::vector<std::string> view_names() {
    std::vector<std::string> names;
    for (const View* view : all_views()) names.emplace_back(view->info().id);
    return names;
}

std::string test_name(const testing::TestParamInfo<std::string>& info) {
    std::string name = info.param;
    std::replace(name.begin(), name.end(), '-', '_');
    return name;
}

void expect_right(const LessonReading& reading) {
    for (const LessonProblem& problem : reading.problems) ADD_FAILURE() << problem.message().english();
    for (const LessonProblem& problem : check_lesson(reading.lesson, all_views(), EngineChoice{"cpu"}, Job()))
        ADD_FAILURE() << problem.message().english();
    EXPECT_TRUE(reading.lesson.catalogues.contains("zh")) << "is not translated";
}

class ProgramLesson : public testing::TestWithParam<std::string> {};

/// Checks every state, number, formula, mark, translation and condition, and that each `try` leads to its
/// condition.
TEST_P(ProgramLesson, IsRight) { expect_right(lesson_called(GetParam())); }

/// Draws each step's figure with its marks, in both themes and languages.
TEST_P(ProgramLesson, IsDrawn) {
    const Lesson& lesson = lesson_called(GetParam()).lesson;
    const FontLibrary fonts;
    const FontMetrics metrics(fonts);
    for (const LessonStep& step : lesson.steps) {
        ShownState shown = read_shown_state(step.show.text, all_views());
        const auto arrays = arrays_of(lesson, step, shown);
        LessonState state =
            computed_state(std::move(shown), arrays, EngineChoice{"cpu"}, Language::english, Job());
        for (const Language language : {Language(Language::english), chinese()})
            for (const Theme theme : {Theme::light, Theme::dark}) {
                const Figure figure = compared_figure(*state.shown.view, state.figure().id, state.variants,
                                                      {theme, language}, {}, state.shown.comparison);
                LayoutOptions options{860, 640, 16, false, theme};
                const Layout layout = poslab::layout(figure, metrics, options);
                EXPECT_GT(layout.draw.commands.size(), 10U) << step.id;
                std::vector<MarkTarget> places;
                for (const LessonMark& mark : step.marks)
                    places.push_back(place_of(mark, state.numbers(), figure));
                const auto marks =
                    drawn_places(places, figure, layout, palette(theme).accent, palette(theme).on_accent);
                EXPECT_GE(marks.size(), 2 * places.size()) << step.id << ": a mark's panel had to give way";
                for (const DrawCommand& command : marks)
                    if (const auto* frame = std::get_if<StrokeRect>(&command)) {
                        EXPECT_GE(frame->rect.x, -20) << step.id;
                        EXPECT_LE(frame->rect.right(), options.width + 20) << step.id;
                        EXPECT_LE(frame->rect.bottom(), options.height + 24) << step.id;
                    }
            }
    }
}

/// A step must also fit a slide in a lecture room, which limits its text.
TEST_P(ProgramLesson, IsShort) {
    constexpr std::size_t max_characters = 640;  // English, numbers as written in the file
    for (const LessonStep& step : lesson_called(GetParam()).lesson.steps) {
        std::size_t count = 0;
        for (const LessonBlock& block : step.blocks)
            if (!block.is_formula)
                for (const LessonSpan& span : lesson_spans(block.text.text))
                    count += span.kind == LessonSpan::Kind::number ? 5 : span.text.size();
        EXPECT_LE(count, max_characters) << GetParam() << "/" << step.id;
        EXPECT_LE(step.marks.size(), 3U) << GetParam() << "/" << step.id;
    }
}

TEST_P(ProgramLesson, AsksSomething) {
    const Lesson& lesson = lesson_called(GetParam()).lesson;
    const auto tries = std::count_if(lesson.steps.begin(), lesson.steps.end(),
                                     [](const LessonStep& step) { return step.tried.has_value(); });
    EXPECT_GE(2 * static_cast<std::size_t>(tries), lesson.steps.size())
        << "half of the steps have something to try";
}

INSTANTIATE_TEST_SUITE_P(Lessons, ProgramLesson, testing::ValuesIn(lesson_names()), test_name);

TEST(ProgramLessons, AreThoseOfTheArticles) {
    const auto names = lesson_names();
    for (const char* name : {"first-minute", "rope", "rerope", "bias", "ten-questions", "context-extension",
                             "implementation", "hippo", "rope-2d"})
        EXPECT_NE(std::find(names.begin(), names.end(), name), names.end()) << name;
}

class Explanation : public testing::TestWithParam<std::string> {};

TEST_P(Explanation, IsRightAndHasEveryFigure) {
    const LessonReading* reading = explanation_of(GetParam());
    ASSERT_NE(reading, nullptr) << "assets/explained/" << GetParam();
    expect_right(*reading);
    std::set<std::string, std::less<>> steps, figures;
    for (const LessonStep& step : reading->lesson.steps) {
        steps.insert(step.id);
        EXPECT_FALSE(step.marks.empty() && step.id != "row") << step.id << ": its parts are marked";
        const ShownState shown = read_shown_state(step.show.text, all_views());
        EXPECT_EQ(shown.view->info().id, GetParam());
        EXPECT_EQ(shown.figure.empty() ? shown.view->info().figures.front().id : shown.figure, step.id);
    }
    for (const FigureInfo& figure : find_view(GetParam()).info().figures)
        if (figure.offered || steps.contains(figure.id)) figures.emplace(figure.id);  // others: one panel
    EXPECT_EQ(steps, figures);
}

/// Labels at a point of the figure: "1" and "2" for two positions.
std::vector<std::string> labels_at(const Panel& panel, double x, double y) {
    const auto here = [&](Point at) {
        return std::abs(at.x - x) < 1e-9 + 1e-6 * std::abs(x) &&
               std::abs(at.y - y) < 1e-9 + 1e-6 * std::abs(y);
    };
    std::vector<std::string> labels;
    for (const Mark& mark : panel.marks) {
        if (const auto* point = std::get_if<PointMark>(&mark); point != nullptr && here(point->at))
            labels.push_back(point->label);
        if (const auto* note = std::get_if<AnnotationMark>(&mark); note != nullptr && here(note->at))
            labels.push_back(note->text);
    }
    std::erase_if(labels, [](const std::string& label) {
        return label.empty() ||
               !std::all_of(label.begin(), label.end(), [](char c) { return c >= '0' && c <= '9'; });
    });
    return labels;
}

/// The number of a mark at a point that the figure numbers itself is that number, and the mark's text
/// mentions it; and the text of a mark on a curve names no other curve of its panel.
TEST_P(Explanation, HasItsMarksOnWhatTheirWordsSay) {
    for (const LessonStep& step : explanation_of(GetParam())->lesson.steps) {
        const Lesson& lesson = explanation_of(GetParam())->lesson;
        ShownState shown = read_shown_state(step.show.text, all_views());
        const auto arrays = arrays_of(lesson, step, shown);
        const LessonState state =
            computed_state(std::move(shown), arrays, EngineChoice{"cpu"}, Language::english, Job());
        const Figure figure = compared_figure(*state.shown.view, state.figure().id, state.variants,
                                              {Theme::light, Language::english}, {}, state.shown.comparison);
        for (std::size_t n = 0; n < step.marks.size(); ++n) {
            const LessonMark& mark = step.marks[n];
            MarkTarget target;
            try {
                target = place_of(mark, state.numbers(), figure);
            } catch (const LessonError&) {
                continue;  // in another state
            }
            const Panel& panel = *panel_at(figure, mark.panel);
            if (mark.kind == LessonMark::Kind::point)
                for (const std::string& label : labels_at(panel, target.x0, target.y0)) {
                    if (step.marks.size() > 1) {
                        EXPECT_EQ(label, std::to_string(n + 1)) << GetParam() << "/" << step.id;
                    }
                    EXPECT_NE(mark.label.text.find(label), std::string::npos) << mark.label.text;
                }
            if (mark.kind != LessonMark::Kind::curve) continue;
            const LineMark* own = line_in(
                panel, static_cast<std::size_t>(lesson_number(mark.numbers.front(), state.numbers())));
            ASSERT_NE(own, nullptr);
            for (std::size_t other = 1; line_in(panel, other) != nullptr; ++other) {
                const LineMark& line = *line_in(panel, other);
                const bool named =
                    line.label.size() > 3 && mark.label.text.find(line.label) != std::string::npos;
                const bool own_named =
                    !own->label.empty() && mark.label.text.find(own->label) != std::string::npos;
                EXPECT_FALSE(&line != own && named && !own_named)
                    << GetParam() << "/" << step.id << ": " << mark.label.text;
            }
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Views, Explanation, testing::ValuesIn(view_names()), test_name);

TEST(LessonCheck, TellsEachWrongThingWithItsLine) {
    const std::string text =
        "lesson: 1\ntitle: T\nsummary: S\nminutes: 1\n"
        "step: one\ntitle: A\ntext: {value:nothing} and {1/0}\nshow: position-matrix --length 64 --w 8\n"
        "formula: \\frac{a}\nlook: cell 64 0 | next to the last\ntry: w 1 4 | Move.\ndone: param:w > 100\n"
        "step: two\ntitle: B\ntext: x\nshow: position-matrix --nothing 3\n"
        "step: three\ntitle: C\ntext: $a = {param:w}$\nshow: nothing\n"
        "step: four\ntitle: D\ntext: x\nshow: position-matrix --length 64 --w 8\ntry: w 1 4 | Move.\ndone: "
        "param:w < 100\n"
        "step: five\ntitle: E\ntext: x\nshow: position-matrix --axes nope/x:0:1\n";
    LessonReading reading = read_lesson("x", "x/lesson.txt", text);
    ASSERT_TRUE(reading.problems.empty());
    add_catalogue(reading, "zh", "x/zh.po", "msgid \"T\"\nmsgstr \"题 {1}\"\n");
    std::set<std::string> messages;
    for (const LessonProblem& problem : check_lesson(reading.lesson, all_views(), EngineChoice{"cpu"}, Job()))
        messages.insert(problem.message().english());
    for (const char* expected :
         {"x/lesson.txt:2: numbers or formulas differ in its translation in zh.po",
          "x/lesson.txt:3: is not translated in zh.po",
          "x/lesson.txt:7: value:nothing: position-matrix has no such value",
          "x/lesson.txt:10: look: outside its panel",
          "x/lesson.txt:11: try: 'done' is never true in its range",
          "x/lesson.txt:16: --nothing: position-matrix has no such parameter",
          "x/lesson.txt:20: unknown view 'nothing'",
          "x/lesson.txt:19: a formula cannot contain numbers in braces; write them next to it",
          "x/lesson.txt:26: done: already true at the start of the step",
          "x/lesson.txt:30: --axes nope/x:0:1: position-matrix has no figure 'nope'"})
        EXPECT_TRUE(messages.contains(expected)) << expected;
    EXPECT_TRUE(std::any_of(messages.begin(), messages.end(), [](const std::string& message) {
        return message.starts_with("x/lesson.txt:9: invalid formula");
    }));
}

TEST(LessonCheck, ComparesTwoVariants) {
    const auto problems_of = [](const std::string& show) {
        const LessonReading reading =
            read_lesson("x", "x/lesson.txt",
                        "lesson: 1\ntitle: T\nsummary: S\nminutes: 1\nstep: one\ntitle: "
                        "A\ntext: x\nshow: " +
                            show + "\n");
        std::string all;
        for (const auto& problem : check_lesson(reading.lesson, all_views(), EngineChoice{"cpu"}, Job()))
            all += problem.message().english() + "\n";
        return all;
    };
    EXPECT_EQ(problems_of("position-matrix --versus w=3 --wipe 0.3"), "");
    EXPECT_EQ(problems_of("position-matrix --wipe 0.3"),
              "x/lesson.txt:8: --wipe: compares two variants, so it needs one --versus, not 0\n");
    EXPECT_EQ(problems_of("position-matrix --versus w=3 --versus w=4 --difference"),
              "x/lesson.txt:8: --difference: compares two variants, so it needs one --versus, not 2\n");
    EXPECT_EQ(problems_of("bias-decay --versus lambda=2 --wipe 0.5"),
              "x/lesson.txt:8: --wipe: figure main has nothing of both variants to compare\n");
}

TEST(LessonCheck, TriesNoFile) {
    const LessonReading reading = read_lesson(
        "x", "x/lesson.txt",
        "lesson: 1\ntitle: T\nsummary: S\nminutes: 1\nstep: one\ntitle: A\ntext: x\nshow: frequencies\n"
        "try: config /etc/passwd | Open it.\ndone: param:dim > 4096\n");
    ASSERT_TRUE(reading.problems.empty());
    const auto problems = check_lesson(reading.lesson, all_views(), EngineChoice{"cpu"}, Job());
    ASSERT_EQ(problems.size(), 1U);
    EXPECT_EQ(problems.front().message().english(),
              "x/lesson.txt:9: try: config names a file, which cannot be tried; show it");
}

TEST(LessonCheck, EndsBetweenStepsWhenStopped) {
    const LessonReading reading = read_lesson(
        "x", "x/lesson.txt",
        "lesson: 1\ntitle: T\nsummary: S\nminutes: 1\nstep: one\ntitle: A\ntext: x\nshow: nothing\n"
        "step: two\ntitle: B\ntext: x\nshow: nothing\n");
    ASSERT_TRUE(reading.problems.empty());
    std::stop_source stop;
    const Job job(stop.get_token(), [&](double /*fraction*/) { stop.request_stop(); });
    EXPECT_THROW(static_cast<void>(check_lesson(reading.lesson, all_views(), EngineChoice{"cpu"}, job)),
                 Cancelled);
}

/// Checking all these expressions takes minutes: each reads 50 million elements.
TEST(LessonCheck, EndsBetweenExpressionsWhenStopped) {
    constexpr int sums = 50, expressions = 4000;
    std::string expression = "1";
    for (int n = 0; n < sums; ++n) expression += "+sum_of(\"positions\")";
    Lesson lesson = read_lesson("x", "x/lesson.txt",
                                "lesson: 1\ntitle: T\nsummary: S\nminutes: 1\nstep: one\ntitle: A\ntext: x\n"
                                "show: position-matrix --map rope --length 1024\nwatch: a | 1\n")
                        .lesson;
    std::vector<LessonWatch>& watches = lesson.steps.at(0).watches;
    watches.at(0).expression.text = expression;
    watches.resize(expressions, watches.at(0));
    std::stop_source stop;
    const Job job(stop.get_token());
    std::thread stopping([&] {
        std::this_thread::sleep_for(std::chrono::milliseconds(300));
        stop.request_stop();
    });
    EXPECT_THROW(static_cast<void>(check_lesson(lesson, all_views(), EngineChoice{"cpu"}, job)), Cancelled);
    stopping.join();
}

TEST(LessonCheck, TellsOfCurvesThatAreNotThere) {
    const std::string text =
        "lesson: 1\ntitle: T\nsummary: S\nminutes: 1\n"
        "step: one\ntitle: A\ntext: on $\\curve{9 in 2}{p}$\nshow: position-matrix --length 64 --w 8 --map "
        "rerope\n"
        "formula: \\curve{1 in 7}{p} = \\curve{1 in 2}{q}\n"
        "predict: How?\ndraw: curve 99 in 2 | none\nhide: rule 5 in 2\nhide: curve 1 in 4\nbecause: So.\n"
        "step: two\ntitle: B\ntext: x\nshow: rope-2d\npredict: How?\ndraw: curve 1 | a circle\nbecause: So.\n"
        "step: three\ntitle: C\ntext: on $\\curve{x}{p}$\nshow: position-matrix --length 64\nlater: curve 50 "
        "in 2\n";
    LessonReading reading = read_lesson("x", "x/lesson.txt", text);
    ASSERT_TRUE(reading.problems.empty()) << reading.problems.front().message().english();
    std::set<std::string> messages;
    for (const LessonProblem& problem : check_lesson(reading.lesson, all_views(), EngineChoice{"cpu"}, Job()))
        messages.insert(problem.message().english());
    std::string all;
    for (const std::string& message : messages) all += message + "\n";
    for (const char* expected :
         {"x/lesson.txt:7: \\curve: the panel has ",
          "x/lesson.txt:9: \\curve: the figure has 2 panels; 'in 7' does not exist",
          "x/lesson.txt:11: draw: the panel has ",
          "x/lesson.txt:12: hide: the panel has 1 rules, none numbered 5",
          "x/lesson.txt:13: hide: the figure has 2 panels; 'in 4' does not exist",
          "x/lesson.txt:20: draw: ", "x/lesson.txt:26: later: the panel has ",
          "x/lesson.txt:24: \\curve{x}: must be \\curve{N}{…} or \\curve{N in PANEL}{…}"})
        EXPECT_NE(all.find(expected), std::string::npos) << expected << "\n" << all;
}

TEST(LessonSources, HaveTitlesInBothLanguages) {
    for (const LessonReading& reading : built_in_lessons()) {
        const std::string& source = reading.lesson.source.text;
        if (!source.starts_with("http")) continue;
        const auto title = title_of_source(source);
        ASSERT_TRUE(title) << source;
        const std::string number = source.substr(source.rfind('/') + 1);
        if (source.find("/archives/") == std::string::npos) continue;
        EXPECT_NE(in(Language::english, *title).find("Article " + number + ": "), std::string::npos)
            << source;
        EXPECT_NE(in(test::chinese(), *title).find(number + "：《"), std::string::npos) << source;
    }
    EXPECT_FALSE(title_of_source("https://example.com"));
}

TEST(LessonCheck, WantsWordsInFormulasTranslated) {
    EXPECT_EQ(without_words("a \\text{ if } b, \\text{else} c"), "a  b,  c");
    const auto complaints_on = [](const std::string& translation) {
        LessonReading reading =
            read_lesson("x", "x/lesson.txt",
                        "lesson: 1\ntitle: T\nsummary: S\nminutes: 1\nstep: one\ntitle: A\ntext: x\n"
                        "formula: a \\text{ if } b\nshow: memory\n");
        add_catalogue(reading, "zh", "x/zh.po",
                      "msgid \"a \\\\text{ if } b\"\nmsgstr \"" + translation + "\"\n");
        std::string all;
        for (const LessonProblem& problem :
             check_lesson(reading.lesson, all_views(), EngineChoice{"cpu"}, Job()))
            if (problem.line == 8) all += problem.message().english();
        return all;
    };
    EXPECT_EQ(complaints_on("a \\\\text{ 若 } b"), "");
    EXPECT_NE(complaints_on("a \\\\text{ 若 } c"), "") << "another formula";
    EXPECT_NE(complaints_on(""), "") << "no translation";
}

TEST(GlossaryPage, IsInTheOrderOfItsLanguage) {
    const auto place = [](const std::vector<const GlossaryTerm*>& terms, const std::string& name) {
        return std::find_if(terms.begin(), terms.end(),
                            [&](const GlossaryTerm* term) { return term->name == name; }) -
               terms.begin();
    };
    const auto english = terms_with("", Language::english), chinese = terms_with("", test::chinese());
    ASSERT_EQ(english.size(), chinese.size());
    EXPECT_LT(place(english, "entropy"), place(english, "token"));
    EXPECT_LT(place(chinese, "token"), place(chinese, "entropy")) << "cí yuán before shāng";
    EXPECT_LT(place(chinese, "half-life"), place(chinese, "token")) << "bàn shuāi qī";
    for (const GlossaryTerm* term : chinese) {  // one syllable per character
        const std::string name(term->name_in(test::chinese())), key = term->key_in(test::chinese());
        EXPECT_TRUE(std::all_of(key.begin(), key.end(), [](char c) { return c > 0; }))
            << name << " has no pinyin";
        if (name.front() > 0) continue;
        EXPECT_EQ(static_cast<std::size_t>(std::count(key.begin(), key.end(), ' ')) + 1, name.size() / 3)
            << name;
    }
}

TEST(GlossaryPage, HasTermsInBothLanguages) {
    EXPECT_GT(glossary().size(), 70U);
    const Language chinese = *language_with("zh");
    for (const GlossaryTerm& term : glossary()) {
        EXPECT_FALSE(term.meaning.empty()) << term.name;
        EXPECT_TRUE(term.meanings.contains("zh")) << term.name << " is not explained in Chinese";
    }
    const auto found = terms_with("HEAD DIM", Language::english);
    ASSERT_EQ(found.size(), 1U);
    EXPECT_EQ(found.front()->name_in(chinese), "头维度");
    EXPECT_EQ(terms_with("头维度", Language::english), found) << "found by its name in another language";
    EXPECT_TRUE(terms_with("no such term", chinese).empty());
}

}  // namespace
}  // namespace poslab::test
