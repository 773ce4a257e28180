// The question of a step, before its explanation: choices, or a curve to draw.

#include "app/gui/lesson_page.hpp"
#include "app/gui/widgets/button.hpp"
#include "app/gui/widgets/icons.hpp"

#include <algorithm>
#include <cmath>

namespace poslab {
namespace {

constexpr double choice_inset = 28;

/// The verdict on an answer.
enum class Verdict { none, right, wrong };

void draw_verdict(Ui& ui, Verdict verdict, Point center, Color open) {
    if (verdict == Verdict::right)
        draw_icon(ui, Icon::check, center, ui.colors().ok);
    else if (verdict == Verdict::wrong)
        draw_icon(ui, Icon::cross, center, ui.colors().error);
    else
        ui.ring(center, 6, open, 1.5);
}

}  // namespace

void LessonPage::write_choice(const Place& at, const LessonStep& step, std::size_t n, LessonWriter& writer) {
    Ui& ui = at.ui;
    const Palette& colors = ui.colors();
    const LessonQuestion& question = *step.question;
    auto& answers = at.store.lessons.answers;
    const std::string key = lesson_key(at.course.lesson(), step);
    const auto answer = answers.find(key);
    const bool answered = at.store.lessons.is_answered(key);
    Verdict verdict = Verdict::none;
    if (answered && n == question.right) verdict = Verdict::right;
    if (answered && n == answer->second.choice && n != question.right) verdict = Verdict::wrong;
    LessonWriter::Look look{at.type.body, Font::regular, colors.text};
    if (answered && verdict == Verdict::none) look.color = colors.text3;
    const double height = writer.height_of(question.choices[n], look, writer.width() - choice_inset);
    writer.keep(height + 4);
    const double x = writer.x(), width = writer.width(), top = writer.y();
    const Rect row{x - 6, top - 4, width + 12, height + 8};
    const bool shown = writer.shown();
    if (shown && !answered && spot(ui, "lesson.choice." + std::to_string(n + 1), row).clicked) {
        answers[key] = {n};
        note_answered(at.store, at.course);
        reveals_ = true;
    }
    const Point center{x + 8, top + at.type.body * 0.74};
    if (shown) draw_verdict(ui, verdict, center, answered ? colors.border : colors.text2);
    writer.place(x + choice_inset, top, width - choice_inset);
    writer.write(question.choices[n], look);
    writer.place(x, writer.y() + (at.type.wide ? 8 : 4), width);
}

/// Writes the request to draw a curve, with a link to draw it by keys.
void LessonPage::write_pen(const Place& at, const LessonDrawing& drawing, LessonWriter& writer) {
    Ui& ui = at.ui;
    const Translator translate(at.store.language);
    writer.keep_on_page(4 * at.type.body * 1.5);
    writer.write_words(translate("Draw the curve in the figure, from left to right along the axis:"_tr),
                       writer.quiet());
    writer.write(drawing.label, {at.type.small, Font::medium, ui.colors().text});
    writer.skip(6);
    write_links(at, writer,
                {{"lesson.pen", translate("Draw with keys"_tr)}, {"lesson.show", translate("Show me"_tr)}},
                [&](std::size_t n, const ItemState& item) {
                    if (n == 1 && item.clicked) return at.sketch.show(at.store);
                    if (n == 0) take_pen(at, item);
                });
    if (pen_held_)
        writer.write_words(translate("← → along the axis, ↑ ↓ up and down; Enter shows the curve"_tr),
                           writer.quiet());
    if (pen_held_) writer.skip(4);
}

/// Lets arrow keys draw while the link has the focus.
void LessonPage::take_pen(const Place& at, const ItemState& item) {
    constexpr double stroke = 1.0 / 40, long_stroke = 1.0 / 10;
    Ui& ui = at.ui;
    const bool enter = item.ring && ui.take(ImGuiKey_Enter) > 0;
    if (item.clicked && !item.by_key) ui.focus("lesson.pen");
    if (item.ring != pen_held_) ui.request_frame();
    pen_held_ = item.ring;
    at.sketch.hold_pen(at.store, item.ring);
    if (!item.ring) return;
    const int along = ui.take(ImGuiKey_RightArrow) - ui.take(ImGuiKey_LeftArrow);
    const int up = ui.take(ImGuiKey_UpArrow) - ui.take(ImGuiKey_DownArrow);
    if (along != 0 || up != 0)
        at.sketch.move_pen(at.store, along, up * (ImGui::GetIO().KeyShift ? long_stroke : stroke));
    if (enter || (item.clicked && item.by_key)) at.sketch.show(at.store);
}

/// Writes the comparison of the drawn curve with the computed one.
void LessonPage::write_comparison(const Place& at, LessonWriter& writer) {
    const Translator translate(at.store.language);
    pen_held_ = false;
    const std::string comparison = at.sketch.comparison(at.store);
    if (!comparison.empty())
        writer.write_words(comparison, {at.type.body, Font::medium, at.ui.colors().text});
    if (!comparison.empty()) writer.skip(6);
    write_links(at, writer, {{"lesson.draw-again", translate("Draw again"_tr)}},
                [&](std::size_t, const ItemState& item) {
                    if (item.clicked) at.sketch.clear(at.store);
                });
}

/// Writes links in a row.
void LessonPage::write_links(const Place& at, LessonWriter& writer,
                             const std::vector<std::pair<std::string, std::string>>& links,
                             const std::function<void(std::size_t, const ItemState&)>& touched) {
    Ui& ui = at.ui;
    const TextStyle style{Font::medium, std::max(13.0, at.type.body), ui.colors().accent};
    const double height = std::round(1.7 * style.size);
    writer.keep(height);
    double x = writer.x();
    for (std::size_t n = 0; n < links.size() && writer.shown(); ++n) {
        const double width = ui.text_width(links[n].second, style);
        const ItemState item = spot(ui, links[n].first, {x - 6, writer.y(), width + 12, height}, 4);
        ui.text(links[n].second, x, writer.y() + height / 2, style);
        touched(n, item);
        x += width + 24;
    }
    writer.skip(height + 4);
}

/// The height of the question with its choices and, if a page has room, the explanation, so that nothing
/// moves when that appears.
double LessonPage::height_of_question(const LessonQuestion& question, const LessonWriter& writer) {
    const double width = writer.width();
    const auto height = [&](const LessonText& text, double room) {
        return writer.height_of(text, writer.body(), room);
    };
    double all = height(question.question, width) + 8;
    for (const LessonText& choice : question.choices) all += height(choice, width - choice_inset) + 8;
    if (question.drawing) all += height(question.drawing->label, width) + 4 * writer.type().body;
    const double because = height(question.because, width);
    return all + because <= writer.room_of_page() ? all + because : all;
}

/// Writes the question, and the answer once it was given.
void LessonPage::write_question(const Place& at, const LessonStep& step, LessonWriter& writer) {
    const LessonQuestion& question = *step.question;
    shows_question_ = true;
    if (!at.type.wide) writer.keep_on_page(height_of_question(question, writer));
    writer.write(question.question, {at.type.body, Font::semibold, at.ui.colors().text});
    writer.skip(at.type.wide ? 8 : 4);
    const bool answered = at.store.lessons.is_answered(lesson_key(at.course.lesson(), step));
    if (question.drawing && !answered) write_pen(at, *question.drawing, writer);
    if (question.drawing && answered) write_comparison(at, writer);
    for (std::size_t n = 0; n < question.choices.size(); ++n) write_choice(at, step, n, writer);
    write_because(at, question, answered, writer);
    writer.skip(at.type.gap - 4);
}

/// Next to the figure, space for the explanation is reserved before the answer, so that nothing below moves
/// under the pointer.
void LessonPage::write_because(const Place& at, const LessonQuestion& question, bool answered,
                               LessonWriter& writer) {
    const double top = writer.y();
    if (answered) {
        writer.write(question.because, writer.body());
        revealed_on_ = writer.page();
        writer.skip(4);
        if (reveals_ && at.type.wide) revealed_ = {top, writer.y()};
        return;
    }
    if (!at.type.wide || question.drawing) return;
    const double height = writer.height_of(question.because, writer.body(), writer.width());
    const Rect room{writer.x(), top, writer.width(), height};
    at.ui.draw(StrokeRect{room.inset(0.5), at.ui.colors().divider, 1, 4});
    const TextStyle style{Font::regular, 12, at.ui.colors().text3, Align::center};
    at.ui.text(Translator(at.store.language)("Pick an answer to see why"_tr), room.x + room.width / 2,
               top + height / 2, style);
    writer.skip(height + 4);
}

}  // namespace poslab
