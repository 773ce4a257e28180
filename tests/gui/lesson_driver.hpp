#pragma once

#include "core/controls/slider_scale.hpp"
#include "core/documents/versus.hpp"
#include "core/lessons/lesson_check.hpp"
#include "core/lessons/lessons.hpp"
#include "tests/gui/content_driver.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

namespace poslab::test {

inline WindowOptions in_lesson(const std::string& lesson, const std::string& step = {}) {
    WindowOptions options;
    options.lesson = lesson;
    options.lesson_step = step;
    return options;
}

/// Uses the controls of a step as a user would.
class LessonDriver : public ContentDriver {
  public:
    using ContentDriver::ContentDriver;
    [[nodiscard]] const LessonStep& step() const { return content.course().step(); }
    [[nodiscard]] const LessonSettings& lessons() const { return content.store().lessons; }
    [[nodiscard]] bool done() const {
        return lessons().is_done(lesson_key(content.course().lesson(), step()));
    }
    /// True if the window shows these words, possibly in several pieces, ignoring blanks.
    [[nodiscard]] bool reads(const std::string& words) const {
        std::string all;
        for (const PaintedText& text : texts) all += text.text;
        return without_blanks(all).find(without_blanks(words)) != std::string::npos;
    }
    static std::string without_blanks(std::string text) {
        std::erase(text, ' ');
        return text;
    }
    /// Scrolls the page until the item is visible.
    void bring(const std::string& item) {
        for (int turns = 0; turns < 60 && rect(item).bottom() > size.height - 90; ++turns) {
            point({size.width - 60, size.height / 2});
            wheel(-1);
        }
    }
    /// Uses the control on the page, moving a slider from end to end or selecting choices, until the step's
    /// condition is met.
    void try_it() {
        const LessonTry& tried = *step().tried;
        const View& view = content.store().view();
        const int index = parameter_index(view, tried.parameter);
        ASSERT_GE(index, 0);
        const Descriptor& descriptor = view.parameters()[static_cast<std::size_t>(index)];
        const std::string item = "Lesson/" + tried.parameter;
        if (!has(item) && !has(item + ".more")) return try_elsewhere(tried);
        if (has(item)) bring(item);
        if (has_slider(descriptor)) return slide(item);
        switch (descriptor.kind) {
            case Kind::choice_list:
                for (const std::string& choice : split_at(tried.from, ','))
                    if (const Value list = content.store().values()[static_cast<std::size_t>(index)];
                        !has_choice(descriptor, list, choice))
                        click(item + "=" + choice);
                break;
            case Kind::choice:
                if (!has(item + "=" + tried.from)) click(item);
                settle();
                click(item.substr(item.rfind('/') + 1) + "=" + tried.from);
                break;
            case Kind::toggle:
                click(has(item + "=" + tried.from) ? item + "=" + tried.from : item);
                break;
            case Kind::optional_real:
                if (!has(item + ".more")) return type_into(item, tried);
                [[fallthrough]];
            default:
                for (int n = 0; n < 12 && !done(); ++n) {
                    click(item + ".more");
                    settle();
                }
                break;
        }
        EXPECT_TRUE(settle());
    }

  private:
    static bool has_choice(const Descriptor& descriptor, const Value& list, const std::string& choice) {
        const std::string chosen = "," + to_string(descriptor, list) + ",";
        return chosen.find("," + choice + ",") != std::string::npos;
    }
    void slide(const std::string& item) {
        constexpr int stops = 24;
        const Rect track = rect(item);
        for (int n = 0; n <= stops && !done(); ++n) {
            press({track.x + track.width * n / stops, track.y + 2});
            release();
            ASSERT_TRUE(settle());
        }
        for (int n = stops; n >= 0 && !done(); --n) {  // back again, for conditions at the other end
            press({track.x + track.width * n / stops, track.y + 2});
            release();
            ASSERT_TRUE(settle());
        }
    }
    void type_into(const std::string& item, const LessonTry& tried) {
        for (const Values& values : tried_values(tried, read_shown_state(step().show.text, all_views()))) {
            if (done()) return;
            const View& view = content.store().view();
            const auto index = static_cast<std::size_t>(parameter_index(view, tried.parameter));
            click(item);
            letter('A', true);
            type(to_string(view.parameters()[index], values[index]));
            key(Key::enter);
            ASSERT_TRUE(settle());
        }
    }
    /// For parameters without a control on the page, such as the visible part of a matrix.
    void try_elsewhere(const LessonTry& tried) {
        letter('K', true);
        type(tried.parameter + " " + tried.from);
        key(Key::enter);
        ASSERT_TRUE(settle());
    }
};

}  // namespace poslab::test
