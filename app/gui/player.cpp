#include "app/gui/player.hpp"

#include "app/gui/widgets/slider_scale.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace poslab {
namespace {

constexpr std::array<double, 6> speeds{1, 2, 4, 8, 16, 32};
constexpr double first_reach = 0.2;                   // of the track, to either side of the value
constexpr Gesture gestures_from = Gesture{1} << 62U;  // apart from those of pointer and keys

bool plays(const Descriptor& descriptor) {
    return descriptor.slider && (descriptor.kind == Kind::integer || descriptor.kind == Kind::real);
}

PlayRange range_around(double fraction) {
    const double from = std::clamp(fraction - first_reach, 0.0, 1 - 2 * first_reach);
    return {from, from + 2 * first_reach};
}

}  // namespace

void Player::toggle(const Store& store, std::size_t parameter, double now) {
    const Target target{&store.view(), parameter};
    if (running_ && target_ == target) return pause();
    const double fraction = slider_fraction(store.view().parameters()[parameter], store.values()[parameter]);
    const auto [entry, fresh] = ranges_.try_emplace(target, range_around(fraction));
    PlayRange& range = entry->second;
    if (fraction < range.from || fraction > range.to) range = range_around(fraction);
    target_ = target;
    running_ = true;
    clock_ = now;
    phase_ = std::clamp((fraction - range.from) / (range.to - range.from), 0.0, 1.0);
    gesture_ = gestures_from + (gesture_ + 1) % gestures_from;
}

void Player::stop() {
    running_ = false;
    target_.reset();
}

bool Player::holds(const View& view, std::size_t parameter) const { return target_ == Target{&view, parameter}; }

std::optional<std::size_t> Player::parameter_of(const View& view) const {
    if (!target_ || target_->first != &view) return std::nullopt;
    return target_->second;
}

PlayRange Player::range() const {
    const auto found = target_ ? ranges_.find(*target_) : ranges_.end();
    return found == ranges_.end() ? PlayRange{} : found->second;
}

void Player::set_range(PlayRange range) {
    if (!target_) return;
    const double at = ranges_[*target_].from + place() * (ranges_[*target_].to - ranges_[*target_].from);
    range.from = std::clamp(range.from, 0.0, 1 - least_range);
    range.to = std::clamp(range.to, range.from + least_range, 1.0);
    ranges_[*target_] = range;
    const double back = phase_ > 1 ? 1 : 0;  // it goes on from where it is, in the same direction
    const double now = std::clamp((at - range.from) / (range.to - range.from), 0.0, 1.0);
    phase_ = back > 0 ? 2 - now : now;
}

void Player::set_seconds(double seconds) {
    if (std::isfinite(seconds)) seconds_ = std::clamp(seconds, speeds.front(), speeds.back());
}

void Player::change_speed(int steps) {
    const auto at = std::lower_bound(speeds.begin(), speeds.end(), seconds_) - speeds.begin();
    const auto count = static_cast<std::ptrdiff_t>(speeds.size());
    seconds_ = speeds[static_cast<std::size_t>(((at + steps) % count + count) % count)];
}

double Player::place() const { return phase_ <= 1 ? phase_ : 2 - phase_; }

void Player::advance(Store& store, double now, bool shown) {
    if (!running_) return;
    if (!target_ || target_->first != &store.view() || !store.view().used(store.values())[target_->second]) return stop();
    const double step = (now - clock_) / seconds_;
    clock_ = now;
    const double around = mode_ == PlayMode::bounce ? 2 : 1;
    phase_ = std::fmod((mode_ == PlayMode::loop && phase_ > 1 ? 2 - phase_ : phase_) + std::max(0.0, step), around);
    if (!shown) return;
    const PlayRange over = range();
    const std::size_t index = target_->second;
    Values values = store.values();
    values[index] = slider_value(store.view().parameters()[index], over.from + place() * (over.to - over.from), Rounding::played);
    if (!(values == store.values()) && !store.set(values, gesture_)) stop();
}

std::optional<std::size_t> playable_parameter(const Store& store, const Player& player) {
    if (const auto held = player.parameter_of(store.view())) return held;
    const auto parameters = store.view().parameters();
    const std::vector<bool> used = store.view().used(store.values());
    const Change* last = store.history().next_undo();
    if (last != nullptr && store.views()[last->view].view == &store.view())
        for (const ParameterChange& change : last->parameters)
            if (change.view == last->view && used[change.index] && plays(parameters[change.index])) return change.index;
    for (const bool first : {true, false})
        for (std::size_t i = 0; i < parameters.size(); ++i)
            if (used[i] && plays(parameters[i]) && (parameters[i].plays_first || !first)) return i;
    return std::nullopt;
}

}  // namespace poslab
