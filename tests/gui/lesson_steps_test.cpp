// Every step of every lesson in the window: its "try" condition, and its layout in a lecture room.
#include "core/lessons/figure_curves.hpp"
#include "tests/gui/lesson_driver.hpp"
#include "tests/support/languages.hpp"

#include <fmt/format.h>

#include <cctype>
#include <set>

namespace poslab::test {
namespace {

class EveryTry : public testing::TestWithParam<std::string> {};

/// Performs each "try" of each lesson in the window, which must detect that its condition is met.
TEST_P(EveryTry, IsNoticed) {
    const auto lessons = built_in_lessons();
    const auto found = std::find_if(lessons.begin(), lessons.end(),
                                    [](const auto& lesson) { return lesson.lesson.id == GetParam(); });
    LessonDriver window(in_lesson(GetParam()));
    for (std::size_t n = 0; n < found->lesson.steps.size(); ++n) {
        ASSERT_EQ(window.content.course().place(), n);
        ASSERT_TRUE(window.settle()) << window.step().id;
        EXPECT_TRUE(window.content.course().error().empty()) << window.step().id;
        EXPECT_TRUE(window.content.course().is_at_step(window.content.store())) << window.step().id;
        if (window.has("lesson.show")) {  // the "try" is hidden until the answer
            EXPECT_TRUE(window.step().question->drawing) << window.step().id;
            window.click("lesson.show");
            ASSERT_TRUE(window.settle());
        }
        if (window.step().tried) {
            SCOPED_TRACE(window.step().id);
            EXPECT_FALSE(window.done()) << window.step().id;
            window.try_it();
            EXPECT_TRUE(window.done()) << window.step().id;
        }
        if (n + 1 < found->lesson.steps.size()) window.click("lesson.next");
    }
}

std::vector<std::string> lesson_names() {
    std::vector<std::string> names;
    for (const LessonReading& reading : built_in_lessons()) names.push_back(reading.lesson.id);
    return names;
}
std::string test_name(const testing::TestParamInfo<std::string>& info) {
    std::string name = info.param;
    std::replace(name.begin(), name.end(), '-', '_');
    return name;
}

INSTANTIATE_TEST_SUITE_P(Lessons, EveryTry, testing::ValuesIn(lesson_names()), test_name);

class LectureRoom : public testing::TestWithParam<std::string> {};

std::string lowered(std::string_view text) {
    std::string low(text);
    std::transform(low.begin(), low.end(), low.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return low;
}

/// Panels that contain the step's marks or its drawn curve, or whose titles occur in its texts.
std::set<std::size_t> panels_told(const Lesson& lesson, const LessonStep& step, Language language,
                                  const Figure& figure) {
    std::set<std::size_t> panels;
    std::string words;
    for (const LessonMark& mark : step.marks) {
        panels.insert(mark.panel);
        words += lowered(lesson.in(language, mark.label)) + "|";
    }
    if (step.question && step.question->drawing) panels.insert(step.question->drawing->curve.panel);
    for (const LessonBlock& block : step.blocks) words += lowered(lesson.in(language, block.text)) + "|";
    for (std::size_t n = 0; panel_at(figure, n) != nullptr; ++n) {
        const std::string title = lowered(panel_at(figure, n)->title);
        if (title.size() > 3 && words.find(title) != std::string::npos) panels.insert(n);
    }
    return panels;
}

void expect_figure_of_step(const LessonDriver& window, const std::string& where) {
    const WindowContent& content = window.content;
    const Rect& canvas = content.regions().canvas;
    EXPECT_GE(canvas.width * canvas.height, 2.0 / 3 * window.size.width * window.size.height - 1e-6) << where;
    const Figure& figure = content.canvas().figure();
    const Layout& layout = content.canvas().layout();
    for (const std::size_t panel :
         panels_told(content.course().lesson(), window.step(), content.store().language, figure)) {
        const PanelFrame* frame = frame_of(panel, figure, layout);
        EXPECT_NE(frame, nullptr) << where << ": panel " << panel + 1 << " is named and absent";
        if (frame == nullptr) continue;
        EXPECT_GE(frame->plot.x, 0) << where;
        EXPECT_LE(frame->plot.right(), canvas.width) << where;
        EXPECT_LE(frame->plot.bottom(), canvas.height) << where;
        EXPECT_GE(frame->plot.width * frame->plot.height, 900)
            << where << ": panel " << panel + 1 << " is tiny";
    }
}

void expect_whole_texts(const LessonDriver& window, const std::string& where) {
    const double scale = window.size.pixels, least = window.size.width > 1.4 * window.size.height ? 22 : 16;
    EXPECT_LE(window.content.lesson_page().lecture_overflow(), 0) << where;
    for (const PaintedText& text : window.texts) {
        const bool script = text.font >= Font::math;  // within a formula
        EXPECT_GE(text.size * scale, script ? 0 : least - 0.01) << where << ": " << text.text;
        if (window.size.width < 1.4 * window.size.height) continue;
        EXPECT_FALSE(text.text.size() > 3 && text.text.ends_with("…"))
            << where << ": " << text.text << " is cut";
        EXPECT_LE(text.rect.right(), window.size.width + 0.5) << where << ": " << text.text;
        EXPECT_GE(text.rect.x, -0.5) << where << ": " << text.text;
        EXPECT_LE(text.rect.bottom(), window.size.height + 1) << where << ": " << text.text;
    }
}

/// Every page of every step, at a projector's sizes and in both languages: the figure has two thirds of the
/// window and all panels that the step mentions, and texts fit, none below 22 px at 1280 x 720.
TEST_P(LectureRoom, HasRoomForEveryStep) {
    for (const auto& [width, height] :
         {std::pair{1280.0, 720.0}, std::pair{1600.0, 1000.0}, std::pair{1024.0, 768.0}})
        for (const Language language : {Language(Language::english), chinese()}) {
            WindowOptions options = in_lesson(GetParam());
            options.presents = true;
            options.language = language;
            const double scale = lecture_scale(width, height);
            LessonDriver window(options, {width / scale, height / scale, scale, width, height});
            const std::size_t count = window.content.course().lesson().steps.size();
            std::set<std::size_t> seen;
            for (std::size_t steps = 0; steps < 8 * count; ++steps) {
                ASSERT_TRUE(window.settle());
                seen.insert(window.content.course().place());
                const std::string where =
                    fmt::format("{} in {} at {}x{}", window.step().id, language.id(), width, height);
                expect_whole_texts(window, where);
                if (width > 1.4 * height) expect_figure_of_step(window, where);
                const std::string before = window.content.lesson_page().lecture_place();
                window.key(Key::page_down);
                if (window.content.lesson_page().lecture_place() == before &&
                    window.content.course().place() + 1 == count)
                    break;
            }
            EXPECT_EQ(seen.size(), count);
        }
}

INSTANTIATE_TEST_SUITE_P(Lessons, LectureRoom, testing::ValuesIn(lesson_names()), test_name);

TEST(LectureRoom, HasKeysOfItsOwn) {
    WindowOptions options = in_lesson("rope");
    LessonDriver window(options);
    window.key({static_cast<Key>(GLFW_KEY_F5)});
    ASSERT_TRUE(window.settle());
    EXPECT_TRUE(window.content.presenting());
    EXPECT_FALSE(window.has("rail:memory"));
    window.key(Key::right);
    ASSERT_TRUE(window.settle());
    window.key(Key::page_down);
    ASSERT_TRUE(window.settle());
    EXPECT_GE(window.content.course().place(), 1U);
    window.type(".");
    window.key(Key::escape);
    EXPECT_TRUE(window.content.presenting()) << "it ended the blank screen";
    window.key(Key::escape);
    EXPECT_FALSE(window.content.presenting());
    ASSERT_TRUE(window.settle());
    EXPECT_TRUE(window.has("rail:memory"));
}

}  // namespace
}  // namespace poslab::test
