#pragma once
// The products of a tile on tensor cores: 16 queries of each warp with 64 keys.
#include "gpu/cuda/kernels/attention_columns.cuh"

namespace attention {

__device__ __forceinline__ void read_queries(const SharedMemoryLayout& shared, uint32_t (&translate)[4],
                                             int part, int d) {
    const int lane = lane_index();
    load_matrix_x4(translate, shared.queries(part, warp_index() * 16 + lane % 16) + d + lane / 16 * 8);
}

/// Reads all keys of the tile, 16 at a time.
__device__ __forceinline__ void read_keys(const SharedMemoryLayout& shared,
                                          uint32_t (&translate)[blocks / 2][4], int stage, int part, int d) {
    const int lane = lane_index();
#pragma unroll
    for (int n = 0; n < blocks / 2; ++n)
        load_matrix_x4(translate[n],
                       shared.keys(stage, part, 16 * n + lane / 16 * 8 + lane % 8) + d + lane / 8 % 2 * 8);
}

__device__ __forceinline__ void multiply_blocks(float (&sums)[blocks][4], const uint32_t (&queries_of)[4],
                                                const uint32_t (&keys_of)[blocks / 2][4]) {
#pragma unroll
    for (int n = 0; n < blocks; ++n) {
        const uint32_t of_block[2] = {keys_of[n / 2][n % 2 * 2], keys_of[n / 2][n % 2 * 2 + 1]};
        multiply_add_16x8x16(sums[n], queries_of, of_block);
    }
}

/// Adds the products of the warp's queries with the keys of a stage, over a chunk of dims. All products of
/// one kind precede the next kind, so that none waits for its predecessor. The operands for 16 dims are read
/// while the previous 16 are multiplied.
template <bool with_lower>
__device__ __forceinline__ void multiply_dims(const SharedMemoryLayout& shared, int stage, int dims,
                                              float (&upper)[blocks][4], float (&lower)[blocks][4]) {
    uint32_t query_upper[4], query_lower[4], key_upper[blocks / 2][4], key_lower[blocks / 2][4];
    read_queries(shared, query_upper, 0, 0);
    if (with_lower) read_queries(shared, query_lower, 1, 0);
    read_keys(shared, key_upper, stage, 0, 0);
#pragma unroll 1
    for (int d = 0; d < dims; d += 16) {
        const int next = min(d + 16, dims - 16);
        if (with_lower) read_keys(shared, key_lower, stage, 1, d);
        multiply_blocks(upper, query_upper, key_upper);
        if (with_lower) multiply_blocks(lower, query_lower, key_upper);
        uint32_t next_upper[4];
        read_queries(shared, next_upper, 0, next);
        if (with_lower) read_queries(shared, query_lower, 1, next);
        read_keys(shared, key_upper, stage, 0, next);
        if (with_lower) multiply_blocks(lower, query_upper, key_lower);
#pragma unroll
        for (int n = 0; n < 4; ++n) query_upper[n] = next_upper[n];
    }
}

}  // namespace attention
