#pragma once
// The sequence of products that a strip needs: a tile's keys with the queries of each piece that has any cell
// in it.
#include "gpu/cuda/kernels/attention_cells.cuh"

namespace attention {

struct Step {
    int tile, piece, chunk;  // chunk of the dims
};

class Steps {
  public:
    __device__ Steps(const AttentionTask& of, const int* integers)
        : task(of), bounds_(integers + of.bounds_at) {}

    __device__ __forceinline__ Step start(int strip) {
        strip_ = strip;
        return {-1, task.pieces, chunks()};
    }

    __device__ __forceinline__ int chunks() const { return (task.dims + task.chunk - 1) / task.chunk; }
    __device__ __forceinline__ int chunk_dims(int chunk) const {
        return min(task.chunk, task.dims - chunk * task.chunk);
    }

    /// False if none is left.
    __device__ __forceinline__ bool next(Step& step) const {
        if (step.chunk + 1 < chunks()) {
            ++step.chunk;
            return true;
        }
        step.chunk = 0;
        if (step.tile >= 0 && find_piece(step, step.piece + 1)) return true;
        step.tile = tile_from(step.tile + 1);
        return step.tile >= 0 && find_piece(step, 0);
    }

    /// True if no earlier piece has cells in the tile.
    __device__ __forceinline__ bool is_first(const Step& step) const {
        for (int piece = 0; piece < step.piece; ++piece)
            if (touches(piece, step.tile)) return false;
        return true;
    }

    /// True if all cells of the tile, in all rows, belong to the piece.
    __device__ __forceinline__ bool covers(const Step& step) const {
        const int* const of = bounds(step.piece);
        return of[1] <= step.tile * tile_keys && of[2] >= (step.tile + 1) * tile_keys;
    }

  private:
    __device__ __forceinline__ const int* bounds(int piece) const {
        return bounds_ + 4 * (strip_ * task.pieces + piece);
    }
    __device__ __forceinline__ bool touches(int piece, int tile) const {
        const int* const of = bounds(piece);
        return of[0] < (tile + 1) * tile_keys && of[3] > tile * tile_keys;
    }
    __device__ __forceinline__ bool find_piece(Step& step, int first) const {
        for (step.piece = first; step.piece < task.pieces; ++step.piece)
            if (touches(step.piece, step.tile)) return true;
        return false;
    }
    /// The first tile from `first` on in which any piece has cells, or -1.
    __device__ __forceinline__ int tile_from(int first) const {
        int nearest = -1;
        for (int piece = 0; piece < task.pieces; ++piece) {
            const int* const of = bounds(piece);
            const int tile = max(first, of[0] / tile_keys);
            if (of[3] > tile * tile_keys && of[0] < of[3] && (nearest < 0 || tile < nearest)) nearest = tile;
        }
        return nearest;
    }

    const AttentionTask& task;
    const int* bounds_;
    int strip_ = 0;
};

}  // namespace attention
