#pragma once
// The queries of a strip in shared memory, as halves. Each warp copies its 16 rows, already split, while
// cells are merged. With decay they depend on the block of keys and are split again for each, into the
// group's part of scratch.
#include "gpu/cuda/kernels/attention_shared.cuh"
#include "gpu/cuda/kernels/attention_steps.cuh"

namespace attention {

constexpr int warp_rows = 16;
constexpr int rows_at_once = 4;  // rows that a warp reads together

/// Numbers of all groups that precede the columns in scratch.
__device__ __forceinline__ size_t decayed_numbers(const AttentionTask& task) {
    return task.decay_block > 0 ? static_cast<size_t>(group_count_x()) * strip_rows * task.dims : 0;
}

class StripQueries {
  public:
    __device__ StripQueries(const AttentionTask& of, const int* integer, const float* number,
                            const float* query, float* scratch, const SharedMemoryLayout& places)
        : task(of),
          integers(integer),
          numbers(number),
          queries(query),
          decayed(scratch + static_cast<size_t>(group_index_x()) * strip_rows * of.dims),
          shared(places) {}

    __device__ __forceinline__ void start(int first_row, int rows) {
        first_row_ = first_row;
        rows_ = rows;
        rotation_ = -1;
    }

    /// Starts copying this warp's rows unless they are present; the warp must have finished multiplying the
    /// previous ones.
    __device__ __forceinline__ void fetch(const Step& step, int rotation, int dims) {
        const int block = task.decay_block > 0 ? step.tile * tile_keys / task.decay_block : 0;
        const bool split = rotation == rotation_ && block == block_;
        if (split && step.chunk == chunk_) return;
        rotation_ = rotation;
        chunk_ = step.chunk;
        block_ = block;
        warp_barrier();
        if (!split && task.decay_block > 0)
            split_decayed(integers[task.keys_at + 2 * block * task.decay_block]);
        else if (!split && lane_index() < warp_rows)
            shared.query_scale()[warp_index() * warp_rows + lane_index()] =
                scale_of(warp_index() * warp_rows + lane_index());
        copy(dims);
        commit_copies();
    }

  private:
    __device__ __forceinline__ int place_of(int row) const {
        return rotation_ * task.rows + first_row_ + min(row, rows_ - 1);
    }
    __device__ __forceinline__ float scale_of(int row) const {
        return numbers[task.query_scales + place_of(row)];
    }

    /// Eight threads per row; zeros for rows beyond the end.
    __device__ __forceinline__ void copy(int dims) const {
        const int parts = task.upper_alone != 0 ? 1 : 2;
        for (int n = lane_index() / 8; n < warp_rows; n += 4) {
            const int row = warp_index() * warp_rows + n;
            const float* const from = task.decay_block > 0 ? decayed + row * task.dims : packed(row);
            for (int part = 0; part < parts; ++part)
                for (int d = 8 * (lane_index() % 8); d < dims; d += 64)
                    copy_async_16(
                        shared.queries(part, row) + d,
                        reinterpret_cast<const uint16_t*>(from) + part * task.dims + chunk_ * task.chunk + d,
                        row < rows_);
        }
    }

    __device__ __forceinline__ const float* packed(int row) const {
        return queries + static_cast<size_t>(place_of(row)) * task.dims;
    }

    /// Splits the rows again, decayed relative to the first key of a block.
    __device__ __forceinline__ void split_decayed(int block_token) const {
        for (int n = 0; n < warp_rows; n += rows_at_once) {
            const int row = warp_index() * warp_rows + n;
            find_scales(row, block_token);
            for (int d = 4 * lane_index(); d < task.dims; d += 128) {
                float4 x[rows_at_once];
                load_numbers(x, row, d, block_token);
#pragma unroll
                for (int r = 0; r < rows_at_once; ++r) leave(x[r], row + r, d);
            }
        }
        warp_barrier();
    }

    /// Finds the power of two that scales a row's largest number to 1 ... 2.
    __device__ __forceinline__ void find_scales(int row, int block_token) const {
        float most[rows_at_once] = {};
        for (int d = 4 * lane_index(); d < task.dims; d += 128) {
            float4 x[rows_at_once];
            load_numbers(x, row, d, block_token);
#pragma unroll
            for (int r = 0; r < rows_at_once; ++r)
                most[r] = larger(larger(larger(larger(most[r], fabsf(x[r].x)), fabsf(x[r].y)), fabsf(x[r].z)),
                                 fabsf(x[r].w));
        }
#pragma unroll
        for (int r = 0; r < rows_at_once; ++r) {
            for (int mask = 16; mask > 0; mask /= 2) most[r] = larger(most[r], shuffle_xor(most[r], mask));
            const float scale =
                most[r] > 0 && is_finite(most[r]) ? exp2f(fmaxf(floorf(log2f(most[r])), -100.0f)) : 1.0f;
            if (lane_index() == 0) shared.query_scale()[row + r] = scale;
        }
        warp_barrier();
    }

    /// Loads four numbers of each of several rows, with their decay. All loads are issued before the first is
    /// used.
    __device__ __forceinline__ void load_numbers(float4 (&x)[rows_at_once], int row, int d,
                                                 int block_token) const {
        uint2 upper[rows_at_once], lower[rows_at_once];
#pragma unroll
        for (int r = 0; r < rows_at_once; ++r) {
            const uint16_t* const from = reinterpret_cast<const uint16_t*>(packed(row + r)) + d;
            upper[r] = *reinterpret_cast<const uint2*>(from);
            lower[r] = *reinterpret_cast<const uint2*>(from + task.dims);
        }
#pragma unroll
        for (int r = 0; r < rows_at_once; ++r) {
            const float2 a = halves::joined_pair(upper[r].x, lower[r].x),
                         b = halves::joined_pair(upper[r].y, lower[r].y);
            const float far = static_cast<float>(
                integers[task.rows_at + 2 * (first_row_ + min(row + r, rows_ - 1))] - block_token);
            const float* const decay = numbers + task.decay + d;
            const float scale = scale_of(row + r);
            x[r] = make_float4(a.x * scale * exp2f(decay[0] * far), a.y * scale * exp2f(decay[1] * far),
                               b.x * scale * exp2f(decay[2] * far), b.y * scale * exp2f(decay[3] * far));
        }
    }

    __device__ __forceinline__ void leave(const float4& x, int row, int d) const {
        const float inverse = 1.0f / shared.query_scale()[row];
        const uint2 a = halves::split_pair(x.x * inverse, x.y * inverse),
                    b = halves::split_pair(x.z * inverse, x.w * inverse);
        uint16_t* const to = reinterpret_cast<uint16_t*>(decayed + row * task.dims) + d;
        *reinterpret_cast<uint2*>(to) = make_uint2(a.x, b.x);
        *reinterpret_cast<uint2*>(to + task.dims) = make_uint2(a.y, b.y);
    }

    const AttentionTask& task;
    const int* const integers;
    const float* const numbers;
    const float* const queries;
    float* const decayed;  // the same layout, for this group
    const SharedMemoryLayout shared;

    int first_row_ = 0, rows_ = 0;
    int rotation_ = -1, chunk_ = -1, block_ = -1;  // those of the queries in shared memory
};

}  // namespace attention
