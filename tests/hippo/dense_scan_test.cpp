#include "core/hippo/dense_scan.hpp"

#include "core/base/errors.hpp"
#include "core/base/memory_ledger.hpp"
#include "core/hippo/memory_system.hpp"
#include "core/hippo/recorded_states.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <new>
#include <numbers>
#include <random>
#include <utility>

namespace poslab::test {
namespace {

constexpr double half_turn = std::numbers::pi;

std::vector<double> dense_normals(std::size_t count) {
    std::mt19937_64 engine(5);
    std::normal_distribution<double> normal;
    std::vector<double> values(count);
    for (double& value : values) value = normal(engine);
    return values;
}

std::vector<double> after_dense(DenseScan<double> scan, std::span<const double> u) {
    scan.take(u);
    return {scan.state().begin(), scan.state().end()};
}

DenseScan<double> exact_legs(std::int64_t order) {
    return {memory_system("legs", order, 1), Method::exact, 0};
}

/// Integral of p_n over [a, b] in [0, 1]: (P_(n+1) - P_(n-1)) / (2 sqrt(2n+1)) at 2s - 1, with Legendre
/// polynomials of the C++ library.
double basis_integral(unsigned n, double a, double b) {
    if (n == 0) return b - a;
    const auto primitive = [n](double s) {
        return std::legendre(n + 1, 2 * s - 1) - std::legendre(n - 1, 2 * s - 1);
    };
    return (primitive(b) - primitive(a)) / (2 * std::sqrt(2 * n + 1));
}

// The coefficients of the held signal itself, piece by piece; the required tolerance is 1e-9.
TEST(DenseScan, ExactIsTheProjectionOfTheHeldSignal) {
    const auto u = dense_normals(150);
    for (const std::int64_t order : {1, 8, 48}) {
        const auto state = after_dense(exact_legs(order), u);
        for (unsigned n = 0; n < static_cast<unsigned>(order); ++n) {
            double projection = 0;
            for (std::size_t k = 0; k < u.size(); ++k)
                projection +=
                    u[k] * basis_integral(n, static_cast<double>(k) / 150, static_cast<double>(k + 1) / 150);
            EXPECT_NEAR(state[n], projection, 1e-9) << "order " << order << ", n " << n;
        }
    }
}

// Timescale equivariance: the held signal of repeated samples is the same function of s. The required
// tolerance is 1e-10.
TEST(DenseScan, ExactKnowsNoSpeed) {
    const auto u = dense_normals(80);
    for (const std::size_t times : {2, 5}) {
        std::vector<double> slow;
        for (const double sample : u) slow.insert(slow.end(), times, sample);
        for (const std::size_t time : {1, 9, 80}) {
            const auto fast_state = after_dense(exact_legs(16), std::span(u).first(time));
            const auto slow_state = after_dense(exact_legs(16), std::span(slow).first(times * time));
            for (std::size_t n = 0; n < 16; ++n) EXPECT_NEAR(fast_state[n], slow_state[n], 1e-10);
        }
    }
}

double tone(double time) { return std::cos(0.05 * time); }

/// Returns the largest error in the window's samples, between the fractions `from` and `to` of its length
/// before now.
double window_error(OneOf<Measure> measure, std::int64_t order, Method method, double from, double to) {
    constexpr double window = 256;
    constexpr double end = 1000;
    std::vector<double> u;
    for (double k = 0; k < end; ++k) u.push_back(tone(k + 0.5));
    const auto state = after_dense({memory_system(measure, order, window), method, 0.5}, u);
    double largest = 0;
    for (double ago = from; ago <= to; ago += 1.0 / 64) {
        const double s = measure->place_of_now == 1 ? 1 - ago : ago;
        const double value = reconstruction(measure, state, std::vector<double>{s})[0];
        largest = std::max(largest, std::abs(value - tone(end - window * ago)));
    }
    return largest;
}

// A tone with two periods in the window. At the unknown far end the approximation errs by 1e-3; held samples
// add an error of (0.05)^2 / 24 = 1e-4 elsewhere. A window that is reversed or has the wrong length errs by
// more than 1.
TEST(DenseScan, LegTAndLmuReconstructTheLastWindow) {
    for (const char* const measure : {"legt", "lmu"}) {
        EXPECT_LT(window_error(measure, 16, Method::exact, 0, 1), 2e-3);
        EXPECT_LT(window_error(measure, 16, Method::exact, 0.25, 0.75), 2e-4);
        EXPECT_LT(window_error(measure, 16, Method::bilinear, 0.25, 0.75), 2e-2);
    }
}

// The Fourier series of a non-periodic signal rings next to the jump: 2 % in the middle half.
TEST(DenseScan, FouTReconstructsAwayFromTheJump) {
    EXPECT_LT(window_error("fout", 33, Method::exact, 0.25, 0.75), 2e-2);
    EXPECT_LT(window_error("fout", 32, Method::exact, 0.25, 0.75), 2e-2);
}

// LMU is LegT in another basis with time running backwards: x_lmu = (-1)^n sqrt(2n+1) x_legt, after any
// samples.
TEST(DenseScan, LmuIsLegTInAnotherBasis) {
    const auto u = dense_normals(300);
    for (const Method method : {Method::exact, Method::bilinear, Method::backward}) {
        const auto legt = after_dense({memory_system("legt", 12, 100), method, 0.5}, u);
        const auto lmu = after_dense({memory_system("lmu", 12, 100), method, 0.5}, u);
        for (std::size_t n = 0; n < 12; ++n)
            EXPECT_NEAR(lmu[n], (n % 2 == 0 ? 1 : -1) * std::sqrt(2.0 * static_cast<double>(n) + 1) * legt[n],
                        1e-11);
    }
}

// For a whole history, every measure and method except article 10137's bilinear rule; for a window that rule
// is the usual one and holds a constant, too. A window does so once it is filled with the constant: starts
// from e_0, as a step does.
TEST(DenseScan, StepsHoldAConstant) {
    for (const Method method : {Method::forward, Method::backward, Method::alpha, Method::bilinear,
                                Method::bilinear_same_t, Method::exact}) {
        for (const char* const measure : {"legt", "lmu", "fout"}) {
            const DenseStep<double> step = dense_step(memory_system(measure, 9, 50), method, 0.3, 1);
            const Eigen::VectorXd unit = Eigen::VectorXd::Unit(9, 0);
            EXPECT_LT((step.transition * unit + step.gain - unit).cwiseAbs().maxCoeff(), 1e-12);
        }
        if (method == Method::bilinear) continue;
        const DenseStep<std::complex<double>> step = dense_step(fourier_legs_system(4), method, 0.3, 3);
        const Eigen::VectorXcd unit = Eigen::VectorXcd::Unit(9, 4);
        EXPECT_LT((step.transition * unit + step.gain - unit).cwiseAbs().maxCoeff(), 1e-12);
    }
}

// 0.030 is the known error for N = 32 and cos 3s on the middle half.
TEST(DenseScan, FourierLegsReconstructsAwayFromTheJump) {
    std::vector<double> u;
    for (int k = 0; k < 400; ++k) u.push_back(std::cos(3 * (k + 0.5) / 400));
    DenseScan<std::complex<double>> scan(fourier_legs_system(32), Method::exact, 0);
    scan.take(u);
    std::vector<double> places;
    for (int i = 0; i <= 1000; ++i) places.push_back(0.25 + 0.5 * i / 1000);
    const auto values = fourier_reconstruction(scan.state(), places);
    double largest = 0;
    for (std::size_t i = 0; i < places.size(); ++i)
        largest = std::max(largest, std::abs(values[i] - std::cos(3 * places[i])));
    EXPECT_NEAR(largest, 0.030, 5e-4);
    for (std::size_t n = 0; n < 32; ++n)  // the signal is real
        EXPECT_LT(std::abs(scan.state()[n] - std::conj(scan.state()[64 - n])), 1e-12);
}

TEST(DenseScan, ForwardEulerOfFourierLegsDiverges) {
    DenseScan<std::complex<double>> scan(fourier_legs_system(16), Method::forward, 0);
    const auto u = dense_normals(200);
    const auto recorded = record_states(scan, u, std::vector<std::int64_t>{1, 200}, Job{});
    EXPECT_TRUE(recorded.extent.diverged());
    EXPECT_EQ(recorded.states[16], u[0]);
    EXPECT_GT(recorded.extent.peak_state, 1e6);
}

// The state is everything that a step needs: bitwise equal.
template <typename Scalar>
void expect_resumed(const MemorySystem<Scalar>& system) {
    const auto u = dense_normals(40);
    for (const Method method : {Method::alpha, Method::bilinear, Method::exact}) {
        DenseScan<Scalar> whole(system, method, 0.3);
        DenseScan<Scalar> rest(system, method, 0.3);
        whole.take(std::span(u).first(15));
        rest.take(u);  // is overwritten
        rest.resume(15, whole.state());
        EXPECT_EQ(rest.samples_taken(), 15);
        EXPECT_EQ(rest.extent().largest_input, 0);
        whole.take(std::span(u).subspan(15));
        rest.take(std::span(u).subspan(15));
        EXPECT_TRUE(std::ranges::equal(rest.state(), whole.state()));
        EXPECT_EQ(rest.samples_taken(), 40);
        EXPECT_LE(rest.extent().peak_state, whole.extent().peak_state);
    }
}

TEST(DenseScan, Resumes) {
    expect_resumed(memory_system("legs", 9, 1));
    expect_resumed(memory_system("lmu", 9, 20));
    expect_resumed(fourier_legs_system(4));
}

TEST(DenseScan, ResumesOnlyFromItsOwnStates) {
    DenseScan<double> scan(memory_system("legs", 3, 1), Method::backward, 0);
    EXPECT_THROW(scan.resume(-1, std::vector<double>(3)), UsageError);
    EXPECT_THROW(scan.resume(1, std::vector<double>(2)), UsageError);
    scan.resume(1, std::vector<double>{1, std::numeric_limits<double>::quiet_NaN(), 0});
    EXPECT_TRUE(scan.extent().lost());
    EXPECT_TRUE(std::isnan(scan.state()[0]));
    scan.resume(0, std::vector<double>(3, 5));
    scan.take(std::vector<double>{2});
    // x_1 = u_0 e_0, whatever the state was
    EXPECT_TRUE(std::ranges::equal(scan.state(), std::vector<double>{2, 0, 0}));
    EXPECT_FALSE(scan.extent().lost());
}

TEST(DenseScan, EntersItsMatricesInTheLedger) {
    constexpr double matrix = 300.0 * 300 * sizeof(double);
    const double before = memory_ledger::taken();
    MemorySystem<double> system = memory_system("legt", 300, 100);
    EXPECT_GE(memory_ledger::taken() - before, matrix);
    const DenseScan<double> scan(std::move(system), Method::bilinear, 0.5);
    const DenseScan<double> copy = scan;  // shares the system, but not its step
    EXPECT_GE(memory_ledger::taken() - before, 3 * matrix);
    EXPECT_LT(memory_ledger::taken() - before, 4 * matrix);
}

TEST(DenseScan, RefusesAStepWithoutRoomForItsMatrices) {
    const MemorySystem<double> system = memory_system("legs", 300, 1);
    memory_ledger::set_limit(memory_ledger::taken() + 5.0 * 300 * 300 * sizeof(double));
    EXPECT_NO_THROW((void)dense_step(system, Method::backward, 0, 1));
    EXPECT_THROW((void)dense_step(system, Method::exact, 0, 1), std::bad_alloc);
    memory_ledger::set_limit(std::numeric_limits<double>::infinity());
}

}  // namespace
}  // namespace poslab::test
