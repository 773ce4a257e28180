// Strips of 128 rows against tiles of 64 keys on tensor cores. Numbers are split into an upper and a lower 16-bit float (22 bits),
// so that three products of halves make one of about float32's accuracy: upper upper + 2^-11 (upper lower + lower upper). Each of
// the eight warps has 16 rows and all keys of a tile; what a thread holds of a tile is that of the fragments of mma m16n8k16: rows
// lane / 4 and + 8, keys 8 n + 2 (lane % 4) and + 1.
#include "gpu/cuda/kernels/attention_columns.cuh"
#include "gpu/cuda/kernels/attention_steps.cuh"

namespace attention {

constexpr float most_above = 16;  // log2: how far logits may lie above the reference before it is raised
constexpr int sums_of_row = 8;
constexpr int rows_at_once = 4;  // whose queries a warp reads together

class Strip {
  public:
    __device__ Strip(const AttentionTask& of, const int* integer, const float* number, const float* query, const float* key,
                     float* scratch, double* statistic, float* segment)
        : task(of),
          integers(integer),
          numbers(number),
          queries(query),
          keys(key),
          statistics(statistic),
          segments(segment),
          shared(of.chunk),
          steps(of, integer),
          columns(of, scratch, shared) {}

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
    const float* const queries;
    const float* const keys;
    double* const statistics;
    float* const segments;
    const SharedPlaces shared;
    Steps steps;
    Columns columns;

    int first_row_ = 0, rows_ = 0;
    bool whole_ = false, statistic_ = false;
    int rotation_ = -1, chunk_ = -1, block_ = -1;  // of the queries that are there

    // Of the two rows of this thread.
    int token_[2];
    float reference_[2], largest_[2];
    bool set_[2];
    double weight_[2], exponent_[2], distance_[2], near_[2], beyond_[2];

    // Of the tile.
    float upper_[blocks][4], lower_[blocks][4], cell_[blocks][4];
    uint32_t beyond_bits_ = 0;

    // Of the key that this thread has of those that are fetched: its scale, or its token, its column or its number.
    float key_scale_ = 0;
    int key_integer_ = 0;

    __device__ __forceinline__ bool there(int which) const { return row_of(which) < rows_; }

    __device__ __forceinline__ void start(int strip) {
        const int* const at = integers + task.strips_at + 4 * strip;
        first_row_ = at[0];
        rows_ = at[1] - at[0];
        whole_ = (at[3] & 1) != 0;
        statistic_ = (at[3] & 2) != 0;
        rotation_ = -1;
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

    /// A step whose products are there, or will be.
    struct Taken {
        Step step;
        int table;
        bool ends;  // the last one of its tile
    };

    /// Tensor cores multiply while other units take cells over: of the two warps that share a scheduler, one multiplies first and
    /// then takes over what it has, the other one takes over what it had of the step before and then multiplies.
    __device__ __forceinline__ void visit(Step step) {
        const bool late = warp_index() >= strip_threads / 64;
        Taken taken{step, 0, false};  // or about to be
        int stage = 0, table = 0;
        group_barrier();  // what the strip before has left in shared memory was read to the end
        fetch(step, stage);
        leave_table(table);
        for (bool there = true, any_before = false; there || any_before; stage ^= 1) {
            Step after = step;
            const bool more = there && steps.next(after);
            if (there) {
                wait_for_copies<0>();
                group_barrier();
            }
            if (more) fetch(after, stage ^ 1);
            const Taken now{step, table, !more || after.tile != step.tile};
            if (!late) taken = now;
#pragma unroll 1
            for (int half = 0; half < 2; ++half) {
                if ((half == 1) == late) {
                    if (there) multiply(step, stage);
                } else if (late ? any_before : there) {
                    take_over(taken);
                }
            }
            table = table + 1 < tables ? table + 1 : 0;
            if (more) leave_table(table);
            taken = now;
            any_before = there;
            there = more;
            step = after;
        }
    }

    __device__ __forceinline__ void take_over(const Taken& taken) {
        if (taken.step.chunk == steps.chunks() - 1) merge(taken.step, taken.table);
        if (taken.ends) finish_tile(taken.step.tile, taken.table);
    }

    /// Keys of a step into the shared memory of a stage, eight threads a key; and on its way what leave_table() leaves of them.
    __device__ __forceinline__ void fetch(const Step& step, int stage) {
        const Piece piece = piece_of(task, integers, step.piece);
        const int first_key = step.tile * tile_keys, parts = task.upper_alone != 0 ? 1 : 2;
        const int first_dim = 8 * (thread_index() % 8), dims = steps.chunk_dims(step.chunk);
#pragma unroll
        for (int n = 0; n < tile_keys; n += strip_threads / 8) {
            const int key = n + thread_index() / 8;
            const float* const packed = keys + (static_cast<size_t>(piece.keys) * task.keys + first_key + key) * task.dims;
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

    /// What is known of the fetched keys, into a table: after the step before was multiplied, so that nobody waits for it.
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

    /// This warp's rows of queries, split, unless they are there. With decay they carry that from the first key of a block on.
    __device__ __forceinline__ void load_queries(const Step& step, int rotation) {
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
            if (!scaled) scale_queries(row, block_token);
            split_queries(row, step.chunk, block_token);
        }
        warp_barrier();
    }

    /// The scales of some rows, 1 where there is no row. A power of two by which the row's largest number comes to lie in 1 ... 2.
    __device__ __forceinline__ void scale_queries(int row, int block_token) const {
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

    __device__ __forceinline__ void split_queries(int row, int chunk, int block_token) const {
        for (int d = 4 * lane_index(); d < steps.chunk_dims(chunk); d += 128) {
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
        *reinterpret_cast<uint32_t*>(shared.queries(0, row) + d) = upper;
        *reinterpret_cast<uint32_t*>(shared.queries(1, row) + d) =
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

    __device__ __forceinline__ void multiply(const Step& step, int stage) {
        load_queries(step, piece_of(task, integers, step.piece).queries);
        if (step.chunk == 0) {
#pragma unroll
            for (int n = 0; n < blocks; ++n)
#pragma unroll
                for (int c = 0; c < 4; ++c) upper_[n][c] = lower_[n][c] = 0;
        }
        const int lane = lane_index();
        const int query_row = warp_index() * 16 + lane % 16, query_at = lane / 16 * 8;
        const int key_row = lane / 16 * 8 + lane % 8, key_at = lane / 8 % 2 * 8;
        const int dims = steps.chunk_dims(step.chunk);
        for (int d = 0; d < dims; d += 16) {
            uint32_t query_upper[4], query_lower[4];
            load_matrix_x4(query_upper, shared.queries(0, query_row) + d + query_at);
            if (task.upper_alone == 0) load_matrix_x4(query_lower, shared.queries(1, query_row) + d + query_at);
#pragma unroll
            for (int n = 0; n < blocks; n += 2) {
                uint32_t key_upper[4];
                load_matrix_x4(key_upper, shared.keys(stage, 0, 8 * n + key_row) + d + key_at);
                const uint32_t first[2] = {key_upper[0], key_upper[1]}, second[2] = {key_upper[2], key_upper[3]};
                multiply_add_16x8x16(upper_[n], query_upper, first);
                multiply_add_16x8x16(upper_[n + 1], query_upper, second);
                if (task.upper_alone != 0) continue;
                uint32_t key_lower[4];
                load_matrix_x4(key_lower, shared.keys(stage, 1, 8 * n + key_row) + d + key_at);
                const uint32_t first_lower[2] = {key_lower[0], key_lower[1]}, second_lower[2] = {key_lower[2], key_lower[3]};
                multiply_add_16x8x16(lower_[n], query_upper, first_lower);
                multiply_add_16x8x16(lower_[n + 1], query_upper, second_lower);
                multiply_add_16x8x16(lower_[n], query_lower, first);
                multiply_add_16x8x16(lower_[n + 1], query_lower, second);
            }
        }
    }

    /// Takes the cells of a piece over into the tile's.
    __device__ __forceinline__ void merge(const Step& step, int table) {
        const Piece piece = piece_of(task, integers, step.piece);
        const bool first = steps.is_first(step), all = steps.covers(step);
        if (first) beyond_bits_ = 0;
#pragma unroll
        for (int which = 0; which < 2; ++which) {
            Cells cells{0, 0, 0};
            if (there(which)) cells = cells_of(task, integers, step.piece, first_row_ + row_of(which));
            const float scale = shared.query_scale()[row_of(which)];
#pragma unroll
            for (int n = 0; n < blocks; ++n) {
#pragma unroll
                for (int c = 0; c < 2; ++c) {
                    const int at = 2 * which + c, key = key_of(n, c);
                    const bool held = (all && there(which)) || cells.holds(step.tile * tile_keys + key);
                    if (first) cell_[n][at] = masked_logit;
                    if (!held) continue;
                    const float sum = finite(upper_[n][at]) ? upper_[n][at] + lower_unit * lower_[n][at] : upper_[n][at];
                    const int number = cells.number - shared.number(table)[key];
                    cell_[n][at] =
                        sum * (scale * shared.scale(table)[key]) + (piece.bias >= 0 ? numbers[piece.bias + number] : 0.0f);
                    if (statistic_ && piece.beyond(number)) beyond_bits_ |= 1u << (4 * n + at);
                }
            }
        }
    }

    __device__ __forceinline__ void finish_tile(int tile, int table) {
        if (task.distance_bias >= 0) add_distance_bias(table);
#pragma unroll
        for (int which = 0; which < 2; ++which) {
            if (whole_) follow(which);
            if (whole_ || task.pool == 1) weigh(which, table);
        }
        if (task.pool != 0) columns.add(cell_, tile, table);
    }

    __device__ __forceinline__ void add_distance_bias(int table) {
#pragma unroll
        for (int n = 0; n < blocks; ++n)
#pragma unroll
            for (int c = 0; c < 4; ++c)
                if (cell_[n][c] != masked_logit)
                    cell_[n][c] += numbers[task.distance_bias + token_[c / 2] - shared.token(table)[key_of(n, c)]];
    }

    /// Sums are of e = 2^(t - reference): the reference follows where logits come to lie far above it.
    __device__ __forceinline__ void follow(int which) {
        float most = masked_logit;
#pragma unroll
        for (int n = 0; n < blocks; ++n) most = fmaxf(most, fmaxf(cell_[n][2 * which], cell_[n][2 * which + 1]));
        for (int mask = 1; mask < 4; mask *= 2) most = fmaxf(most, shuffle_xor(most, mask));
        largest_[which] = fmaxf(largest_[which], most);
        const bool sets = !set_[which] && most > masked_logit;
        const bool raises = set_[which] && most > reference_[which] + most_above;
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

    /// Sums of this thread's cells; they become weights where those are pooled.
    __device__ __forceinline__ void weigh(int which, int table) {
        float weight = 0, exponent = 0, distance = 0, near = 0, beyond = 0;
#pragma unroll
        for (int n = 0; n < blocks; ++n) {
#pragma unroll
            for (int c = 0; c < 2; ++c) {
                const int at = 2 * which + c;
                const float above = cell_[n][at] - reference_[which];
                const float e = cell_[n][at] == masked_logit ? 0.0f : exp2f(above);
                weight += e;
                if (statistic_) {
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
        if (!statistic_) return;
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

    /// What a row's columns are multiplied by; 0 of rows without a sum.
    __device__ __forceinline__ void set_factor(int which, double weight) {
        const double sum = whole_ ? weight : 1;
        const bool defined = sum > 0 && sum - sum == 0 && finite(reference_[which]);
        const bool weights = task.pool == 1 || task.pool == 2;
        shared.factor()[row_of(which)] =
            !there(which) || (weights && !defined) ? 0.0f : (task.pool == 1 ? static_cast<float>(1 / sum) : 1.0f);
        shared.log_sum()[row_of(which)] = defined ? static_cast<float>(reference_[which] + log2(sum)) : 0.0f;
    }
};

}  // namespace attention

extern "C" __global__ void __launch_bounds__(256, 1)
    attention_strips(AttentionTask task, const int* integers, const float* numbers, const float* queries, const float* keys,
                     float* scratch, double* statistics, float* segments) {
    attention::Strip strip(task, integers, numbers, queries, keys, scratch, statistics, segments);
    // Strips come longest first: whoever has the longest of a round gets the shortest of the next one.
    for (int round = 0; round * group_count_x() < task.strips; ++round) {
        const int place = round % 2 == 0 ? group_index_x() : group_count_x() - 1 - group_index_x();
        const int n = round * group_count_x() + place;
        if (n < task.strips) strip.run(task.first_strip + n);
    }
}
