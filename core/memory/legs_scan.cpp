#include "core/memory/legs_scan.hpp"

#include "core/errors.hpp"
#include "core/memory/measures.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace poslab {

namespace {

constexpr std::size_t channels_at_once = 8;

}  // namespace

LegsStep::LegsStep(std::int64_t order, std::int64_t channels, Method method, double alpha)
    : channels_(channels), method_(method), alpha_(alpha) {
    const std::int64_t states = memory_states(Measure::legs, order);
    if (channels < 1) throw UsageError("a scan needs at least one channel");
    (void)step_coefficients(method, alpha, 1, true);  // throws what is wrong with them
    for (std::int64_t n = 0; n < states; ++n) root_.push_back(std::sqrt(static_cast<double>(2 * n + 1)));
    inverse_.resize(root_.size());
}

/// v = (I + product A) y + excess B u in the place of y = x - u e_0, of `width` channels from `u` and `state` on.
/// Product and solve are two loops, since each of them waits for a sum of its own: as one, the compiler makes them wait for both.
template <std::size_t width>
void LegsStep::multiply(const StepCoefficients& of, const double* u, double* state) const {
    std::array<double, width> sum{};
    for (std::size_t n = 0; n < root_.size(); ++n, state += channels_) {
        const double own = 1 + of.product * static_cast<double>(n);
        const double below = of.product * root_[n];
        const double input = of.excess * root_[n];
        for (std::size_t c = 0; c < width; ++c) sum[c] += root_[n] * state[c];
        for (std::size_t c = 0; c < width; ++c) state[c] = own * state[c] - below * sum[c] + input * u[c];
    }
}

/// z = (I - solve A)^-1 v in the place of v.
template <std::size_t width>
void LegsStep::solve(const StepCoefficients& of, double* state) const {
    std::array<double, width> sum{};
    for (std::size_t n = 0; n < root_.size(); ++n, state += channels_) {
        const double keep = (1 - of.solve * static_cast<double>(n)) * inverse_[n];
        const double below = of.solve * root_[n];
        std::array<double, width> v{};
        for (std::size_t c = 0; c < width; ++c) v[c] = state[c];
        for (std::size_t c = 0; c < width; ++c) state[c] = (v[c] - below * sum[c]) * inverse_[n];
        for (std::size_t c = 0; c < width; ++c) sum[c] = keep * sum[c] + root_[n] * inverse_[n] * v[c];
    }
}

template <std::size_t width>
void LegsStep::advance(const StepCoefficients& of, const double* u, double* state) const {
    std::array<double, width> input{};
    for (std::size_t c = 0; c < width; ++c) state[c] -= input[c] = u[c];
    multiply<width>(of, input.data(), state);
    if (of.solve > 0) solve<width>(of, state);
    for (std::size_t c = 0; c < width; ++c) state[c] += input[c];
}

void LegsStep::step(std::int64_t k, std::span<const double> u, std::span<double> state) {
    const StepCoefficients of = step_coefficients(method_, alpha_, k, true);
    for (std::size_t n = 0; n < inverse_.size(); ++n) inverse_[n] = 1 / (1 + of.solve * static_cast<double>(n + 1));
    const auto channels = static_cast<std::size_t>(channels_);
    std::size_t first = 0;
    for (; first + channels_at_once <= channels; first += channels_at_once)
        advance<channels_at_once>(of, u.data() + first, state.data() + first);
    for (; first < channels; ++first) advance<1>(of, u.data() + first, state.data() + first);
}

LegsScan::LegsScan(std::int64_t order, std::int64_t channels, Method method, double alpha)
    : step_(order, channels, method, alpha), state_(static_cast<std::size_t>(order * channels), 0.0) {}

void LegsScan::take(std::span<const double> samples) {
    const auto channels = static_cast<std::size_t>(step_.channels());
    if (samples.size() % channels != 0) throw UsageError("a scan takes as many samples of every channel");
    for (std::size_t first = 0; first < samples.size(); first += channels) {
        const std::span<const double> u = samples.subspan(first, channels);
        for (const double sample : u) extent_.include_input(sample);
        if (!extent_.lost()) take_one(u);
        ++samples_taken_;
    }
}

void LegsScan::resume(std::int64_t samples_taken, std::span<const double> state) {
    check_state_size(state.size(), state_.size());
    samples_taken_ = samples_taken;
    std::copy(state.begin(), state.end(), state_.begin());
}

void LegsScan::take_one(std::span<const double> u) {
    if (samples_taken_ == 0) {
        std::copy(u.begin(), u.end(), state_.begin());
    } else {
        step_.step(samples_taken_, u, state_);
    }
    extent_.include(state());
    if (extent_.lost()) std::fill(state_.begin(), state_.end(), std::numeric_limits<double>::quiet_NaN());
}

}  // namespace poslab
