// The second pass: weights of 16 rows at a time, in float32, with known sums of the rows. Each thread has
// four cells of a tile: row thread / 16, keys thread % 16, + 16, + 32 and + 48, so that threads read
// different banks of shared memory.
#include "gpu/cuda/kernels/attention_cells.cuh"

namespace attention {

constexpr int sum_rows = 16;
constexpr int sum_threads = 256;
constexpr int cells_of_thread = 4;
constexpr int sum_chunk = 32;  // dims processed together
constexpr int padded_chunk = sum_chunk + 1;
constexpr int padded_tile = tile_keys + 1;
constexpr float no_weight = -1.0f;  // marks a masked cell

class Sums {
  public:
    __device__ Sums(const AttentionSumsTask& of, const int* integer, const float* number, const float* query,
                    const float* key, const float* value, float* diagonal, float* out)
        : task(of),
          integers(integer),
          numbers(number),
          queries(query),
          keys(key),
          values(value),
          diagonals(diagonal),
          output(out) {
        query_tile_ = dynamic_shared<float>();
        key_tile_ = query_tile_ + sum_rows * padded_chunk;
        weights_ = key_tile_ + tile_keys * padded_chunk;
        first_row_ = task.first_row + group_index_x() * sum_rows;
        row_ = first_row_ + thread_index() / 16;
        there_ = row_ < task.end_row;
        token_ = there_ ? integers[task.rows_at + 2 * row_] : 0;
        known_ = there_ ? numbers[task.known + row_] : 0.0f;
        counts_ = there_ && is_finite(known_);
    }

    __device__ __forceinline__ void run() {
        clear_output();
        for (int tile = 0; tile * tile_keys < task.keys; ++tile) {
            if (!make_logits(tile)) continue;
            make_weights(tile);
            group_barrier();
            if (task.diagonals != 0) add_diagonals(tile);
            if (task.value_dim > 0) add_values(tile);
            group_barrier();
        }
    }

  private:
    const AttentionSumsTask& task;
    const int* const integers;
    const float* const numbers;
    const float* const queries;
    const float* const keys;
    const float* const values;
    float* const diagonals;
    float* const output;
    SharedPointer<float> query_tile_, key_tile_, weights_;
    int first_row_, row_, token_;
    float known_;
    bool there_, counts_;
    float logit_[cells_of_thread];

    __device__ __forceinline__ int key_of(int c) const { return thread_index() % 16 + 16 * c; }
    __device__ __forceinline__ int rows() const { return min(sum_rows, task.end_row - first_row_); }
    __device__ __forceinline__ int token_of_row(int n) const {
        return integers[task.rows_at + 2 * (first_row_ + n)];
    }
    __device__ __forceinline__ int token_of_key(int key) const { return integers[task.keys_at + 2 * key]; }

    /// True if any of the rows has a key of the tile in the piece; uniform over all threads.
    __device__ __forceinline__ bool touches(int piece, int tile) const {
        for (int n = 0; n < rows(); ++n) {
            const Cells cells = cells_of(task, integers, piece, first_row_ + n);
            if (cells.begin < min(cells.end, (tile + 1) * tile_keys) && cells.end > tile * tile_keys)
                return true;
        }
        return false;
    }

    /// False if the tile has no cell.
    __device__ __forceinline__ bool make_logits(int tile) {
        bool any = false;
        for (int c = 0; c < cells_of_thread; ++c) logit_[c] = masked_logit;
        for (int piece = 0; piece < task.pieces; ++piece) {
            if (!touches(piece, tile)) continue;
            any = true;
            add_piece(piece, tile);
        }
        for (int c = 0; c < cells_of_thread && task.distance_bias >= 0; ++c)
            if (logit_[c] != masked_logit)
                logit_[c] +=
                    numbers[task.distance_bias + token_ - token_of_key(tile * tile_keys + key_of(c))];
        return any;
    }

    __device__ __forceinline__ void add_piece(int index, int tile) {
        const Piece piece = piece_of(task, integers, index);
        float sum[cells_of_thread] = {0, 0, 0, 0};
        for (int first = 0; first < task.dims; first += sum_chunk) {
            group_barrier();
            load(piece, tile, first);
            group_barrier();
            for (int d = 0; d < min(sum_chunk, task.dims - first); ++d) {
                const float query = query_tile_[thread_index() / 16 * padded_chunk + d];
#pragma unroll
                for (int c = 0; c < cells_of_thread; ++c)
                    sum[c] += query * key_tile_[key_of(c) * padded_chunk + d];
            }
        }
        if (!there_) return;
        const Cells cells = cells_of(task, integers, index, row_);
        for (int c = 0; c < cells_of_thread; ++c) {
            const int key = tile * tile_keys + key_of(c);
            if (!cells.holds(key)) continue;
            const int number = cells.number - integers[task.key_numbers_at + index * task.keys + key];
            logit_[c] = sum[c] + (piece.bias >= 0 ? numbers[piece.bias + number] : 0.0f);
        }
    }

    /// Loads dims first ... of the rows and of the tile's keys, joined from their parts.
    __device__ __forceinline__ void load(const Piece& piece, int tile, int first) {
        const int dims = min(sum_chunk, task.dims - first);
        const int block_key =
            task.decay_block > 0 ? tile * tile_keys / task.decay_block * task.decay_block : 0;
        for (int n = thread_index(); n < rows() * dims; n += sum_threads) {
            const int row = n / dims, d = first + n % dims;
            const int index = piece.queries * task.rows + first_row_ + row;
            float number = whole(queries, index, d) * numbers[task.query_scales + index];
            if (task.decay_block > 0)
                number *= exp2f(numbers[task.decay + d] *
                                static_cast<float>(token_of_row(row) - token_of_key(block_key)));
            query_tile_[row * padded_chunk + d - first] = number;
        }
        for (int n = thread_index(); n < tile_keys * dims; n += sum_threads) {
            const int key = n / dims, d = first + n % dims, at = tile * tile_keys + key;
            const int index = piece.keys * task.keys + at;
            key_tile_[key * padded_chunk + d - first] = whole(keys, index, d) * numbers[task.scales + index];
        }
    }

    /// Number d of a split row, before scaling.
    __device__ __forceinline__ float whole(const float* rows_of, int row, int d) const {
        const uint16_t* const split =
            reinterpret_cast<const uint16_t*>(rows_of + static_cast<size_t>(row) * task.dims);
        return halves::joined(float_of_half(split[d]), float_of_half(split[task.dims + d]));
    }

    __device__ __forceinline__ void make_weights(int) {
        for (int c = 0; c < cells_of_thread; ++c) {
            const bool weighs = counts_ && logit_[c] != masked_logit;
            weights_[thread_index() / 16 * padded_tile + key_of(c)] =
                weighs ? exp2f(logit_[c] - known_) : no_weight;
        }
    }

    /// Each thread sums the weights on one diagonal of the tile: the tokens of rows are consecutive, as are
    /// those of keys.
    __device__ __forceinline__ void add_diagonals(int tile) {
        float* const sums =
            diagonals + static_cast<size_t>(group_index_x()) * (2 * static_cast<size_t>(task.tokens) - 1);
        const int lowest =
            token_of_row(0) - token_of_key(tile * tile_keys) - (tile_keys - 1) + task.tokens - 1;
        for (int n = thread_index(); n < rows() + tile_keys - 1; n += sum_threads) {
            float sum = 0;
            bool any = false;
            for (int row = 0; row < rows(); ++row) {
                const int key = tile_keys - 1 + row - n;  // n increases with the distance
                if (key < 0 || key >= tile_keys) continue;
                const float weight = weights_[row * padded_tile + key];
                if (weight == no_weight) continue;
                sum += weight;
                any = true;
            }
            if (any) sums[lowest + n] += sum;
        }
    }

    __device__ __forceinline__ void clear_output() {
        for (int n = thread_index(); n < rows() * task.value_dim; n += sum_threads)
            output[static_cast<size_t>(first_row_) * task.value_dim + n] = 0;
    }

    __device__ __forceinline__ void add_values(int tile) {
        for (int n = thread_index(); n < rows() * task.value_dim; n += sum_threads) {
            const int row = n / task.value_dim, d = n % task.value_dim;
            float sum = 0;
            for (int key = 0; key < tile_keys; ++key) {
                const float weight = weights_[row * padded_tile + key];
                if (weight != no_weight)
                    sum += weight * values[static_cast<size_t>(tile * tile_keys + key) * task.value_dim + d];
            }
            output[static_cast<size_t>(first_row_) * task.value_dim + n] += sum;
        }
    }
};

}  // namespace attention

extern "C" __global__ void __launch_bounds__(256, 2)
    attention_sums(AttentionSumsTask task, const int* integers, const float* numbers, const float* queries,
                   const float* keys, const float* values, float* diagonals, float* output) {
    attention::Sums sums(task, integers, numbers, queries, keys, values, diagonals, output);
    sums.run();
}
