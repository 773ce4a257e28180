// The steps found are compared with a recursion in double-double arithmetic, by the formulas of
// docs/formulas.md §6.
#include "core/memory/diverged_steps.hpp"

#include "core/base/double_double.hpp"
#include "core/engine/engine.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

namespace poslab {
namespace {

std::vector<double> samples_of(SampleSource& source) {
    std::vector<double> samples(static_cast<std::size_t>(source.length()));
    source.read(0, samples, Job());
    return samples;
}

DivergedSteps found(const MemorySpec& spec, const SignalSpec& signal) {
    const auto source = made_signal(signal);
    return diverged_steps(spec, *memory_scan(spec), *source, Job());
}

SignalSpec sines(std::int64_t length) {
    SignalSpec signal;
    signal.length = length;
    return signal;
}

/// The states x_1, x_2, … of forward Euler of LegS: x + (A x + B u)/k.
template <class Number>
std::vector<std::vector<Number>> forward_states(std::int64_t order, const std::vector<double>& samples) {
    const auto count = static_cast<std::size_t>(order);
    std::vector<Number> root;
    for (std::size_t n = 0; n < count; ++n) root.push_back(sqrt(Number(static_cast<double>(2 * n + 1))));
    std::vector<Number> x(count, Number(0.0));
    x[0] = Number(samples[0]);
    std::vector<std::vector<Number>> states{x};
    for (std::size_t k = 1; k < samples.size(); ++k) {
        std::vector<Number> next(count, Number(0.0));
        for (std::size_t n = 0; n < count; ++n) {
            Number slope = root[n] * samples[k] - static_cast<double>(n + 1) * x[n];
            for (std::size_t j = 0; j < n; ++j) slope = slope - root[n] * root[j] * x[j];
            next[n] = x[n] + slope / static_cast<double>(k);
        }
        states.push_back(x = next);
    }
    return states;
}

/// The steps by definition, with the digits that float64 loses.
DivergedSteps by_definition(std::int64_t order, const std::vector<double>& samples) {
    const auto plain = forward_states<double>(order, samples);
    const auto precise = forward_states<DoubleDouble>(order, samples);
    DivergedSteps steps;
    double input = 0;
    for (std::size_t k = 0; k < samples.size(); ++k) {
        input = std::max(input, std::abs(samples[k]));
        double size = 0, lost = 0;
        for (std::size_t n = 0; n < plain[k].size(); ++n) {
            size = std::max(size, std::abs(plain[k][n]));
            lost = std::max(lost, std::abs(narrow(precise[k][n] - plain[k][n])));
        }
        if (size <= 1e6 * input && lost <= 1e-3 * size) continue;
        if (steps.first == 0) steps.first = static_cast<std::int64_t>(k) + 1;
        steps.last = static_cast<std::int64_t>(k) + 1;
    }
    return steps;
}

TEST(DivergedSteps, OfForwardEulerAreThoseOfExactArithmetic) {
    for (const std::int64_t order : {8, 20, 30, 40, 56}) {
        MemorySpec spec;
        spec.order = order;
        spec.method = Method::forward;
        const auto source = made_signal(sines(254));
        const DivergedSteps expected = by_definition(order, samples_of(*source)),
                            steps = found(spec, sines(254));
        EXPECT_EQ(steps.first, expected.first) << order;
        // how many digits are lost depends on each rounding
        EXPECT_NEAR(static_cast<double>(steps.last), static_cast<double>(expected.last),
                    1 + static_cast<double>(order) / 10)
            << order;
        EXPECT_EQ(expected.first > 0, order >= 20) << order;
    }
}

TEST(DivergedSteps, AreFoundOnlyWhereTheRuleIsNotStable) {
    MemorySpec spec;
    spec.order = 40;
    for (const Method method : {Method::backward, Method::bilinear, Method::bilinear_same_t, Method::exact}) {
        spec.method = method;
        EXPECT_EQ(found(spec, sines(254)).first, 0);
    }
    spec.method = Method::alpha;
    spec.alpha = 0.5;
    EXPECT_EQ(found(spec, sines(254)).first, 0);
    spec.alpha = 0.9;
    EXPECT_GT(found(spec, sines(254)).first, 0);
}

/// The step of a window is constant: it diverges if its spectral radius exceeds 1. For order 1, A = −1/θ.
TEST(DivergedSteps, OfAWindowLastForGood) {
    MemorySpec spec{.measure = "legt", .order = 8, .method = Method::forward, .span = 10};
    const DivergedSteps steps = found(spec, sines(2000));
    EXPECT_GT(steps.first, 1);
    EXPECT_EQ(steps.last, 2000);
    spec.span = 4000;
    EXPECT_EQ(found(spec, sines(2000)).first, 0);
    spec = {.measure = "fourier-legs", .order = 24, .method = Method::forward};
    EXPECT_GT(found(spec, sines(400)).first, 0);
}

/// Silence leaves a window's state at 0, so a delayed signal only delays the steps.
TEST(DivergedSteps, AreCountedFromTheFirstSampleOtherThanZero) {
    const MemorySpec spec{.measure = "legt", .order = 8, .method = Method::forward, .span = 10};
    SignalSpec signal;
    signal.signal = Signal::hand_drawn;
    signal.length = 2000;
    signal.points = {{0, 0}, {0.9, 0}, {0.9, 1}, {1, 1}};
    const auto source = made_signal(signal);
    const std::vector<double> samples = samples_of(*source);
    const auto silent =
        std::find_if(samples.begin(), samples.end(), [](double u) { return u != 0; }) - samples.begin();
    ASSERT_NEAR(static_cast<double>(silent), 1800, 1);
    signal.length = 2000 - silent;
    signal.points = {{0, 1}, {1, 1}};
    const DivergedSteps late = diverged_steps(spec, *memory_scan(spec), *source, Job()),
                        at_once = found(spec, signal);
    EXPECT_GT(at_once.first, 1);
    EXPECT_EQ(late.first, silent + at_once.first);
    EXPECT_EQ(late.last, 2000);
}

}  // namespace
}  // namespace poslab
