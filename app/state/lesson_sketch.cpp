#include "app/state/lesson_sketch.hpp"

#include "core/base/text.hpp"
#include "core/figure/axis_place.hpp"
#include "core/figure/palette.hpp"
#include "core/lessons/figure_curves.hpp"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

namespace poslab {

namespace {

constexpr double enough = 0.9;  // fraction of the axis that a complete curve covers
constexpr std::size_t places_of_step = (SketchedCurve::places - 1) / LessonSketch::pen_steps;

std::size_t place_of(int step) { return static_cast<std::size_t>(step) * places_of_step; }

}  // namespace

const Panel* LessonSketch::panel(const Store& store) const {
    const LessonDrawing* to_draw = course_.drawing(store);
    const Figure* figure = to_draw == nullptr ? nullptr : course_.figure(store.language);
    return figure == nullptr ? nullptr : panel_at(*figure, to_draw->curve.panel);
}

LessonAnswer* LessonSketch::answer(Store& store) const {
    const Panel* panel = course_.open_drawing(store) == nullptr ? nullptr : this->panel(store);
    if (panel == nullptr) return nullptr;
    LessonAnswer& answer = store.lessons.answers.try_emplace(key(), LessonAnswer{0, {}, false}).first->second;
    if (answer.sketch.x().empty()) answer.sketch = SketchedCurve(panel->x);
    return &answer;
}

void LessonSketch::draw(Store& store, std::span<const Point> path) {
    LessonAnswer* answer = this->answer(store);
    if (answer == nullptr) return;
    if (!stroke_ || path.size() == 1) stroke_ = Stroke{key(), answer->sketch};
    if (stroke_->key != key()) return;
    answer->sketch = stroke_->before;
    answer->sketch.draw_path({path.begin(), path.end()}, panel(store)->y);
}

void LessonSketch::end(Store& store, bool retained) {
    if (!stroke_) return;
    const Stroke stroke = *std::exchange(stroke_, std::nullopt);
    const auto found = store.lessons.answers.find(stroke.key);
    if (found == store.lessons.answers.end()) return;
    if (!retained) {
        found->second.sketch = stroke.before;
        return;
    }
    const LessonAnswer& sketch = found->second;
    if (sketch.sketch.share() >= enough && stroke.key == key()) {
        found->second.is_final = true;
        note_answered(store, course_);
    } else if (!(sketch.sketch == stroke.before)) {
        keep(stroke);
    }
}

void LessonSketch::keep(Stroke stroke) {
    constexpr std::size_t most = 256;
    if (!strokes_.empty() && strokes_.back().key != stroke.key) strokes_.clear();
    if (strokes_.size() == most) strokes_.erase(strokes_.begin());
    strokes_.push_back(std::move(stroke));
}

bool LessonSketch::undo(Store& store) {
    if (stroke_) return true;  // the stroke is not finished: Escape undoes it
    if (strokes_.empty() || !course_.is_open() || strokes_.back().key != key()) return false;
    LessonAnswer* answer = this->answer(store);
    if (answer == nullptr) return false;
    answer->sketch = std::move(strokes_.back().before);
    strokes_.pop_back();
    if (pen_ && pen_->key == key()) take_height(*answer, panel(store)->y);
    return true;
}

/// Moves the pen onto the curve if it was already drawn there.
void LessonSketch::take_height(const LessonAnswer& answer, const Axis& y) {
    const double sketch = axis_place(y, answer.sketch.y()[place_of(pen_->step)]);
    if (std::isfinite(sketch)) pen_->height = sketch;
}

LessonSketch::Pen& LessonSketch::pen(const LessonAnswer& answer, const Axis& y) {
    if (!pen_ || pen_->key != key()) {
        pen_ = Pen{key()};
        take_height(answer, y);
    }
    return *pen_;
}

void LessonSketch::hold_pen(Store& store, bool held) {
    LessonAnswer* answer = held ? this->answer(store) : nullptr;
    if (answer != nullptr)
        pen(*answer, panel(store)->y).held = true;
    else if (pen_)
        pen_->held = false;
}

void LessonSketch::move_pen(Store& store, int steps, double up) {
    LessonAnswer* answer = this->answer(store);
    if (answer == nullptr) return;
    const Axis y = panel(store)->y;
    const SketchedCurve before = answer->sketch;
    Pen& pen = this->pen(*answer, y);
    const auto point_at = [&](int step) {
        return Point{answer->sketch.x()[place_of(step)], answer->sketch.y()[place_of(step)]};
    };
    const auto go_to = [&](int step) {
        const Point from{point_at(pen.step).x, axis_value(y, pen.height)};
        pen.step = step;
        const Point target = point_at(step);
        if (!std::isfinite(target.y)) answer->sketch.draw_line(from, {target.x, from.y}, y);
        take_height(*answer, y);
    };
    for (; steps > 0 && pen.step < pen_steps; --steps) go_to(pen.step + 1);
    for (; steps < 0 && pen.step > 0; ++steps) go_to(pen.step - 1);
    if (up == 0) {
        if (!(answer->sketch == before)) keep({key(), before});
        return;
    }
    pen.height = std::clamp(pen.height + up, 0.0, 1.0);
    const Point here{point_at(pen.step).x, axis_value(y, pen.height)};
    answer->sketch.draw_line(here, here, y);
    for (const int beside : {pen.step - 1, pen.step + 1})
        if (beside >= 0 && beside <= pen_steps && std::isfinite(point_at(beside).y))
            answer->sketch.draw_line(point_at(beside), here, y);
    if (!(answer->sketch == before)) keep({key(), before});
}

void LessonSketch::show(Store& store) const {
    if (course_.drawing(store) == nullptr) return;
    store.lessons.answers.try_emplace(key(), LessonAnswer{}).first->second.is_final = true;
    note_answered(store, course_);
}

void LessonSketch::clear(Store& store) {
    if (course_.drawing(store) == nullptr) return;
    store.lessons.answers.erase(key());
    forget_strokes();
}

void LessonSketch::forget_strokes() {
    stroke_.reset();
    strokes_.clear();
    pen_.reset();
}

bool LessonSketch::changes(const Store& store, const std::optional<LessonCurve>& pointed) const {
    return pointed || course_.drawing(store) != nullptr ||
           (course_.shows_step(store) && !course_.step().later.empty());
}

void LessonSketch::change(Figure& figure, const Store& store,
                          const std::optional<LessonCurve>& pointed) const {
    if (course_.shows_step(store)) leave_out(course_.step().later, figure);
    if (pointed) bring_out(*pointed, figure);
    const LessonDrawing* to_draw = course_.drawing(store);
    if (to_draw == nullptr) return;
    const Palette& colors = palette(store.theme);
    const bool open = course_.open_drawing(store) != nullptr;
    if (open) leave_out(*to_draw, figure);
    const auto answer = store.lessons.answers.find(key());
    const SketchedCurve sketch =
        answer == store.lessons.answers.end() ? SketchedCurve() : answer->second.sketch;
    if (!open && sketch.share() == 0) return;
    const Translator translate(store.language);
    add_sketch(to_draw->curve, sketch, {colors.accent, translate("Your curve"_tr), translate("Computed"_tr)},
               figure);
    Panel* panel = panel_at(figure, to_draw->curve.panel);
    const Panel* own = this->panel(store);
    if (!open || !pen_ || !pen_->held || pen_->key != key() || panel == nullptr || own == nullptr) return;
    if (sketch.x().empty()) return;
    PointMark ring{{sketch.x()[place_of(pen_->step)], axis_value(own->y, pen_->height)}, colors.accent, {}};
    ring.ring = true;
    panel->marks.emplace_back(ring);
}

std::string LessonSketch::comparison(const Store& store) const {
    const Panel* panel = this->panel(store);
    if (panel == nullptr) return {};
    const auto answer = store.lessons.answers.find(key());
    if (answer == store.lessons.answers.end()) return {};
    const LineMark* real = line_in(*panel, course_.drawing(store)->curve.number);
    const auto result = real == nullptr ? std::nullopt : compared(answer->second.sketch, *real, panel->y);
    return result ? comparison_text(*result, panel->x.title, Translator(store.language)) : std::string();
}

}  // namespace poslab
