#include "core/hippo/exact_legs_scan.hpp"

#include "core/hippo/resumed_state.hpp"

#include <algorithm>

namespace poslab {

ExactLegsScan::ExactLegsScan(std::int64_t order) : decay_(order), state_(decay_.order(), 0.0) {}

void ExactLegsScan::take(std::span<const double> samples) {
    for (const double u : samples) {
        const auto k = static_cast<double>(samples_taken_);
        extent_.include_input(u);
        state_[0] -= u;
        if (samples_taken_ > 0)
            state_ = decay_.apply(k / (k + 1), state_);
        else
            std::fill(state_.begin(), state_.end(), 0.0);  // x_1 = u_0 e_0
        state_[0] += u;
        extent_.include(state());
        ++samples_taken_;
    }
}

void ExactLegsScan::resume(std::int64_t samples_taken, std::span<const double> state) {
    extent_ = resume_state(samples_taken, state, std::span(state_));
    samples_taken_ = samples_taken;
}

}  // namespace poslab
