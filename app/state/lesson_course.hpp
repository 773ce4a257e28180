#pragma once

#include "app/state/background_job.hpp"
#include "app/state/lesson_values.hpp"
#include "app/state/store.hpp"
#include "core/engine/engine_choice.hpp"
#include "core/lessons/lesson.hpp"
#include "core/lessons/lesson_state.hpp"
#include "core/lessons/lessons.hpp"

#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace poslab {

/// Runs the lesson that is open in Store::lessons: applies the states of its steps, provides its texts and
/// detects completed tasks.
class LessonCourse {
  public:
    /// `wake` requests a frame and can be called on any thread; `folder` has additional lessons and may be
    /// empty.
    LessonCourse(std::function<void()> wake, EngineChoice engine, std::string folder);

    /// Opens, closes and changes steps as the store requires; call first in each frame.
    void update(Store& store);
    /// Reads the open lesson again if its file has changed, at most once a second, and stays at the step. A
    /// file with a fault changes nothing; returns a message about the fault, once.
    [[nodiscard]] std::optional<Message> follow_file(Store& store, double now);
    /// True if the open lesson has a file that follow_file() observes.
    [[nodiscard]] bool has_file() const { return has_file_; }
    static constexpr double seconds_between_looks = 1;
    /// Checks the figure on screen against the condition of the step.
    void notice(Store& store, std::span<const Variant> shown);

    [[nodiscard]] const LessonList& all();
    /// Discards the list of lessons because files may have changed, unless a lesson is open.
    void read_again() {
        if (lesson_ == nullptr) all_.reset();
    }
    [[nodiscard]] bool is_open() const { return lesson_ != nullptr; }
    [[nodiscard]] const Lesson& lesson() const { return *lesson_; }
    [[nodiscard]] std::size_t place() const { return place_; }
    /// Returns the next lesson of the list without problems; null if there is none.
    [[nodiscard]] const Lesson* next();
    /// Returns how often a step was opened.
    [[nodiscard]] std::size_t opened() const { return serial_; }
    [[nodiscard]] const LessonStep& step() const { return lesson_->steps[place_]; }
    /// Returns the computed state of the step; null if it is not yet computed or has failed.
    [[nodiscard]] const LessonState* state() const;
    [[nodiscard]] const Message& error() const { return error_; }
    /// True while the state or a long expression is being computed.
    [[nodiscard]] bool computing() const {
        return pending_ || job_.running() || of_step_.evaluating() || of_figure_.evaluating();
    }
    /// Returns the numbers of state(); nullopt if it is null. Valid until the next update().
    [[nodiscard]] std::optional<LessonNumbers> numbers_of_step() const;
    /// Returns the numbers of the figure on screen; `variants` of with_pins() must outlive them.
    [[nodiscard]] LessonNumbers numbers_of_figure(const Store& store,
                                                  std::span<const Variant> variants) const;
    /// Returns how many expressions were evaluated so far.
    [[nodiscard]] std::size_t evaluations() const {
        return of_step_.evaluations() + of_figure_.evaluations();
    }
    /// Returns the range to which the step asks to move its parameter; nullopt if it has none, or the
    /// parameter is a choice.
    [[nodiscard]] const std::optional<std::pair<double, double>>& try_range() const { return try_range_; }

    /// The text next to the figure: a step, or the explanation of the figure; null: none.
    struct ShownStep {
        const Lesson* lesson = nullptr;
        const LessonStep* step = nullptr;
    };
    [[nodiscard]] ShownStep shown_step(const Store& store) const;
    /// Returns the locations of the marks in the figure on screen, in their order; nullopt for a mark that is
    /// not visible.
    [[nodiscard]] std::vector<std::optional<MarkTarget>> places(const Store& store,
                                                                std::span<const Variant> shown,
                                                                const Figure& figure) const;

    /// True if the step is open: its page, or during a presentation also the page of sliders.
    [[nodiscard]] bool tells(const Store& store) const;
    /// True if the step is open and its figure is shown.
    [[nodiscard]] bool shows_step(const Store& store) const;
    /// Returns the curve that the step asks the user to draw, if its page and figure are shown; null if there
    /// is none.
    [[nodiscard]] const LessonDrawing* drawing(const Store& store) const;
    /// The same until the curve is drawn or the answer is shown.
    [[nodiscard]] const LessonDrawing* open_drawing(const Store& store) const;
    /// True if a mark is hidden because it would reveal that curve.
    [[nodiscard]] bool hides(const Store& store, const LessonMark& mark) const;
    /// Returns the initial figure of the step in a language, without zoom; null if it is not yet computed or
    /// has failed.
    [[nodiscard]] const Figure* figure(Language language) const;

    /// Goes to a step by its index; does nothing if there is no such step.
    void go_to(Store& store, std::size_t index) const;

    /// True if the window shows the view and the figure of the step.
    [[nodiscard]] bool shows_figure(const Store& store) const;
    /// True if the window shows exactly the initial state of the step.
    [[nodiscard]] bool is_at_step(const Store& store) const;
    void back_to_step(Store& store) const;

  private:
    void open(Store& store);
    void close(Store& store);
    void go(Store& store, std::size_t index, bool stays = false);
    void compute();

    std::function<void()> wake_;
    EngineChoice engine_;
    std::string folder_;
    std::optional<LessonList> all_;
    const Lesson* lesson_ = nullptr;  // in `all_`
    bool has_file_ = false;
    LessonFileStamps stamps_;  // of the lesson's files, when they were last read
    double looked_at_ = 0;     // time of the last look at them
    std::size_t place_ = 0;
    std::optional<ShownState> shown_;  // the state of the step; unset if it cannot be read
    Message error_;
    std::optional<std::pair<double, double>> try_range_;

    struct Worked {
        std::mutex mutex;
        std::shared_ptr<const LessonState> state;
        std::size_t serial = 0;
    };
    std::shared_ptr<Worked> worked_ = std::make_shared<Worked>();
    std::shared_ptr<const LessonState> state_;
    /// Built from state_, which it keeps alive.
    struct DrawnFigure {
        std::shared_ptr<const LessonState> of;
        Language language;
        Figure figure;
    };
    mutable std::optional<DrawnFigure> figure_;
    mutable LessonValues of_step_, of_figure_;
    std::size_t serial_ = 0;
    bool pending_ = false;  // to be computed by the next update()
    BackgroundJob job_;     // last: it wakes the window
};

/// Returns the current variant and one per shown pin; a pin equal to the current values is not drawn but has
/// its numbers here.
[[nodiscard]] std::vector<Variant> with_pins(const Store& store, std::span<const Variant> shown);

/// Marks the step as done after its question was answered, unless it has something to try.
void note_answered(Store& store, const LessonCourse& course);

/// Returns the key of Store::lessons: "LESSON/STEP".
[[nodiscard]] std::string lesson_key(const Lesson& lesson, const LessonStep& step);

}  // namespace poslab
