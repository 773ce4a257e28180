#include "core/hippo/legs_scan.hpp"

#include "core/base/errors.hpp"
#include "core/hippo/legs_step_kernel.hpp"
#include "core/hippo/measures.hpp"
#include "core/hippo/resumed_state.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace poslab {

LegsStep::LegsStep(std::int64_t order, std::int64_t channels, Method method, double alpha)
    : order_(memory_states("legs", order)), channels_(channels), method_(method), alpha_(alpha) {
    if (channels < 1) throw UsageError("a scan needs at least one channel");
    (void)step_coefficients(method, alpha, 1, true);  // throws if invalid
    for (std::int64_t n = 0; n < order_; ++n) {
        root_.push_back(std::sqrt(static_cast<double>(2 * n + 1)));
        ratio_.push_back(n == 0 ? 0 : root_[static_cast<std::size_t>(n) - 1] / root_.back());
    }
    const std::size_t whole = LegsStepWork::padded(root_.size());
    root_.resize(whole);
    ratio_.resize(whole);
    scratch_.resize(legs_step_scratch(static_cast<std::size_t>(order_), static_cast<std::size_t>(channels_)));
}

double LegsStep::step(std::int64_t k, std::span<const double> u, std::span<double> state) {
    return take_legs_step({.of = step_coefficients(method_, alpha_, k, true),
                           .order = static_cast<std::size_t>(order_),
                           .channels = static_cast<std::size_t>(channels_),
                           .root = root_.data(),
                           .ratio = ratio_.data(),
                           .input = u.data(),
                           .state = state.data(),
                           .scratch = scratch_.data()});
}

LegsScan::LegsScan(std::int64_t order, std::int64_t channels, Method method, double alpha)
    : step_(order, channels, method, alpha), state_(static_cast<std::size_t>(order * channels), 0.0) {}

LegsScan::LegsScan(LegsStep step, std::int64_t samples_taken, std::span<const double> state)
    : step_(std::move(step)), state_(state.begin(), state.end()), samples_taken_(samples_taken) {
    if (samples_taken < 0)
        throw UsageError(fmt::format("cannot resume a scan after {} samples", samples_taken));
    if (state_.size() != static_cast<std::size_t>(step_.order() * step_.channels()))
        throw UsageError("the state to resume from must be [order, channels]");
    take_size(largest_size(state_));
}

void LegsScan::take(std::span<const double> samples) {
    const auto channels = static_cast<std::size_t>(step_.channels());
    if (samples.size() % channels != 0)
        throw UsageError("a scan needs the same number of samples for every channel");
    for (std::size_t first = 0; first < samples.size(); first += channels) {
        const std::span<const double> u = samples.subspan(first, channels);
        for (const double sample : u) extent_.include_input(sample);
        if (!extent_.lost()) take_one(u);
        ++samples_taken_;
    }
}

void LegsScan::take_one(std::span<const double> u) {
    if (samples_taken_ == 0) {
        std::fill(std::copy(u.begin(), u.end(), state_.begin()), state_.end(), 0.0);
        take_size(largest_size(state_));
    } else {
        take_size(step_.step(samples_taken_, u, state_));
    }
}

void LegsScan::take_size(double largest) {
    extent_.peak_state = std::max(extent_.peak_state, largest);
    if (extent_.lost()) std::fill(state_.begin(), state_.end(), std::numeric_limits<double>::quiet_NaN());
}

void LegsScan::resume(std::int64_t samples_taken, std::span<const double> state) {
    extent_ = resume_state(samples_taken, state, std::span(state_));
    samples_taken_ = samples_taken;
}

}  // namespace poslab
