#include "core/hippo/fourier_legs_scan.hpp"

#include "core/hippo/resumed_state.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace poslab {

namespace {

/// The step y' = factor y + input u g of one mode, where g is its coordinate of e_0.
struct ModeStep {
    std::complex<double> factor;
    std::complex<double> input;
};

/// Returns factor = (1 + product mu) / (1 - solve mu) and input = -excess mu / (1 - solve mu) for
/// mu = -1 + i frequency, since B = -A e_0.
ModeStep mode_step(const StepCoefficients& of, double frequency) {
    const double real = 1 + of.solve;
    const double imaginary = of.solve * frequency;
    const double scale = 1 / (real * real + imaginary * imaginary);
    const std::complex<double> solved{real * scale, imaginary * scale};
    return {solved * std::complex<double>{1 - of.product, of.product * frequency},
            solved * std::complex<double>{of.excess, -of.excess * frequency}};
}

}  // namespace

FourierLegsScan::FourierLegsScan(std::int64_t order, Method method, double alpha)
    : FourierLegsScan(std::make_shared<const FourierLegsModes>(order), method, alpha) {}

FourierLegsScan::FourierLegsScan(std::shared_ptr<const FourierLegsModes> modes, Method method, double alpha)
    : modes_(std::move(modes)),
      method_(method),
      alpha_(alpha),
      rest_(Eigen::VectorXd::Zero(modes_->constant().size())),
      slack_(modes_->frequencies().size()),
      state_(2 * slack_.size() - 1) {
    if (method != Method::exact)
        static_cast<void>(step_coefficients(method, alpha, 1, true));  // throws if invalid
}

void FourierLegsScan::take(std::span<const double> samples) {
    for (const double u : samples) {
        extent_.include_input(u);
        if (!extent_.lost()) take_one(u);
        ++samples_taken_;
    }
}

void FourierLegsScan::take_one(double u) {
    double way = 0;
    if (samples_taken_ == 0) {
        rest_.setZero();
        std::fill(slack_.begin(), slack_.end(), -1.0);
    } else {
        way = advance(u);
    }
    held_ = u;
    state_is_current_ = false;
    watch(way);
}

/// Advances by one step and returns the distance that the coordinates of x moved.
double FourierLegsScan::advance(double u) {
    const auto frequencies = modes_->frequencies();
    const auto count = static_cast<Eigen::Index>(frequencies.size());
    const auto k = static_cast<double>(samples_taken_);
    const bool exact = method_ == Method::exact;
    const StepCoefficients of =
        exact ? StepCoefficients{} : step_coefficients(method_, alpha_, samples_taken_, true);
    const double length = std::log1p(1 / k);
    double way = 0;
    for (Eigen::Index j = 0; j < count; ++j) {
        const double frequency = frequencies[static_cast<std::size_t>(j)];
        const ModeStep step =
            exact ? ModeStep{std::polar(k / (k + 1), frequency * length), 0} : mode_step(of, frequency);
        const std::complex<double> constant{modes_->constant()[j], modes_->constant()[count + j]};
        const std::complex<double> from =
            std::complex<double>{rest_[j], rest_[count + j]} + (held_ - u) * constant;
        const std::complex<double> to = step.factor * from + step.input * (u * constant);
        way += std::norm(to - from);
        rest_[j] = to.real();
        rest_[count + j] = to.imag();
    }
    return std::sqrt(way);
}

/// Checks every x_n that may have exceeded the peak. Late in a signal the state hardly moves per step, so few
/// need it.
void FourierLegsScan::watch(double way) {
    for (std::size_t n = 0; n < slack_.size(); ++n) {
        slack_[n] -= way;
        if (slack_[n] >= 0) continue;
        const auto index = static_cast<std::int64_t>(n);
        const Number x = modes_->component(index, rest_) + (n == 0 ? held_ : 0.0);
        extent_.include(std::span<const Number>(&x, 1));
        slack_[n] = (extent_.peak_state - std::abs(x)) / modes_->reach(index);
    }
}

std::span<const std::complex<double>> FourierLegsScan::state() {
    if (state_is_current_) return state_;
    const auto order = static_cast<std::size_t>(modes_->order());
    for (std::size_t n = 0; n <= order; ++n) {
        const Number x = modes_->component(static_cast<std::int64_t>(n), rest_) + (n == 0 ? held_ : 0.0);
        state_[order + n] = x;
        state_[order - n] = std::conj(x);
    }
    if (extent_.lost()) std::fill(state_.begin(), state_.end(), std::numeric_limits<double>::quiet_NaN());
    state_is_current_ = true;
    return state_;
}

void FourierLegsScan::resume(std::int64_t samples_taken, std::span<const Number> state) {
    extent_ = resume_state(samples_taken, state, std::span(state_));
    state_is_current_ = true;
    samples_taken_ = samples_taken;
    const auto order = static_cast<std::size_t>(modes_->order());
    std::vector<Number> rest = state_;
    held_ = rest[order].real();
    rest[order] -= held_;
    rest_ = modes_->coordinates(rest);
    std::fill(slack_.begin(), slack_.end(), -1.0);
}

}  // namespace poslab
