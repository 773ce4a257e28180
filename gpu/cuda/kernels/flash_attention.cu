// Strips of 128 rows against tiles of 64 keys on tensor cores. Numbers are split into an upper and a lower
// 16-bit float (22 bits), so that three products of halves have about float32's accuracy: upper upper + 2^-11
// (upper lower + lower upper). Each of the eight warps has 16 rows and all keys of a tile; a thread holds the
// fragments of mma m16n8k16: rows lane / 4 and + 8, keys 8 n + 2 (lane % 4) and + 1.
#include "gpu/cuda/kernels/attention_columns.cuh"
#include "gpu/cuda/kernels/attention_products.cuh"
#include "gpu/cuda/kernels/attention_queries.cuh"

namespace attention {

constexpr float max_above = 16;  // log2: how far logits may exceed the reference before it is raised
constexpr int sums_of_row = 8;

class Strip {
  public:
    __device__ Strip(const AttentionTask& of, const int* integer, const float* number, const float* query,
                     const float* key, float* scratch, double* statistic, float* segment)
        : task(of),
          integers(integer),
          numbers(number),
          keys(key),
          statistics(statistic),
          segments(segment),
          shared(of.chunk),
          steps(of, integer),
          columns(of, scratch + decayed_numbers(of), shared),
          queries(of, integer, number, query, scratch, shared) {}

    __device__ __forceinline__ void run(int strip) {
        start(strip);
        Step step = steps.start(strip);
        if (steps.next(step)) visit(step);
        finish();
    }

  private:
    const AttentionTask& task;
    const int* const integers;
    const float* const numbers;
    const float* const keys;
    double* const statistics;
    float* const segments;
    const SharedMemoryLayout shared;
    Steps steps;
    Columns columns;
    StripQueries queries;

    int first_row_ = 0, rows_ = 0;
    bool whole_ = false, statistic_ = false;

    // For the two rows of this thread.
    int token_[2];
    float reference_[2], largest_[2];
    bool set_[2];
    double weight_[2], exponent_[2], distance_[2], near_[2], beyond_[2];

    // For the tile: products before the scales of keys, and the merged cells.
    float product_[blocks][4], cell_[blocks][4];
    uint32_t beyond_bits_ = 0;

    // For this thread's share of the fetched keys: a scale, a token, a column or a number.
    float key_scale_ = 0;
    int key_integer_ = 0;

    __device__ __forceinline__ bool there(int which) const { return row_of(which) < rows_; }

    __device__ __forceinline__ void start(int strip) {
        const int* const at = integers + task.strips_at + 4 * strip;
        first_row_ = at[0];
        rows_ = at[1] - at[0];
        whole_ = (at[3] & 1) != 0;
        statistic_ = (at[3] & 2) != 0;
        queries.start(first_row_, rows_);
        columns.start();
#pragma unroll
        for (int which = 0; which < 2; ++which) {
            const int row = first_row_ + row_of(which);
            token_[which] = there(which) ? integers[task.rows_at + 2 * row] : 0;
            reference_[which] = there(which) && !whole_ && task.known >= 0 ? numbers[task.known + row] : 0.0f;
            set_[which] = false;
            largest_[which] = masked_logit;
            weight_[which] = exponent_[which] = distance_[which] = near_[which] = beyond_[which] = 0;
        }
    }

    /// A step whose products are or will be computed.
    struct Taken {
        Step step;
        int table;
        bool ends;  // the last one of its tile
    };

    /// Tensor cores multiply while other units merge cells: of the two warps that share a scheduler, one
    /// multiplies first and then merges its results, the other merges the results of the previous step and
    /// then multiplies.
    __device__ __forceinline__ void visit(Step step) {
        const bool late = warp_index() >= strip_threads / 64;
        Taken taken{step, 0, false};  // or about to be taken
        int stage = 0, table = 0;
        fetch(step, stage);  // finish() of the previous strip ended with a barrier
        fetch_queries(step);
        leave_table(table);
        for (bool exists = true, any_before = false; exists || any_before; stage ^= 1) {
            Step after = step;
            const bool more = exists && steps.next(after);
            if (exists) {
                wait_for_copies<0>();
                group_barrier();
            }
            if (more) fetch(after, stage ^ 1);
            const Taken now{step, table, !more || after.tile != step.tile};
            if (!late) taken = now;
#pragma unroll 1
            for (int half = 0; half < 2; ++half) {
                if ((half == 1) == late) {
                    if (exists) multiply(step, stage);
                    if (more) fetch_queries(after);
                } else if (late ? any_before : exists) {
                    take_over(taken);
                }
            }
            table = table + 1 < tables ? table + 1 : 0;
            if (more) leave_table(table);
            taken = now;
            any_before = exists;
            exists = more;
            step = after;
        }
    }

    __device__ __forceinline__ void take_over(const Taken& taken) {
        merge(taken.step, taken.table);
        if (taken.ends) finish_tile(taken.step.tile, taken.table);
    }

    /// Copies keys of a step into the shared memory of a stage, eight threads per key, and loads the data for
    /// leave_table().
    __device__ __forceinline__ void fetch(const Step& step, int stage) {
        const Piece piece = piece_of(task, integers, step.piece);
        const int first_key = step.tile * tile_keys, parts = task.upper_alone != 0 ? 1 : 2;
        const int first_dim = 8 * (thread_index() % 8), dims = steps.chunk_dims(step.chunk);
#pragma unroll
        for (int n = 0; n < tile_keys; n += strip_threads / 8) {
            const int key = n + thread_index() / 8;
            const float* const packed =
                keys + (static_cast<size_t>(piece.keys) * task.keys + first_key + key) * task.dims;
            const uint16_t* const from = reinterpret_cast<const uint16_t*>(packed) + step.chunk * task.chunk;
            for (int part = 0; part < parts; ++part)
                for (int d = first_dim; d < dims; d += 64)
                    copy_async_16(shared.keys(stage, part, key) + d, from + part * task.dims + d);
        }
        commit_copies();
        const int key = first_key + thread_index() % tile_keys;
        switch (thread_index() / tile_keys) {
            case 0:
                key_scale_ = numbers[task.scales + piece.keys * task.keys + key];
                break;
            case 1:
                key_integer_ = integers[task.keys_at + 2 * key];
                break;
            case 2:
                key_integer_ = integers[task.keys_at + 2 * key + 1];
                break;
            default:
                key_integer_ = integers[task.key_numbers_at + step.piece * task.keys + key];
                break;
        }
    }

    __device__ __forceinline__ void fetch_queries(const Step& step) {
        queries.fetch(step, piece_of(task, integers, step.piece).queries, steps.chunk_dims(step.chunk));
    }

    /// Writes the data of the fetched keys to a table, after the previous step was multiplied, so that no
    /// thread waits for it.
    __device__ __forceinline__ void leave_table(int table) const {
        const int n = thread_index() % tile_keys;
        switch (thread_index() / tile_keys) {
            case 0:
                shared.scale(table)[n] = key_scale_;
                break;
            case 1:
                shared.token(table)[n] = key_integer_;
                break;
            case 2:
                shared.column(table)[n] = key_integer_;
                break;
            default:
                shared.number(table)[n] = key_integer_;
                break;
        }
    }

    __device__ __forceinline__ void multiply(const Step& step, int stage) {
        float lower[blocks][4];
#pragma unroll
        for (int n = 0; n < blocks; ++n)
#pragma unroll
            for (int c = 0; c < 4; ++c) product_[n][c] = lower[n][c] = 0;
        if (task.upper_alone != 0)
            multiply_dims<false>(shared, stage, steps.chunk_dims(step.chunk), product_, lower);
        else
            multiply_dims<true>(shared, stage, steps.chunk_dims(step.chunk), product_, lower);
        join(lower);
    }

    /// Combines upper and lower sums of products, and applies the scales of queries.
    __device__ __forceinline__ void join(const float (&lower)[blocks][4]) {
        const float scale[2] = {shared.query_scale()[row_of(0)], shared.query_scale()[row_of(1)]};
        float zero = 0;  // or NaN
#pragma unroll
        for (int n = 0; n < blocks; ++n)
#pragma unroll
            for (int at = 0; at < 4; ++at) zero += 0.0f * product_[n][at];
#pragma unroll
        for (int n = 0; n < blocks; ++n)
#pragma unroll
            for (int at = 0; at < 4; ++at)
                product_[n][at] = (zero == 0 ? product_[n][at] + halves::lower_unit * lower[n][at]
                                             : halves::joined(product_[n][at], lower[n][at])) *
                                  scale[at / 2];
    }

    /// Merges the cells of a piece, for one chunk of dims, into the tile's. Tensor cores truncate sums, so
    /// long ones would be too small; sums of chunks are rounded.
    __device__ __forceinline__ void merge(const Step& step, int table) {
        const Piece piece = piece_of(task, integers, step.piece);
        const bool begins = step.chunk == 0, first = begins && steps.is_first(step), all = steps.covers(step);
        if (first && all && rows_ == strip_rows && piece.bias < 0 && !statistic_) return merge_plain(table);
        if (first) beyond_bits_ = 0;
#pragma unroll
        for (int which = 0; which < 2; ++which) {
            Cells cells{0, 0, 0};
            if (there(which)) cells = cells_of(task, integers, step.piece, first_row_ + row_of(which));
#pragma unroll
            for (int n = 0; n < blocks; ++n) {
#pragma unroll
                for (int c = 0; c < 2; ++c) {
                    const int at = 2 * which + c, key = key_of(n, c);
                    const bool held = (all && there(which)) || cells.holds(step.tile * tile_keys + key);
                    if (first) cell_[n][at] = masked_logit;
                    if (!held) continue;
                    const float sum = product_[n][at] * shared.scale(table)[key];
                    if (!begins) {
                        cell_[n][at] += sum;
                        continue;
                    }
                    const int number = cells.number - shared.number(table)[key];
                    cell_[n][at] = sum + (piece.bias >= 0 ? numbers[piece.bias + number] : 0.0f);
                    if (statistic_ && piece.beyond(number)) beyond_bits_ |= 1u << (4 * n + at);
                }
            }
        }
    }

    /// The common case: all cells are in the piece, without biases.
    __device__ __forceinline__ void merge_plain(int table) {
#pragma unroll
        for (int n = 0; n < blocks; ++n) {
            const float2 of_keys = *shared_as<float2>(shared.scale(table) + key_of(n, 0));
#pragma unroll
            for (int at = 0; at < 4; ++at)
                cell_[n][at] = product_[n][at] * (at % 2 == 0 ? of_keys.x : of_keys.y);
        }
    }

    __device__ __forceinline__ void finish_tile(int tile, int table) {
        if (task.distance_bias >= 0) add_distance_bias(table);
#pragma unroll
        for (int which = 0; which < 2; ++which) {
            if (whole_) follow(which);
            if (statistic_)
                weigh<true>(which, table);
            else if (whole_ || task.pool == 1)
                weigh<false>(which, table);
        }
        if (task.pool != 0) columns.add(cell_, tile, table);
    }

    __device__ __forceinline__ void add_distance_bias(int table) {
#pragma unroll
        for (int n = 0; n < blocks; ++n)
#pragma unroll
            for (int c = 0; c < 4; ++c)
                if (cell_[n][c] != masked_logit)
                    cell_[n][c] +=
                        numbers[task.distance_bias + token_[c / 2] - shared.token(table)[key_of(n, c)]];
    }

    /// Raises the reference of e = 2^(t - reference) if logits are far above it.
    __device__ __forceinline__ void follow(int which) {
        float most = masked_logit;
#pragma unroll
        for (int n = 0; n < blocks; ++n)
            most = fmaxf(most, fmaxf(cell_[n][2 * which], cell_[n][2 * which + 1]));
        for (int mask = 1; mask < 4; mask *= 2) most = fmaxf(most, shuffle_xor(most, mask));
        largest_[which] = fmaxf(largest_[which], most);
        const bool sets = !set_[which] && most > masked_logit;
        const bool raises = set_[which] && most > reference_[which] + max_above;
        const float up = raises ? most - reference_[which] : 0.0f;
        const float factor = exp2f(-up);
        if (sets || raises) reference_[which] = most;
        set_[which] = set_[which] || sets;
        if (raises) {
            exponent_[which] = factor * (exponent_[which] - up * weight_[which]);
            weight_[which] *= factor;
            distance_[which] *= factor;
            near_[which] *= factor;
            beyond_[which] *= factor;
        }
        if (task.pool == 1) columns.scale(which, raises, factor);
    }

    /// Sums this thread's cells; they become weights if weights are pooled.
    template <bool statistics_too>
    __device__ __forceinline__ void weigh(int which, int table) {
        float weight = 0, exponent = 0, distance = 0, near = 0, beyond = 0;
#pragma unroll
        for (int n = 0; n < blocks; ++n) {
#pragma unroll
            for (int c = 0; c < 2; ++c) {
                const int at = 2 * which + c;
                const float above = cell_[n][at] - reference_[which];
                const float e = power_of_two(above);  // 0 if masked, as that is far below any reference
                weight += e;
                if (statistics_too && e != 0) {  // 0 adds nothing
                    const int away = token_[which] - shared.token(table)[key_of(n, c)];
                    exponent += e > 0 ? e * above : e;
                    distance += e * static_cast<float>(away);
                    near += abs(away) < task.near ? e : 0.0f;
                    beyond += (beyond_bits_ >> (4 * n + at) & 1u) != 0 ? e : 0.0f;
                }
                if (task.pool == 1) cell_[n][at] = e;
            }
        }
        weight_[which] += weight;
        if (!statistics_too) return;
        exponent_[which] += exponent;
        distance_[which] += distance;
        near_[which] += near;
        beyond_[which] += beyond;
    }

    static __device__ __forceinline__ double sum_of_quad(double sum) {
        sum += shuffle_xor(sum, 1);
        return sum + shuffle_xor(sum, 2);
    }

    __device__ __forceinline__ void finish() {
#pragma unroll
        for (int which = 0; which < 2; ++which) {
            const int row = row_of(which);
            const double weight = sum_of_quad(weight_[which]), exponent = sum_of_quad(exponent_[which]),
                         distance = sum_of_quad(distance_[which]), near = sum_of_quad(near_[which]),
                         beyond = sum_of_quad(beyond_[which]);
            if (lane_index() % 4 != 0) continue;
            set_factor(which, weight);
            shared.segment()[row] = there(which) ? integers[task.rows_at + 2 * (first_row_ + row) + 1] : -1;
            if (!whole_ || !there(which)) continue;
            double* const out = statistics + static_cast<size_t>(first_row_ + row) * sums_of_row;
            out[0] = reference_[which];
            out[1] = weight;
            out[2] = exponent;
            out[3] = distance;
            out[4] = near;
            out[5] = beyond;
            out[6] = largest_[which];
            out[7] = 0;
        }
        group_barrier();
        if (task.pool != 0) columns.finish(segments, rows_);
        group_barrier();
    }

    /// Sets the factor of a row's columns; 0 for rows without a sum.
    __device__ __forceinline__ void set_factor(int which, double weight) {
        const double sum = whole_ ? weight : 1;
        const bool defined = sum > 0 && sum - sum == 0 && is_finite(reference_[which]);
        const bool weights = task.pool == 1 || task.pool == 2;
        shared.factor()[row_of(which)] = !there(which) || (weights && !defined)
                                             ? 0.0f
                                             : (task.pool == 1 ? static_cast<float>(1 / sum) : 1.0f);
        shared.log_sum()[row_of(which)] = defined ? static_cast<float>(reference_[which] + log2(sum)) : 0.0f;
    }
};

}  // namespace attention

extern "C" __global__ void __launch_bounds__(256, 1)
    flash_attention(AttentionTask task, const int* integers, const float* numbers, const float* queries,
                    const float* keys, float* scratch, double* statistics, float* segments) {
    attention::Strip strip(task, integers, numbers, queries, keys, scratch, statistics, segments);
    // Strips are sorted, longest first: the group with the longest strip of a round gets the shortest of the
    // next one.
    for (int round = 0; round * group_count_x() < task.strips; ++round) {
        const int index = round % 2 == 0 ? group_index_x() : group_count_x() - 1 - group_index_x();
        const int n = round * group_count_x() + index;
        if (n < task.strips) strip.run(task.first_strip + n);
    }
}
