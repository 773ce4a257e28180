#include "core/base/free_memory.hpp"
#include "core/engine/legs_scan.hpp"
#include "gpu/engine/operations.hpp"
#include "tests/gpu/host_cuda/host_cuda_device.hpp"
#include "tests/gpu/limited_device.hpp"

#include <gtest/gtest.h>

#include <array>

// The choice between the two scan kernels, on a device that runs a given number of groups concurrently. A
// step of order 32 takes about 4.8 us with one thread per channel, and 4.1 us for each round of groups.
namespace poslab::gpu {
namespace {

struct Scanned {
    int by_channels = 0, by_order = 0;  // launches
    std::vector<double> states;
};

Scanned scanned(std::int64_t channels, int groups_at_once) {
    auto limits = std::make_shared<test::Limits>();
    limits->groups_at_once = groups_at_once;
    test::LimitedDevice device(host_cuda::open_host_cuda_device(), limits);
    const auto held = device.hold();
    constexpr std::int64_t samples = 4;
    std::vector<double> signal(static_cast<std::size_t>(channels * samples));
    for (std::size_t n = 0; n < signal.size(); ++n) signal[n] = static_cast<double>(n % 7) - 3;
    LegsScanInput input;
    input.order = 32;
    input.channels = channels;
    input.signal = signal;
    const std::array<std::int64_t, 1> times{samples};
    Scanned done;
    done.states = on_device({device}, operation::LegsScan{input, times}, {}).states;
    done.by_channels = limits->launches[static_cast<std::size_t>(Kernel::legs_scan_channels)];
    done.by_order = limits->launches[static_cast<std::size_t>(Kernel::legs_scan_order)];
    return done;
}

TEST(LegsChoice, AThreadTakesAChannelWhereGroupsWouldWaitForEachOther) {
    const Scanned together = scanned(64, 64);
    const Scanned in_turns = scanned(64, 63);
    EXPECT_EQ(together.by_channels, 0);
    EXPECT_GT(together.by_order, 0);
    EXPECT_GT(in_turns.by_channels, 0);
    EXPECT_EQ(in_turns.by_order, 0);
    ASSERT_EQ(together.states.size(), in_turns.states.size());
    for (std::size_t n = 0; n < together.states.size(); ++n)  // sums of 32 numbers in another order
        EXPECT_NEAR(together.states[n], in_turns.states[n], 1e-13);
}

TEST(LegsChoice, AFewChannelsAreLeftToGroups) { EXPECT_EQ(scanned(31, 1).by_channels, 0); }

// On a software device every thread runs one group; a device that does not report its capacity is assumed to
// run eight groups of 256 threads.
TEST(LegsChoice, WhatIsNotToldIsGuessed) {
    auto limits = std::make_shared<test::Limits>();
    test::LimitedDevice software(host_cuda::open_host_cuda_device(), limits);
    EXPECT_EQ(software.groups_at_once(Kernel::legs_scan_order, {}), software.info().multiprocessors);
}

}  // namespace
}  // namespace poslab::gpu
