// A step of a lesson on the page.

#include "app/gui/inspector_rows.hpp"
#include "app/gui/lesson_page.hpp"
#include "app/gui/widgets/button.hpp"
#include "app/gui/widgets/icons.hpp"
#include "app/gui/widgets/pane.hpp"
#include "app/state/actions.hpp"
#include "core/controls/listing.hpp"
#include "core/controls/slider_scale.hpp"
#include "core/lessons/figure_curves.hpp"
#include "core/lessons/lesson_state.hpp"
#include "core/lessons/sources.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <utility>

namespace poslab {
namespace {

constexpr double chip = 16;

/// Appends the parameters and curves that the terms of a block refer to.
void add_terms(const LessonBlock& block, std::vector<LessonTerm>& terms) {
    try {
        if (block.is_formula) {
            static_cast<void>(lesson_formula(block.text.text, {}, &terms));
            return;
        }
        for (const LessonSpan& span : lesson_spans(block.text.text))
            if (span.kind == LessonSpan::Kind::formula)
                static_cast<void>(lesson_formula(span.text, {}, &terms));
    } catch (const LessonError&) {  // reported by lesson --check
    }
}

/// The different curves that terms of the step's texts refer to, in order.
std::vector<LessonCurve> curves_named(const LessonStep& step) {
    std::vector<LessonTerm> terms;
    for (const LessonBlock& block : step.blocks)
        if (block.text.text.find("\\curve{") != std::string::npos) add_terms(block, terms);
    std::vector<LessonCurve> curves;
    std::set<std::pair<std::size_t, std::size_t>> known;
    for (const LessonTerm& term : terms)
        if (term.curve && known.emplace(term.curve->panel, term.curve->number).second)
            curves.push_back(*term.curve);
    return curves;
}

/// Draws the number of a mark in a circle, as on the figure; a ring for a single mark.
void draw_chip(Ui& ui, Point center, std::size_t number, bool single) {
    const Palette& colors = ui.colors();
    if (single) return ui.ring(center, 6, colors.accent, 2);
    ui.circle(center, 8, colors.accent);
    ui.text(std::to_string(number), center.x, center.y,
            {Font::semibold, 11, colors.on_accent, Align::center});
}

}  // namespace

std::vector<std::size_t> LessonPage::parameters_of(const Store& store, const LessonStep& step) {
    std::vector<LessonTerm> terms;
    if (step.tried) terms.push_back({step.tried->parameter});
    for (const LessonBlock& block : step.blocks)
        if (block.is_formula) add_terms(block, terms);
    std::vector<std::size_t> places;
    const std::vector<bool> used = used_in(store.view(), store.figure(), store.values());
    for (const LessonTerm& term : terms) {
        const int index = parameter_index(store.view(), term.parameter);
        if (index < 0) continue;
        const auto place = static_cast<std::size_t>(index);
        const Descriptor& descriptor = store.view().parameters()[place];
        if (!has_slider(descriptor) && !has_row(descriptor)) continue;
        if (used[place] && std::find(places.begin(), places.end(), place) == places.end())
            places.push_back(place);
    }
    return places;
}

LessonWriter LessonPage::writer_of_step(const Place& at, const std::optional<LessonNumbers>& numbers) {
    return {at.ui, at.lines, &at.course.lesson(), at.store.language, numbers ? &*numbers : nullptr, at.type};
}

void LessonPage::draw_step(const Place& at, Rect area, double padding) {
    if (!at.course.is_open()) return;
    const Lesson& lesson = at.course.lesson();
    const LessonStep& step = at.course.step();
    const std::string name = "step." + lesson_key(lesson, step);
    Pane pane(at.ui, name.c_str(), area, Pane::Scrolls::down);
    const Ui::Scope scope(at.ui, "Lesson");
    const std::optional<LessonNumbers> numbers = at.course.numbers_of_step();
    LessonWriter writer = writer_of_step(at, numbers);
    writer.light(lit_);
    const double top = area.y + at.type.gap + 4 - pane.offset();
    writer.place(area.x + padding, top, area.width - 2 * padding - 6);
    const std::string count = fmt::format("{} / {}", at.course.place() + 1, lesson.steps.size());
    writer.write_words(count, {12, Font::regular, at.ui.colors().text3});
    writer.skip(2);
    write_title(at, step, writer);
    write_explanation(at, step, writer);
    write_prediction(at, step, writer);
    write_tried(at, step, writer);
    point_at_curve(at, step, writer.pointed());
    pane.set_content(writer.y() - top + at.type.gap + 12);
    reveals_ = false;
    if (!revealed_) return;
    pane.show(revealed_->first - top, revealed_->second - revealed_->first + at.type.gap + 12);
    revealed_.reset();
    at.ui.request_frame();
}

void LessonPage::write_title(const Place& at, const LessonStep& step, LessonWriter& writer) {
    writer.write(step.title, {at.type.title, Font::semibold, at.ui.colors().text});
    writer.skip(at.type.gap);
    if (at.course.error().empty()) return;
    writer.write_words(Translator(at.store.language)(at.course.error()),
                       {12, Font::regular, at.ui.colors().error});
    writer.skip(at.type.gap);
}

/// Highlights a curve in both text and figure if the pointer is on it in either.
void LessonPage::point_at_curve(const Place& at, const LessonStep& step,
                                const std::optional<LessonCurve>& in_text) {
    std::optional<LessonCurve> pointed = in_text;
    if (!at.course.shows_figure(at.store)) pointed.reset();
    if (!pointed && at.course.shows_figure(at.store)) {
        const Rect& area = at.canvas_area;
        const Point mouse = at.ui.mouse();
        if (area.contains(mouse) && !at.canvas.pointer().ignores_pointer())
            pointed = curve_finder_.find({mouse.x - area.x, mouse.y - area.y}, curves_named(step),
                                         at.canvas.figure(), at.canvas.layout(), at.ui.metrics());
    }
    if (pointed != lit_.curve) at.ui.request_frame();
    lit_.curve = pointed;
}

void LessonPage::write_explanation(const Place& at, const LessonStep& step, LessonWriter& writer) {
    for (const LessonBlock& block : step.blocks) {
        if (block.is_formula) {
            writer.skip(2);
            writer.formula(block.text);
        } else {
            writer.write(block.text, writer.body());
        }
        writer.skip(at.type.gap);
    }
    write_marks(at, step, writer);
}

void LessonPage::write_prediction(const Place& at, const LessonStep& step, LessonWriter& writer) {
    if (step.question) write_question(at, step, writer);
}

void LessonPage::write_tried(const Place& at, const LessonStep& step, LessonWriter& writer) {
    if (at.course.open_drawing(at.store) == nullptr) {  // they would reveal the curve to draw
        write_try(at, step, writer);
        write_watches(at, step, writer);
    }
    write_return(at, writer);
    if (at.type.wide && !step.exercise.empty()) write_exercise(at, step, writer);
    if (at.type.wide && at.course.is_open() && at.course.place() + 1 == at.course.lesson().steps.size() &&
        !at.course.lesson().source.empty()) {
        const LessonText& source = at.course.lesson().source;
        writer.skip(4);
        if (const auto title = title_of_source(source.text))
            writer.write_words(in(at.store.language, *title), writer.quiet());
        if (!title_of_source(source.text) || source.text.starts_with("http"))
            writer.write(source, writer.quiet());
    }
}

/// Writes one line per mark of the figure; pointing at a line emphasises its mark.
void LessonPage::write_marks(const Place& at, const LessonStep& step, LessonWriter& writer) {
    if (step.marks.empty()) return;
    const auto found = at.course.places(at.store, at.canvas.variants(at.store), at.canvas.figure());
    for (std::size_t n = 0; n < step.marks.size(); ++n) {
        if (at.course.hides(at.store, step.marks[n])) continue;
        const bool none = n < found.size() && found[n] && found[n]->nothing;
        const bool seen = n < found.size() && found[n] && !none;
        LessonWriter::Look look = writer.quiet();
        if (!seen) look.color = at.ui.colors().text3;
        const bool can_be_none = step.marks[n].kind == LessonMark::Kind::region;
        const std::string none_now =
            can_be_none ? "\u2002·\u2002" + Translator(at.store.language)("none now"_tr) : std::string();
        writer.keep(writer.height_of(step.marks[n].label, look, writer.width() - chip - 8,
                                     none ? none_now : std::string()));
        const double x = writer.x(), width = writer.width(), top = writer.y();
        if (writer.shown() && !seen)
            at.ui.ring({x + chip / 2, std::round(top + look.size * 0.74)}, chip / 2 - 2,
                       at.ui.colors().border, 1);
        if (writer.shown() && seen)
            draw_chip(at.ui, {x + chip / 2, std::round(top + look.size * 0.74)}, n + 1,
                      step.marks.size() == 1);
        writer.place(x + chip + 8, top, width - chip - 8);
        // Space for the note that a mark is empty is always reserved, so that nothing below moves when a
        // slider empties it; a lecture room has no space for that.
        const double room = can_be_none && at.type.wide
                                ? writer.height_of(step.marks[n].label, look, width - chip - 8, none_now)
                                : 0;
        writer.write(step.marks[n].label, look, none ? none_now : std::string());
        writer.skip(std::max(0.0, top + room - writer.y()));
        if (writer.shown() && seen && at.ui.over({x, top, width, writer.y() - top})) pointed_mark_ = n;
        writer.place(x, writer.y() + 4, width);
    }
    writer.skip(at.type.gap - 4);
}

void LessonPage::write_try(const Place& at, const LessonStep& step, LessonWriter& writer) {
    if (!at.course.is_open()) return;
    Ui& ui = at.ui;
    const Palette& colors = ui.colors();
    const bool here = at.course.shows_figure(at.store);
    constexpr double inset = 12, tick = 24;
    const double x = writer.x(), width = writer.width();
    if (step.tried) {
        const bool done = at.store.lessons.is_done(lesson_key(at.course.lesson(), step));
        const LessonWriter::Look look{at.type.body, Font::medium, colors.text};
        const double words = writer.height_of(step.tried->words, look, width - inset - tick);
        const double with_slider = words + (here && !at.type.wide ? lecture_row + 6 : 0);
        writer.keep(with_slider <= writer.column_height() ? with_slider : words);
        const std::size_t column = writer.column();
        const double left = writer.x(), top = writer.y();
        writer.place(left + inset, top, width - inset - tick);  // space for the tick
        writer.write(step.tried->words, look);
        if (done && writer.shown()) {
            draw_icon(ui, Icon::check, {left + width - 8, top + at.type.body * 0.75}, colors.ok);
            ui.mark("done", {left + width - 16, top, 16, 16});
        }
        writer.place(left + inset, writer.y() + 6, width - inset);
        const double below_words = writer.y();
        const bool shown = writer.shown();
        if (here) write_sliders(at, step, writer);
        const double bottom = writer.column() == column ? writer.y() : below_words;
        if (shown) ui.fill({left, top, 3, std::max(8.0, bottom - top - 8)}, colors.accent, 1.5);
    } else if (here) {
        write_sliders(at, step, writer);
    }
    writer.end_inset(x, width);
    writer.skip(step.tried ? 2 : 0);
}

/// Writes the buttons that reset the step and the lesson's answers. Their space is reserved, so that nothing
/// moves when one appears.
void LessonPage::write_return(const Place& at, LessonWriter& writer) {
    constexpr double height = 30;
    if (!at.course.is_open() || !at.course.error().empty()) return;
    const bool away = !at.course.is_at_step(at.store);
    if (away) writer.keep(height);
    if (away && writer.shown()) {
        const std::string label = Translator(at.store.language)("Reset this step"_tr);
        const double right = writer.x() + at.ui.text_width(label, {Font::medium, 13, {}});
        if (link(at.ui, "lesson.again", right, writer.y() + 12, label)) at.course.back_to_step(at.store);
    }
    if (at.type.wide && at.store.lessons.has_answers(at.course.lesson().id)) {
        const std::string label = Translator(at.store.language)("Reset answers"_tr);
        wants_reset_ = link(at.ui, "lesson.reset", writer.x() + writer.width(), writer.y() + 12, label);
    }
    if (away || at.type.wide) writer.skip(height);
}

void LessonPage::write_sliders(const Place& at, const LessonStep& step, LessonWriter& writer) {
    std::vector<std::size_t> indices = parameters_of(at.store, step);
    if (!at.type.wide) {  // a lecture room has room for two sliders or short rows
        std::erase_if(indices, [&](std::size_t index) {
            return at.store.view().parameters()[index].kind == Kind::choice_list;
        });
        if (indices.size() > 2) indices.resize(2);
    }
    std::string lit;
    for (const std::size_t index : indices) {
        if (!at.type.wide) writer.keep(lecture_row);
        if (!writer.shown()) {
            writer.skip(lecture_row);
            continue;
        }
        const double top = writer.y();
        const bool tried = step.tried && at.store.view().parameters()[index].id == step.tried->parameter;
        const double height =
            at.inspector.draw_one(at.ui, at.store, at.player, index, {writer.x(), top, writer.width(), 0},
                                  tried ? at.course.try_range() : std::nullopt);
        const Rect row{writer.x(), top, writer.width(), height};
        const Rect& focus = at.ui.focus_rect();
        const bool focused = at.ui.focus_visible() && focus.y >= top && focus.bottom() <= top + height + 1;
        if (at.ui.over(row) || focused) lit = at.store.view().parameters()[index].id;
        writer.skip(height);
    }
    if (lit != lit_.parameter) at.ui.request_frame();
    lit_.parameter = lit;
}

void LessonPage::write_watches(const Place& at, const LessonStep& step, LessonWriter& writer) {
    if (step.watches.empty() || !at.course.shows_figure(at.store)) return;
    const std::vector<Variant> shown = with_pins(at.store, at.canvas.variants(at.store));
    const LessonNumbers numbers = at.course.numbers_of_figure(at.store, shown);
    const Palette& colors = at.ui.colors();
    // Numbers of the question's state could suggest an answer.
    const bool waits = step.question && at.course.is_open() && at.course.is_at_step(at.store) &&
                       !at.store.lessons.is_answered(lesson_key(at.course.lesson(), step));
    for (const LessonWatch& watch : step.watches) {
        const std::string number = waits ? std::string(no_number) : watched_number(watch, numbers);
        const TextStyle style{Font::mono_medium, at.type.body, colors.text, Align::right};
        const LessonWriter::Look look{at.type.body, Font::regular, colors.text2};
        const double label = writer.width() - at.ui.text_width(number, style) - 12;
        writer.keep(std::max(18.0, writer.height_of(watch.label, look, label)));
        const double x = writer.x(), width = writer.width(), top = writer.y();
        if (writer.shown()) at.ui.text(number, x + width, top + 9, style);
        writer.place(x, top, label);
        writer.write(watch.label, look);
        writer.place(x, std::max(writer.y(), top + 18) + 4, width);
    }
    writer.skip(at.type.gap);
}

void LessonPage::write_exercise(const Place& at, const LessonStep& step, LessonWriter& writer) {
    Ui& ui = at.ui;
    const Translator translate(at.store.language);
    ui.fill({writer.x(), writer.y(), writer.width(), 1}, ui.colors().divider);
    writer.skip(12);
    writer.write_words(translate("Exercise"_tr), {13, Font::semibold, ui.colors().text});
    writer.skip(4);
    writer.write(step.exercise, writer.body());
    writer.skip(4);
    bool& shown = solutions_[lesson_key(at.course.lesson(), step)];
    const std::string label = translate(shown ? "Hide the solution"_tr : "Show the solution"_tr);
    const double right = writer.x() + ui.text_width(label, {Font::medium, 13, {}});
    if (link(ui, "lesson.solution", right, writer.y() + 12, label)) reveals_ = shown = !shown;
    const double from = writer.y();
    writer.skip(28);
    if (!shown) return;
    writer.write(step.solution, writer.body());
    if (reveals_) revealed_ = {from, writer.y()};
    writer.skip(at.type.gap);
}

}  // namespace poslab
