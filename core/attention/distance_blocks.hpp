#pragma once

#include "core/engine/cosine_sum.hpp"
#include "core/engine/exact_rotations.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace poslab {

/// Distances 0 ... count - 1 in blocks of equal size, with the rotations that sums of cosines over a block
/// need. Each rotation is composed of at most four exact ones, so that neither the error nor the size of the
/// tables grows with the distance.
class DistanceBlocks {
  public:
    DistanceBlocks(std::vector<Phase> frequencies, std::size_t count);

    [[nodiscard]] std::size_t blocks() const { return blocks_; }
    /// Distances per block; the last block extends beyond `count`.
    [[nodiscard]] std::size_t size() const { return 2 * reach_ - 1; }
    // from a block's centre to its ends, including the centre
    [[nodiscard]] std::size_t reach() const { return reach_; }
    [[nodiscard]] std::span<const Phase> frequencies() const { return frequencies_; }
    [[nodiscard]] std::span<const double> table() const { return table_; }  // RotationProduct::table

    /// Rotations at the centre of the first of `run` blocks, and from there to the centres of the others.
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
    AlignedNumbers table_;
    std::vector<Rotation> steps_;
};

/// Sums of cosines with the same frequencies, one per row for a few rows, computed block by block.
class BlockProduct {
  public:
    /// `blocks` must outlive this object.
    BlockProduct(const DistanceBlocks& blocks, std::size_t rows);

    /// Sets the weights of a row, times `factor`; other rows are zero.
    void set_row(std::size_t row, const CosineSum& sum, double factor);
    void compute(std::size_t block);
    /// The sums at the distances of the last computed block; empty if all weights of all rows are zero.
    [[nodiscard]] std::span<const double> row(std::size_t row) const;

  private:
    void seed(std::size_t block);

    const DistanceBlocks& blocks_;
    std::size_t rows_;
    bool zero_ = true;
    std::size_t seeded_run_ = ~std::size_t{0};
    std::vector<Rotation> centers_;        // of the first block of the run, [frequencies]
    std::vector<double> weights_, seeds_;  // see RotationProduct::seeds
    std::vector<double> values_;           // [rows][size]
    std::vector<double*> value_centers_;
};

}  // namespace poslab
