#include "app/state/lesson_course.hpp"

#include "app/state/show_state.hpp"
#include "app/state/view_settings.hpp"
#include "core/base/errors.hpp"
#include "core/controls/slider_scale.hpp"
#include "core/documents/session.hpp"
#include "core/files/file_status.hpp"
#include "core/lessons/figure_curves.hpp"
#include "core/lessons/lesson_check.hpp"
#include "core/views/comparison.hpp"
#include "core/views/registry.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <utility>

namespace poslab {

namespace {

std::optional<std::pair<double, double>> range_of_try(const LessonStep& step, const ShownState& shown) {
    if (!step.tried || step.tried->to.empty()) return std::nullopt;
    try {
        const std::vector<Values> tries = tried_values(*step.tried, shown);
        const auto index = static_cast<std::size_t>(parameter_index(*shown.view, step.tried->parameter));
        const Descriptor& descriptor = shown.view->parameters()[index];
        const double from = number_of(descriptor, tries.front()[index]),
                     to = number_of(descriptor, tries.back()[index]);
        return std::pair(std::min(from, to), std::max(from, to));
    } catch (const LessonError&) {  // reported by lesson --check
    } catch (const Error&) {
    }
    return std::nullopt;
}

/// Reports steps whose figure is no valid command, since such a step cannot be shown.
void add_unreadable_states(LessonReading& reading) {
    for (const LessonStep& step : reading.lesson.steps) {
        try {
            static_cast<void>(shown_by(reading.lesson, step, all_views()));
        } catch (const Error& error) {
            reading.problems.push_back({reading.lesson.file, step.show.line, error.message()});
        }
    }
}

}  // namespace

std::vector<Variant> with_pins(const Store& store, std::span<const Variant> shown) {
    std::vector<Variant> all;
    if (shown.empty()) return all;
    all.push_back(shown.front());
    std::size_t next = 1;
    for (const Pin& pin : store.pins()) {
        if (!pin.shown) continue;
        if (pin.values == store.values())
            all.push_back(shown.front());
        else if (next < shown.size())
            all.push_back(shown[next++]);
    }
    return all;
}

std::string lesson_key(const Lesson& lesson, const LessonStep& step) { return lesson.id + "/" + step.id; }

void note_answered(Store& store, const LessonCourse& course) {
    if (!course.step().tried) store.lessons.note_done(lesson_key(course.lesson(), course.step()));
}

LessonCourse::LessonCourse(std::function<void()> wake, EngineChoice engine, std::string folder)
    : wake_(wake),
      engine_(std::move(engine)),
      folder_(std::move(folder)),
      of_step_(wake),
      of_figure_(wake),
      job_(std::move(wake)) {}

const LessonList& LessonCourse::all() {
    if (!all_) all_ = shared_lessons(all_lessons(folder_));
    return *all_;
}

const Lesson* LessonCourse::next() {
    const auto& lessons = all();
    auto found = std::find_if(lessons.begin(), lessons.end(),
                              [&](const auto& lesson) { return &lesson->lesson == lesson_; });
    if (found != lessons.end()) ++found;
    found = std::find_if(found, lessons.end(), [](const auto& reading) { return reading->problems.empty(); });
    return found == lessons.end() ? nullptr : &(*found)->lesson;
}

void LessonCourse::update(Store& store) {
    of_step_.begin_frame();
    of_figure_.begin_frame();
    const std::string& requested = store.lessons.open;
    if (requested != (lesson_ == nullptr ? std::string() : lesson_->id)) {
        if (lesson_ != nullptr) close(store);
        if (!requested.empty()) open(store);
    }
    if (lesson_ == nullptr) return;
    if (store.lessons.step != step().id) {
        const auto& steps = lesson_->steps;
        const auto found = std::find_if(steps.begin(), steps.end(), [&](const LessonStep& lesson_step) {
            return lesson_step.id == store.lessons.step;
        });
        go(store, found == steps.end() ? 0 : static_cast<std::size_t>(found - steps.begin()));
    }
    static_cast<void>(job_.ended());
    {
        const std::lock_guard lock(worked_->mutex);
        if (worked_->serial == serial_) state_ = worked_->state;
    }
    if (pending_ && !job_.running()) compute();
}

std::optional<Message> LessonCourse::follow_file(Store& store, double now) {
    if (lesson_ == nullptr || !has_file_ || std::abs(now - looked_at_) < seconds_between_looks)
        return std::nullopt;
    looked_at_ = now;
    if (prompt_file_status(lesson_->file).is_late) return std::nullopt;
    LessonFileStamps stamps = lesson_file_stamps(*lesson_);
    if (stamps == stamps_) return std::nullopt;
    stamps_ = std::move(stamps);
    LessonReading changed = read_lesson_folder(std::filesystem::path(lesson_->file).parent_path().string());
    add_unreadable_states(changed);
    if (!changed.problems.empty())
        return tr("The changed lesson is not shown: {}", changed.problems.front().message());
    const std::string before = step().show.text;
    const auto open =
        std::find_if(all_->begin(), all_->end(), [&](const auto& one) { return &one->lesson == lesson_; });
    *open = std::make_shared<const LessonReading>(std::move(changed));
    lesson_ = &(*open)->lesson;
    const auto& steps = lesson_->steps;
    const auto same = std::find_if(steps.begin(), steps.end(),
                                   [&](const LessonStep& one) { return one.id == store.lessons.step; });
    const std::size_t index = same != steps.end() ? static_cast<std::size_t>(same - steps.begin())
                                                  : std::min(place_, steps.size() - 1);
    go(store, index, same != steps.end() && same->show.text == before);  // moved sliders stay if they can
    return std::nullopt;
}

void LessonCourse::open(Store& store) {
    read_again();
    const auto& lessons = all();
    const auto found = std::find_if(lessons.begin(), lessons.end(), [&](const auto& lesson) {
        return lesson->lesson.id == store.lessons.open;
    });
    if (found == lessons.end() || !(*found)->problems.empty()) return store.lessons.leave();
    lesson_ = &(*found)->lesson;
    has_file_ = is_in_folder(*lesson_);
    stamps_ = has_file_ ? lesson_file_stamps(*lesson_) : LessonFileStamps{};
    const bool retained = std::exchange(store.lessons.restored, false);
    if (!retained && store.lessons.before.empty())
        store.lessons.before = session_text(views_session(store), all_views());
    const auto& steps = lesson_->steps;
    const auto at = std::find_if(steps.begin(), steps.end(),
                                 [&](const LessonStep& step) { return step.id == store.lessons.step; });
    go(store, at == steps.end() ? 0 : static_cast<std::size_t>(at - steps.begin()), retained);
}

/// Restores the state of every view before the lesson, even if the program was restarted meanwhile.
void LessonCourse::close(Store& store) {
    lesson_ = nullptr;
    has_file_ = false;
    state_.reset();
    shown_.reset();
    if (!store.lessons.open.empty()) return;  // another lesson follows
    const Session before = read_session(std::exchange(store.lessons.before, {}), all_views()).session;
    if (!before.values.empty()) open_views_session(store, before);
}

void LessonCourse::go(Store& store, std::size_t index, bool stays) {
    place_ = index;
    store.lessons.step = step().id;
    store.lessons.note_seen(lesson_key(*lesson_, step()));
    state_.reset();
    shown_.reset();
    error_ = {};
    try_range_.reset();
    ++serial_;
    try {
        shown_ = shown_by(*lesson_, step(), all_views());
    } catch (const Error& error) {
        error_ = error.message();
        return;
    }
    try_range_ = range_of_try(step(), *shown_);
    if (!stays) back_to_step(store);
    pending_ = true;
    job_.cancel();
}

void LessonCourse::compute() {
    pending_ = false;
    if (!shown_) return;
    job_.start([worked = worked_, serial = serial_, shown = *shown_,
                arrays = arrays_of(*lesson_, step(), *shown_), engine = engine_](const Job& job) {
        auto state = std::make_shared<const LessonState>(
            computed_state(shown, arrays, engine, Language::english, job));
        const std::lock_guard lock(worked->mutex);
        if (serial < worked->serial) return;  // cancelled, but ended after a later one
        worked->state = std::move(state);
        worked->serial = serial;
    });
}

void LessonCourse::back_to_step(Store& store) const {
    if (!shown_) return;
    show_state(store, *shown_);
}

const LessonState* LessonCourse::state() const { return state_.get(); }

std::optional<LessonNumbers> LessonCourse::numbers_of_step() const {
    if (state_ == nullptr) return std::nullopt;
    return of_step_.of(state_->numbers());
}

LessonNumbers LessonCourse::numbers_of_figure(const Store& store, std::span<const Variant> variants) const {
    return of_figure_.of({&store.view(), variants, store.figure().id});
}

bool LessonCourse::shows_figure(const Store& store) const {
    return shown_ && shown_->view == &store.view() && &store.figure() == &shown_->figure_info();
}

bool LessonCourse::is_at_step(const Store& store) const {
    if (!shown_ || !shows_figure(store) || !(store.values() == shown_->values)) return false;
    const Pins& pins = store.pins();
    return std::equal(pins.begin(), pins.end(), shown_->pins.begin(), shown_->pins.end(),
                      [](const Pin& pin, const Values& values) { return pin.values == values; });
}

LessonCourse::ShownStep LessonCourse::shown_step(const Store& store) const {
    if (store.lessons.page == SidePage::lesson && lesson_ != nullptr) return {lesson_, &step()};
    const LessonReading* explained =
        store.lessons.page == SidePage::explanation ? explanation_of(store.view().info().id) : nullptr;
    if (explained == nullptr) return {};
    const auto& steps = explained->lesson.steps;
    const auto found = std::find_if(steps.begin(), steps.end(), [&](const LessonStep& lesson_step) {
        return lesson_step.id == store.figure().id;
    });
    return {&explained->lesson, found == steps.end() ? nullptr : &*found};
}

std::vector<std::optional<MarkTarget>> LessonCourse::places(const Store& store,
                                                            std::span<const Variant> shown,
                                                            const Figure& figure) const {
    const ShownStep shown_step = this->shown_step(store);
    if (shown_step.step == nullptr) return {};
    std::vector<std::optional<MarkTarget>> places(shown_step.step->marks.size());
    const bool elsewhere = shown_step.lesson == lesson_ && !shows_figure(store);
    if (elsewhere || shown.empty() || shown.front().data == nullptr) return places;
    const std::vector<Variant> all = with_pins(store, shown);
    const LessonNumbers numbers = numbers_of_figure(store, all);
    for (std::size_t n = 0; n < places.size(); ++n) {
        if (hides(store, shown_step.step->marks[n])) continue;
        try {
            places[n] = place_of(shown_step.step->marks[n], numbers, figure);
        } catch (const EmptyMark&) {
            places[n].emplace().nothing = true;
        } catch (const LessonError&) {  // it has moved out of view
        }
    }
    return places;
}

bool LessonCourse::tells(const Store& store) const {
    const SidePage page = store.lessons.page;
    return lesson_ != nullptr &&
           (page == SidePage::lesson || (store.lessons.presenting() && page == SidePage::parameters));
}

bool LessonCourse::shows_step(const Store& store) const { return tells(store) && shows_figure(store); }

const LessonDrawing* LessonCourse::drawing(const Store& store) const {
    if (!shows_step(store) || !step().question) return nullptr;
    return step().question->drawing ? &*step().question->drawing : nullptr;
}

const LessonDrawing* LessonCourse::open_drawing(const Store& store) const {
    const LessonDrawing* to_draw = drawing(store);
    return to_draw == nullptr || store.lessons.is_answered(lesson_key(*lesson_, step())) ? nullptr : to_draw;
}

bool LessonCourse::hides(const Store& store, const LessonMark& mark) const {
    const LessonDrawing* to_draw = open_drawing(store);
    return to_draw != nullptr && gives_away(mark, *to_draw);
}

const Figure* LessonCourse::figure(Language language) const {
    if (state_ == nullptr) return nullptr;
    if (!figure_ || figure_->of != state_ || figure_->language != language)
        figure_ = DrawnFigure{state_, language,
                              compared_figure(*state_->shown.view, state_->figure().id, state_->variants,
                                              {Theme::light, language}, {}, state_->shown.comparison)};
    return &figure_->figure;
}

void LessonCourse::go_to(Store& store, std::size_t index) const {
    if (lesson_ != nullptr && index < lesson_->steps.size()) store.lessons.step = lesson_->steps[index].id;
}

void LessonCourse::notice(Store& store, std::span<const Variant> shown) {
    if (lesson_ == nullptr || step().done.empty() || shown.empty() || shown.front().data == nullptr) return;
    if (!shown_ || shown_->view != &store.view()) return;
    const std::string key = lesson_key(*lesson_, step());
    if (store.lessons.is_done(key)) return;
    try {
        const std::vector<Variant> all = with_pins(store, shown);
        if (is_done(step(), numbers_of_figure(store, all))) store.lessons.note_done(key);
    } catch (const LessonError&) {  // another figure, or no data yet
    }
}

}  // namespace poslab
