#include "gpu/cuda/kernels/machine.cuh"
#include "host_cuda/host_cuda_device.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <functional>
#include <set>
#include <string>
#include <vector>

// The emulated machine runs threads in various orders and detects what depends on them.
namespace {

using host_cuda::Grid;
using host_cuda::MachineError;
using host_cuda::run_grid;

constexpr std::uint64_t seeds = 20;

Grid warps_of(int count, std::uint64_t seed) { return {1, 1, 32 * count, 1024, seed, 0}; }

// The threads of a group run one at a time, so the order of starts is the order in the vector.
std::vector<int> order_of_starts(std::uint64_t seed) {
    std::vector<int> order;
    run_grid(warps_of(8, seed), [&] {
        order.push_back(thread_index());
        group_barrier();
        order.push_back(thread_index());
    });
    return order;
}

TEST(CudaOrder, ThreadsRunInAnOrderThatOnlyTheSeedDecides) {
    std::set<std::vector<int>> orders;
    std::set<int> first, first_after_the_barrier;
    for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
        const std::vector<int> order = order_of_starts(seed);
        EXPECT_EQ(order, order_of_starts(seed));
        orders.insert(order);
        first.insert(order[0] / 32);
        first_after_the_barrier.insert(order[256] / 32);
    }
    EXPECT_EQ(orders.size(), seeds);
    EXPECT_GE(first.size(), 5U) << "warps, of 8";
    EXPECT_GE(first_after_the_barrier.size(), 5U);
}

TEST(CudaOrder, LaunchesAndGroupsOfASeedDiffer) {
    std::vector<std::vector<int>> order(3 * 4);
    for (std::uint64_t launch = 0; launch < 3; ++launch)
        run_grid({4, 1, 64, 0, 7, launch}, [&] {
            order[4 * launch + static_cast<std::uint64_t>(group_index_x())].push_back(thread_index());
        });
    EXPECT_EQ(std::set(order.begin(), order.end()).size(), order.size());
}

// The warp's own barriers do not hold it back, but a delay may.
TEST(CudaOrder, AWarpRunsAsFarAheadAsBarriersLetIt) {
    constexpr int steps = 10;
    int alone = 0, delayed = 0;
    for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
        std::vector<int> order;  // one entry per warp and step
        run_grid(warps_of(2, seed), [&] {
            for (int step = 0; step < steps; ++step) {
                warp_barrier();
                if (lane_index() == 0) order.push_back(warp_index());
            }
        });
        const auto changes = std::count_if(order.begin() + 1, order.end(),
                                           [&](const int& warp) { return warp != *(&warp - 1); });
        (changes == 1 ? alone : delayed) += 1;
    }
    EXPECT_GT(alone, 0);
    EXPECT_GT(delayed, 0);
}

TEST(CudaOrder, GroupsStartInRandomOrder) {
    std::atomic<int> next = 0;
    std::vector<int> start(200);
    run_grid({200, 1, 32, 0}, [&] {
        if (lane_index() == 0) start[static_cast<std::size_t>(group_index_x())] = next++;
    });
    EXPECT_FALSE(std::is_sorted(start.begin(), start.end()));
}

/// The actions of two threads, and what is between them.
struct TwoThreads {
    std::string name;
    bool in_order;
    std::function<void(SharedPointer<float>)> kernel;
};

void PrintTo(const TwoThreads& of, std::ostream* out) { *out << of.name; }

class SharedMemory : public testing::TestWithParam<TwoThreads> {};

TEST_P(SharedMemory, IsSharedInOrder) {
    for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
        std::string found;
        try {
            run_grid(warps_of(2, seed), [] { GetParam().kernel(dynamic_shared<float>()); });
        } catch (const MachineError& error) {
            found = error.what();
        }
        EXPECT_EQ(found.find("no barrier lies between") == std::string::npos, GetParam().in_order)
            << seed << ": " << found;
        if (GetParam().in_order) {
            EXPECT_EQ(found, "");
        }
    }
}

void touch(const SharedPointer<float>& slot) { (void)float(*slot); }
void set(const SharedPointer<float>& slot) { *slot = 1; }

template <class Between>
std::function<void(SharedPointer<float>)> write_and_read(int writer, int reader, Between between) {
    return [=](const SharedPointer<float>& slot) {
        if (thread_index() == writer) set(slot);
        between();
        if (thread_index() == reader) touch(slot);
    };
}

alignas(16) constexpr std::array<float, 4> source{1, 2, 3, 4};

const std::vector<TwoThreads> cases{
    {"write_then_read_of_another_warp", false, write_and_read(3, 40, [] {})},
    {"write_barrier_read_of_another_warp", true, write_and_read(3, 40, [] { group_barrier(); })},
    {"write_warp_barrier_read_of_another_warp", false, write_and_read(3, 40, [] { warp_barrier(); })},
    {"write_then_read_of_the_same_warp", false, write_and_read(3, 4, [] {})},
    {"write_warp_barrier_read_of_the_same_warp", true, write_and_read(3, 4, [] { warp_barrier(); })},
    {"write_shuffle_read_of_the_same_warp", false, write_and_read(3, 4, [] { (void)shuffle_xor(1, 1); })},
    {"write_and_read_of_one_thread", true, write_and_read(3, 3, [] {})},
    {"reads", true, [](const SharedPointer<float>& slot) { touch(slot); }},
    {"read_then_write_of_another_warp", false,
     [](const SharedPointer<float>& slot) {
         thread_index() == 40 ? set(slot) : thread_index() == 3 ? touch(slot) : void();
     }},
    {"reads_of_all_then_write_of_one", false,
     [](const SharedPointer<float>& slot) {
         touch(slot);
         warp_barrier();
         if (thread_index() == 5) set(slot);
     }},
    {"reads_of_a_warp_then_its_write", true,
     [](const SharedPointer<float>& slot) {
         if (warp_index() == 0) touch(slot);
         warp_barrier();
         if (thread_index() == 5) set(slot);
     }},
    {"writes_of_two_warps", false,
     [](const SharedPointer<float>& slot) {
         if (lane_index() == 3) set(slot);
     }},
    {"neighbouring_words", true, [](const SharedPointer<float>& slot) { set(slot + thread_index()); }},
    {"rounds_with_one_barrier", false,  // the next round writes while others are still reading
     [](const SharedPointer<float>& slot) {
         for (int round = 0; round < 3; ++round) {
             set(slot + thread_index());
             group_barrier();
             touch(slot + (63 - thread_index()));
         }
     }},
    {"rounds_with_two_barriers", true,
     [](const SharedPointer<float>& slot) {
         for (int round = 0; round < 3; ++round) {
             set(slot + thread_index());
             group_barrier();
             touch(slot + (63 - thread_index()));
             group_barrier();
         }
     }},
    {"copy_barrier_wait_read", false,  // only the copying thread waits
     [](const SharedPointer<float>& slot) {
         if (thread_index() == 3) copy_async_16(slot, source.data());
         commit_copies();
         group_barrier();
         wait_for_copies<0>();
         if (thread_index() == 40) touch(slot);
     }},
    {"copy_wait_barrier_read", true,
     [](const SharedPointer<float>& slot) {
         if (thread_index() == 3) copy_async_16(slot, source.data());
         commit_copies();
         wait_for_copies<0>();
         group_barrier();
         if (thread_index() == 40) touch(slot);
     }},
    {"copy_that_its_thread_reads_too_early", false,
     [](const SharedPointer<float>& slot) {
         if (thread_index() == 3) copy_async_16(slot, source.data());
         commit_copies();
         wait_for_copies<1>();
         if (thread_index() == 3) touch(slot);
         wait_for_copies<0>();
     }},
    {"copy_over_what_another_reads", false,
     [](const SharedPointer<float>& slot) {
         if (thread_index() == 40) touch(slot);
         if (thread_index() == 3) copy_async_16(slot, source.data());
         commit_copies();
         wait_for_copies<0>();
     }},
    {"matrices_that_another_warp_writes", false,
     [](const SharedPointer<float>& slot) {
         uint32_t words[4];
         if (warp_index() == 0) load_matrix_x4(words, shared_as<uint16_t>(slot + 4 * lane_index()));
         if (thread_index() == 40) set(slot + 17);
     }},
};

INSTANTIATE_TEST_SUITE_P(CudaOrder, SharedMemory, testing::ValuesIn(cases),
                         [](const testing::TestParamInfo<TwoThreads>& of) { return of.param.name; });

TEST(CudaOrder, AConflictNamesItsThreads) {
    try {
        run_grid(warps_of(2, 1), [] {
            const auto place = dynamic_shared<float>() + 5;
            group_barrier();
            if (thread_index() == 3) set(place);
            if (thread_index() == 40) set(place);
        });
        FAIL();
    } catch (const MachineError& error) {
        const std::string text = error.what();
        EXPECT_NE(text.find("writes byte 20 of shared memory"), std::string::npos) << text;
        EXPECT_NE(text.find("thread 3, "), std::string::npos) << text;
        EXPECT_NE(text.find("thread 40, "), std::string::npos) << text;
        EXPECT_NE(text.find("after group_barrier of cuda_order_test.cpp"), std::string::npos) << text;
    }
}

}  // namespace
