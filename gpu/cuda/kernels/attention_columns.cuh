#pragma once
// Pools a strip's cells into columns: [strip rows, columns] numbers per group in global memory; at the end
// the rows of each segment are combined. Each (row, column) is written by one thread at a time, so that sums
// are deterministic.
#include "gpu/cuda/kernels/attention_shared.cuh"

namespace attention {

constexpr int blocks = tile_keys / 8;  // blocks of 8 keys per tile
constexpr int rows_together = 8;       // rows of a segment that a thread reads together

/// The row within the strip of a thread's cells 2 which and 2 which + 1 of each block.
__device__ __forceinline__ int row_of(int which) { return warp_index() * 16 + lane_index() / 4 + 8 * which; }
/// The key within the tile of a thread's cell c of block n.
__device__ __forceinline__ int key_of(int n, int c) { return 8 * n + 2 * (lane_index() % 4) + c % 2; }

class Columns {
  public:
    __device__ Columns(const AttentionTask& of, float* scratch, const SharedMemoryLayout& places)
        : task(of),
          shared(places),
          scratch_(scratch + static_cast<size_t>(group_index_x()) * strip_rows * of.columns) {}

    __device__ __forceinline__ void start() { filled_ = 0; }

    /// Adds a tile's cells: weights (masked ones 0) if those are summed, else logits.
    __device__ __forceinline__ void add(const float (&cells)[blocks][4], int tile, int table) {
        const int width = task.column_keys, first_key = tile * tile_keys;
        const bool aligned = width > 0 && (width % tile_keys == 0 || tile_keys % width == 0);
        if (!aligned) return add_any(cells, table);
        const int first = first_key / width,
                  last = min((first_key + tile_keys - 1) / width, task.columns - 1);
        if (first > last) return;
        fill_before(first);
        if (width < 8)
            add_narrow(cells, first, width);
        else if (task.pool == 1)
            add_wide<true>(cells, first, width);
        else
            add_wide<false>(cells, first, width);
        warp_barrier();
        filled_ = max(filled_, last + 1);
    }

    /// Multiplies the columns of this thread's row `which` by a factor if `scales`; other threads do the same
    /// for their rows.
    __device__ __forceinline__ void scale(int which, bool scales, float factor) {
        if (!any_of_warp(scales)) return;
        for (int n = 0; n < 8; ++n) {
            const bool requested = shuffle(scales ? 1 : 0, 4 * n) != 0;
            const float by = shuffle(factor, 4 * n);
            if (!requested) continue;
            float* const row = row_at(warp_index() * 16 + n + 8 * which);
            for (int column = lane_index(); column < filled_; column += 32) row[column] *= by;
        }
        warp_barrier();
    }

    /// Combines the rows of each segment with the factors and log sums in shared memory; call after a barrier
    /// of the group.
    __device__ __forceinline__ void finish(float* segments, int rows) const {
        for (int row = 0; row < rows;) {
            const int segment = shared.segment()[row];
            int end = row + 1;
            while (end < rows && shared.segment()[end] == segment) ++end;
            if (segment >= 0)
                finish_segment(segments + static_cast<size_t>(segment) * task.columns, row, end);
            row = end;
        }
    }

  private:
    __device__ __forceinline__ bool largest() const { return task.pool == 2 || task.pool == 3; }
    __device__ __forceinline__ float nothing() const { return largest() ? masked_logit : 0.0f; }
    __device__ __forceinline__ float both(float a, float b) const { return largest() ? larger(a, b) : a + b; }
    /// A cell in the form that is pooled.
    __device__ __forceinline__ float pooled(float cell) const {
        return task.pool == 4 && cell == masked_logit ? 0.0f : cell;
    }
    __device__ __forceinline__ float* row_at(int row) const {
        return scratch_ + static_cast<size_t>(row) * task.columns;
    }

    __device__ __forceinline__ void put(int row, int column, float value) const {
        if (column >= task.columns) return;
        float* const at = row_at(row) + column;
        *at = column < filled_ ? both(*at, value) : value;
    }

    /// Fills columns that no tile has written.
    __device__ __forceinline__ void fill_before(int first) {
        if (first <= filled_) return;
        for (int row = warp_index() * 16; row < warp_index() * 16 + 16; ++row)
            for (int column = filled_ + lane_index(); column < first; column += 32)
                row_at(row)[column] = nothing();
        warp_barrier();
        filled_ = first;
    }

    template <bool weights>
    __device__ __forceinline__ void add_wide(const float (&cells)[blocks][4], int first, int width) const {
        if (width >= tile_keys)
            add_blocks<weights, blocks>(cells, first);
        else if (width == 32)
            add_blocks<weights, 4>(cells, first);
        else if (width == 16)
            add_blocks<weights, 2>(cells, first);
        else
            add_blocks<weights, 1>(cells, first);
    }

    /// Columns of `count` blocks each, or a part of one. Weights need no per-cell checks.
    template <bool weights, int count>
    __device__ __forceinline__ void add_blocks(const float (&cells)[blocks][4], int first) const {
        const auto joined = [this](float a, float b) { return weights ? a + b : both(a, b); };
        const auto taken = [this](float cell) { return weights ? cell : pooled(cell); };
#pragma unroll
        for (int which = 0; which < 2; ++which) {
#pragma unroll
            for (int n = 0; n < blocks; n += count) {
                float value = weights ? 0.0f : nothing();
#pragma unroll
                for (int m = n; m < n + count; ++m)
                    value = joined(value, joined(taken(cells[m][2 * which]), taken(cells[m][2 * which + 1])));
                value = joined(value, shuffle_xor(value, 1));
                value = joined(value, shuffle_xor(value, 2));
                if (lane_index() % 4 == 0) put(row_of(which), first + n / count, value);
            }
        }
    }

    /// Columns of 1, 2 or 4 keys.
    __device__ __forceinline__ void add_narrow(const float (&cells)[blocks][4], int first, int width) const {
#pragma unroll
        for (int which = 0; which < 2; ++which) {
#pragma unroll
            for (int n = 0; n < blocks; ++n) {
                const float a = pooled(cells[n][2 * which]), b = pooled(cells[n][2 * which + 1]);
                const int column = first + key_of(n, 0) / width;
                const float two = both(a, b), four = both(two, shuffle_xor(two, 1));
                if (width == 1) {
                    put(row_of(which), column, a);
                    put(row_of(which), column + 1, b);
                } else if (width == 2 || lane_index() % 2 == 0) {
                    put(row_of(which), column, width == 2 ? two : four);
                }
            }
        }
    }

    /// Columns of any width: through shared memory, each row by one thread.
    __device__ __forceinline__ void add_any(const float (&cells)[blocks][4], int table) {
        int first = task.columns, last = -1;
        for (int n = lane_index(); n < tile_keys; n += 32) {
            const int column = shared.column(table)[n];
            if (column < 0) continue;
            first = min(first, column);
            last = max(last, column);
        }
        for (int mask = 16; mask > 0; mask /= 2) {
            first = min(first, shuffle_xor(first, mask));
            last = max(last, shuffle_xor(last, mask));
        }
        if (last < 0) return;
        fill_before(first);
#pragma unroll
        for (int half = 0; half < 2; ++half) {
            warp_barrier();
#pragma unroll
            for (int n = 0; n < blocks / 2; ++n)
#pragma unroll
                for (int c = 0; c < 4; ++c)
                    shared.values(row_of(c / 2))[key_of(n, c)] = pooled(cells[n + half * blocks / 2][c]);
            warp_barrier();
            if (lane_index() < 16) add_row(warp_index() * 16 + lane_index(), table, half * tile_keys / 2);
        }
        warp_barrier();
        filled_ = max(filled_, last + 1);
    }

    __device__ __forceinline__ void add_row(int row, int table, int first_key) {
        int column = -1;
        float value = 0;
        for (int n = 0; n < tile_keys / 2; ++n) {
            const int next = shared.column(table)[first_key + n];
            if (next != column) put_in_order(row, column, value);
            if (next != column) value = nothing();
            column = next;
            if (column >= 0) value = both(value, shared.values(row)[n]);
        }
        put_in_order(row, column, value);
    }

    __device__ __forceinline__ void put_in_order(int row, int column, float value) {
        if (column < 0) return;
        // columns without keys
        for (int before = filled_; before < column; ++before) row_at(row)[before] = nothing();
        put(row, column, value);
        filled_ = max(filled_, column + 1);
    }

    __device__ __forceinline__ void finish_segment(float* out, int first, int end) const {
        for (int column = thread_index(); column < task.columns; column += strip_threads) {
            float value = task.pool == 3 ? masked_logit : 0.0f;
            for (int row = first; row < end && column < filled_; row += rows_together) {
                float numbers[rows_together];  // all loads are issued before the first is used
#pragma unroll
                for (int n = 0; n < rows_together; ++n) numbers[n] = row_at(min(row + n, end - 1))[column];
#pragma unroll
                for (int n = 0; n < rows_together; ++n)
                    if (row + n < end) value = with_row(value, numbers[n], row + n);
            }
            out[column] = value;
        }
    }

    __device__ __forceinline__ float with_row(float value, float number, int row) const {
        const float factor = shared.factor()[row];
        if (factor == 0) return value;
        if (task.pool == 2) return larger(value, exp2f(number - shared.log_sum()[row]));
        return task.pool == 3 ? larger(value, number) : value + factor * number;
    }

    const AttentionTask& task;
    const SharedMemoryLayout shared;
    float* const scratch_;
    // columns from here on are not yet written; the same for all threads except within add_any
    int filled_ = 0;
};

}  // namespace attention
