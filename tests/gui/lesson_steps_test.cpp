// Every step of every lesson in the window: what is to be tried, and a lecture room's window.
#include "tests/gui/lesson_driver.hpp"
#include "tests/support/languages.hpp"

namespace poslab::test {
namespace {

class EveryTry : public testing::TestWithParam<std::string> {};

/// Each "try" of each lesson is done in the window, which sees its condition met.
TEST_P(EveryTry, IsNoticed) {
    const auto lessons = built_in_lessons();
    const auto found = std::find_if(lessons.begin(), lessons.end(), [](const auto& one) { return one.lesson.id == GetParam(); });
    LessonDriver window(in_lesson(GetParam()));
    for (std::size_t n = 0; n < found->lesson.steps.size(); ++n) {
        ASSERT_EQ(window.content.course().place(), n);
        ASSERT_TRUE(window.settle()) << window.step().id;
        EXPECT_TRUE(window.content.course().error().empty()) << window.step().id;
        EXPECT_TRUE(window.content.course().is_at_step(window.content.store())) << window.step().id;
        if (window.has("lesson.show")) {  // what is to be tried waits for the answer
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

/// Every step has room, with no text below 22 px at 1280 x 720; at 4:3 and in Chinese, too.
TEST_P(LectureRoom, HasRoomForEveryStep) {
    for (const auto& [width, height] : {std::pair{1280.0, 720.0}, std::pair{1024.0, 768.0}})
        for (const Language language : {Language(Language::english), chinese()}) {
            WindowOptions options = in_lesson(GetParam());
            options.presents = true;
            options.language = language;
            const double scale = lecture_scale(width, height), least = width > 1.4 * height ? 22 : 16;
            LessonDriver window(options, {width / scale, height / scale, scale, width, height});
            const std::size_t count = window.content.course().lesson().steps.size();
            for (std::size_t steps = 0; window.content.course().place() < count && steps < 3 * count; ++steps) {
                ASSERT_TRUE(window.settle());
                const std::string where = window.step().id + " in " + std::string(language.id()) + " at " + std::to_string(width);
                EXPECT_LE(window.content.lesson_page().lecture_overflow(), 0) << where;
                for (const PaintedText& text : window.texts) {
                    const bool script = text.font >= Font::math;  // of a formula
                    EXPECT_GE(text.size * scale, script ? 0 : least - 0.01) << where << ": " << text.text;
                    if (width < 1.4 * height) continue;
                    EXPECT_FALSE(text.text.size() > 3 && text.text.ends_with("…")) << where << ": " << text.text << " is cut";
                    EXPECT_LE(text.rect.right(), window.size.width + 0.5) << where << ": " << text.text;
                    EXPECT_GE(text.rect.x, -0.5) << where << ": " << text.text;
                    EXPECT_LE(text.rect.bottom(), window.size.height + 1) << where << ": " << text.text;
                }
                window.key(Key::page_down);
                if (window.content.course().place() + 1 == count && window.content.lesson_page().lecture_parts() < 2) break;
            }
            EXPECT_EQ(window.content.course().place() + 1, count);
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
