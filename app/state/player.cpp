#include "app/state/player.hpp"

#include "core/base/errors.hpp"
#include "core/controls/listing.hpp"
#include "core/controls/slider_scale.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace poslab {
namespace {

constexpr std::array<double, 6> speeds{1, 2, 4, 8, 16, 32};
constexpr double first_reach = 0.2;                   // fraction of the track on either side of the value
constexpr double counted_in_a_run = 64;               // counts per run, for Play::Run::count
constexpr Gesture gestures_from = Gesture{1} << 62U;  // distinct from gestures of pointer and keys

bool counts(const Descriptor& descriptor) { return descriptor.control.play.run == Play::Run::count; }
bool passes_through(const Descriptor& descriptor) {
    return descriptor.control.play.run == Play::Run::through;
}

PlayRange range_around(double fraction) {
    const double from = std::clamp(fraction - first_reach, 0.0, 1 - 2 * first_reach);
    return {from, from + 2 * first_reach};
}

/// Returns the initial range of the track.
PlayRange first_range(const Descriptor& descriptor, double fraction) {
    if (passes_through(descriptor)) return {};
    if (counts(descriptor)) return {std::min(fraction, 1 - Player::min_range), 1};
    return range_around(fraction);
}

double number_at(const Descriptor& descriptor, double fraction) {
    return number_of(descriptor, slider_value(descriptor, fraction, Rounding::played));
}

/// Returns the position of a value in the played range, linear in its count.
double counted_place(const Descriptor& descriptor, const PlayRange& range, const Value& value) {
    const double from = number_at(descriptor, range.from), to = number_at(descriptor, range.to);
    return to > from ? std::clamp((number_of(descriptor, value) - from) / (to - from), 0.0, 1.0) : 0;
}

Value counted_value(const Descriptor& descriptor, const PlayRange& range, double position) {
    const double from = number_at(descriptor, range.from), to = number_at(descriptor, range.to);
    return value_from(descriptor, from + position * (to - from));
}

}  // namespace

bool playable(const Descriptor& descriptor) {
    return descriptor.control.listed != Listed::nowhere &&
           (has_slider(descriptor) || descriptor.kind == Kind::integer);
}

void Player::toggle(const Store& store, std::size_t parameter, double now) {
    const Target target{&store.view(), parameter};
    if (running_ && target_ == target) return pause();
    const Descriptor descriptor = on_track(store.view(), store.values(), parameter);
    const double fraction = slider_fraction(descriptor, store.values()[parameter]);
    const PlayRange range = ranges_[target] = range_of(store, parameter);
    target_ = target;
    running_ = true;
    next_.clear();
    clock_ = now;
    phase_ =
        time_at(counts(descriptor) ? counted_place(descriptor, range, store.values()[parameter])
                                   : std::clamp((fraction - range.from) / (range.to - range.from), 0.0, 1.0));
    if (passes_through(descriptor) && phase_ >= 1) phase_ = 0;
    gesture_ = gestures_from + (gesture_ + 1) % gestures_from;
}

void Player::pause() {
    running_ = false;
    next_.clear();
}

void Player::stop() {
    pause();
    target_.reset();
}

void Player::join(const Store& store, std::size_t parameter) {
    if (!target_ || target_->first != &store.view() || target_->second == parameter) return;
    if (along_with(store.view(), target_->second) == parameter) {
        along_.erase(*target_);
        return;
    }
    along_[*target_] = parameter;
    ranges_[{&store.view(), parameter}] = range_of(store, parameter);
}

bool Player::leads(const View& view, std::size_t parameter) const {
    return target_ == Target{&view, parameter};
}

bool Player::holds(const View& view, std::size_t parameter) const {
    if (!target_ || target_->first != &view) return false;
    return target_->second == parameter || along_with(view, target_->second) == parameter;
}

std::optional<std::size_t> Player::along_with(const View& view, std::size_t parameter) const {
    const auto found = along_.find({&view, parameter});
    if (found == along_.end()) return std::nullopt;
    return found->second;
}

std::optional<std::size_t> Player::parameter_of(const View& view) const {
    if (!target_ || target_->first != &view) return std::nullopt;
    return target_->second;
}

PlayRange Player::range(std::size_t parameter) const {
    const auto found = target_ ? ranges_.find({target_->first, parameter}) : ranges_.end();
    return found == ranges_.end() ? PlayRange{} : found->second;
}

PlayRange Player::range_of(const Store& store, std::size_t parameter) const {
    const Descriptor descriptor = on_track(store.view(), store.values(), parameter);
    const double fraction = slider_fraction(descriptor, store.values()[parameter]);
    const auto found = ranges_.find({&store.view(), parameter});
    const bool inside =
        found != ranges_.end() && fraction >= found->second.from && fraction <= found->second.to;
    return inside ? found->second : first_range(descriptor, fraction);
}

void Player::set_range(std::size_t parameter, PlayRange range) {
    if (!target_) return;
    range.from = std::clamp(range.from, 0.0, 1 - min_range);
    range.to = std::clamp(range.to, range.from + min_range, 1.0);
    const PlayRange before = std::exchange(ranges_[{target_->first, parameter}], range);
    if (parameter != target_->second) return;
    const Descriptor& descriptor = target_->first->parameters()[parameter];
    const double at = before.from + range_fraction() * (before.to - before.from);
    const double back = phase_ > 1 ? 1 : 0;  // continue from here in the same direction
    const double now =
        time_at(counts(descriptor)
                    ? counted_place(descriptor, range, counted_value(descriptor, before, range_fraction()))
                    : std::clamp((at - range.from) / (range.to - range.from), 0.0, 1.0));
    phase_ = back > 0 ? 2 - now : now;
}

void Player::set_course(PlayCourse course, int steps) {
    course_ = course;
    steps_ = std::clamp(steps, 2, 64);
}

void Player::change_course() {
    constexpr std::array<int, 4> numbers{4, 8, 16, 32};
    if (course_ == PlayCourse::even) return set_course(PlayCourse::eased, steps_);
    if (course_ == PlayCourse::eased) return set_course(PlayCourse::steps, numbers.front());
    const auto* const next = std::upper_bound(numbers.begin(), numbers.end(), steps_);
    if (next == numbers.end()) return set_course(PlayCourse::even, steps_);
    set_course(PlayCourse::steps, *next);
}

std::vector<Player::SavedPlay> Player::saved_plays() const {
    std::vector<SavedPlay> list;
    for (const auto& [target, range] : ranges_)
        list.push_back({target.first, target.second, range, along_with(*target.first, target.second)});
    return list;
}

void Player::restore(const SavedPlay& saved) {
    const double from = std::clamp(saved.range.from, 0.0, 1 - min_range);
    ranges_[{saved.view, saved.parameter}] = {from, std::clamp(saved.range.to, from + min_range, 1.0)};
    if (saved.along) along_[{saved.view, saved.parameter}] = *saved.along;
}

void Player::set_seconds(double seconds) {
    if (std::isfinite(seconds)) seconds_ = std::clamp(seconds, speeds.front(), speeds.back());
}

void Player::change_speed(int steps) {
    const auto at = std::lower_bound(speeds.begin(), speeds.end(), seconds_) - speeds.begin();
    const auto count = static_cast<std::ptrdiff_t>(speeds.size());
    seconds_ = speeds[static_cast<std::size_t>(((at + steps) % count + count) % count)];
}

double Player::time() const { return phase_ <= 1 ? phase_ : 2 - phase_; }

double Player::range_fraction() const {
    switch (course_) {
        case PlayCourse::even:
            return time();
        case PlayCourse::eased:
            return eased(time());
        case PlayCourse::steps:
            return std::min(std::floor(time() * steps_), steps_ - 1.0) / (steps_ - 1);
    }
    return time();
}

/// The inverse of range_fraction(); for a position between two steps, the time of the lower one.
double Player::time_at(double position) const {
    if (course_ == PlayCourse::eased)
        return std::clamp(0.5 - std::sin(std::asin(std::clamp(1 - 2 * position, -1.0, 1.0)) / 3), 0.0, 1.0);
    if (course_ == PlayCourse::steps && position < 1)
        return std::floor(position * (steps_ - 1) + 1e-9) / steps_;
    return position;
}

Value Player::value_now(const Store& store, std::size_t parameter) const {
    const Descriptor descriptor = on_track(store.view(), store.values(), parameter);
    const PlayRange over = range(parameter);
    if (counts(descriptor)) return counted_value(descriptor, over, range_fraction());
    return slider_value(descriptor, over.from + range_fraction() * (over.to - over.from), Rounding::played);
}

bool Player::runs_through() const {
    return target_ && passes_through(target_->first->parameters()[target_->second]);
}

void Player::move_on(double runs, bool shown) {
    if (runs_through() && mode() == PlayMode::loop) {
        phase_ = phase_ < 1        ? std::min(1.0, phase_ + runs)
                 : phase_ > 1      ? 2 - phase_
                 : shown && ended_ ? 0
                                   : 1;
        return;
    }
    const double around = mode() == PlayMode::bounce ? 2 : 1;
    phase_ = std::fmod((mode() == PlayMode::loop && phase_ > 1 ? 2 - phase_ : phase_) + runs, around);
}

void Player::advance(const Store& store, double now, bool shown) {
    if (!running_) return;
    const std::vector<bool> used = store.view().used(store.values());
    if (!target_ || target_->first != &store.view() || !used[target_->second]) return stop();
    const std::size_t index = target_->second;
    const Descriptor descriptor = on_track(store.view(), store.values(), index);
    const PlayRange over = range(index);
    double step = (now - clock_) / seconds_;
    if (counts(descriptor))
        step *= counted_in_a_run / (number_at(descriptor, over.to) - number_at(descriptor, over.from));
    clock_ = now;
    move_on(std::max(0.0, step), shown);
    if (!shown) return;
    ended_ = phase_ == 1;
    next_ = {{index, value_now(store, index)}};
    if (const auto along = along_with(store.view(), index); along && used[*along])
        next_.emplace_back(*along, value_now(store, *along));
    const std::optional<Values> values = next(store);
    if (!values) return stop();
    if (*values == store.values()) next_.clear();
}

std::optional<Values> Player::next(const Store& store) const {
    if (next_.empty() || !target_ || target_->first != &store.view()) return std::nullopt;
    Values values = store.values();
    for (const auto& [index, value] : next_) values[index] = value;
    try {
        return store.view().adjusted(values);
    } catch (const Error&) {  // there are no valid values
        return std::nullopt;
    }
}

void Player::take_next(Store& store) {
    const std::optional<Values> values = next(store);
    next_.clear();
    if (values && !store.set(*values, gesture_)) stop();
}

std::vector<std::size_t> playable_parameters(const View& view, const FigureInfo& figure,
                                             const Values& values) {
    std::vector<std::size_t> list;
    const std::vector<bool> used = used_in(view, figure, values);
    for (std::size_t i = 0; i < used.size(); ++i)
        if (used[i] && playable(view.parameters()[i])) list.push_back(i);
    return list;
}

std::optional<std::size_t> playable_parameter(const Store& store, const Player& player) {
    if (const auto held = player.parameter_of(store.view())) return held;
    const auto parameters = store.view().parameters();
    const std::vector<std::size_t> playable =
        playable_parameters(store.view(), store.figure(), store.values());
    const auto can = [&](std::size_t index) {
        return std::find(playable.begin(), playable.end(), index) != playable.end();
    };
    const Change* last = store.history().next_undo();
    if (last != nullptr && store.views()[last->view].view == &store.view()) {
        std::vector<std::size_t> changed;
        for (const ParameterChange& change : last->parameters)
            if (change.view == last->view && can(change.index)) changed.push_back(change.index);
        constexpr std::size_t of_a_drag = 2;  // a preset changes more
        if (!changed.empty() && changed.size() <= of_a_drag) return changed.front();
    }
    const auto first = std::find_if(playable.begin(), playable.end(),
                                    [&](std::size_t i) { return parameters[i].control.play.first; });
    if (first != playable.end()) return *first;
    // Otherwise the first slider of the panel: buttons select one of a few things, sliders have many values.
    for (const ListSection section : {ListSection::parameters, ListSection::rare})
        for (const std::size_t i : listed_parameters(store.view(), store.figure(), store.values(), section))
            if (has_slider(parameters[i]) && can(i) && !parameters[i].control.play.last) return i;
    return playable.empty() ? std::nullopt : std::optional(playable.front());
}

}  // namespace poslab
