#pragma once
// Cells, as both attention kernels use them: their indices and the biases added to their logits.
#include "gpu/cuda/kernels/halves.cuh"

namespace attention {

constexpr int tile_keys = 64;
// the lowest float; distinct from -infinity, which a logit may be
constexpr float masked_logit = -3.402823466e38f;

/// Keys begin ... end - 1 of a row in a piece, and the row's number in it.
struct Cells {
    int begin, end, number;

    __device__ __forceinline__ bool holds(int key) const { return key >= begin && key < end; }
};

template <class Task>
__device__ __forceinline__ Cells cells_of(const Task& task, const int* integers, int piece, int row) {
    const int* const at = integers + task.cells_at + 3 * (piece * task.rows + row);
    return {at[0], at[1], at[2]};
}

struct Piece {
    int queries, keys, bias, trained_begin, trained_end;

    __device__ __forceinline__ bool beyond(int number) const {
        return number < trained_begin || number >= trained_end;
    }
};

template <class Task>
__device__ __forceinline__ Piece piece_of(const Task& task, const int* integers, int piece) {
    const int* const at = integers + task.pieces_at + 5 * piece;
    return {at[0], at[1], at[2], at[3], at[4]};
}

/// The larger value; NaN wins.
__device__ __forceinline__ float larger(float a, float b) { return (b > a || b != b) ? b : a; }

using halves::is_finite;

}  // namespace attention
