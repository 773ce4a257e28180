#pragma once

#include "core/engine/field.hpp"
#include "core/engine/pooled_piece.hpp"
#include "core/engine/shared_blocks.hpp"

#include <memory>
#include <vector>

namespace poslab {

/// The blocks of one output row that the edges of pieces cross.
struct CrossedRow {
    std::vector<ColumnRun> runs;  // disjoint, rising
    std::vector<double> values;   // of one run after the other

    /// Writes the values to their columns of `out`.
    void put(double* out) const;
};

/// Computes a position field row by row: blocks wholly inside a piece by its terms, blocks that edges cross
/// by exact sums (mean) or extremes (max).
class PooledField {
  public:
    PooledField(const PositionPlan& plan, const FieldWindow& window);
    PooledField(const PooledField&) = delete;
    PooledField& operator=(const PooledField&) = delete;

    /// Computes all of row `a`, out[0 ... width - 1].
    void compute_row(std::size_t a, double* out) const;

    /// The remaining blocks of row `a` if the caller fills the interior runs of pieces() itself. All others
    /// are masked.
    [[nodiscard]] CrossedRow crossed_row(std::size_t a) const;
    [[nodiscard]] const std::vector<PooledPiece>& pieces() const { return pieces_; }

  private:
    /// A piece's part of a row: the blocks where it may have cells, and those wholly inside it.
    struct RowPart {
        const PooledPiece* piece = nullptr;
        ColumnRun touched, inside;
    };
    [[nodiscard]] std::vector<RowPart> parts_of(std::size_t a) const;
    [[nodiscard]] static std::vector<ColumnRun> crossed_runs(const std::vector<RowPart>& parts);
    [[nodiscard]] double block_value(const std::vector<RowPart>& parts, std::size_t a, std::size_t b) const;
    [[nodiscard]] double computed_block(const std::vector<RowPart>& parts, std::size_t a,
                                        std::size_t b) const;
    void mask_others(std::vector<ColumnRun> runs, double* out) const;

    PooledAxes axes_;
    std::vector<PooledPiece> pieces_;
    std::int64_t period_ = 1;  // of all pieces whose blocks are shared
    std::unique_ptr<SharedBlocks> shared_ = std::make_unique<SharedBlocks>();
};

}  // namespace poslab
