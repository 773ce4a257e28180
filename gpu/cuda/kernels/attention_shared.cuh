#pragma once
// The shared memory of flash_attention. shared_of_strips() in gpu/kernels.cpp computes its size.
#include "gpu/cuda/kernels/attention_cells.cuh"

namespace attention {

constexpr int strip_rows = 128;
constexpr int strip_threads = 256;
// one step is merged while the next one is multiplied and the one after it is fetched
constexpr int tables = 3;
constexpr int values_of_row = 33;  // half a tile, plus one so that rows begin in different banks

/// The layout. Rows of halves are padded by 16 bytes, so that eight of them begin in different banks.
class SharedMemoryLayout {
  public:
    __device__ explicit SharedMemoryLayout(int chunk)
        : stride_(chunk + 8), halves_(dynamic_shared<uint16_t>()) {
        numbers_ = shared_as<float>(halves_ + (2 * strip_rows + 4 * tile_keys) * stride_);
    }
    /// part 0: upper, 1: lower.
    __device__ __forceinline__ SharedPointer<uint16_t> queries(int part, int row) const {
        return halves_ + (part * strip_rows + row) * stride_;
    }
    __device__ __forceinline__ SharedPointer<uint16_t> keys(int stage, int part, int key) const {
        return halves_ + (2 * strip_rows + (2 * stage + part) * tile_keys + key) * stride_;
    }
    /// Data of a step's keys, in one of `tables` tables.
    __device__ __forceinline__ SharedPointer<float> scale(int table) const {
        return numbers_ + table * tile_keys;
    }
    __device__ __forceinline__ SharedPointer<int> token(int table) const {
        return integers() + (tables + table) * tile_keys;
    }
    __device__ __forceinline__ SharedPointer<int> column(int table) const {
        return integers() + (2 * tables + table) * tile_keys;
    }
    __device__ __forceinline__ SharedPointer<int> number(int table) const {
        return integers() + (3 * tables + table) * tile_keys;
    }
    /// Data of rows.
    __device__ __forceinline__ SharedPointer<float> query_scale() const {
        return numbers_ + 4 * tables * tile_keys;
    }
    __device__ __forceinline__ SharedPointer<float> factor() const { return query_scale() + strip_rows; }
    __device__ __forceinline__ SharedPointer<float> log_sum() const { return factor() + strip_rows; }
    __device__ __forceinline__ SharedPointer<int> segment() const {
        return shared_as<int>(log_sum() + strip_rows);
    }
    /// The pooled values of half a tile.
    __device__ __forceinline__ SharedPointer<float> values(int row) const {
        return log_sum() + 2 * strip_rows + row * values_of_row;
    }

  private:
    __device__ __forceinline__ SharedPointer<int> integers() const { return shared_as<int>(numbers_); }

    int stride_;
    SharedPointer<uint16_t> halves_;
    SharedPointer<float> numbers_;
};

}  // namespace attention
