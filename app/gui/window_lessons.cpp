// Lessons in the window: the page beside the figure, and the window of a lecture room.

#include "app/gui/window_content.hpp"

#include "app/state/own_lesson.hpp"
#include "core/base/errors.hpp"

#include <algorithm>
#include <cmath>

namespace poslab {
namespace {

constexpr double lecture_width = 640, lecture_height = 360;  // CSS pixels of a lecture room's window of 16:9
constexpr double least_page = 232;

}  // namespace

/// By the area, so that a window of 4:3 has room for both the figure and the text.
double lecture_scale(double width, double height) {
    return std::max(1.0, std::sqrt(width * height / (lecture_width * lecture_height)));
}

WindowRegions lecture_regions(double width, double height, double page_share) {
    WindowRegions regions;
    regions.small = true;
    regions.padding = 12;
    const double page = std::min(std::max(least_page, std::round(page_share * width)), width / 2);
    regions.canvas = {0, 0, width - page, height};
    regions.inspector = {width - page, 0, page, height};
    return regions;
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
    const LessonTouch touch =
        lesson_page_.draw(ui_, store_, course_, {inspector_, player_, canvas_, regions.canvas, sketch_}, area, regions.small);
    if (touch.present) present();
}

void WindowContent::compose_lecture(const WindowRegions& regions, const CanvasPlace& place) {
    if (ui_.keys_are_free()) lecture_keys();
    follow_lessons(store_);
    course_.update(store_);
    take_played();
    canvas_.take_pins(store_, compared_);
    lesson_page_.present(ui_, store_, course_, {inspector_, player_, canvas_, regions.canvas, sketch_}, regions.inspector);
    draw_canvas(regions, place);
    dialogs();
    draw_pointer();
}

/// What the step has to do with the figure.
CanvasPlace WindowContent::told_in(CanvasPlace place) {
    if (store_.lessons.page != SidePage::lesson || !course_.is_open()) return place;
    place.change = [this](Figure& figure) { sketch_.change(figure, store_, lesson_page_.pointed_curve()); };
    const LessonDrawing* drawing = course_.drawing(store_);
    const LessonDrawing* asked = course_.open_drawing(store_);
    if (drawing != nullptr && lesson_page_.asks() && (asked != nullptr || course_.is_at_step(store_)))
        place.needed = drawing->curve.panel;
    if (asked == nullptr) return place;
    place.asked = AskedCurve{asked->curve.panel, Words(store_.language)("drag: draw the curve"_tr),
                             [this](std::span<const Point> path) { sketch_.draw(store_, path); },
                             [this](bool kept) { sketch_.end(store_, kept); }};
    return place;
}

/// Those of a remote control, too. They go before what else they do.
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
        else
            store_.lessons.presenting = false;
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

/// Opened again it is closed.
void WindowContent::open_side(SidePage page) {
    SidePage& now = store_.lessons.page;
    if (now == page)
        now = store_.lessons.open.empty() ? SidePage::parameters : SidePage::lesson;
    else
        now = page;
}

void WindowContent::go_by_steps(std::ptrdiff_t steps) {
    if (!course_.is_open()) return;
    if (presenting() && lesson_page_.turn(steps)) return;
    const std::ptrdiff_t place = static_cast<std::ptrdiff_t>(course_.place()) + steps;
    if (place >= 0) course_.go_to(store_, static_cast<std::size_t>(place));
    store_.lessons.page = SidePage::lesson;
}

void WindowContent::present() {
    store_.lessons.presenting = !store_.lessons.presenting;
    laser_ = blank_ = false;
    if (course_.is_open())
        store_.lessons.page = SidePage::lesson;
    else if (presenting())
        store_.lessons.page = SidePage::explanation;
    ui_.wake_after(0);
}

/// Adds what is shown to a lesson of the user's own.
void WindowContent::make_step() {
    const Words words(store_.language);
    try {
        const std::string file = add_own_step(shown_state_of(store_), user_lessons_folder());
        toast_ = {words("Added as a step to {}", file), true, {}, -1};
        course_.read_again();
    } catch (const Error& error) {
        toast_ = {words(error.sentence()), false, {}, -1};
    }
}

}  // namespace poslab
