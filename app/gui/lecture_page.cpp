// The page of a lecture room: a step in columns, or the playing slider.

#include "app/gui/lesson_page.hpp"
#include "app/gui/widgets/pane.hpp"
#include "app/state/actions.hpp"
#include "core/controls/slider_scale.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <cmath>
#include <utility>

namespace poslab {
namespace {

constexpr double padding = 10, bar_height = 22, hint_size = 11;

}  // namespace

void LessonPage::present(Ui& ui, Store& store, LessonCourse& course, const Surroundings& surroundings,
                         Rect area, LectureForm form) {
    const Place at{surroundings, ui, store, course, lecture_type, lines_};
    lines_.begin_frame();
    ui.ground(area, ui.colors().chrome);
    ui.mark("lesson page", area);
    pointed_mark_ = no_mark;
    shows_question_ = false;
    const bool below = form == LectureForm::below;
    const Rect bar =
        below ? Rect{area.right() - lecture_bar_width, area.y, lecture_bar_width - padding, bar_height + 4}
              : Rect{area.x + padding, area.bottom() - bar_height, area.width - 2 * padding, bar_height};
    const Rect body{area.x + padding, area.y, area.width - 2 * padding,
                    area.height - (below ? 4 : bar_height)};
    if (form == LectureForm::sliders)
        draw_lecture_sliders(at, body);
    else if (course.is_open() && store.lessons.page == SidePage::lesson)
        draw_lecture(at, body, below);
    else
        draw_lecture_explanation(at, body);
    draw_lecture_bar(at, bar);
}

void LessonPage::begin_pages(const Place& at, Rect area, bool wide, const std::string& key,
                             LessonWriter& writer) {
    constexpr double gap = 16;
    if (std::exchange(lecture_of_, key) != key) lecture_part_ = 0;
    const double from = writer.y(), height = area.bottom() - from;
    const double column = wide ? (area.width - gap) / 2 : area.width;
    std::vector<Rect> columns{{area.x, from, column, height}};
    if (wide) columns.push_back({area.right() - column, from, column, height});
    writer.flow(std::move(columns), lecture_part_);
    at.ui.mark("lecture text", area);
}

void LessonPage::end_pages(const Place& at, const LessonWriter& writer) {
    lecture_overflows_ = writer.overflow();
    const std::size_t parts = writer.page() + 1;
    std::size_t part = lecture_part_;
    if (std::exchange(reveals_, false) && revealed_on_) part = *revealed_on_;
    revealed_on_.reset();
    part = std::min(part, parts - 1);
    if (part != lecture_part_ || parts != lecture_parts_) at.ui.request_frame();
    lecture_part_ = part;
    lecture_parts_ = parts;
}

/// Draws the step; a long one has several pages.
void LessonPage::draw_lecture(const Place& at, Rect area, bool wide) {
    const LessonStep& step = at.course.step();
    const Pane pane(at.ui, "lecture", area);
    const Ui::Scope scope(at.ui, "Lesson");
    const std::optional<LessonNumbers> numbers = at.course.numbers_of_step();
    LessonWriter writer = writer_of_step(at, numbers);
    writer.light(lit_);
    writer.place(area.x, area.y + at.type.gap, wide ? area.width - lecture_bar_width : area.width);
    write_title(at, step, writer);
    begin_pages(at, area, wide,
                fmt::format("{} {} {:.0f}x{:.0f}", lesson_key(at.course.lesson(), step),
                            at.store.language.id(), at.ui.width(), at.ui.height()),
                writer);
    write_explanation(at, step, writer);
    write_prediction(at, step, writer);
    write_tried(at, step, writer);
    end_pages(at, writer);
    point_at_curve(at, step, writer.pointed());
}

/// Draws the explanation of the figure, also in pages.
void LessonPage::draw_lecture_explanation(const Place& at, Rect area) {
    const LessonCourse::ShownStep explained = at.course.shown_step(at.store);
    const Pane pane(at.ui, "lecture", area);
    const std::vector<Variant> shown = with_pins(at.store, at.canvas.variants(at.store));
    const LessonNumbers numbers = at.course.numbers_of_figure(at.store, shown);
    const bool known = !shown.empty() && shown.front().data != nullptr;
    LessonWriter writer(at.ui, at.lines, explained.lesson, at.store.language, known ? &numbers : nullptr,
                        at.type);
    writer.place(area.x, area.y + at.type.gap, area.width);
    writer.write_words(in(at.store.language, at.store.figure().title),
                       {at.type.title, Font::semibold, at.ui.colors().text});
    writer.skip(at.type.gap);
    begin_pages(at, area, false, fmt::format("{}/{}", at.store.view().info().id, at.store.figure().id),
                writer);
    if (explained.step != nullptr)
        write_explanation(at, *explained.step, writer);
    else
        writer.write_words(in(at.store.language, at.store.view().info().summary), writer.body());
    end_pages(at, writer);
}

/// The dots are at the left, the key and its effect at the right.
void LessonPage::draw_lecture_bar(const Place& at, Rect area) const {
    const Pane pane(at.ui, "lecture bar", area);
    const Translator translate(at.store.language);
    const bool sliders = at.store.lessons.page == SidePage::parameters;
    const std::string key = keys_of(Action::switch_side, at.store.language);
    std::string hint = translate("{}: {}", key, sliders ? "text"_tr.as("key") : "sliders"_tr.as("key"));
    if (!sliders && lecture_parts_ > 1)
        hint = fmt::format("{}/{}\u2002·\u2002{}", lecture_part_ + 1, lecture_parts_, hint);
    const TextStyle style{Font::regular, hint_size, at.ui.colors().text2, Align::right};
    at.ui.text(hint, area.right(), area.y + area.height / 2, style);
    if (!at.course.is_open()) return;
    const double room = area.width - at.ui.text_width(hint, style) - 12;
    draw_dots(at, {area.x, area.y, room, area.height});
}

/// Draws the slider that is playing or was moved last, next to the first other slider of the step.
void LessonPage::draw_lecture_sliders(const Place& at, Rect area) {
    constexpr double gap = 28, alone = 1.7, two = 1.2;
    std::vector<std::size_t> indices;
    if (const auto lead = playable_parameter(at.store, at.player)) indices.push_back(*lead);
    if (at.course.is_open() && at.course.shows_figure(at.store))
        for (const std::size_t index : parameters_of(at.store, at.course.step()))
            if (indices.size() < 2 && std::find(indices.begin(), indices.end(), index) == indices.end() &&
                has_slider(at.store.view().parameters()[index]))
                indices.push_back(index);
    const Pane pane(at.ui, "lecture", area);
    const Ui::Scope scope(at.ui, "Lesson");
    const auto count = static_cast<double>(indices.size());
    const double zoom = indices.size() > 1 ? two : alone;
    const double width = (area.width - gap * (count - 1)) / count;
    double x = area.x;
    for (const std::size_t index : indices) {
        const Ui::Enlarged larger(at.ui, zoom);
        const bool tried = at.course.is_open() && at.course.shows_figure(at.store) &&
                           at.course.step().tried &&
                           at.store.view().parameters()[index].id == at.course.step().tried->parameter;
        at.inspector.draw_one(at.ui, at.store, at.player, index,
                              {x / zoom, (area.y + 6) / zoom, width / zoom, 0},
                              tried ? at.course.try_range() : std::nullopt);
        x += width + gap;
    }
}

bool LessonPage::turn(std::ptrdiff_t steps) {
    const std::ptrdiff_t part = static_cast<std::ptrdiff_t>(lecture_part_) + steps;
    if (part < 0 || part >= static_cast<std::ptrdiff_t>(lecture_parts_)) return false;
    lecture_part_ = static_cast<std::size_t>(part);
    return true;
}

}  // namespace poslab
