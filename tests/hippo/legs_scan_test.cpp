#include "core/hippo/legs_scan.hpp"

#include "core/base/errors.hpp"
#include "core/hippo/dense_scan.hpp"
#include "core/hippo/memory_system.hpp"
#include "core/hippo/recorded_states.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace poslab::test {
namespace {

std::vector<double> cosine(std::int64_t length) {
    std::vector<double> u;
    for (std::int64_t k = 0; k < length; ++k)
        u.push_back(std::cos(7 * (static_cast<double>(k) + 0.5) / static_cast<double>(length)));
    return u;
}

template <typename Scan>
std::vector<double> after(Scan scan, const std::vector<double>& u) {
    scan.take(u);
    return {scan.state().begin(), scan.state().end()};
}

DenseScan<double> dense(std::int64_t order, Method method, double alpha = 0.5) {
    return {memory_system("legs", order, 1), method, alpha};
}

double largest_difference(const std::vector<double>& a, const std::vector<double>& b) {
    double largest = 0;
    for (std::size_t n = 0; n < a.size(); ++n) largest = std::max(largest, std::abs(a[n] - b[n]));
    return largest;
}

// The step is applied to x - u e_0, which is 0: bitwise equal at any order, even where forward Euler would
// amplify a rounding error by 1e44.
TEST(LegsScan, HoldsAConstant) {
    for (const Method method : {Method::forward, Method::backward, Method::alpha, Method::bilinear_same_t}) {
        for (const std::int64_t order : {1, 8, 512}) {
            std::vector<double> constant(static_cast<std::size_t>(order));
            constant[0] = 0.7;
            EXPECT_EQ(after(LegsScan(order, 1, method, 0.3), std::vector<double>(300, 0.7)), constant);
        }
        std::vector<double> unit(8);
        unit[0] = 1;
        EXPECT_LT(largest_difference(after(dense(8, method, 0.3), std::vector<double>(300, 1.0)), unit),
                  1e-12);
    }
    std::vector<double> unit(8);
    unit[0] = 1;
    EXPECT_LT(largest_difference(after(dense(8, Method::exact), std::vector<double>(300, 1.0)), unit), 1e-12);
}

// Known errors with three digits: max over n of |x_n - e_0|, order 8, u = 1.
TEST(LegsScan, TheBilinearOf10137DoesNot) {
    const std::vector<std::pair<std::size_t, double>> misses{{10, 1.19e-1}, {200, 1.47e-2}, {1000, 4.46e-3}};
    std::vector<double> unit(8);
    unit[0] = 1;
    for (const auto& [time, miss] : misses) {
        const std::vector<double> ones(time, 1.0);
        EXPECT_NEAR(largest_difference(after(LegsScan(8, 1, Method::bilinear, 0), ones), unit), miss,
                    5e-3 * miss);
        EXPECT_NEAR(largest_difference(after(dense(8, Method::bilinear), ones), unit), miss, 5e-3 * miss);
    }
}

/// Slopes of log error against log step size between T = 100, 200, ... 1600, for the largest component of
/// x_T, compared with exact.
std::vector<double> slopes(Method method) {
    std::vector<double> found;
    double last = 0;
    for (const std::int64_t length : {100, 200, 400, 800, 1600}) {
        const auto u = cosine(length);
        const double error =
            largest_difference(after(LegsScan(8, 1, method, 0.5), u), after(dense(8, Method::exact), u));
        if (last > 0) found.push_back(std::log2(last / error));
        last = error;
    }
    return found;
}

// The slopes of formulas.md, each ± 0.1.
TEST(LegsScan, ConvergesAsFastAsEachMethodShould) {
    struct Range {
        Method method;
        double least, most;
    };
    for (const Range& range :
         {Range{Method::forward, 1, 1}, Range{Method::backward, 1, 1}, Range{Method::bilinear_same_t, 1, 1},
          Range{Method::bilinear, 0.6, 0.8}, Range{Method::alpha, 1.9, 2.0}}) {
        for (const double slope : slopes(range.method)) {
            EXPECT_GT(slope, range.least - 0.1) << static_cast<int>(range.method);
            EXPECT_LT(slope, range.most + 0.1) << static_cast<int>(range.method);
        }
    }
}

// u_k = sin(7 (k + 1/2) / 200): 6.2914121392439401e43, and the components of x_200, by mpmath with 120
// digits. Rounding errors of the peak vanish, since those made while k < n are multiplied by 1 - n/k = 0 at k
// = n: 1e-3 of the remainder.
TEST(LegsScan, ForwardEulerPeaksAndReturns) {
    std::vector<double> u;
    u.reserve(200);
    for (int k = 0; k < 200; ++k) u.push_back(std::sin(7 * (k + 0.5) / 200));
    LegsScan scan(64, 1, Method::forward, 0);
    scan.take(u);
    EXPECT_NEAR(scan.extent().peak_state, 6.2914121392439401e43, 1e33);
    EXPECT_TRUE(scan.extent().diverged());
    EXPECT_FALSE(scan.extent().lost());
    const std::vector<double> left{0.0352473565839, -0.393593650446, 0.25451136511, 0.495588133452};
    for (std::size_t n = 0; n < left.size(); ++n) EXPECT_NEAR(scan.state()[n], left[n], 1e-9);
    double largest = 0;
    for (const double x : scan.state()) largest = std::max(largest, std::abs(x));
    EXPECT_NEAR(largest, 0.495588133452, 1e-3);
}

// From order 430 or so on the transient exceeds double precision.
TEST(LegsScan, SaysWhereStatesAreBeyondNumbers) {
    LegsScan scan(600, 2, Method::forward, 0);
    for (int k = 0; k < 700; ++k) scan.take(std::vector<double>{k % 2 * 1.0, 1});
    EXPECT_EQ(scan.samples_taken(), 700);
    EXPECT_TRUE(scan.extent().lost());
    EXPECT_TRUE(scan.extent().diverged());
    for (const double x : scan.state()) EXPECT_TRUE(std::isnan(x));
    LegsScan calm(600, 1, Method::backward, 0);
    calm.take(cosine(700));
    EXPECT_FALSE(calm.extent().diverged());
    EXPECT_EQ(calm.extent().largest_input, largest_difference(cosine(700), std::vector<double>(700)));
    EXPECT_LT(calm.extent().peak_state, 1.01);
    EXPECT_FALSE(StateExtent{}.diverged());  // for silence
}

// Tests every index, in vectors and in the remainder; a lost state remains lost.
TEST(StateExtent, FindsTheLargestAndWhatIsNotFinite) {
    for (std::size_t index = 0; index < 19; ++index) {
        std::vector<double> state(19, 0.5);
        StateExtent extent;
        state[index] = -3;
        extent.include(std::span<const double>(state));
        EXPECT_EQ(extent.peak_state, 3);
        for (const double bad : {std::nan(""), HUGE_VAL, -HUGE_VAL}) {
            StateExtent lost = extent;
            state[index] = bad;
            lost.include(std::span<const double>(state));
            EXPECT_TRUE(lost.lost()) << index;
            lost.include(std::span<const double>(std::vector<double>(19, 1.0)));
            EXPECT_TRUE(lost.lost()) << index;
        }
    }
}

// The result does not depend on how a signal is split, nor on other channels. A channel alone sums in another
// order, some 1e-16 per step.
TEST(LegsScan, StreamsChannels) {
    const auto u = cosine(100);
    std::vector<double> both;
    for (std::size_t k = 0; k < u.size(); ++k) both.insert(both.end(), {u[k], u[99 - k]});
    LegsScan scan(20, 2, Method::bilinear, 0);
    scan.take(std::span(both).first(38));
    scan.take(std::span(both).subspan(38));
    const auto alone = after(LegsScan(20, 1, Method::bilinear, 0), u);
    const auto reversed =
        after(LegsScan(20, 1, Method::bilinear, 0), std::vector<double>(u.rbegin(), u.rend()));
    for (std::size_t n = 0; n < 20; ++n) {
        EXPECT_NEAR(scan.state()[2 * n], alone[n], 1e-14);
        EXPECT_NEAR(scan.state()[2 * n + 1], reversed[n], 1e-14);
    }
    EXPECT_THROW(scan.take(std::vector<double>(3)), UsageError);
}

TEST(RecordedStates, AreThoseOfTheTimesAskedFor) {
    const auto u = cosine(50);
    const std::vector<std::int64_t> times{0, 1, 7, 50};
    LegsScan scan(4, 1, Method::alpha, 0.5);
    double progress = 0;
    const auto recorded =
        record_states(scan, u, times, Job({}, [&](double fraction) { progress = fraction; }));
    ASSERT_EQ(recorded.states.size(), 16U);
    for (std::size_t i = 0; i < times.size(); ++i) {
        const auto state = after(LegsScan(4, 1, Method::alpha, 0.5), {u.begin(), u.begin() + times[i]});
        for (std::size_t n = 0; n < 4; ++n) EXPECT_EQ(recorded.states[4 * i + n], state[n]);
    }
    EXPECT_EQ(progress, 1);
    EXPECT_EQ(recorded.extent.largest_input, largest_difference(u, std::vector<double>(50)));
    EXPECT_THROW((void)record_states(scan, u, times, Job{}),
                 UsageError);  // the scan has already passed them
    LegsScan fresh(4, 1, Method::alpha, 0.5);
    EXPECT_THROW((void)record_states(fresh, u, std::vector<std::int64_t>{51}, Job{}), UsageError);
    std::stop_source stop;
    stop.request_stop();
    EXPECT_THROW((void)record_states(fresh, u, times, Job(stop.get_token())), Cancelled);
}

// The state is everything that a step needs: bitwise equal.
TEST(LegsScan, Resumes) {
    const auto u = cosine(120);  // two channels
    for (const Method method : {Method::forward, Method::alpha, Method::bilinear}) {
        LegsScan whole(16, 2, method, 0.3);
        LegsScan rest(16, 2, method, 0.3);
        whole.take(std::span(u).first(40));
        rest.take(u);  // is overwritten
        rest.resume(20, whole.state());
        EXPECT_EQ(rest.extent().largest_input, 0);
        whole.take(std::span(u).subspan(40));
        rest.take(std::span(u).subspan(40));
        EXPECT_TRUE(std::ranges::equal(rest.state(), whole.state()));
        EXPECT_EQ(rest.samples_taken(), 60);
        EXPECT_THROW(rest.resume(-1, whole.state()), UsageError);
        EXPECT_THROW(rest.resume(1, whole.state().first(16)), UsageError);
        rest.resume(0, whole.state());
        rest.take(std::vector<double>{2, 3});
        EXPECT_EQ(rest.state()[1], 3);
        EXPECT_EQ(rest.state()[2], 0);  // x_1 = u_0 e_0, whatever the state was
    }
}

}  // namespace
}  // namespace poslab::test
