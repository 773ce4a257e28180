#include "core/memory/exact_legs_scan.hpp"

#include "core/memory/memory_order.hpp"

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
            state_[0] = 0;  // x_1 = u_0 e_0
        state_[0] += u;
        extent_.include(state());
        ++samples_taken_;
    }
}

void ExactLegsScan::resume(std::int64_t samples_taken, std::span<const double> state) {
    check_state_size(state.size(), state_.size());
    samples_taken_ = samples_taken;
    state_.assign(state.begin(), state.end());
}

}  // namespace poslab
