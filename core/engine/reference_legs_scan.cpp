#include "core/base/errors.hpp"
#include "core/base/free_memory.hpp"
#include "core/engine/engine.hpp"
#include "core/engine/legs_scan.hpp"
#include "core/hippo/recorded_states.hpp"

#include <cmath>
#include <limits>
#include <span>
#include <string>
#include <vector>

namespace poslab {

namespace {

/// x_(k+1) = (I - solve A)^-1 [(I + product A) x_k + input B u], A_nk = -root_n root_k below the diagonal and
/// -(n + 1) on it, B = -A e_0 = root. The step computes x - u e_0, whose input is only (input - product -
/// solve) B u, so that constants are preserved to the last bit even if a method magnifies rounding errors.
class ReferenceStep {
  public:
    explicit ReferenceStep(std::int64_t order) {
        for (std::int64_t n = 0; n < order; ++n) root_.push_back(std::sqrt(static_cast<double>(2 * n + 1)));
    }

    void advance(const StepCoefficients& of, double u, std::vector<double>& x) const {
        x[0] -= u;
        std::vector<double> v(x.size());
        for (std::size_t n = 0; n < x.size(); ++n) {
            const double row = below_diagonal(n, x) + diagonal(n) * x[n];
            v[n] = x[n] + of.product * row + of.excess * root_[n] * u;
        }
        for (std::size_t n = 0; n < x.size(); ++n)
            // entries before n are already updated
            x[n] = (v[n] + of.solve * below_diagonal(n, x)) / (1 - of.solve * diagonal(n));
        x[0] += u;
    }

  private:
    [[nodiscard]] static double diagonal(std::size_t n) { return -static_cast<double>(n + 1); }
    [[nodiscard]] double below_diagonal(std::size_t n, const std::vector<double>& x) const {
        double sum = 0;
        for (std::size_t k = 0; k < n; ++k) sum -= root_[n] * root_[k] * x[k];
        return sum;
    }

    std::vector<double> root_;  // sqrt(2n+1)
};

/// The scan interface that record_states expects.
class ReferenceScan {
  public:
    using Number = double;

    explicit ReferenceScan(const LegsScanInput& input)
        : input_(input),
          step_(input.order),
          state_(static_cast<std::size_t>(input.order * input.channels)),
          samples_taken_(input.samples_taken) {
        if (samples_taken_ > 0) state_.assign(input.state.begin(), input.state.end());
        look_at_state();
    }

    void take(std::span<const double> samples) {
        const auto channels = static_cast<std::size_t>(input_.channels);
        for (std::size_t first = 0; first < samples.size(); first += channels)
            take_one(samples.subspan(first, channels));
    }

    [[nodiscard]] std::int64_t samples_taken() const { return samples_taken_; }
    [[nodiscard]] std::int64_t channels() const { return input_.channels; }
    [[nodiscard]] std::span<const double> state() const { return state_; }
    [[nodiscard]] const StateExtent& extent() const { return extent_; }

  private:
    void take_one(std::span<const double> u) {
        for (const double sample : u) extent_.include_input(sample);
        for (std::size_t c = 0; c < u.size(); ++c) {
            std::vector<double> x = channel(c);
            if (samples_taken_ == 0) {
                x.assign(x.size(), 0.0);
                x[0] = u[c];
            } else {
                step_.advance(step_coefficients(input_.method, input_.alpha, samples_taken_, true), u[c], x);
            }
            set_channel(c, x);
        }
        ++samples_taken_;
        look_at_state();
    }
    [[nodiscard]] std::vector<double> channel(std::size_t c) const {
        std::vector<double> x;
        for (std::size_t index = c; index < state_.size(); index += static_cast<std::size_t>(input_.channels))
            x.push_back(state_[index]);
        return x;
    }
    void set_channel(std::size_t c, const std::vector<double>& x) {
        for (std::size_t n = 0; n < x.size(); ++n)
            state_[n * static_cast<std::size_t>(input_.channels) + c] = x[n];
    }
    void look_at_state() {
        extent_.include(std::span<const double>(state_));
        if (extent_.lost()) state_.assign(state_.size(), std::numeric_limits<double>::quiet_NaN());
    }

    LegsScanInput input_;
    ReferenceStep step_;
    std::vector<double> state_;  // [order, channels]
    std::int64_t samples_taken_;
    StateExtent extent_;
};

}  // namespace

RecordedStates<double> reference_legs_scan(const LegsScanInput& input, std::span<const std::int64_t> times,
                                           const Job& job) {
    check_legs_scan(input, times);
    const Message reason =
        reference_engine().unsupported_reason(Operation::legs_scan, legs_scan_products(input, times));
    if (!reason.empty()) throw TooLarge(reason);
    check_memory(static_cast<double>(input.order) * static_cast<double>(input.channels) * sizeof(double),
                 "the states of a scan"_tr);
    ReferenceScan scan(input);
    return record_states(scan, input.signal, times, job);
}

}  // namespace poslab
