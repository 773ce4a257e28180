#include "gpu/cuda/kernels/machine.cuh"
#include "tests/gpu/attention_expected.hpp"
#include "tests/gpu/host_cuda/host_cuda_device.hpp"

#include <gtest/gtest.h>

#include <string>

// Runs flash_attention with many thread orders, and with one mistake in it (see tests/CMakeLists.txt), which
// the emulated machine must detect in any order.
using Strips = void(AttentionTask, const int*, const float*, const float*, const float*, float*, double*,
                    float*);
extern "C" {
Strips flash_attention_two_tables;
Strips flash_attention_copies_not_waited_for;
Strips flash_attention_queries_without_barrier;
}

namespace poslab::gpu {
namespace {

constexpr std::uint64_t seeds = 5;

// Two pieces with two rotations, so that queries and tables change from step to step, and several chunks of
// dims.
AttentionCase steps_of_all_kinds() {
    AttentionCase attention = attention_case(210, 48, 2, 6);
    add_bias(add_piece(attention, 0, 99, 0), 0);
    add_bias(add_piece(attention, 100, 1 << 30, 1), 0.01);
    set_columns(attention, 0, 7, 30);
    set_segments(attention, 5);
    return attention;
}

TEST(AttentionOrders, GiveTheSameBits) {
    const AttentionCase attention = steps_of_all_kinds();
    StripsRequest request;
    request.max_rows = 100;
    const StripsOutcome first = run_strips(*host_cuda::open_host_cuda_device_with({}, 1), attention, request);
    expect_segments(attention, request, first);
    expect_statistics(attention, first);
    for (std::uint64_t seed = 2; seed <= seeds; ++seed) {
        const StripsOutcome other =
            run_strips(*host_cuda::open_host_cuda_device_with({}, seed), attention, request);
        EXPECT_EQ(other.segments, first.segments) << "seed " << seed;
        EXPECT_EQ(other.statistics, first.statistics) << "seed " << seed;
    }
}

struct Mutant {
    std::string name;
    Strips* kernel;
};

void PrintTo(const Mutant& mutant, std::ostream* out) { *out << mutant.name; }

class AttentionMutants : public testing::TestWithParam<Mutant> {};

TEST_P(AttentionMutants, AreFoundInEveryOrder) {
    const AttentionCase attention = steps_of_all_kinds();
    for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
        std::string found;
        try {
            const auto device = host_cuda::open_host_cuda_device_with(
                {{Kernel::flash_attention, host_cuda::host_kernel(GetParam().kernel)}}, seed);
            (void)run_strips(*device, attention, {});
        } catch (const host_cuda::MachineError& error) {
            found = error.what();
        }
        EXPECT_NE(found.find("no barrier lies between"), std::string::npos)
            << "seed " << seed << ": " << found;
    }
}

INSTANTIATE_TEST_SUITE_P(
    OnHost, AttentionMutants,
    testing::Values(Mutant{"two_tables", flash_attention_two_tables},
                    Mutant{"copies_not_waited_for", flash_attention_copies_not_waited_for},
                    Mutant{"queries_without_barrier", flash_attention_queries_without_barrier}),
    [](const testing::TestParamInfo<Mutant>& of) { return of.param.name; });

}  // namespace
}  // namespace poslab::gpu
