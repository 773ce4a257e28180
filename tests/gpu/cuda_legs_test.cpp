#include "cuda_devices.hpp"
#include "gpu/tasks.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

using namespace poslab;
using namespace poslab::gpu;

namespace {

struct Scan {
    int order, channels, samples;
    std::vector<std::array<double, 4>> coefficients;
    std::vector<double> roots, signal, state;
    std::vector<int> slots;
};

Scan some_scan(int order, int channels, int samples) {
    Scan scan{order, channels, samples, {}, {}, {}, {}, {}};
    for (int n = 0; n < order; ++n) scan.roots.push_back(std::sqrt(2.0 * n + 1));
    for (int k = 0; k < samples; ++k) {
        scan.coefficients.push_back(
            {0.3 / (k + 5), 0.7 / (k + 6), 0.01 / (k + 5), 0});  // product, solve, excess
        scan.slots.push_back(k % 2 == 1 ? k / 2 : -1);
        for (int c = 0; c < channels; ++c) scan.signal.push_back(std::sin(0.37 * k + c));
    }
    for (int n = 0; n < order * channels; ++n) scan.state.push_back(std::cos(1.7 * n) / (1 + n / channels));
    return scan;
}

struct Outcome {
    std::vector<double> state, records;
    std::vector<std::array<double, 2>> extents;
};

// The matrix of article 10137, written out in 64 bits of mantissa: (I - solve A) z = (I + product A) y +
// excess u B, y = x - u e_0.
std::vector<long double> stepped(const Scan& scan, const std::array<double, 4>& of,
                                 std::vector<long double> x, double u) {
    const auto order = static_cast<std::size_t>(scan.order);
    const auto root = [](std::size_t n) { return std::sqrt(2.0L * static_cast<long double>(n) + 1); };
    x[0] -= u;
    std::vector<long double> z(order);
    long double below_x = 0;
    long double below_z = 0;
    for (std::size_t n = 0; n < order; ++n) {
        const auto diagonal = static_cast<long double>(n + 1);
        const long double v = x[n] - of[0] * (root(n) * below_x + diagonal * x[n]) + of[2] * root(n) * u;
        z[n] = (v - of[1] * root(n) * below_z) / (1 + of[1] * diagonal);
        below_x += root(n) * x[n];
        below_z += root(n) * z[n];
    }
    z[0] += u;
    return z;
}

Outcome expected_outcome(const Scan& scan) {
    const auto order = static_cast<std::size_t>(scan.order);
    const auto channels = static_cast<std::size_t>(scan.channels);
    Outcome outcome{
        scan.state, std::vector<double>(order * channels * static_cast<std::size_t>(scan.samples / 2)), {}};
    for (std::size_t c = 0; c < channels; ++c) {
        std::vector<long double> x;
        for (std::size_t n = 0; n < order; ++n) x.push_back(scan.state[n * channels + c]);
        double largest = 0;
        for (std::size_t k = 0; k < scan.coefficients.size(); ++k) {
            x = stepped(scan, scan.coefficients[k], x, scan.signal[k * channels + c]);
            for (std::size_t n = 0; n < order; ++n) {
                const auto number = static_cast<double>(x[n]);
                largest = std::max(largest, std::abs(number));
                if (scan.slots[k] >= 0)
                    outcome.records[(static_cast<std::size_t>(scan.slots[k]) * order + n) * channels + c] =
                        number;
            }
        }
        for (std::size_t n = 0; n < order; ++n) outcome.state[n * channels + c] = static_cast<double>(x[n]);
        outcome.extents.push_back({largest, -1});
    }
    return outcome;
}

void expect_near(const std::vector<double>& found, const std::vector<double>& expected, double tolerance) {
    ASSERT_EQ(found.size(), expected.size());
    double most = 0;
    for (std::size_t n = 0; n < found.size(); ++n)
        most = std::max(most, std::isfinite(found[n]) ? std::abs(found[n] - expected[n])
                                                      : std::numeric_limits<double>::infinity());
    EXPECT_LT(most, tolerance);
}

class CudaScans : public CudaKernels {
  protected:
    // Uses two launches, so that state and extents are passed from one to the next.
    Outcome outcome_of(Kernel kernel, const Scan& scan, int first) {
        const auto state = sent(scan.state);
        const auto roots = sent(scan.roots);
        const auto records = room<double>(
            std::max<std::size_t>(1, scan.state.size() * static_cast<std::size_t>(scan.samples / 2)));
        const auto extents =
            sent(std::vector<std::array<double, 2>>(static_cast<std::size_t>(scan.channels), {0, -1}));
        for (const auto& [begin, end] : {std::array{0, first}, std::array{first, scan.samples}}) {
            if (begin == end) continue;
            const auto part = [begin = begin, end = end](const auto& all, int width) {
                return std::vector(all.begin() + begin * width, all.begin() + end * width);
            };
            const auto coefficients = sent(part(scan.coefficients, 1));
            const auto signal = sent(part(scan.signal, scan.channels));
            const auto slots = sent(part(scan.slots, 1));
            const auto groups = static_cast<std::uint32_t>(
                kernel == Kernel::legs_scan_order ? scan.channels : (scan.channels + 63) / 64);
            run(kernel, groups, 1, LegsScanTask{scan.order, scan.channels, end - begin},
                {coefficients.get(), roots.get(), signal.get(), slots.get(), state.get(), records.get(),
                 extents.get()});
            device().finish();
        }
        return {received<double>(*state), received<double>(*records),
                received<std::array<double, 2>>(*extents)};
    }

    void expect_scan(Kernel kernel, const Scan& scan, int first) {
        SCOPED_TRACE(scan.order);
        const Outcome found = outcome_of(kernel, scan, first);
        const Outcome expected = expected_outcome(scan);
        // Numbers of order 1, with the roundings of a few steps over sums of `order` terms.
        expect_near(found.state, expected.state, 1e-13 * std::sqrt(scan.order));
        expect_near(found.records, expected.records, 1e-13 * std::sqrt(scan.order));
        for (std::size_t c = 0; c < found.extents.size(); ++c) {
            EXPECT_NEAR(found.extents[c][0], expected.extents[c][0], 1e-12);
            EXPECT_EQ(found.extents[c][1], -1);
        }
    }
};
INSTANTIATE_TEST_SUITE_P(Machine, CudaScans,
                         testing::Values(CudaMachineKind::emulated, CudaMachineKind::real), machine_name);

TEST_P(CudaScans, ChannelsAreScannedByAThreadEach) {
    expect_scan(Kernel::legs_scan_channels, some_scan(33, 67, 6), 2);
    expect_scan(Kernel::legs_scan_channels, some_scan(1, 64, 4), 4);
}

// Orders near the thread counts, up to the maximum: 1, 2, 4, 8 and 16 numbers per thread.
TEST_P(CudaScans, OneChannelIsScannedByAGroup) {
    for (const int order : {1, 31, 256, 257, 700, 1100, 2500, 4096})
        expect_scan(Kernel::legs_scan_order, some_scan(order, 3, 6), 4);
}

TEST_P(CudaScans, AConstantIsKeptToTheLastBit) {
    for (const Kernel kernel : {Kernel::legs_scan_channels, Kernel::legs_scan_order}) {
        Scan scan = some_scan(40, 2, 8);
        std::ranges::fill(scan.signal, 0.7);
        std::ranges::fill(scan.state, 0.0);
        for (auto& of : scan.coefficients) of[2] = 0;
        scan.state[0] = scan.state[1] = 0.7;
        EXPECT_EQ(outcome_of(kernel, scan, 8).state, scan.state);
    }
}

TEST_P(CudaScans, TheFirstSampleWithoutNumbersIsNamed) {
    for (const Kernel kernel : {Kernel::legs_scan_channels, Kernel::legs_scan_order}) {
        Scan scan = some_scan(300, 3, 6);
        for (auto& of : scan.coefficients) of = {1e90, 0, 0, 0};
        for (std::size_t n = 1; n < scan.state.size(); n += 3) scan.state[n] = 0;  // channel 1 remains zero
        for (std::size_t n = 1; n < scan.signal.size(); n += 3) scan.signal[n] = 0;
        // |x| grows by some 1e90 to 1e95 per step: beyond 1.8e308 at the fourth.
        const Outcome found = outcome_of(kernel, scan, 6);
        EXPECT_EQ(found.extents[0], (std::array{std::numeric_limits<double>::infinity(), 3.0}));
        EXPECT_EQ(found.extents[1], (std::array{0.0, -1.0}));
        EXPECT_EQ(found.extents[2], (std::array{std::numeric_limits<double>::infinity(), 3.0}));
    }
}

}  // namespace
