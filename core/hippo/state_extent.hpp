#pragma once

#include <algorithm>
#include <cmath>
#include <complex>
#include <limits>
#include <span>
#include <vector>

namespace poslab {

/// Returns max |x|: 0 if empty, infinite if any number is not finite.
[[nodiscard]] double largest_size(std::span<const double> numbers);

/// The largest input and state of a scan. Large transients are a property of a method: forward Euler of LegS
/// reaches 6e43 at order 64 and returns.
struct StateExtent {
    double largest_input = 0;  // max |u_k|
    double peak_state = 0;     // max |x_n(t)|; infinite for good once a state was not finite

    [[nodiscard]] bool lost() const { return std::isinf(peak_state); }
    /// True if some |x_n(t)| exceeded 1e6 max |u| or was not finite (docs/formulas.md §6.7).
    [[nodiscard]] bool diverged() const { return lost() || peak_state > 1e6 * largest_input; }

    void include_input(double u) { largest_input = std::max(largest_input, std::abs(u)); }

    /// Includes another part of the same scan.
    void include(const StateExtent& other) {
        largest_input = std::max(largest_input, other.largest_input);
        peak_state = std::max(peak_state, other.peak_state);
    }

    void include(std::span<const double> state) { peak_state = std::max(peak_state, largest_size(state)); }
    void include(std::span<const std::complex<double>> state) {
        for (const std::complex<double>& x : state) {
            const double size = std::abs(x);
            peak_state =
                std::isfinite(size) ? std::max(peak_state, size) : std::numeric_limits<double>::infinity();
        }
    }
};

/// The states of a scan at chosen times.
template <typename Scalar>
struct RecordedStates {
    std::vector<Scalar> states;  // [times, state of the scan]; NaN once a state was not finite
    StateExtent extent;          // over every time up to the last, recorded or not
};

}  // namespace poslab
