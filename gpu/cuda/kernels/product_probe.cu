#include "gpu/cuda/kernels/machine.cuh"

// The products of flash_attention for 16 of a tile's dims, without the loads from shared memory.
extern "C" __global__ void __launch_bounds__(256) product_probe(ProductProbeTask task, float* out) {
    constexpr int blocks = 8;
    float upper[blocks][4] = {}, lower[blocks][4] = {};
    const uint32_t number = two_halves(0.5f, -0.25f) ^ static_cast<uint32_t>(lane_index());
    const uint32_t a_upper[4] = {number, number + 1, number + 2, number + 3},
                   a_lower[4] = {number, number, number + 1, number + 1};
    const uint32_t b_upper[2] = {number, number + 2}, b_lower[2] = {number + 1, number + 3};
    for (int round = 0; round < task.rounds; ++round) {
#pragma unroll
        for (int n = 0; n < blocks; ++n) {
            multiply_add_16x8x16(upper[n], a_upper, b_upper);
            multiply_add_16x8x16(lower[n], a_upper, b_lower);
            multiply_add_16x8x16(lower[n], a_lower, b_upper);
        }
    }
    float sum = 0;
    for (int n = 0; n < blocks; ++n)
        for (int c = 0; c < 4; ++c) sum += upper[n][c] + lower[n][c];
    out[static_cast<size_t>(group_index_x()) * 256 + static_cast<size_t>(thread_index())] = sum;
}
