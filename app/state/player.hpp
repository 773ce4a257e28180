#pragma once

#include "app/state/play_range.hpp"
#include "app/state/store.hpp"

#include <cstddef>
#include <map>
#include <optional>
#include <utility>
#include <vector>

namespace poslab {

/// Runs one slider over a range of its track, and maybe a second one of the same view along with it over its own. A value follows
/// the clock and waits for the figure: what could not be shown in time is left out, nothing queues up; of those that run through
/// (Play::Run::through) the end of each run is not. The store has the values of the step on screen: the next step is computed
/// first, and taken once its data are there, so that sliders, formula and figure always show one step.
class Player {
  public:
    static constexpr double least_range = 0.02;

    /// Plays this parameter of the chosen view, or pauses it if it is the one that runs.
    void toggle(const Store& store, std::size_t parameter, double now);
    /// This parameter of the chosen view runs along with the one that is held, or does no longer.
    void join(const Store& store, std::size_t parameter);
    void pause();
    /// Neither running nor paused: the slider is an ordinary one again.
    void stop();

    [[nodiscard]] bool running() const { return running_; }
    /// Whether this parameter is the one that runs or is paused, or runs along with it.
    [[nodiscard]] bool holds(const View& view, std::size_t parameter) const;
    [[nodiscard]] bool leads(const View& view, std::size_t parameter) const;
    [[nodiscard]] std::optional<std::size_t> parameter_of(const View& view) const;

    /// What runs along when this one is played.
    [[nodiscard]] std::optional<std::size_t> along_with(const View& view, std::size_t parameter) const;

    /// Of the one that leads; of any that is held.
    [[nodiscard]] PlayRange range() const { return target_ ? range(target_->second) : PlayRange{}; }
    [[nodiscard]] PlayRange range(std::size_t parameter) const;
    /// What of the track of this parameter of the chosen view is played: what was last, else what would be at first.
    [[nodiscard]] PlayRange range_of(const Store& store, std::size_t parameter) const;
    void set_range(std::size_t parameter, PlayRange range);

    /// Of one run from end to end.
    [[nodiscard]] double seconds() const { return seconds_; }
    void set_seconds(double seconds);
    /// The next slower (1) or faster (-1) of the speeds there are; over the end it begins anew.
    void change_speed(int steps);
    /// Sliders that run through have a mode of their own, at first `loop`.
    [[nodiscard]] PlayMode mode() const { return runs_through() ? through_mode_ : mode_; }
    void set_mode(PlayMode mode) { (runs_through() ? through_mode_ : mode_) = mode; }
    /// That of the others: what the session keeps.
    [[nodiscard]] PlayMode usual_mode() const { return mode_; }
    [[nodiscard]] PlayCourse course() const { return course_; }
    /// Of PlayCourse::steps.
    [[nodiscard]] int steps() const { return steps_; }
    void set_course(PlayCourse course, int steps);
    /// Even, eased, then numbers of steps; after the last one even again.
    void change_course();

    /// Ranges that differ from first ones, and what runs along with what: for the session.
    struct Kept {
        const View* view = nullptr;
        std::size_t parameter = 0;
        PlayRange range;
        std::optional<std::size_t> along;
    };
    [[nodiscard]] std::vector<Kept> kept() const;
    void restore(const Kept& kept);

    /// Once a frame. `shown`: the figure of the last value is on screen, so that a next one may be computed.
    void advance(const Store& store, double now, bool shown);
    /// The values of the next step, which are to be computed; none: the store has those of the step that the clock is at.
    [[nodiscard]] std::optional<Values> next(const Store& store) const;
    /// The store takes the values of the next step. Call at the beginning of a frame that has their data.
    void take_next(Store& store);

  private:
    using Target = std::pair<const View*, std::size_t>;

    [[nodiscard]] double time() const;   // of the run there or back, 0…1
    [[nodiscard]] double place() const;  // in the range, 0…1
    [[nodiscard]] double time_at(double place) const;
    [[nodiscard]] Value value_now(const Store& store, std::size_t parameter) const;
    [[nodiscard]] bool runs_through() const;
    /// `shown`: as of advance().
    void move_on(double runs, bool shown);

    std::optional<Target> target_;
    std::vector<std::pair<std::size_t, Value>> next_;  // what the next step changes; empty: there is none
    std::map<Target, PlayRange> ranges_;
    std::map<Target, std::size_t> along_;  // by the one that leads
    PlayCourse course_ = PlayCourse::even;
    int steps_ = 8;
    bool running_ = false;
    PlayMode mode_ = PlayMode::bounce, through_mode_ = PlayMode::loop;
    double seconds_ = 4;
    double phase_ = 0;    // 0…1 there, 1…2 back
    bool ended_ = false;  // the last value was that of the end
    double clock_ = 0;
    Gesture gesture_ = 0;
};

/// Whether there is a slider, or a number with buttons, that Play can run.
[[nodiscard]] bool playable(const Descriptor& descriptor);

/// Numbers that a figure is drawn from, in the order of the view: what can be played.
[[nodiscard]] std::vector<std::size_t> playable_parameters(const View& view, const FigureInfo& figure, const Values& values);

/// What the play button of the window runs: what ran last, else what was changed last, else the first slider.
[[nodiscard]] std::optional<std::size_t> playable_parameter(const Store& store, const Player& player);

}  // namespace poslab
