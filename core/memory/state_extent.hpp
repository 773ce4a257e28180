#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <complex>
#include <cstddef>
#include <limits>
#include <span>
#include <vector>

namespace poslab {

/// How far the states of a scan went. A transient is a fact about a method: forward Euler of LegS reaches 6e43 at order 64 and
/// returns.
struct StateExtent {
    double largest_input = 0;  // max |u_k|
    double peak_state = 0;     // max |x_n(t)|; infinite once a state was not finite, which is for good

    [[nodiscard]] bool lost() const { return std::isinf(peak_state); }
    /// Some |x_n(t)| exceeded 1e6 max |u|, or was not finite.
    [[nodiscard]] bool diverged() const { return lost() || peak_state > 1e6 * largest_input; }

    void include_input(double u) { largest_input = std::max(largest_input, std::abs(u)); }

    /// Of another part of the same scan.
    void include(const StateExtent& other) {
        largest_input = std::max(largest_input, other.largest_input);
        peak_state = std::max(peak_state, other.peak_state);
    }

    /// Several sizes at once, because each maximum waits for the one before it.
    template <typename Scalar>
    void include(std::span<const Scalar> state) {
        constexpr std::size_t lanes = 8;
        std::array<double, lanes> largest{};
        std::array<double, lanes> broken{};  // 0, or NaN: of 0 times what is not finite
        const auto look = [&](std::size_t n, std::size_t lane) {
            const double size = std::abs(state[n]);
            largest[lane] = largest[lane] < size ? size : largest[lane];
            broken[lane] += 0 * size;
        };
        std::size_t n = 0;
        for (; n + lanes <= state.size(); n += lanes)
            for (std::size_t lane = 0; lane < lanes; ++lane) look(n + lane, lane);
        for (; n < state.size(); ++n) look(n, 0);
        for (std::size_t lane = 0; lane < lanes; ++lane)
            peak_state = broken[lane] == 0 ? std::max(peak_state, largest[lane]) : std::numeric_limits<double>::infinity();
    }
};

/// States of a scan at chosen times.
template <typename Scalar>
struct RecordedStates {
    std::vector<Scalar> states;  // [times, state of the scan]; NaN from where a state was not finite on
    StateExtent extent;          // over every time up to the last, recorded or not
};

}  // namespace poslab
