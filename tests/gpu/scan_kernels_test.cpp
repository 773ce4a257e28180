#include "core/hippo/discretisation.hpp"
#include "gpu/tasks.hpp"
#include "tests/gpu/device_cases.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <random>

namespace poslab::gpu {
namespace {

using FourScans = std::array<double, 4>;
using Extent = std::array<double, 2>;

struct ScanCase {
    int order = 1, channels = 1, samples = 0;
    std::vector<FourScans> coefficients;  // product, solve, excess, 0
    std::vector<double> signal, state;
    std::vector<std::int32_t> slots;
    int slot_count = 0;
};

ScanCase scan_case(int order, int channels, int samples, Method method) {
    ScanCase made;
    made.order = order, made.channels = channels, made.samples = samples;
    std::mt19937 random(static_cast<unsigned>(order));
    std::uniform_real_distribution<double> unit(-1, 1);
    const auto numbers = [&](int count) {
        std::vector<double> values(static_cast<std::size_t>(count));
        std::ranges::generate(values, [&] { return unit(random); });
        return values;
    };
    for (int k = 0; k < samples; ++k) {
        const StepCoefficients of = step_coefficients(method, 0.5, 3 + k, true);
        made.coefficients.push_back({of.product, of.solve, of.excess, 0});
        made.slots.push_back(k % 3 == 1 ? made.slot_count++ : -1);
    }
    made.signal = numbers(samples * channels);
    made.state = numbers(order * channels);
    return made;
}

struct ScanResult {
    std::vector<double> state, records;
    std::vector<Extent> extents;  // largest number, first sample that was not finite
};

double root_of(int n) { return std::sqrt(2.0 * n + 1.0); }

/// The rows of the matrices, one after the other: (I - solve A)^-1 [(I + product A) y + excess B u], y = x -
/// u e_0, A_nk = -root_n root_k below the diagonal, -(n + 1) on it, B = root.
void step_rows(const FourScans& of, long double u, std::vector<long double>& x) {
    const auto& [product, solve, excess, unused] = of;
    std::vector<long double> v(x.size());
    x[0] -= u;
    long double sum = 0;
    for (std::size_t n = 0; n < x.size(); ++n) {
        const auto number = static_cast<long double>(n);
        const long double root = std::sqrt(2 * number + 1);
        v[n] = x[n] - product * (root * sum + (number + 1) * x[n]) + excess * root * u;
        sum += root * x[n];
    }
    sum = 0;
    for (std::size_t n = 0; n < x.size(); ++n) {
        const auto number = static_cast<long double>(n);
        const long double root = std::sqrt(2 * number + 1);
        x[n] = (v[n] - solve * root * sum) / (1 + solve * (number + 1));
        sum += root * x[n];
    }
    x[0] += u;
}

ScanResult expected_scan(const ScanCase& of) {
    ScanResult result{
        of.state, std::vector<double>(static_cast<std::size_t>(of.slot_count * of.order * of.channels)), {}};
    for (int channel = 0; channel < of.channels; ++channel) {
        const auto place = [&](int n) { return static_cast<std::size_t>(n * of.channels + channel); };
        std::vector<long double> x;
        for (int n = 0; n < of.order; ++n) x.push_back(of.state[place(n)]);
        double largest = 0;
        for (int k = 0; k < of.samples; ++k) {
            step_rows(of.coefficients[static_cast<std::size_t>(k)], of.signal[place(k)], x);
            for (int n = 0; n < of.order; ++n) {
                const auto number = static_cast<double>(x[static_cast<std::size_t>(n)]);
                largest = std::max(largest, std::abs(number));
                result.state[place(n)] = number;
                if (of.slots[static_cast<std::size_t>(k)] >= 0)
                    result.records[place(of.slots[static_cast<std::size_t>(k)] * of.order + n)] = number;
            }
        }
        result.extents.push_back({largest, -1});
    }
    return result;
}

class ScanKernels : public EveryDevice {
  protected:
    [[nodiscard]] ScanResult run_scan(Kernel kernel, const ScanCase& of,
                                      const std::vector<Extent>& before) const {
        std::vector<double> roots;
        for (int n = 0; n < of.order; ++n) roots.push_back(root_of(n));
        const auto count = static_cast<std::size_t>(std::max(1, of.slot_count * of.order * of.channels));
        const auto coefficients = buffer_of(of.coefficients), root = buffer_of(roots),
                   signal = buffer_of(of.signal), slots = buffer_of(of.slots), state = buffer_of(of.state),
                   records = buffer_of(std::vector<double>(count)), extents = buffer_of(before);
        const int groups = kernel == Kernel::legs_scan_order ? of.channels : (of.channels + 63) / 64;
        run(kernel, LegsScanTask{of.order, of.channels, of.samples}, static_cast<std::uint32_t>(groups), 1,
            {coefficients.get(), root.get(), signal.get(), slots.get(), state.get(), records.get(),
             extents.get()});
        return {values_of<double>(*state), values_of<double>(*records), values_of<Extent>(*extents)};
    }
    [[nodiscard]] ScanResult run_scan(Kernel kernel, const ScanCase& of) const {
        return run_scan(kernel, of,
                        std::vector<Extent>(static_cast<std::size_t>(of.channels), Extent{0, -1}));
    }
};
INSTANTIATE_TEST_SUITE_P(Devices, ScanKernels, every_device(), device_name);

void expect_near(const std::vector<double>& found, const std::vector<double>& expected, double allowed) {
    for (std::size_t n = 0; n < expected.size(); ++n) ASSERT_NEAR(found[n], expected[n], allowed) << n;
}

/// Sums of N numbers round to at most N 2^-53 of the largest sum, in every step.
void expect_same_scan(const ScanResult& found, const ScanCase& of) {
    const ScanResult expected = expected_scan(of);
    double largest = 1;
    for (const Extent& extent : expected.extents) largest = std::max(largest, extent[0]);
    const double allowed = largest * of.samples * (16 + of.order) * 0x1p-53;
    expect_near(found.state, expected.state, allowed);
    expect_near(found.records, expected.records, allowed);
    for (std::size_t c = 0; c < expected.extents.size(); ++c) {
        EXPECT_NEAR(found.extents[c][0], expected.extents[c][0], allowed) << c;
        EXPECT_EQ(found.extents[c][1], -1) << c;
    }
}

TEST_P(ScanKernels, MatchByChannels) {
    for (const auto& [order, channels] : {std::array{1, 1}, std::array{5, 67}, std::array{70, 3}}) {
        const ScanCase of = scan_case(order, channels, 11, Method::alpha);
        expect_same_scan(run_scan(Kernel::legs_scan_channels, of), of);
    }
}

TEST_P(ScanKernels, MatchByOrder) {
    for (const auto& [order, channels] :
         {std::array{1, 2}, std::array{5, 1}, std::array{256, 2}, std::array{601, 3}}) {
        const ScanCase of = scan_case(order, channels, 11, Method::alpha);
        expect_same_scan(run_scan(Kernel::legs_scan_order, of), of);
    }
}

TEST_P(ScanKernels, MatchAtTheLargestOrder) {
    const ScanCase of = scan_case(4096, 1, 3, Method::backward);
    expect_same_scan(run_scan(Kernel::legs_scan_order, of), of);
}

TEST_P(ScanKernels, MatchWithAnInputOfTheirOwn) {  // bilinear is the one method whose excess is not 0
    const ScanCase of = scan_case(40, 2, 9, Method::bilinear);
    ASSERT_GT(std::abs(of.coefficients[0][2]), 1e-3);
    expect_same_scan(run_scan(Kernel::legs_scan_channels, of), of);
    expect_same_scan(run_scan(Kernel::legs_scan_order, of), of);
}

TEST_P(ScanKernels, ExtentsGoOnFromWhatTheyWere) {
    const ScanCase of = scan_case(5, 2, 4, Method::alpha);
    constexpr double infinite = std::numeric_limits<double>::infinity();
    for (const Kernel kernel : {Kernel::legs_scan_channels, Kernel::legs_scan_order}) {
        const std::vector<Extent> found = run_scan(kernel, of, {{1e9, -1}, {infinite, -1}}).extents;
        EXPECT_EQ(found[0], (Extent{1e9, -1}));
        EXPECT_EQ(found[1][0], infinite);
    }
}

TEST_P(ScanKernels, SaysWhenANumberWasNotFiniteFirst) {
    ScanCase of = scan_case(300, 2, 6, Method::forward);
    // The first steps leave at most 1e6; the fourth overflows in one channel only.
    of.coefficients[3][2] = 1e300;
    for (int k = 0; k < of.samples; ++k) of.signal[static_cast<std::size_t>(2 * k)] = k == 3 ? 1e10 : 0;
    for (int k = 0; k < of.samples; ++k) of.signal[static_cast<std::size_t>(2 * k + 1)] = 0;
    for (const Kernel kernel : {Kernel::legs_scan_channels, Kernel::legs_scan_order}) {
        const std::vector<Extent> found = run_scan(kernel, of).extents;
        EXPECT_EQ(found[0], (Extent{std::numeric_limits<double>::infinity(), 3}));
        EXPECT_TRUE(std::isfinite(found[1][0]));
        EXPECT_EQ(found[1][1], -1);
    }
}

}  // namespace
}  // namespace poslab::gpu
