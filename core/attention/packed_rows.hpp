#pragma once

#include "core/attention/rotated_product.hpp"
#include "core/engine/flash_attention/buffer.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace poslab {

/// Rows are stored in blocks of this size: whole panels of queries and whole tiles of keys
/// (core/engine/flash_attention/kernels.hpp).
inline constexpr std::size_t block_rows = 192;
static_assert(block_rows % flash_attention::panel_rows == 0 && block_rows % flash_attention::block_keys == 0);

/// Rows [dims] in float32 in the layout of matrix products, [row / width][dim][row % width]: `width` rows, a
/// panel or a tile, are interleaved.
class PackedRows {
  public:
    PackedRows() = default;
    PackedRows(std::size_t rows, std::size_t dims, std::size_t width)
        : rows_(flash_attention::rounded_up(rows, block_rows)),
          dims_(dims),
          width_(width),
          numbers_(rows_ * dims) {}

    [[nodiscard]] bool empty() const { return rows_ == 0; }
    /// Includes the rows that pad the last block, which must be set as well.
    [[nodiscard]] std::size_t rows() const { return rows_; }
    [[nodiscard]] std::size_t dims() const { return dims_; }
    /// The panel or tile that starts with row `row`.
    [[nodiscard]] const float* from(std::size_t row) const { return numbers_.data() + row * dims_; }

    void set(std::size_t row, std::span<const double> numbers) {
        for (std::size_t n = 0; n < dims_; ++n) numbers_[place(row, n)] = static_cast<float>(numbers[n]);
    }
    [[nodiscard]] double at(std::size_t row, std::size_t n) const { return numbers_[place(row, n)]; }

  private:
    [[nodiscard]] std::size_t place(std::size_t row, std::size_t n) const {
        return (row / width_ * dims_ + n) * width_ + row % width_;
    }

    std::size_t rows_ = 0, dims_ = 0, width_ = 1;
    flash_attention::Floats numbers_;
};

/// Returns the inner product of two rows, summed in double precision.
[[nodiscard]] double inner_product(const PackedRows& x, std::size_t row, const PackedRows& y,
                                   std::size_t other);

/// R_position with exact phases, so that its error does not grow with the position. Use one per thread.
class TokenRotation {
  public:
    explicit TokenRotation(const Rotary& rotary);

    /// 0 <= position < 2^32
    void move_to(std::int64_t position);
    [[nodiscard]] std::span<const double> cosines() const { return cosines_; }
    [[nodiscard]] std::span<const double> sines() const { return sines_; }
    /// out = R_position row, with the rotated dimensions times `rotary_scale`
    void turn(std::span<const double> row, double rotary_scale, std::span<double> out) const;

  private:
    struct Pair {
        std::size_t first, second;
        Phase frequency;
    };
    RotaryDims rope_dims_;
    std::vector<Pair> pairs_;
    std::vector<double> cosines_, sines_;
};

/// Returns the sum of weights times the rotation's cosines and sines: x^T R_(-position) y of a
/// RotatedProduct.
[[nodiscard]] double value_at(const RotatedProduct& product, const TokenRotation& rotation);

/// True if any number is not 0.
[[nodiscard]] bool any(std::span<const double> numbers);

}  // namespace poslab
