#include "gpu/cuda/kernels/machine.cuh"
#include "host_cuda/host_cuda_device.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

// Tests of the emulated machine: it computes the same as plain loops, and it detects what is undefined on a
// real one.
namespace {

using host_cuda::MachineError;
using host_cuda::run_grid;

std::string complaint(const host_cuda::Grid& grid, const std::function<void()>& kernel) {
    try {
        run_grid(grid, kernel);
    } catch (const MachineError& error) {
        return error.what();
    }
    return "";
}

bool says(const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; }

TEST(CudaMachine, ThreadsAndGroupsAreNumbered) {
    std::vector<int> seen(5 * 3 * 96, 0);
    run_grid({5, 3, 96, 0}, [&] {
        EXPECT_EQ(group_count_x(), 5);
        EXPECT_EQ(lane_index() + 32 * warp_index(), thread_index());
        ++seen[static_cast<std::size_t>((group_index_y() * 5 + group_index_x()) * 96 + thread_index())];
    });
    for (const int times : seen) EXPECT_EQ(times, 1);
}

// A tree sum in shared memory needs each of its barriers.
TEST(CudaMachine, BarriersOrderWhatThreadsWrite) {
    std::vector<double> sums(7);
    run_grid({7, 1, 128, 128 * sizeof(double)}, [&] {
        const auto part = dynamic_shared<double>();
        EXPECT_TRUE(std::isnan(part[thread_index()])) << "shared memory begins as NaN";
        group_barrier();
        part[thread_index()] = thread_index() + group_index_x();
        for (int half = 64; half > 0; half /= 2) {
            group_barrier();
            if (thread_index() < half) part[thread_index()] += part[thread_index() + half];
        }
        if (thread_index() == 0) sums[static_cast<std::size_t>(group_index_x())] = part[0];
    });
    for (std::size_t n = 0; n < sums.size(); ++n) EXPECT_EQ(sums[n], 127 * 64 + 128 * static_cast<int>(n));
}

TEST(CudaMachine, ABarrierThatAThreadMissesIsAnError) {
    const std::string left = complaint({1, 1, 64, 0}, [] {
        if (thread_index() == 5) return;
        group_barrier();
    });
    EXPECT_TRUE(says(left, "63 threads (first 0) are at group_barrier of cuda_machine_test.cpp")) << left;
    EXPECT_TRUE(says(left, "1 threads (first 5) are at the end")) << left;
    const std::string apart = complaint({1, 1, 64, 0}, [] {
        if (thread_index() < 32) {
            group_barrier();
        } else {
            group_barrier();
        }
    });
    EXPECT_TRUE(says(apart, "while others wait at")) << apart;
    const std::string in_warp = complaint({1, 1, 32, 0}, [] {
        if (lane_index() < 16) warp_barrier();
    });
    EXPECT_TRUE(says(in_warp, "16 threads (first 0) are at warp_barrier")) << in_warp;
    EXPECT_NE(complaint({1, 1, 48, 0}, [] {}), "") << "half a warp";
}

TEST(CudaMachine, LanesHandTheirNumbersOver) {
    run_grid({2, 1, 64, 0}, [] {
        const int t = thread_index();
        EXPECT_EQ(shuffle(double(t), 7), 7 + t / 32 * 32);
        EXPECT_EQ(shuffle(t, (lane_index() + 9) % 32), (t + 9) % 32 + t / 32 * 32);
        EXPECT_EQ(shuffle_xor(float(t), 5), static_cast<float>(t ^ 5));
        EXPECT_EQ(shuffle_up(double(t), 3), lane_index() < 3 ? t : t - 3);
    });
}

TEST(CudaMachine, CopiesAreSeenAfterTheirWait) {
    alignas(16) std::array<float, 8> from{1, 2, 3, 4, 5, 6, 7, 8};
    run_grid({2, 1, 32, 3 * 16}, [&] {
        const auto to = dynamic_shared<float>();
        if (thread_index() == 0) {
            copy_async_16(to, from.data());
            commit_copies();
            copy_async_16(to + 4, from.data() + 4);
            copy_async_16(to + 8, from.data(), false);
            commit_copies();
            wait_for_copies<1>();
            EXPECT_EQ(to[3], 4);
            wait_for_copies<0>();
            EXPECT_EQ(to[7], 8);
            EXPECT_EQ(to[8], 0);
        }
        group_barrier();
        EXPECT_EQ(to[4], 5);
    });
}

TEST(CudaMachine, WhatSharedMemoryDoesNotHoldIsAnError) {
    alignas(16) std::array<float, 8> from{};
    const auto copies = [&](int index, int source, bool waits) {
        return complaint({1, 1, 32, 32}, [&, index, source, waits] {
            if (thread_index() != 0) return;
            copy_async_16(dynamic_shared<float>() + index, from.data() + source);
            if (!waits) return;
            commit_copies();
            wait_for_copies<0>();
        });
    };
    EXPECT_EQ(copies(4, 4, true), "");
    EXPECT_TRUE(says(copies(8, 0, true), "16 bytes at 32 of 32 bytes of shared memory"));
    EXPECT_TRUE(says(copies(1, 0, true), "not aligned"));
    EXPECT_TRUE(says(copies(0, 1, true), "not aligned"));
    EXPECT_TRUE(says(copies(0, 0, false), "left copies that it did not wait for"));
    EXPECT_TRUE(
        says(complaint({1, 1, 32, 32}, [] { dynamic_shared<float>()[8] = 1; }), "4 bytes at 32 of 32 bytes"));
    EXPECT_TRUE(says(complaint({1, 1, 32, 32}, [] { (void)float(dynamic_shared<float>()[-1]); }),
                     "4 bytes at -4 of 32 bytes"));
    EXPECT_TRUE(says(complaint({1, 1, 32, 32},
                               [] {
                                   *shared_as<double2>(dynamic_shared<float>() + 2) = double2{1, 2};
                               }),
                     "address 8 of shared memory is not aligned"));
}

TEST(CudaMachine, HalvesAreRoundedToNearest) {
    EXPECT_EQ(half_bits(1.0F), 0x3C00U);
    EXPECT_EQ(half_bits(-2.0F), 0xC000U);
    EXPECT_EQ(half_bits(1.0F + 0x1p-11F), 0x3C00U) << "ties to even";
    EXPECT_EQ(half_bits(1.0F + 0x3p-11F), 0x3C02U);
    EXPECT_EQ(half_bits(65520.0F), 0x7C00U) << "beyond the largest";
    EXPECT_EQ(half_bits(0x1p-24F), 0x0001U) << "the least";
    EXPECT_EQ(float_of_half(0x3555U), 0.333251953125F);
    EXPECT_TRUE(std::isnan(float_of_half(half_bits(std::numeric_limits<float>::quiet_NaN()))));
    EXPECT_EQ(two_halves(1.0F, -2.0F), 0xC0003C00U);
}

// Small integers: every sum is exact, and every entry of A, B and the sum is distinct.
int a_at(int row, int k) { return (row * 7 + k * 3) % 11 - 5; }
int b_at(int k, int column) { return (k * 5 + column * 2) % 13 - 6; }

TEST(CudaMachine, MatrixProductHasTheLayoutOfItsFragments) {
    std::array<std::array<float, 8>, 16> result{};
    run_grid({1, 1, 32, 0}, [&] {
        const int g = lane_index() / 4;
        const int t = lane_index() % 4;
        // PTX ISA, mma.m16n8k16: rows of a0 a1 a4 a5 are g, of a2 a3 a6 a7 g + 8; columns are 2t + (i & 1),
        // plus 8 for i >= 4.
        uint32_t a[4];
        for (int r = 0; r < 4; ++r) {
            const int row = g + (r % 2 == 1 ? 8 : 0);
            const int k = 2 * t + (r >= 2 ? 8 : 0);
            a[r] = two_halves(static_cast<float>(a_at(row, k)), static_cast<float>(a_at(row, k + 1)));
        }
        // Rows of b0 b1 are 2t + (i & 1), those of b2 b3 8 more; the column is g.
        uint32_t b[2];
        for (int r = 0; r < 2; ++r)
            b[r] = two_halves(static_cast<float>(b_at(2 * t + 8 * r, g)),
                              static_cast<float>(b_at(2 * t + 8 * r + 1, g)));
        float sum[4] = {100, 100, 100, 100};
        multiply_add_16x8x16(sum, a, b);
        for (int c = 0; c < 4; ++c)
            result[static_cast<std::size_t>(g + (c >= 2 ? 8 : 0))][static_cast<std::size_t>(2 * t + c % 2)] =
                sum[c];
    });
    for (int row = 0; row < 16; ++row) {
        for (int column = 0; column < 8; ++column) {
            int sum = 100;
            for (int k = 0; k < 16; ++k) sum += a_at(row, k) * b_at(k, column);
            EXPECT_EQ(result[static_cast<std::size_t>(row)][static_cast<std::size_t>(column)],
                      static_cast<float>(sum))
                << row << ' ' << column;
        }
    }
}

// ldmatrix loads the fragments that the product takes: rows of A as in memory, and B with one row per column.
TEST(CudaMachine, LoadedMatricesAreThoseOfTheProduct) {
    std::array<float, 16 * 8> result{};
    run_grid({2, 1, 32, 24 * 16 * 2}, [&] {
        const auto rows = dynamic_shared<uint16_t>();  // A [16, 16], then B transposed [8, 16]
        for (int n = 2 * thread_index(); n < 24 * 16; n += 2 * 32) {
            const auto number = [row = n / 16](int k) {
                return static_cast<float>(row < 16 ? a_at(row, k) : b_at(k, row - 16));
            };
            *shared_as<uint32_t>(rows + n) = two_halves(number(n % 16), number(n % 16 + 1));
        }
        group_barrier();
        const int lane = lane_index();
        uint32_t a[4];
        load_matrix_x4(a, rows + (lane % 16) * 16 + lane / 16 * 8);
        uint32_t both[4];
        load_matrix_x4(both, rows + (16 + lane % 8) * 16 + lane / 8 % 2 * 8);
        const uint32_t b[2] = {both[0], both[1]};
        EXPECT_EQ(both[2], both[0]);
        float sum[4] = {0, 0, 0, 0};
        multiply_add_16x8x16(sum, a, b);
        for (int c = 0; c < 4; ++c)
            result[static_cast<std::size_t>((lane / 4 + c / 2 * 8) * 8 + 2 * (lane % 4) + c % 2)] = sum[c];
    });
    for (int n = 0; n < 16 * 8; ++n) {
        int sum = 0;
        for (int k = 0; k < 16; ++k) sum += a_at(n / 8, k) * b_at(k, n % 8);
        EXPECT_EQ(result[static_cast<std::size_t>(n)], static_cast<float>(sum)) << n;
    }
}

TEST(CudaMachine, GroupsAddToOneNumber) {
    int sum = 0;
    run_grid({40, 2, 64, 0}, [&] { (void)atomic_add_int(&sum, thread_index()); });
    EXPECT_EQ(sum, 80 * 63 * 32);
}

}  // namespace
