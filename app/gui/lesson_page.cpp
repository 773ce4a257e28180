#include "app/gui/lesson_page.hpp"

#include "app/gui/widgets/button.hpp"
#include "app/gui/widgets/fitting_text.hpp"
#include "app/gui/widgets/pane.hpp"
#include "app/state/actions.hpp"
#include "core/lessons/sources.hpp"

#include <algorithm>
#include <cmath>

namespace poslab {
namespace {

constexpr double head_height = 52, footer_height = 52, way_back_height = 40, tool = 32;

std::string_view in(const Store& store, Text text) { return poslab::in(store.language, text); }

std::size_t seen_steps(const Store& store, const Lesson& lesson) {
    return static_cast<std::size_t>(
        std::count_if(lesson.steps.begin(), lesson.steps.end(), [&](const LessonStep& step) {
            return LessonSettings::has(store.lessons.seen, lesson_key(lesson, step));
        }));
}

/// The title of a page other than a step of a lesson.
Text page_title(SidePage page) {
    if (page == SidePage::glossary) return "Glossary"_tr;
    return page == SidePage::explanation ? "What am I looking at?"_tr : "Lessons"_tr;
}

/// Draws the share of a lesson that was seen as a line below its row.
void draw_progress(Ui& ui, double share, Rect rect) {
    ui.fill(rect, ui.colors().track, 1.5);
    if (share > 0) ui.fill({rect.x, rect.y, rect.width * share, rect.height}, ui.colors().accent, 1.5);
}

}  // namespace

LessonResult LessonPage::draw(Ui& ui, Store& store, LessonCourse& course, const Surroundings& surroundings,
                              Rect area, bool small) {
    const Place at{surroundings, ui, store, course, {}, lines_};
    lines_.begin_frame();
    ui.set_tab_place(Inspector::tab_place);
    ui.ground(area, ui.colors().chrome);
    ui.fill({area.x, area.y, 1, area.height}, ui.colors().hairline);
    ui.mark("lesson page", area);
    const double padding = small ? 16 : 20;
    LessonResult result = draw_head(at, {area.x, area.y, area.width, head_height}, padding);
    Rect body{area.x + 1, area.y + head_height, area.width - 1, area.height - head_height};
    pointed_mark_ = no_mark;
    shows_question_ = false;
    if (store.lessons.page != SidePage::lesson) lit_.curve.reset();
    switch (store.lessons.page) {
        case SidePage::lesson:
            body.height -= footer_height;
            body.height -= draw_onward(at, body, padding);
            draw_step(at, body, padding);
            draw_footer(at, {area.x + 1, area.bottom() - footer_height, area.width - 1, footer_height},
                        padding);
            break;
        case SidePage::explanation:
            draw_explanation(at, body, padding);
            break;
        case SidePage::glossary:
            glossary_.draw(ui, store, body, padding);
            break;
        default:
            draw_list(at, body, padding);
            break;
    }
    result.reset_answers = std::exchange(wants_reset_, false);
    return result;
}

LessonResult LessonPage::draw_head(const Place& at, Rect area, double padding) const {
    Ui& ui = at.ui;
    LessonSettings& lessons = at.store.lessons;
    const Pane pane(ui, "lesson head", area);
    LessonResult result;
    const double y = area.y + (area.height - tool) / 2;
    double x = area.right() - padding + 8 - tool;
    const bool in_lesson = lessons.page == SidePage::lesson;
    if (tool_button(ui, "lesson.close", {x, y}, Icon::cross, false, in(at.store, "Close"_tr), {})) {
        if (in_lesson)
            lessons.leave();
        else
            lessons.close_page();
    }
    x -= tool + 4;
    if (tool_button(ui, "lesson.parameters", {x, y}, Icon::sliders, false,
                    in(at.store, "All parameters and the readout"_tr),
                    keys_of(Action::switch_side, at.store.language)))
        lessons.switch_side();
    x -= tool + 4;
    if (in_lesson) {
        result.present = tool_button(ui, "lesson.present", {x, y}, Icon::screen, false,
                                     in(at.store, "Present"_tr), keys_of(Action::present, at.store.language));
        x -= tool + 4;
    }
    if (lessons.page != SidePage::lessons) {
        if (tool_button(ui, "lesson.list", {x, y}, Icon::book, false, in(at.store, "All lessons"_tr),
                        keys_of(Action::show_lessons, at.store.language)))
            lessons.page = SidePage::lessons;
        x -= tool + 4;
    }
    const Translator translate(at.store.language);
    std::string title = translate(page_title(lessons.page));
    if (in_lesson && at.course.is_open())
        title = at.course.lesson().plain_in(at.store.language, at.course.lesson().title);
    const double left = area.x + padding;
    draw_elided(ui, title, {Font::semibold, 13, ui.colors().text2},
                {left, area.y, x + tool - left, area.height});
    ui.fill({area.x + 1, area.bottom() - 1, area.width - 1, 1}, ui.colors().hairline);
    return result;
}

void LessonPage::list_row(const Place& at, const LessonReading& reading, Rect area, LessonWriter& writer) {
    Ui& ui = at.ui;
    Store& store = at.store;
    const Lesson& lesson = reading.lesson;
    const Palette& colors = ui.colors();
    const bool broken = !reading.problems.empty();
    const double top = writer.y(), left = writer.x(), width = writer.width();
    const std::string name = "lesson:" + lesson.id;
    RowHeight& known = heights_[name];
    const double height = known.height;
    const Rect row{left - 8, top - 8, width + 16, height + 12};
    if (!broken && height > 0 && spot(ui, name, row).clicked) store.lessons.begin(lesson.id);
    const bool is_measured = height > 0 && known.width == width && known.language == store.language;
    if (is_measured && (row.y > area.bottom() || row.bottom() < area.y)) {
        writer.place(left, top + height, width);
        return writer.skip(18);
    }
    const std::string minutes =
        broken ? std::string() : Translator(store.language)("{} min", std::to_string(lesson.minutes));
    ui.text(minutes, left + width, top + 9, {Font::regular, 12, colors.text3, Align::right});
    writer.place(left, top, width - 56);
    writer.write(lesson.title.empty() ? LessonText{lesson.id} : lesson.title,
                 {13, Font::medium, broken ? colors.text3 : colors.text});
    writer.place(left, writer.y() + 2, width);
    if (broken)
        writer.write_words(Translator(store.language)(reading.problems.front().message()),
                           {12, Font::regular, colors.warn});
    else
        writer.write(lesson.summary, writer.quiet());
    const LessonWriter::Look faint{12, Font::regular, colors.text3};
    if (const auto title = title_of_source(lesson.source.text); title && !broken)
        writer.write_words(in(store, *title), faint);
    else if (!broken && !lesson.source.empty() && !lesson.source.text.starts_with("http"))
        writer.write(lesson.source, faint);
    if (const std::size_t seen = seen_steps(store, lesson); !broken && seen > 0) {
        writer.skip(6);
        draw_progress(ui, static_cast<double>(seen) / static_cast<double>(lesson.steps.size()),
                      {left, writer.y(), width, 3});
        writer.skip(3);
    }
    if (height != writer.y() - top) ui.request_frame();
    known = {writer.y() - top, width, store.language};
    writer.skip(18);
}

void LessonPage::draw_list(const Place& at, Rect area, double padding) {
    Ui& ui = at.ui;
    Pane pane(ui, "lessons", area, Pane::Scrolls::down);
    const double top = area.y + 16 - pane.offset();
    double y = top;
    for (const auto& reading : at.course.all()) {
        LessonWriter writer(ui, at.lines, &reading->lesson, at.store.language, nullptr, {});
        writer.place(area.x + padding, y, area.width - 2 * padding - 6);
        list_row(at, *reading, area, writer);
        y = writer.y();
    }
    const Translator translate(at.store.language);
    double x = area.x + padding;
    for (const auto& [name, label, page] :
         {std::tuple{"lessons.explanation", "What am I looking at?"_tr, SidePage::explanation},
          std::tuple{"lessons.glossary", "Glossary"_tr, SidePage::glossary}}) {
        const double width = ui.text_width(translate(label), {Font::medium, 13, {}}) + 8;
        if (link(ui, name, x + width - 4, y + 10, translate(label))) at.store.lessons.page = page;
        x += width + 12;
    }
    pane.set_content(y + 36 - top + 16);
}

void LessonPage::draw_explanation(const Place& at, Rect area, double padding) {
    Ui& ui = at.ui;
    const LessonCourse::ShownStep explained = at.course.shown_step(at.store);
    const std::string name =
        "explained." + std::string(at.store.view().info().id) + "." + std::string(at.store.figure().id);
    Pane pane(ui, name.c_str(), area, Pane::Scrolls::down);
    const std::vector<Variant> shown = with_pins(at.store, at.canvas.variants(at.store));
    const LessonNumbers numbers = at.course.numbers_of_figure(at.store, shown);
    const bool known = !shown.empty() && shown.front().data != nullptr;
    LessonWriter writer(ui, at.lines, explained.lesson, at.store.language, known ? &numbers : nullptr, {});
    const double top = area.y + 16 - pane.offset();
    writer.place(area.x + padding, top, area.width - 2 * padding - 6);
    writer.write_words(in(at.store, at.store.figure().title), {16, Font::semibold, ui.colors().text});
    writer.skip(10);
    if (explained.step != nullptr) {
        write_explanation(at, *explained.step, writer);
    } else {
        writer.write_words(in(at.store, at.store.view().info().summary), writer.body());
        writer.skip(10);
    }
    pane.set_content(writer.y() - top + 32);
}

double LessonPage::draw_way_back(Ui& ui, Store& store, const LessonCourse& course, Rect area,
                                 double padding) {
    LessonSettings& lessons = store.lessons;
    if (!course.is_open() && lessons.hidden == SidePage::parameters) return 0;
    const Rect bar{area.x + 1, area.y, area.width - 1, way_back_height};
    const Pane pane(ui, "way back", bar);
    ui.fill(bar, ui.colors().selected);
    const ItemState item = spot(ui, "lesson.return", bar.inset(2));
    const Translator translate(store.language);
    const bool to_lesson = lessons.way_back() == SidePage::lesson && course.is_open();
    const std::string label = to_lesson
                                  ? translate("Back to the lesson: {}",
                                              course.lesson().plain_in(store.language, course.lesson().title))
                                  : translate("Back to: {}", page_title(lessons.way_back()));
    draw_icon(ui, Icon::book, {bar.x + padding + 8, bar.y + bar.height / 2}, ui.colors().accent);
    draw_elided(ui, label, {Font::medium, 13, ui.colors().accent},
                {bar.x + padding + 24, bar.y, bar.width - 2 * padding - 24, bar.height});
    if (item.hovered) ui.tooltip(item.id, bar, label, keys_of(Action::switch_side, store.language));
    if (item.clicked) lessons.switch_side();
    return way_back_height;
}

void LessonPage::draw_dots(const Place& at, Rect area) {
    Ui& ui = at.ui;
    const Palette& colors = ui.colors();
    const Lesson& lesson = at.course.lesson();
    const auto count = static_cast<double>(lesson.steps.size());
    const double pitch = std::min(14.0, area.width / count), middle = area.y + area.height / 2;
    double x = area.x + (area.width - pitch * (count - 1)) / 2;
    for (std::size_t n = 0; n < lesson.steps.size(); ++n, x += pitch) {
        const std::string key = lesson_key(lesson, lesson.steps[n]);
        const Rect rect{x - pitch / 2, middle - 9, pitch, 18};
        const ItemState item = ui.item("lesson.step." + std::to_string(n + 1), rect, FocusPolicy::mouse);
        const bool now = n == at.course.place();
        const bool done = at.store.lessons.is_done(key),
                   seen = LessonSettings::has(at.store.lessons.seen, key);
        const double radius = now ? std::min(5.0, 0.6 * pitch) : std::min(3.5, 0.4 * pitch);
        if (now || done)
            ui.circle({x, middle}, radius, now ? colors.accent : colors.ok);
        else
            ui.ring({x, middle}, radius, seen ? colors.text2 : colors.border, 1.5);
        if (item.hovered)
            ui.tooltip(item.id, rect, lesson.plain_in(at.store.language, lesson.steps[n].title),
                       std::to_string(n + 1));
        if (item.clicked) at.course.go_to(at.store, n);
    }
}

double LessonPage::draw_onward(const Place& at, Rect body, double padding) {
    if (!at.course.is_open() || at.course.place() + 1 < at.course.lesson().steps.size()) return 0;
    Ui& ui = at.ui;
    const Translator translate(at.store.language);
    const Rect bar{body.x, body.bottom() - way_back_height, body.width, way_back_height};
    const Pane pane(ui, "lesson onward", bar);
    ui.fill(bar, ui.colors().selected);
    const double middle = bar.y + bar.height / 2;
    const std::string all = translate("All lessons"_tr);
    const double all_left = bar.right() - padding - ui.text_width(all, {Font::medium, 13, {}});
    if (link(ui, "lesson.all", bar.right() - padding, middle, all)) at.store.lessons.page = SidePage::lessons;
    const Lesson* next = at.course.next();
    if (next == nullptr) return way_back_height;
    const Rect rest{bar.x + padding - 8, bar.y + 4, all_left - 12 - (bar.x + padding - 8), bar.height - 8};
    const std::string title(next->in(at.store.language, next->title)),
        label = translate("Next lesson: {}", title);
    const ItemState item = spot(ui, "lesson.onward", rest);
    draw_elided(ui, label, {Font::medium, 13, ui.colors().accent},
                {rest.x + 8, rest.y, rest.width - 8, rest.height});
    if (item.hovered) ui.tooltip(item.id, rest, label, std::string());
    if (item.clicked) at.store.lessons.begin(next->id);
    return way_back_height;
}

void LessonPage::draw_footer(const Place& at, Rect area, double padding) {
    if (!at.course.is_open()) return;
    Ui& ui = at.ui;
    const Pane pane(ui, "lesson foot", area);
    ui.fill({area.x, area.y, area.width, 1}, ui.colors().hairline);
    const Translator translate(at.store.language);
    const std::size_t index = at.course.place(), last = at.course.lesson().steps.size() - 1;
    const double y = area.y + (area.height - 32) / 2;
    ButtonOptions back, next;
    back.enabled = index > 0;
    back.tooltip = translate("Previous step"_tr);
    back.key = keys_of(Action::step_before, at.store.language);
    next.look = ButtonLook::primary;
    next.tooltip = translate(index < last ? "Next step"_tr : "Leave the lesson and restore the window"_tr);
    next.key = keys_of(Action::step_after, at.store.language);
    const std::string back_label = translate("Back"_tr),
                      next_label = translate(index < last ? "Next"_tr : "Finish"_tr);
    const double back_width = button_width(ui, back_label, false),
                 next_width = button_width(ui, next_label, false);
    if (button(ui, "lesson.back", {area.x + padding, y, back_width, 32}, back_label, back))
        at.course.go_to(at.store, index - 1);
    if (button(ui, "lesson.next", {area.right() - padding - next_width, y, next_width, 32}, next_label,
               next)) {
        if (index < last)
            at.course.go_to(at.store, index + 1);
        else
            at.store.lessons.leave();
    }
    const double left = area.x + padding + back_width + 8;
    draw_dots(at, {left, area.y, area.right() - padding - next_width - 8 - left, area.height});
}

void LessonPage::draw_marks(Ui& ui, const Store& store, const LessonCourse& course, const Canvas& canvas,
                            Rect area, std::size_t strong) {
    const auto found = course.places(store, canvas.variants(store), canvas.figure());
    std::vector<MarkTarget> places;
    for (std::size_t n = 0; n < found.size(); ++n) {
        if (!found[n]) continue;
        places.push_back(*found[n]);
        places.back().number = found.size() > 1 ? n + 1 : 0;
        places.back().strong = n == strong;
    }
    const Palette& colors = ui.colors();
    DrawList list{area.width, area.height, {}};
    list.commands = drawn_places(places, canvas.figure(), canvas.layout(), colors.accent, colors.on_accent);
    ui.draw(list, {area.x, area.y});
}

}  // namespace poslab
