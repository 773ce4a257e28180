#pragma once

#include "app/state/background_job.hpp"
#include "core/lessons/lesson_numbers.hpp"

#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace poslab {

/// The numbers of a lesson's expressions in one state at a time, each evaluated once: a short expression when
/// its number is requested; longer ones, and those beyond the work of one frame, in the background.
class LessonValues final : public LessonMemo {
  public:
    /// `wake` requests a frame and can be called on any thread.
    explicit LessonValues(std::function<void()> wake) : job_(std::move(wake)) {}

    /// The array elements that evaluations of one frame may read, and the number of elements whose reading
    /// takes as long as parsing an expression; a frame evaluates for about 5 ms at most.
    static constexpr std::size_t elements_of_frame = std::size_t{1} << 22U,
                                 elements_of_parsing = std::size_t{1} << 15U;

    /// Collects the number that was evaluated in the background; call first in each frame.
    void begin_frame();
    /// Returns these numbers with this memo; forgets its results if the numbers are not those of the last
    /// call.
    [[nodiscard]] LessonNumbers of(LessonNumbers numbers);
    /// Throws LongEvaluation until an evaluation in the background has ended.
    [[nodiscard]] double number(const std::string& expression, const LessonNumbers& numbers) override;
    /// True while an expression is evaluated in the background.
    [[nodiscard]] bool evaluating() const { return job_.running(); }
    /// Returns how many expressions were evaluated so far.
    [[nodiscard]] std::size_t evaluations() const { return evaluations_; }

  private:
    struct Result {
        double number = 0;
        std::optional<Message> error{};
    };
    /// The state whose results are known; its data need not exist any more.
    struct State {
        const View* view = nullptr;
        std::string figure{};
        std::vector<std::pair<Values, std::weak_ptr<const Data>>> variants{};
        [[nodiscard]] bool has(const LessonNumbers& numbers) const;
    };
    struct Finished {
        std::mutex mutex;
        std::string expression;
        std::optional<Result> result;
    };

    [[nodiscard]] static Result evaluated(const std::string& expression, const LessonNumbers& numbers,
                                          std::size_t& elements);
    [[nodiscard]] const Result* found(const std::string& expression, const LessonNumbers& numbers);
    void start(const std::string& expression, const LessonNumbers& numbers);

    State state_;
    std::map<std::string, Result> results_;
    std::set<std::string> long_;                // expressions for the background
    std::size_t elements_ = elements_of_frame;  // that this frame may still read
    std::size_t evaluations_ = 0;
    std::shared_ptr<Finished> finished_;  // of the background evaluation; null if the state has changed
    BackgroundJob job_;                   // last: it uses the others
};

}  // namespace poslab
