#pragma once

#include "core/engine/field.hpp"
#include "core/engine/pooled_piece.hpp"

#include <vector>

namespace poslab {

/// The blocks of one output row that edges cross.
struct CrossedRow {
    std::vector<ColumnRun> runs;  // disjoint, rising
    std::vector<double> values;   // of one run after the other

    /// Writes the values to their columns of `out`.
    void put(double* out) const;
};

/// A position field row by row: runs of blocks wholly inside a piece by its terms, blocks that edges cross by exact sums (mean) or
/// extremes (max) of each.
class PooledField {
  public:
    PooledField(const PositionPlan& plan, const FieldWindow& window);
    PooledField(const PooledField&) = delete;
    PooledField& operator=(const PooledField&) = delete;

    /// All of row `a`, out[0 ... width - 1].
    void compute_row(std::size_t a, double* out) const;

    /// For whoever fills the interior runs of pieces() in another way: what there is beside them. The rest is masked.
    [[nodiscard]] CrossedRow crossed_row(std::size_t a) const;
    [[nodiscard]] const std::vector<PooledPiece>& pieces() const { return pieces_; }

  private:
    /// What a piece has of a row: where it may have cells, and the blocks wholly inside it.
    struct RowPart {
        const PooledPiece* piece = nullptr;
        ColumnRun touched, inside;
    };
    [[nodiscard]] std::vector<RowPart> parts_of(std::size_t a) const;
    [[nodiscard]] static std::vector<ColumnRun> crossed_runs(const std::vector<RowPart>& parts);
    [[nodiscard]] double block_value(const std::vector<RowPart>& parts, std::size_t a, std::size_t b) const;
    void mask_others(std::vector<ColumnRun> runs, double* out) const;

    PooledAxes axes_;
    std::vector<PooledPiece> pieces_;
};

}  // namespace poslab
