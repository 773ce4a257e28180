#pragma once

#include "app/state/background_job.hpp"
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

/// The lesson that Store::lessons says is open: brings the window to its steps, tells its texts, notices what was tried.
class LessonCourse {
  public:
    /// `wake` asks for a frame from any thread; `folder` has lessons beside the others, may be empty.
    LessonCourse(std::function<void()> wake, EngineChoice engine, std::string folder);

    /// Once a frame, first: opens, closes and steps as the store says.
    void update(Store& store);
    /// What is on screen: notices that the step's condition holds.
    void notice(Store& store, std::span<const Variant> shown);

    [[nodiscard]] const std::vector<LessonReading>& all();
    /// Files may have changed; what is open stays as it is.
    void read_again() {
        if (lesson_ == nullptr) all_.reset();
    }
    [[nodiscard]] bool is_open() const { return lesson_ != nullptr; }
    [[nodiscard]] const Lesson& lesson() const { return *lesson_; }
    [[nodiscard]] std::size_t place() const { return place_; }
    /// The lesson that follows the open one in the list, of those that are whole; null: none does.
    [[nodiscard]] const Lesson* next();
    /// How often a step was opened.
    [[nodiscard]] std::size_t opened() const { return serial_; }
    [[nodiscard]] const LessonStep& step() const { return lesson_->steps[place_]; }
    /// What the step shows, worked out; null: not yet, or it cannot be.
    [[nodiscard]] const LessonState* state() const;
    [[nodiscard]] const Sentence& error() const { return error_; }
    /// Whether that is being worked out.
    [[nodiscard]] bool computing() const { return wanted_ || job_.running(); }
    /// From where to where the step wants its parameter moved; none: it has none, or it is a choice.
    [[nodiscard]] const std::optional<std::pair<double, double>>& try_range() const { return try_range_; }

    /// What is told beside the figure now: a step, or what the figure shows; null: nothing.
    struct Told {
        const Lesson* lesson = nullptr;
        const LessonStep* step = nullptr;
    };
    [[nodiscard]] Told told(const Store& store) const;
    /// Where its marks lie in the figure that is on screen, in their order; nothing of a mark that cannot be seen there.
    [[nodiscard]] std::vector<std::optional<LessonPlace>> places(const Store& store, std::span<const Variant> shown,
                                                                 const Figure& figure) const;

    /// True if the step is open: its page, or during a presentation the sliders in its place.
    [[nodiscard]] bool tells(const Store& store) const;
    /// The same, next to its figure.
    [[nodiscard]] bool shows_step(const Store& store) const;
    /// The curve that the step asks for, if the page and the figure of the step are shown; null: none.
    [[nodiscard]] const LessonDrawing* drawing(const Store& store) const;
    /// The same while it was neither drawn nor asked to be shown.
    [[nodiscard]] const LessonDrawing* open_drawing(const Store& store) const;
    /// Whether a mark is not shown yet, since it would give that curve away.
    [[nodiscard]] bool hides(const Store& store, const LessonMark& mark) const;
    /// The figure that the step begins with, in that language, without zoom; null: it is not worked out yet, or cannot be.
    [[nodiscard]] const Figure* figure(Language language) const;

    /// To another step, by its place; none where there is no such.
    void go_to(Store& store, std::size_t place) const;

    /// Whether the window shows the view and the figure that the step speaks of.
    [[nodiscard]] bool shows_figure(const Store& store) const;
    /// Whether it shows just what the step began with.
    [[nodiscard]] bool is_at_step(const Store& store) const;
    void back_to_step(Store& store) const;

  private:
    void open(Store& store);
    void close(Store& store);
    void go(Store& store, std::size_t place, bool stays = false);
    void compute();

    std::function<void()> wake_;
    EngineChoice engine_;
    std::string folder_;
    std::optional<std::vector<LessonReading>> all_;
    const Lesson* lesson_ = nullptr;
    std::size_t place_ = 0;
    std::optional<ShownState> shown_;  // what the step shows; none: it cannot be read
    Sentence error_;
    std::optional<std::pair<double, double>> try_range_;

    struct Worked {
        std::mutex mutex;
        std::shared_ptr<const LessonState> state;
        std::size_t serial = 0;
    };
    std::shared_ptr<Worked> worked_ = std::make_shared<Worked>();
    std::shared_ptr<const LessonState> state_;
    /// Drawn of state_, which it keeps.
    struct DrawnFigure {
        std::shared_ptr<const LessonState> of;
        Language language;
        Figure figure;
    };
    mutable std::optional<DrawnFigure> figure_;
    std::size_t serial_ = 0;
    bool wanted_ = false;  // is to be computed when what is computed now has ended
    BackgroundJob job_;    // last: it uses the others
};

/// What is shown, and each pin in its place: one that is as the present is not drawn beside it, but has its numbers.
[[nodiscard]] std::vector<Variant> with_pins(const Store& store, std::span<const Variant> shown);

/// The question of the step is answered: all of it is done, unless there is something to try.
void note_answered(Store& store, const LessonCourse& course);

/// "LESSON/STEP", as Store::lessons keeps it.
[[nodiscard]] std::string lesson_key(const Lesson& lesson, const LessonStep& step);

}  // namespace poslab
