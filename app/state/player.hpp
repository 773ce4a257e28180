#pragma once

#include "app/state/play_range.hpp"
#include "app/state/store.hpp"

#include <cstddef>
#include <map>
#include <optional>
#include <utility>
#include <vector>

namespace poslab {

/// Moves one slider over a range of its track, and optionally a second one of the same view over its own.
/// Values follow the clock and wait for the figure: steps that cannot be shown in time are skipped, except
/// the end of each run of parameters with Play::Run::through.
///
/// The store has the values of the step on screen. The next step is computed first and applied when its data
/// are available, so that sliders, formula and figure always show the same step.
class Player {
  public:
    static constexpr double min_range = 0.02;

    /// Plays this parameter of the chosen view, or pauses it if it is playing.
    void toggle(const Store& store, std::size_t parameter, double now);
    /// Moves this parameter of the chosen view together with the leading one, or stops doing so.
    void join(const Store& store, std::size_t parameter);
    void pause();
    /// Stops playing and releases the slider.
    void stop();

    [[nodiscard]] bool running() const { return running_; }
    /// True if this parameter plays or is paused, as the leading or the second one.
    [[nodiscard]] bool holds(const View& view, std::size_t parameter) const;
    [[nodiscard]] bool leads(const View& view, std::size_t parameter) const;
    [[nodiscard]] std::optional<std::size_t> parameter_of(const View& view) const;

    /// Returns the parameter that moves together with this one.
    [[nodiscard]] std::optional<std::size_t> along_with(const View& view, std::size_t parameter) const;

    /// Return the range of the leading parameter, or of a given one.
    [[nodiscard]] PlayRange range() const { return target_ ? range(target_->second) : PlayRange{}; }
    [[nodiscard]] PlayRange range(std::size_t parameter) const;
    /// Returns the range for this parameter of the chosen view: the last one, else the initial one.
    [[nodiscard]] PlayRange range_of(const Store& store, std::size_t parameter) const;
    void set_range(std::size_t parameter, PlayRange range);

    /// Returns the duration of one run from end to end, in seconds.
    [[nodiscard]] double seconds() const { return seconds_; }
    void set_seconds(double seconds);
    /// Selects the next slower (1) or faster (-1) speed; wraps around.
    void change_speed(int steps);
    /// Parameters with Play::Run::through have a separate mode, initially `loop`.
    [[nodiscard]] PlayMode mode() const { return runs_through() ? through_mode_ : mode_; }
    void set_mode(PlayMode mode) { (runs_through() ? through_mode_ : mode_) = mode; }
    /// Returns the mode of the other parameters, which the session saves.
    [[nodiscard]] PlayMode usual_mode() const { return mode_; }
    [[nodiscard]] PlayCourse course() const { return course_; }
    /// Returns the number of steps of PlayCourse::steps.
    [[nodiscard]] int steps() const { return steps_; }
    void set_course(PlayCourse course, int steps);
    /// Selects the next motion: constant, eased, then numbers of steps, then constant again.
    void change_course();

    /// A range that differs from the initial one, and the second parameter, for the session.
    struct SavedPlay {
        const View* view = nullptr;
        std::size_t parameter = 0;
        PlayRange range;
        std::optional<std::size_t> along;
    };
    [[nodiscard]] std::vector<SavedPlay> saved_plays() const;
    void restore(const SavedPlay& saved);

    /// Advances the clock; call once per frame. `shown`: the figure of the last value is on screen, so the
    /// next one may be computed.
    void advance(const Store& store, double now, bool shown);
    /// Returns the values of the next step, which are to be computed; nullopt if the store already has them.
    [[nodiscard]] std::optional<Values> next(const Store& store) const;
    /// Applies the values of the next step to the store. Call at the beginning of a frame that has their
    /// data.
    void take_next(Store& store);

  private:
    using Target = std::pair<const View*, std::size_t>;

    [[nodiscard]] double time() const;            // of the current run, in either direction, 0…1
    [[nodiscard]] double range_fraction() const;  // position in the range, 0…1
    [[nodiscard]] double time_at(double position) const;
    [[nodiscard]] Value value_now(const Store& store, std::size_t parameter) const;
    [[nodiscard]] bool runs_through() const;
    /// `shown`: as in advance().
    void move_on(double runs, bool shown);

    std::optional<Target> target_;
    std::vector<std::pair<std::size_t, Value>> next_;  // changes of the next step; empty: none
    std::map<Target, PlayRange> ranges_;
    std::map<Target, std::size_t> along_;  // by the leading parameter
    PlayCourse course_ = PlayCourse::even;
    int steps_ = 8;
    bool running_ = false;
    PlayMode mode_ = PlayMode::bounce, through_mode_ = PlayMode::loop;
    double seconds_ = 4;
    double phase_ = 0;    // 0…1 forward, 1…2 back
    bool ended_ = false;  // the last value was the end of the range
    double clock_ = 0;
    Gesture gesture_ = 0;
};

/// True if Play can run the parameter: it has a slider, or is a number with buttons.
[[nodiscard]] bool playable(const Descriptor& descriptor);

/// Returns the numbers that the figure depends on, in the order of the view.
[[nodiscard]] std::vector<std::size_t> playable_parameters(const View& view, const FigureInfo& figure,
                                                           const Values& values);

/// Returns the parameter of the window's play button: the last one played, else the last one changed, else
/// the first slider.
[[nodiscard]] std::optional<std::size_t> playable_parameter(const Store& store, const Player& player);

}  // namespace poslab
