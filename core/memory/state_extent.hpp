#pragma once

#include <algorithm>
#include <cmath>
#include <complex>
#include <limits>
#include <span>

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

    template <typename Scalar>
    void include(std::span<const Scalar> state) {
        double largest = 0;
        bool all_finite = true;
        for (const Scalar& x : state) {
            const double size = std::abs(x);
            all_finite &= size <= std::numeric_limits<double>::max();
            largest = std::max(largest, size);
        }
        peak_state = all_finite ? std::max(peak_state, largest) : std::numeric_limits<double>::infinity();
    }
};

}  // namespace poslab
