#include "app/gui/lesson_lines.hpp"

#include <gtest/gtest.h>

#include <string>
#include <utility>

namespace poslab {
namespace {

LessonLines::Entry of_width(double width) {
    FlowLine line;
    line.width = width;
    return {std::make_shared<const std::vector<FlowLine>>(1, line)};
}

TEST(LessonLines, ATextIsLaidOutOnceWhileEveryFrameWritesIt) {
    LessonLines lines;
    lines.add("a", of_width(1));
    lines.add("b", of_width(2));
    for (int frame = 0; frame < 3; ++frame) {
        lines.begin_frame();
        ASSERT_NE(lines.find("a"), nullptr);
        ASSERT_NE(lines.find("a"), nullptr) << "also twice in a frame";
        EXPECT_EQ(lines.find("a")->lines->front().width, 1);
    }
    EXPECT_EQ(lines.find("b"), nullptr) << "not written for a frame";
    EXPECT_EQ(lines.find("c"), nullptr);
    EXPECT_EQ(lines.laid_out(), 2U);
}

TEST(LessonLines, NewNumbersReplaceTheLines) {
    LessonLines lines;
    lines.add("a", of_width(1));
    lines.add("a", of_width(2));
    EXPECT_EQ(lines.find("a")->lines->front().width, 2);
    lines.begin_frame();
    EXPECT_EQ(lines.find("a")->lines->front().width, 2);
}

TEST(LessonLines, HoldsFourLessonsAtMost) {
    LessonLines lines;
    const std::string text(max_lesson_bytes, 'x');
    for (char n = '0'; n < '9'; ++n) lines.add(text.substr(1) + n, of_width(1));
    int found = 0;
    for (char n = '0'; n < '9'; ++n) found += lines.find(text.substr(1) + n) != nullptr ? 1 : 0;
    EXPECT_EQ(found, 4);
    lines.begin_frame();
    EXPECT_NE(lines.find(text.substr(1) + '0'), nullptr);
    lines.add("a", of_width(1));
    EXPECT_NE(lines.find("a"), nullptr) << "the others were not written in this frame";
}

}  // namespace
}  // namespace poslab
