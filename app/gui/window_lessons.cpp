// Lessons in the window: the page next to the figure, and the window of a lecture room.

#include "app/gui/window_content.hpp"

#include "app/gui/widgets/button.hpp"
#include "app/gui/widgets/pane.hpp"
#include "app/state/own_lesson.hpp"
#include "core/base/errors.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace poslab {
namespace {

constexpr double lecture_width = 640, lecture_height = 360;  // CSS pixels of a 16:9 window in a lecture room
constexpr double message_height = 28;

}  // namespace

/// Scales by area, so that a 4:3 window has room for both the figure and the text.
double lecture_scale(double width, double height) {
    return std::max(1.0, std::sqrt(width * height / (lecture_width * lecture_height)));
}

WindowRegions lecture_regions(double width, double height, LectureForm form) {
    WindowRegions regions;
    regions.small = true;
    regions.padding = 16;
    const LectureAreas areas = lecture_areas(width, height, form);
    regions.canvas = areas.figure;
    regions.inspector = areas.rest;
    return regions;
}

LectureForm WindowContent::lecture_form(const WindowSize& size) {
    if (shows_visit_alone()) return LectureForm::right;
    if (store_.lessons.page == SidePage::parameters) return LectureForm::sliders;
    if (store_.lessons.page != SidePage::lesson || !course_.is_open()) return LectureForm::right;
    const std::string key = fmt::format(
        "{} {} {} {} {} {:.1f}x{:.1f}", lesson_key(course_.lesson(), course_.step()), store_.view().info().id,
        store_.figure().id, store_.pins().size(), store_.language.id(), size.width, size.height);
    const Figure figure = canvas_.computed().empty_figure(store_);
    return lecture_plan_.form(
        key, figure, lecture_panels(figure), size.width, size.height, [&](double width, double height) {
            CanvasContext context{{0, 0, width, height},
                                  lecture_regions(size.width, size.height, LectureForm::right).padding,
                                  size.pixels};
            context.lecture = true;
            return layout(figure, metrics_, canvas_layout_options(store_, context));
        });
}

std::vector<std::size_t> WindowContent::lecture_panels(const Figure& figure) const {
    if (!presenting() || !course_.is_open() || !course_.shows_figure(store_)) return {};
    return named_panels(course_.lesson(), course_.step(), store_.language, figure);
}

void WindowContent::draw_side(const WindowRegions& regions) {
    Rect area = regions.inspector;
    const double card = visit_card_.draw(ui_, store_, area, regions.small ? 16 : 20);
    area.y += card;
    area.height -= card;
    if (store_.lessons.page == SidePage::parameters) {
        const double bar = LessonPage::draw_way_back(ui_, store_, course_, area, regions.small ? 16 : 20);
        area.y += bar;
        area.height -= bar;
        return inspector_.draw(ui_, store_, player_, canvas_, area, regions.small);
    }
    const LessonResult result = lesson_page_.draw(
        ui_, store_, course_, {inspector_, player_, canvas_, regions.canvas, sketch_}, area, regions.small);
    if (result.present) present();
    if (result.reset_answers) reset_answers();
}

void WindowContent::compose_lecture(const WindowRegions& regions, const CanvasContext& context) {
    if (ui_.keys_are_free()) lecture_keys();
    open_waiting();
    update_lessons();
    take_played();
    draw_lecture_side(regions.inspector);
    draw_canvas(regions, context);
    take_requests();
    const Rect& canvas = regions.canvas;  // messages cover its lower edge, which has the fewest marks
    const Rect messages{canvas.x, canvas.bottom() - message_height, canvas.width, message_height};
    draw_messages(messages);
    if (toast_.text.empty()) draw_opening(messages);
    dialogs();
    draw_pointer();
}

/// Shows the file that is being read where messages appear, because a lecture room has no status bar.
void WindowContent::draw_opening(Rect room) {
    constexpr double margin = 12;
    const std::string text = opening_text();
    if (text.empty()) return;
    const double width = ui_.text_width(text, {Font::medium, 13, {}}) + 2 * margin;
    const Rect rect{room.x + 4, room.y, width, room.height};
    const Pane pane(ui_, "opening", rect);
    ui_.fill(rect, ui_.colors().raised, 6);
    ui_.frame(rect, ui_.colors().divider, 1, 6);
    if (link(ui_, "lecture.opening", rect.right() - margin, rect.y + rect.height / 2, text))
        opening_.cancel(store_);
}

/// Opens, closes and reloads lessons as the store and the lesson's file require.
void WindowContent::update_lessons() {
    follow_lessons(store_);
    course_.update(store_);
    if (const auto fault = course_.follow_file(store_, Ui::time()))
        toast_ = {Translator(store_.language)(*fault), false, {}, -1};
    if (course_.has_file()) ui_.wake_after(LessonCourse::seconds_between_looks);
}

/// Draws the page of a lecture room. The texts of a visit are above an explanation and replace other pages.
void WindowContent::draw_lecture_side(Rect area) {
    constexpr double padding = 10;
    // A visit that begins or ends after the window was divided is shown, or leaves, in the next frame.
    const bool is_divided = lecture_form_ == LectureForm::right;
    const bool alone = shows_visit_alone() || (is_divided && store_.lessons.page == SidePage::parameters);
    if (alone) ui_.ground(area, ui_.colors().chrome);
    if (alone && !(is_divided && store_.visit)) ui_.wake_after(0);
    if (is_divided) {
        const double card = visit_card_.draw(ui_, store_, area, padding, alone ? 1 : VisitCard::usual_share);
        area.y += card;
        area.height -= card;
    }
    if (alone) return;
    lesson_page_.present(ui_, store_, course_, {inspector_, player_, canvas_, regions_.canvas, sketch_}, area,
                         lecture_form_);
}

/// Adds the step's requests to the figure: needed panels, changes, and a curve to draw.
CanvasContext WindowContent::with_lesson(CanvasContext context) {
    if (!course_.tells(store_)) return context;
    context.needed = lecture_panels(canvas_.figure());
    context.change = FigureChange{
        [this] { return sketch_.changes(store_, lesson_page_.pointed_curve()); },
        [this](Figure& figure) { sketch_.change(figure, store_, lesson_page_.pointed_curve()); }};
    const LessonDrawing* drawing = course_.drawing(store_);
    const LessonDrawing* to_draw = course_.open_drawing(store_);
    if (drawing != nullptr && lesson_page_.shows_question() &&
        (to_draw != nullptr || course_.is_at_step(store_)))
        if (context.needed.empty()) context.needed = {drawing->curve.panel};
    if (to_draw == nullptr) return context;
    context.curve_request =
        CurveRequest{to_draw->curve.panel, Translator(store_.language)("drag: draw the curve"_tr),
                     [this](std::span<const Point> path) { sketch_.draw(store_, path); },
                     [this](bool retained) { sketch_.end(store_, retained); }};
    return context;
}

/// Handles the keys of a presentation, including a remote control's, before any other use of them.
void WindowContent::lecture_keys() {
    const bool in_slider = ui_.focus_visible();
    int steps = ui_.take(ImGuiKey_PageDown) - ui_.take(ImGuiKey_PageUp);
    if (!in_slider) steps += ui_.take(ImGuiKey_RightArrow) - ui_.take(ImGuiKey_LeftArrow);
    if (steps != 0) go_by_steps(steps);
    if (ui_.letter('X')) laser_ = !laser_;
    if (Ui::typed('.')) blank_ = !blank_;
    if (ui_.take(ImGuiKey_Escape) > 0) {
        if (blank_)
            blank_ = false;
        else if (store_.visit)
            end_visit(store_);
        else
            store_.lessons.present(false);
    }
}

void WindowContent::draw_pointer() {
    ImDrawList& list = *ImGui::GetForegroundDrawList();
    const ImVec2 size = ImGui::GetIO().DisplaySize;
    if (blank_) list.AddRectFilled({0, 0}, size, IM_COL32(0, 0, 0, 255));
    if (!laser_ || blank_) return;
    ImGui::SetMouseCursor(ImGuiMouseCursor_None);
    const ImVec2 at = ImGui::GetIO().MousePos;
    const auto radius = static_cast<float>(4 * ui_.scale());
    list.AddCircleFilled(at, 2 * radius, IM_COL32(230, 20, 20, 70), 32);
    list.AddCircleFilled(at, radius, IM_COL32(230, 20, 20, 230), 32);
}

/// Opens a page, or closes it if it is open.
void WindowContent::open_side(SidePage page) {
    LessonSettings& lessons = store_.lessons;
    if (lessons.page == page)
        lessons.close_page();
    else
        lessons.page = page;
}

void WindowContent::go_by_steps(std::ptrdiff_t steps) {
    const bool reads = store_.lessons.page != SidePage::parameters && !shows_visit_alone();
    if (presenting() && reads && lesson_page_.turn(steps)) return;
    if (!course_.is_open()) return;
    store_.lessons.page = SidePage::lesson;
    const std::ptrdiff_t index = static_cast<std::ptrdiff_t>(course_.place()) + steps;
    if (index >= 0) course_.go_to(store_, static_cast<std::size_t>(index));
}

/// True if a presentation shows the texts of a visit instead of a step or sliders.
bool WindowContent::shows_visit_alone() const {
    return presenting() && store_.visit && store_.lessons.page != SidePage::explanation;
}

/// Starts or stops presenting. A step that was tried restarts, because its condition still holds.
void WindowContent::present() {
    LessonSettings& lessons = store_.lessons;
    const bool tried = course_.is_open() && course_.shows_figure(store_) && course_.step().tried &&
                       lessons.is_done(lesson_key(course_.lesson(), course_.step()));
    lessons.present(!presenting());
    if (presenting() && tried) course_.back_to_step(store_);
    if (course_.is_open())
        lessons.page = SidePage::lesson;
    else if (presenting())
        lessons.page = SidePage::parameters;
    ui_.request_frame();
}

/// Resets temporary state when a presentation began or ended, in whatever way.
void WindowContent::note_presentation() {
    if (std::exchange(was_presenting_, presenting()) == presenting()) return;
    laser_ = blank_ = false;
    full_screen_.begin_presentation();
    sketch_.forget_strokes();
    reset_.reset();
    toast_ = {};
}

/// Resets the answers of the open lesson, or of all lessons if none is open.
void WindowContent::reset_answers() {
    LessonSettings& lessons = store_.lessons;
    const Translator translate(store_.language);
    const bool open = course_.is_open();
    const bool tried = open && course_.shows_figure(store_) &&
                       lessons.is_done(lesson_key(course_.lesson(), course_.step())) && course_.step().tried;
    LessonWork before = lessons.work();
    if (lessons.reset_answers(open ? course_.lesson().id : std::string()) == 0) {
        toast_ = {translate("There are no answers to reset."_tr), true, {}, -1};
        return;
    }
    sketch_.forget_strokes();
    if (tried) course_.back_to_step(store_);
    reset_ = {std::move(before), store_.history().undo_steps()};
    toast_ = {translate(open ? "The answers of this lesson are reset."_tr
                             : "The answers of all lessons are reset."_tr),
              true, translate("Undo"_tr), -1};
}

void WindowContent::restore_answers() {
    if (reset_) store_.lessons.restore(reset_->work);
    reset_.reset();
}

/// Undoes the reset if it was the last action; returns true if so.
bool WindowContent::undo_reset() {
    if (!reset_ || reset_->undo_steps != store_.history().undo_steps()) return false;
    restore_answers();
    return true;
}

/// Adds the shown state as a step to the user's own lesson.
void WindowContent::make_step() {
    const Translator translate(store_.language);
    try {
        const std::string file = add_own_step(shown_state_of(store_), user_lessons_folder());
        toast_ = {translate("Added as a step to {}", file), true, {}, -1};
        course_.read_again();
    } catch (const Error& error) {
        toast_ = {translate(error.message()), false, {}, -1};
    }
}

}  // namespace poslab
