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

/// `width` channels from `u` and `state` on, of x - u e_0.
template <std::size_t width>
void LegsStep::sweep(const StepCoefficients& of, const double* u, double* state) const {
    std::array<double, width> product_sum{};
    std::array<double, width> solve_sum{};
    const auto stride = static_cast<std::size_t>(channels_);
    for (std::size_t n = 0; n < root_.size(); ++n, state += stride) {
        const auto degree = static_cast<double>(n);
        const double keep = (1 - of.solve * degree) * inverse_[n];
        const double input = of.excess * root_[n];
        for (std::size_t c = 0; c < width; ++c) {
            product_sum[c] += root_[n] * state[c];
            const double v = state[c] + of.product * (degree * state[c] - root_[n] * product_sum[c]) + input * u[c];
            state[c] = (v - of.solve * root_[n] * solve_sum[c]) * inverse_[n];
            solve_sum[c] = keep * solve_sum[c] + root_[n] * inverse_[n] * v;
        }
    }
}

void LegsStep::step(std::int64_t k, std::span<const double> u, std::span<double> state) {
    const StepCoefficients of = step_coefficients(method_, alpha_, k, true);
    for (std::size_t n = 0; n < inverse_.size(); ++n) inverse_[n] = 1 / (1 + of.solve * static_cast<double>(n + 1));
    const auto channels = static_cast<std::size_t>(channels_);
    for (std::size_t c = 0; c < channels; ++c) state[c] -= u[c];
    std::size_t first = 0;
    for (; first + channels_at_once <= channels; first += channels_at_once)
        sweep<channels_at_once>(of, u.data() + first, state.data() + first);
    for (; first < channels; ++first) sweep<1>(of, u.data() + first, state.data() + first);
    for (std::size_t c = 0; c < channels; ++c) state[c] += u[c];
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
