#pragma once

#include "core/engine/cosine_sum.hpp"
#include "core/engine/exact_rotations.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace poslab {

/// Distances 0 ... count - 1 in blocks of equal size, and the rotations that sums of cosines over a block need. Each rotation is
/// composed of at most four exact ones, so that the error does not grow with the distance; the tables do not grow with `count`.
class DistanceBlocks {
  public:
    DistanceBlocks(std::vector<Phase> frequencies, std::size_t count);

    [[nodiscard]] std::size_t blocks() const { return blocks_; }
    /// Distances in a block; the last block goes on beyond `count`.
    [[nodiscard]] std::size_t size() const { return 2 * reach_ - 1; }
    [[nodiscard]] std::size_t reach() const { return reach_; }  // from a block's centre to its ends, the centre counted
    [[nodiscard]] std::span<const Phase> frequencies() const { return frequencies_; }
    [[nodiscard]] std::span<const double> table() const { return table_; }  // RotationProduct::table

    /// Rotations at the centre of the first of `run` blocks, and from there on to those of the others.
    static constexpr std::size_t run = 32;
    [[nodiscard]] Rotation run_center(std::size_t block, std::size_t p) const;
    [[nodiscard]] const Rotation& within_run(std::size_t block, std::size_t p) const {
        return steps_[block % run * frequencies_.size() + p];
    }

  private:
    std::vector<Phase> frequencies_;
    std::size_t panels_;
    std::size_t reach_;
    std::size_t blocks_;
    std::vector<double> table_;
    std::vector<Rotation> steps_;
};

/// Sums of cosines with the same frequencies, one for each of a few rows, worked out block by block.
class BlockProduct {
  public:
    /// `blocks` must outlive this.
    BlockProduct(const DistanceBlocks& blocks, std::size_t rows);

    /// Weights of a row, times `factor`; rows not set are zero.
    void set_row(std::size_t row, const CosineSum& sum, double factor);
    void compute(std::size_t block);
    /// The sums at the distances of the block last computed; empty if all weights of all rows are zero.
    [[nodiscard]] std::span<const double> row(std::size_t row) const;

  private:
    void seed(std::size_t block);

    const DistanceBlocks& blocks_;
    std::size_t rows_;
    bool zero_ = true;
    std::size_t seeded_run_ = ~std::size_t{0};
    std::vector<Rotation> centers_;        // of the first block of the run, [frequencies]
    std::vector<double> weights_, seeds_;  // as RotationProduct::seeds
    std::vector<double> values_;           // [rows][size]
    std::vector<double*> value_centers_;
};

}  // namespace poslab
