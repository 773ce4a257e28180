#include "app/page/page_engine.hpp"
#include "core/lessons/lessons.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <string>

namespace poslab {
namespace {

using Json = nlohmann::json;

Json request_with_state(const Lesson& lesson, std::size_t step, const std::string& state,
                        bool answered = false) {
    return {{"state", state},
            {"lesson", {{"text", lesson.text}, {"step", step}, {"answered", answered}}},
            {"width", 1000},
            {"height", 900}};  // room for every panel
}

Json request_of(const Lesson& lesson, std::size_t step, bool answered = false) {
    return request_with_state(lesson, step, lesson.steps[step].show.text, answered);
}

Lesson lesson_called(std::string_view id) {
    for (LessonReading& reading : built_in_lessons())
        if (reading.lesson.id == id) return std::move(reading.lesson);
    ADD_FAILURE() << "no lesson " << id;
    return {};
}

std::size_t step_called(const Lesson& lesson, std::string_view id) {
    for (std::size_t n = 0; n < lesson.steps.size(); ++n)
        if (lesson.steps[n].id == id) return n;
    ADD_FAILURE() << "no step " << id;
    return 0;
}

class PageLessonTest : public testing::Test {
  protected:
    Json ask(const Json& request) { return Json::parse(engine_.answer(request.dump()).json); }

  private:
    PageEngine engine_{fixed_width_metrics()};
};

TEST_F(PageLessonTest, ShowsEveryStepOfEveryLesson) {
    for (const LessonReading& reading : built_in_lessons())
        for (std::size_t n = 0; n < reading.lesson.steps.size(); ++n) {
            const LessonStep& step = reading.lesson.steps[n];
            const Json answer = ask(request_of(reading.lesson, n, true));
            ASSERT_TRUE(answer["error"].is_null()) << reading.lesson.id << " " << step.id << answer["error"];
            const Json& watched = answer["lesson"]["watched"];
            ASSERT_EQ(watched.size(), step.watches.size());
            for (const Json& number : watched) EXPECT_NE(number, "–") << step.id;
            EXPECT_FALSE(answer["lesson"]["done"].get<bool>()) << step.id << ": before anything was tried";
            if (!step.question) continue;
            const Json unanswered = ask(request_of(reading.lesson, n, false));
            for (const Json& number : unanswered["lesson"]["watched"])
                EXPECT_EQ(number, "–") << step.id << ": it could suggest the answer";
        }
}

TEST_F(PageLessonTest, WatchesTheNumbersOfTheCurrentState) {
    const Lesson lesson = lesson_called("rerope");
    const std::size_t step = step_called(lesson, "never-met");
    // A causal matrix of n tokens has n(n+1)/2 cells; m(m+1)/2 of them have a distance of n − m or more.
    const auto watched = [&](const std::string& options) {
        return ask(
            request_with_state(lesson, step, "position-matrix --map rope --length 4096" + options))["lesson"];
    };
    EXPECT_EQ(watched(" --train-length 512")["watched"][0], "76.6\u00a0%");
    EXPECT_EQ(watched(" --train-length 2048")["watched"][0], "25\u00a0%");
    EXPECT_EQ(watched(" --train-length 2048")["done"], false);
    EXPECT_EQ(watched(" --train-length 4096")["done"], true);
}

TEST_F(PageLessonTest, HidesTheCurveOfAQuestionUntilItIsAnswered) {
    int drawings = 0;
    for (const LessonReading& reading : built_in_lessons())
        for (std::size_t n = 0; n < reading.lesson.steps.size(); ++n) {
            const LessonStep& step = reading.lesson.steps[n];
            if (!step.question || !step.question->drawing) continue;
            ++drawings;
            const auto sketched = [&](bool answered, bool on_phone = false) {
                Json request = request_of(reading.lesson, n, answered);
                if (on_phone) request.update({{"width", 358}, {"height", 350}});
                const Json answer = ask(request);
                int panels = 0;
                for (const Json& panel : answer["panels"])
                    panels += panel.contains("sketch") && (panel["drag"] == "sketch") == !answered;
                return panels;
            };
            EXPECT_EQ(sketched(false), 1) << step.id;
            EXPECT_EQ(sketched(true), 1) << step.id << ": the sketch stays";
            EXPECT_EQ(sketched(false, true), 1) << step.id << ": its panel is shown alone if space is short";
            EXPECT_NE(ask(request_of(reading.lesson, n, false))["draw"],
                      ask(request_of(reading.lesson, n, true))["draw"])
                << reading.lesson.id << " " << step.id;
        }
    EXPECT_GT(drawings, 0);
}

TEST_F(PageLessonTest, MarksWhatTheStepLooksAt) {
    int marked_steps = 0;
    for (const LessonReading& reading : built_in_lessons())
        for (std::size_t n = 0; n < reading.lesson.steps.size(); ++n) {
            const LessonStep& step = reading.lesson.steps[n];
            if (step.marks.empty() || !step.later.empty() || step.question) continue;
            ++marked_steps;
            Json plain = request_of(reading.lesson, n);
            plain.erase("lesson");
            const Json marked = ask(request_of(reading.lesson, n)), unmarked = ask(plain);
            EXPECT_GT(marked["draw"]["commands"].size(), unmarked["draw"]["commands"].size()) << step.id;
            EXPECT_TRUE(unmarked["lesson"].is_null());
        }
    EXPECT_GT(marked_steps, 5);
    const Json other = ask(request_with_state(lesson_called("rerope"), 0, "position-matrix"));
    EXPECT_TRUE(other["error"].is_null()) << "another view is shown without the step's marks";
}

TEST_F(PageLessonTest, RefusesWhatIsNoLesson) {
    const Lesson lesson = lesson_called("rope");
    EXPECT_TRUE(ask(request_with_state(lesson, 99, "position-matrix"))["error"].is_string());
    Lesson broken = lesson;
    broken.text = "lesson: 1\ntitle: {param:w}\n";
    const Json refused = ask(request_with_state(broken, 0, "position-matrix"));
    ASSERT_TRUE(refused["error"].is_string());
    EXPECT_TRUE(refused["error"].get<std::string>().starts_with("lesson:1")) << refused["error"];
    EXPECT_TRUE(ask(request_of(lesson, 0))["error"].is_null()) << "the next request is answered";
}

}  // namespace
}  // namespace poslab
