#include "core/engine/legs_scan.hpp"
#include "core/base/errors.hpp"
#include "core/base/job.hpp"
#include "core/engine/engine.hpp"
#include "core/hippo/dense_scan.hpp"
#include "core/hippo/legs_scan.hpp"
#include "core/hippo/memory_system.hpp"
#include "core/hippo/recorded_states.hpp"
#include "tests/support/engine_cases.hpp"
#include "tests/support/seed.hpp"

#include <gtest/gtest.h>
#include <hwy/targets.h>

#include <atomic>
#include <cmath>
#include <limits>
#include <random>
#include <string>
#include <vector>

// Tolerances are relative to the largest component of the expected state. One step: 1e-12 up to order 512 and
// 1e-11 at 4096, since each method adds N rounded numbers in its own order.
namespace poslab {
namespace {

constexpr double no_number = std::numeric_limits<double>::quiet_NaN();
constexpr double alpha = 0.3;
constexpr Method step_methods[]{Method::forward, Method::backward, Method::alpha, Method::bilinear,
                                Method::bilinear_same_t};

class LegsScanOfEngine : public test::EngineTest {
  protected:
    [[nodiscard]] static RecordedStates<double> scan(const LegsScanInput& input,
                                                     const std::vector<std::int64_t>& times) {
        return engine().run(operation::LegsScan{input, times}, Job{});
    }
};

std::vector<double> normals(std::int64_t count, unsigned stream) {
    std::mt19937_64 random(test::test_seed(stream));
    std::normal_distribution<double> normal;
    std::vector<double> values(static_cast<std::size_t>(count));
    for (double& value : values) value = normal(random);
    return values;
}

/// Extracts channel c from rows [any, channels].
Eigen::VectorXd channel(std::span<const double> rows, std::int64_t channels, std::int64_t c) {
    Eigen::VectorXd chosen(static_cast<Eigen::Index>(rows.size()) / channels);
    for (Eigen::Index n = 0; n < chosen.size(); ++n)
        chosen[n] = rows[static_cast<std::size_t>(n * channels + c)];
    return chosen;
}

double difference(const Eigen::VectorXd& actual, const Eigen::VectorXd& expected) {
    return (actual - expected).cwiseAbs().maxCoeff() / expected.cwiseAbs().maxCoeff();
}

/// Compares one step from random states at k with the dense step of every channel.
void expect_dense_step(const Engine& engine, std::int64_t order, std::int64_t channels, Method method,
                       std::int64_t k) {
    const std::vector<double> state = normals(order * channels, 1);
    const std::vector<double> u = normals(channels, 2);
    const LegsScanInput input{order, channels, method, alpha, k, state, u};
    const RecordedStates<double> recorded = engine.run(operation::LegsScan{input, std::vector{k + 1}}, Job{});
    ASSERT_EQ(recorded.states.size(), state.size());
    const DenseStep<double> dense = dense_step(memory_system("legs", order, 1), method, alpha, k);
    for (std::int64_t c = 0; c < channels; ++c) {
        const Eigen::VectorXd expected =
            dense.transition * channel(state, channels, c) + dense.gain * u[static_cast<std::size_t>(c)];
        EXPECT_LT(difference(channel(recorded.states, channels, c), expected), 1e-12)
            << "order " << order << ", method " << static_cast<int>(method) << ", k " << k << ", channel "
            << c;
    }
}

TEST_P(LegsScanOfEngine, StepsAsTheDenseStep) {
    for (const Method method : step_methods) {
        for (const std::int64_t order : {1, 2, 3, 8, 65}) {
            for (const std::int64_t k : {1, 2, 10, 1000}) expect_dense_step(engine(), order, 3, method, k);
        }
        // more than one group of channels of the CPU engine, and a remainder
        expect_dense_step(engine(), 16, 19, method, 5);
        expect_dense_step(engine(), 16, 131, method, 5);  // the same for devices
    }
    for (const std::int64_t k : {1, 300}) expect_dense_step(engine(), 512, 2, Method::bilinear, k);
    expect_dense_step(engine(), 512, 1, Method::alpha, 300);
}

/// (I - solve A) z against (I + product A) x + input B u, in long double: the equation of a step, whichever
/// method solves it.
double residual(const std::vector<double>& x, double u, const std::vector<double>& z,
                const StepCoefficients& of) {
    long double below = 0, largest = 0,
                size = 0;  // below: sum over j < n of root_j (product x_j + solve z_j)
    for (std::size_t n = 0; n < x.size(); ++n) {
        const auto diagonal = static_cast<long double>(n + 1);
        const long double root = std::sqrt(static_cast<long double>(2 * n + 1));
        const long double v = x[n] * (1 - of.product * diagonal) - root * below + of.input * root * u;
        const long double miss = (v - z[n] * (1 + of.solve * diagonal)) / (1 + of.solve * diagonal);
        largest = std::max(largest, std::abs(miss));
        size = std::max(size, std::abs(static_cast<long double>(z[n])));
        below += root * (of.product * x[n] + of.solve * z[n]);
    }
    return static_cast<double>(largest / size);
}

TEST_P(LegsScanOfEngine, SolvesItsEquationAtTheLargestOrder) {
    const std::vector<double> state = normals(4096, 3);
    const std::vector<double> u{0.7};
    for (const Method method : step_methods) {
        for (const std::int64_t k : {1, 5000}) {
            const RecordedStates<double> recorded = scan({4096, 1, method, alpha, k, state, u}, {k + 1});
            EXPECT_LT(residual(state, u[0], recorded.states, step_coefficients(method, alpha, k, true)),
                      1e-11)
                << static_cast<int>(method) << ' ' << k;
        }
    }
}

/// A whole scan of several channels and a hundred steps, for methods that damp errors.
void expect_dense_scan(const Engine& engine, std::int64_t channels) {
    constexpr std::int64_t order = 12, samples = 100;
    const std::vector<std::int64_t> times{0, 1, 2, 2, 37, 100};
    const std::vector<double> signal = normals(channels * samples, 4);
    const auto size = static_cast<std::size_t>(order * channels);
    for (const Method method : {Method::backward, Method::alpha, Method::bilinear, Method::bilinear_same_t}) {
        const RecordedStates<double> recorded =
            engine.run(operation::LegsScan{{order, channels, method, alpha, 0, {}, signal}, times}, Job{});
        ASSERT_EQ(recorded.states.size(), times.size() * size);
        double peak = 0;
        for (std::int64_t c = 0; c < channels; ++c) {
            DenseScan<double> dense(memory_system("legs", order, 1), method, alpha);
            const Eigen::VectorXd u = channel(signal, channels, c);
            for (std::size_t t = 0; t < times.size(); ++t) {
                dense.take({u.data() + dense.samples_taken(),
                            static_cast<std::size_t>(times[t] - dense.samples_taken())});
                const auto state = std::span(recorded.states).subspan(t * size, size);
                const Eigen::VectorXd expected = channel(dense.state(), 1, 0);
                EXPECT_LE((channel(state, channels, c) - expected).cwiseAbs().maxCoeff(),
                          1e-12 * expected.cwiseAbs().maxCoeff())
                    << static_cast<int>(method) << " channel " << c << " time " << times[t];
            }
            peak = std::max(peak, dense.extent().peak_state);
        }
        EXPECT_NEAR(recorded.extent.peak_state, peak, 1e-12 * peak);
        EXPECT_EQ(recorded.extent.largest_input, channel(signal, 1, 0).cwiseAbs().maxCoeff());
    }
}

TEST_P(LegsScanOfEngine, ScansAsTheDenseScan) {
    expect_dense_scan(engine(), slow() ? 2 : 10);
    expect_dense_scan(engine(), 40);  // one thread per channel on a device
}

// Bitwise equal: a returned state contains everything that the scan needs to continue.
TEST_P(LegsScanOfEngine, BlockByBlockIsAsInOneGo) {
    constexpr std::int64_t order = 9, samples = 60;
    for (const std::int64_t channels :
         {std::int64_t{1}, std::int64_t{2}, std::int64_t{slow() ? 5 : 21}, std::int64_t{70}}) {
        const std::vector<double> signal = normals(channels * samples, 5);
        const LegsScanInput whole{order, channels, Method::bilinear, alpha, 0, {}, signal};
        const RecordedStates<double> at_once = scan(whole, {20, 21, 60});
        StateExtent extent;
        std::vector<double> states, state;
        LegsScanInput part = whole;
        for (const std::int64_t end : {20, 21, 60}) {
            part.signal =
                std::span(signal).subspan(static_cast<std::size_t>(part.samples_taken * channels),
                                          static_cast<std::size_t>((end - part.samples_taken) * channels));
            part.state = state;
            const RecordedStates<double> recorded = scan(part, {end});
            state = recorded.states;
            states.insert(states.end(), state.begin(), state.end());
            extent.include(recorded.extent);
            part.samples_taken = end;
        }
        EXPECT_EQ(states, at_once.states) << channels << " channels";
        EXPECT_EQ(extent.peak_state, at_once.extent.peak_state);
        EXPECT_EQ(extent.largest_input, at_once.extent.largest_input);
    }
}

// Holds even where forward Euler would amplify a rounding error by 1e44.
TEST_P(LegsScanOfEngine, HoldsAConstant) {
    std::vector<double> constant(64);
    constant[0] = 0.7;
    const std::int64_t samples = slow() ? 60 : 300;
    const std::vector<double> signal(static_cast<std::size_t>(samples), 0.7);
    for (const Method method : {Method::forward, Method::backward, Method::alpha, Method::bilinear_same_t}) {
        EXPECT_EQ(scan({64, 1, method, alpha, 0, {}, signal}, {samples}).states, constant)
            << static_cast<int>(method);
    }
    EXPECT_NE(scan({64, 1, Method::bilinear, alpha, 0, {}, signal}, {samples}).states, constant)
        << "article 10137's own rule does not";
}

// u_k = sin(7 (k + 1/2) / 200), order 64: the peak computed with mpmath at 120 digits.
TEST_P(LegsScanOfEngine, TellsHowFarATransientWent) {
    std::vector<double> signal;
    for (int k = 0; k < 200; ++k) signal.push_back(std::sin(7 * (k + 0.5) / 200));
    const RecordedStates<double> recorded = scan({64, 1, Method::forward, alpha, 0, {}, signal}, {200});
    EXPECT_NEAR(recorded.extent.peak_state, 6.2914121392439401e43, 1e33);
    EXPECT_TRUE(recorded.extent.diverged());
    EXPECT_FALSE(recorded.extent.lost());
}

// Only channel 20 overflows double precision, at the second sample; from there on all channels are reported
// as lost.
TEST_P(LegsScanOfEngine, LosesAllChannelsAtOnce) {
    constexpr std::int64_t order = 2;
    for (const std::size_t channels : {21U, 70U}) {
        const auto count = static_cast<std::int64_t>(channels);
        std::vector<double> signal(channels * 5, 1.0);
        signal[20] = 1.7e308;
        signal[channels + 20] = -1.7e308;
        const std::vector<std::int64_t> times{1, 2, 5};
        const RecordedStates<double> recorded =
            scan({order, count, Method::forward, alpha, 0, {}, signal}, times);
        EXPECT_TRUE(recorded.extent.lost());
        EXPECT_EQ(recorded.extent.largest_input, 1.7e308);
        for (std::size_t n = 0; n < recorded.states.size(); ++n)
            EXPECT_EQ(std::isnan(recorded.states[n]), n >= order * channels) << n;
        const std::span<const double> lost = std::span(recorded.states).last(order * channels);
        const std::vector<double> more(channels, 0.0);
        EXPECT_TRUE(scan({order, count, Method::forward, alpha, 5, lost, more}, {6}).extent.lost());
    }
}

// Enough channels and samples for several threads: bitwise equal to one scan of all channels.
TEST(LegsScanGroups, AreAsOneScan) {
    constexpr std::int64_t order = 64, channels = 49, samples = 2000;
    std::vector<double> signal = normals(channels * samples, 7);
    for (const bool loses : {false, true}) {
        if (loses) {  // in channel 20, from the second sample on
            signal[20] = 1.7e308;
            signal[channels + 20] = -1.7e308;
        }
        const std::vector<std::int64_t> times{1, 2, 1500, samples};
        LegsScan scan(order, channels, Method::forward, alpha);
        const RecordedStates<double> together = record_states(scan, signal, times, Job{});
        const RecordedStates<double> grouped =
            linear_legs_scan({order, channels, Method::forward, alpha, 0, {}, signal}, times, Job{});
        ASSERT_EQ(grouped.states.size(), together.states.size());
        for (std::size_t n = 0; n < grouped.states.size(); ++n)
            ASSERT_TRUE(grouped.states[n] == together.states[n] ||
                        (std::isnan(grouped.states[n]) && std::isnan(together.states[n])))
                << n;
        EXPECT_EQ(grouped.extent.lost(), loses);
        EXPECT_EQ(grouped.extent.peak_state, together.extent.peak_state);
        EXPECT_EQ(grouped.extent.largest_input, together.extent.largest_input);
    }
}

TEST_P(LegsScanOfEngine, NothingToTakeOrNothingAskedFor) {
    const std::vector<double> signal{1, 2, 3};
    EXPECT_TRUE(scan({4, 1, Method::backward, alpha, 0, {}, signal}, {}).states.empty());
    EXPECT_EQ(scan({4, 1, Method::backward, alpha, 0, {}, {}}, {0}).states, std::vector<double>(4));
    const std::vector<double> state{1, 2, 3, 4};
    EXPECT_EQ(scan({4, 1, Method::backward, alpha, 7, state, {}}, {7, 7}).states,
              (std::vector<double>{1, 2, 3, 4, 1, 2, 3, 4}));
    EXPECT_EQ(scan({4, 1, Method::backward, alpha, 0, state, signal}, {0, 1}).states,
              (std::vector<double>{0, 0, 0, 0, 1, 0, 0, 0}))
        << "a state before the first sample is ignored";
}

TEST_P(LegsScanOfEngine, RefusesWhatDoesNotFit) {
    const std::vector<double> three{1, 2, 3};
    const LegsScanInput good{3, 1, Method::alpha, alpha, 0, {}, three};
    const auto refuses = [&](auto change, const std::vector<std::int64_t>& times = {3}) {
        LegsScanInput bad = good;
        change(bad);
        EXPECT_THROW((void)scan(bad, times), UsageError);
    };
    EXPECT_NO_THROW((void)scan(good, {3}));
    for (const std::int64_t order :
         {std::int64_t{0}, std::int64_t{-1}, std::int64_t{4097}, std::int64_t{1} << 62}) {
        refuses([&](LegsScanInput& bad) { bad.order = order; });
    }
    for (const std::int64_t channels :
         {std::int64_t{0}, std::int64_t{-3}, std::int64_t{2}, std::int64_t{1} << 62}) {
        refuses([&](LegsScanInput& bad) { bad.channels = channels; });
    }
    refuses([](LegsScanInput& bad) { bad.method = Method::exact; });
    for (const double wrong : {-0.1, 1.1, no_number}) {
        refuses([&](LegsScanInput& bad) { bad.alpha = wrong; });
    }
    refuses([](LegsScanInput& bad) { bad.samples_taken = -1; });
    refuses([](LegsScanInput& bad) { bad.samples_taken = 1; }, {4});  // there is no state to continue from
    const std::vector<double> four(4);
    refuses([&](LegsScanInput& bad) { bad.state = four; });
    for (const double wrong : {no_number, HUGE_VAL, -HUGE_VAL}) {
        const std::vector<double> signal{1, 2, wrong};
        refuses([&](LegsScanInput& bad) { bad.signal = signal; }, {2});
    }
    for (const std::vector<std::int64_t>& times : {std::vector<std::int64_t>{4}, {-1}, {2, 1}}) {
        refuses([](LegsScanInput&) {}, times);
    }
}

TEST_P(LegsScanOfEngine, StopsWhenAsked) {
    const std::vector<double> signal(2000 * 40, 0.5);
    for (const std::int64_t channels : {1, 10, 40}) {
        const LegsScanInput input{64, channels, Method::alpha, alpha, 0, {}, signal};
        const std::vector<std::int64_t> end{2000};
        std::stop_source stop;
        std::atomic<int> reports{0};
        const Job job(stop.get_token(), [&](double fraction) {
            EXPECT_GE(fraction, 0.0);
            EXPECT_LE(fraction, 1.0);
            if (++reports == 2) stop.request_stop();  // a device reports piece by piece
        });
        EXPECT_THROW((void)engine().run(operation::LegsScan{input, end}, job), Cancelled);
        EXPECT_THROW((void)engine().run(operation::LegsScan{input, end}, job), Cancelled);
    }
}

TEST_P(LegsScanOfEngine, ReportsItsProgressToTheEnd) {
    const std::int64_t samples = slow() ? 110 : 700;
    const std::vector<double> signal(static_cast<std::size_t>(12 * samples), 0.5);
    double last = 0;  // one channel at a time reports, so reports are ordered
    const Job job({}, [&](double fraction) { last = fraction; });
    (void)engine().run(operation::LegsScan{{4, 12, Method::alpha, alpha, 0, {}, signal},
                                           std::vector<std::int64_t>{100, samples}},
                       job);
    EXPECT_NEAR(last, 1, 1e-12);
}

INSTANTIATE_TEST_SUITE_P(Engines, LegsScanOfEngine, testing::ValuesIn(test::all_engines()),
                         test::engine_name);

// The same as StepsAsTheDenseStep; every vector width has its own groups and remainders.
TEST(LegsScanInstructions, EverySetStepsAsTheDenseStep) {
    for (const std::int64_t target : hwy::SupportedAndGeneratedTargets()) {
        SCOPED_TRACE(hwy::TargetName(target));
        hwy::GetChosenTarget().Update(target);
        for (const Method method : {Method::forward, Method::bilinear}) {
            for (const std::int64_t order : {1, 7, 8, 9, 65})
                expect_dense_step(cpu_engine(), order, 1, method, 10);
            for (const std::int64_t channels : {2, 3, 4, 5, 8, 9})
                expect_dense_step(cpu_engine(), 13, channels, method, 10);
        }
    }
    hwy::GetChosenTarget().DeInit();
}

// The article's application, a minute of sound at 16 kHz: the cpu engine accepts it, the reference engine,
// which works by rows, refuses it.
TEST(LegsScanLimits, TheReferenceEngineHasOne) {
    EXPECT_TRUE(reference_engine().unsupported_reason(Operation::legs_scan, 0x1p33).empty());
    EXPECT_FALSE(reference_engine().unsupported_reason(Operation::legs_scan, 0x1p34).empty());
    EXPECT_TRUE(cpu_engine().unsupported_reason(Operation::legs_scan, 0x1p50).empty());
    const std::vector<double> signal(600, 1.0);
    const LegsScanInput input{4096, 1, Method::backward, alpha, 0, {}, signal};
    EXPECT_EQ(legs_scan_products(input, std::vector<std::int64_t>{500, 600}), 600.0 * 4096 * 4096);
    EXPECT_THROW(
        (void)reference_engine().run(operation::LegsScan{input, std::vector<std::int64_t>{600}}, Job{}),
        TooLarge);
    EXPECT_NO_THROW(
        (void)reference_engine().run(operation::LegsScan{input, std::vector<std::int64_t>{2}}, Job{}));
    EXPECT_NO_THROW(
        (void)cpu_engine().run(operation::LegsScan{input, std::vector<std::int64_t>{600}}, Job{}));
}

}  // namespace
}  // namespace poslab
