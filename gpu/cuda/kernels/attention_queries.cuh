#pragma once
// The queries of a strip in shared memory, split into halves. Each warp has its 16 rows.
#include "gpu/cuda/kernels/attention_shared.cuh"
#include "gpu/cuda/kernels/attention_steps.cuh"

namespace attention {

constexpr int rows_at_once = 4;  // that a warp reads together

class StripQueries {
  public:
    __device__ StripQueries(const AttentionTask& of, const int* integer, const float* number, const float* query,
                            const SharedPlaces& places)
        : task(of), integers(integer), numbers(number), queries(query), shared(places) {}

    __device__ __forceinline__ void start(int first_row, int rows) {
        first_row_ = first_row;
        rows_ = rows;
        rotation_ = -1;
    }

    /// This warp's rows of queries, split, unless they are there. With decay they carry that from the first key of a block on.
    __device__ __forceinline__ void load(const Step& step, int rotation, int dims) {
        const int block = task.decay_block > 0 ? step.tile * tile_keys / task.decay_block : 0;
        const bool scaled = rotation == rotation_ && block == block_;
        if (scaled && step.chunk == chunk_) return;
        rotation_ = rotation;
        chunk_ = step.chunk;
        block_ = block;
        const int block_token = task.decay_block > 0 ? integers[task.keys_at + 2 * block * task.decay_block] : 0;
        warp_barrier();
        for (int n = 0; n < 16; n += rows_at_once) {
            const int row = warp_index() * 16 + n;
            if (!scaled) scale_rows(row, block_token);
            split_rows(row, step.chunk, dims, block_token);
        }
        warp_barrier();
    }

  private:
    /// The scales of some rows, 1 where there is no row. A power of two by which the row's largest number comes to lie in 1 ... 2.
    __device__ __forceinline__ void scale_rows(int row, int block_token) const {
        float most[rows_at_once] = {};
        for (int d = 4 * lane_index(); d < task.dims; d += 128) {
            float4 x[rows_at_once];
            load_numbers(x, row, d, block_token);
#pragma unroll
            for (int r = 0; r < rows_at_once; ++r)
                most[r] = larger(larger(larger(larger(most[r], fabsf(x[r].x)), fabsf(x[r].y)), fabsf(x[r].z)), fabsf(x[r].w));
        }
#pragma unroll
        for (int r = 0; r < rows_at_once; ++r) {
            for (int mask = 16; mask > 0; mask /= 2) most[r] = larger(most[r], shuffle_xor(most[r], mask));
            const float scale = most[r] > 0 && finite(most[r]) ? exp2f(fmaxf(floorf(log2f(most[r])), -100.0f)) : 1.0f;
            if (lane_index() == 0) shared.query_scale()[row + r] = scale;
        }
        warp_barrier();
    }

    __device__ __forceinline__ void split_rows(int row, int chunk, int dims, int block_token) const {
        for (int d = 4 * lane_index(); d < dims; d += 128) {
            float4 x[rows_at_once];
            load_numbers(x, row, chunk * task.chunk + d, block_token);
#pragma unroll
            for (int r = 0; r < rows_at_once; ++r) {
                const float inverse = 1.0f / shared.query_scale()[row + r];
                split_pair(x[r].x * inverse, x[r].y * inverse, row + r, d);
                split_pair(x[r].z * inverse, x[r].w * inverse, row + r, d + 2);
            }
        }
    }

    __device__ __forceinline__ void split_pair(float x, float y, int row, int d) const {
        const uint32_t upper = two_halves(x, y);
        *shared_as<uint32_t>(shared.queries(0, row) + d) = upper;
        *shared_as<uint32_t>(shared.queries(1, row) + d) =
            two_halves(rest_of(x, float_of_half(upper & 0xFFFFu)), rest_of(y, float_of_half(upper >> 16u)));
    }

    /// Four numbers of each of some rows, with their decay; 0 where there is no row. All are on their way before one is waited for.
    __device__ __forceinline__ void load_numbers(float4 (&x)[rows_at_once], int row, int d, int block_token) const {
        const float* const from = queries + (static_cast<size_t>(rotation_) * task.rows + first_row_) * task.dims + d;
#pragma unroll
        for (int r = 0; r < rows_at_once; ++r) {
            const int there = min(row + r, rows_ - 1);
            x[r] = *reinterpret_cast<const float4*>(from + static_cast<size_t>(there) * task.dims);
        }
#pragma unroll
        for (int r = 0; r < rows_at_once; ++r) {
            if (row + r >= rows_) x[r] = make_float4(0, 0, 0, 0);
            if (task.decay_block == 0) continue;
            const float far = static_cast<float>(integers[task.rows_at + 2 * (first_row_ + min(row + r, rows_ - 1))] - block_token);
            const float* const decay = numbers + task.decay + d;
            x[r] = make_float4(x[r].x * exp2f(decay[0] * far), x[r].y * exp2f(decay[1] * far), x[r].z * exp2f(decay[2] * far),
                               x[r].w * exp2f(decay[3] * far));
        }
    }

    static __device__ __forceinline__ float rest_of(float x, float upper) { return finite(upper) ? (x - upper) * 2048.0f : 0.0f; }

    const AttentionTask& task;
    const int* const integers;
    const float* const numbers;
    const float* const queries;
    const SharedPlaces shared;

    int first_row_ = 0, rows_ = 0;
    int rotation_ = -1, chunk_ = -1, block_ = -1;  // of the queries that are there
};

}  // namespace attention
