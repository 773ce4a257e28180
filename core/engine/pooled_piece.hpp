#pragma once

#include "core/base/double_double.hpp"
#include "core/encoding/affine_pieces.hpp"

#include <cstdint>
#include <vector>

namespace poslab {

/// The output rows and columns of a window, as token ranges.
struct PooledAxes {
    std::vector<IndexRange> rows;
    std::vector<IndexRange> columns;
    bool extreme = false;  // Pool::max
};

/// Half-open range of output columns.
struct ColumnRun {
    std::size_t begin = 0;
    std::size_t end = 0;

    [[nodiscard]] bool empty() const { return begin >= end; }
};

/// One branch on one side of the diagonal. Blocks wholly inside it are separable: their pooled value is
/// offset + scale * (column_weight * row_term - row_weight * column_term) / (divisor * row_weight *
/// column_weight),
/// with terms of each output row and each output column, summed (mean) or extreme (max, weights 1) over its
/// tokens. The mirrored side is the negative of the transposed branch.
class PooledPiece {
  public:
    PooledPiece(const Branch& branch, bool mirrored, const PooledAxes& axes);

    /// Return the output columns of row `a` in which the piece may have cells, and those that lie wholly
    /// inside it.
    [[nodiscard]] ColumnRun touched(std::size_t a) const;
    [[nodiscard]] ColumnRun interior(std::size_t a) const;
    /// Writes the pooled values of interior columns to out[run.begin ... run.end).
    void fill(std::size_t a, const ColumnRun& run, double* out) const;

    /// Returns the number of tokens by which rows and columns can move together without changing p or the
    /// cells of the piece: 1 if they depend on i - j alone, 0 if there is none.
    [[nodiscard]] std::int64_t period() const { return period_; }
    /// The same as quotients: offset + scale * (row - column) / divisor, where rows and columns are term /
    /// weight. With weights 1 they are integers. Requires a separable piece; the others have no interior.
    [[nodiscard]] bool separable() const { return unit_.separable; }
    struct Unit {
        double offset = 0, scale = 0, divisor = 1;
    };
    [[nodiscard]] Unit unit() const { return {offset_, scale_, unit_.divisor}; }
    [[nodiscard]] DoubleDouble row_quotient(std::size_t a) const;
    [[nodiscard]] DoubleDouble column_quotient(std::size_t b) const;

    /// Adds the cells of an arbitrary block to a sum, or raises `largest` to their maximum.
    void add_block(std::size_t a, std::size_t b, PositionSum& sum) const;
    void raise_block(std::size_t a, std::size_t b, double& largest) const;

  private:
    [[nodiscard]] BranchRegion block(std::size_t a, std::size_t b) const;
    [[nodiscard]] ColumnRun columns_inside(const IndexRange& tokens) const;
    [[nodiscard]] IndexRange side(bool rows) const;
    void make_terms();
    void fill_wide(std::size_t a, const ColumnRun& run, double* out) const;

    const Branch* branch_;
    const PooledAxes* axes_;
    bool mirrored_;
    std::int64_t period_;
    BranchRegion whole_;  // over all tokens
    CommonUnit unit_;
    double offset_ = 0;
    double scale_ = 0;
    bool wide_ = false;  // products may exceed float64's integers
    std::vector<Wide> row_terms_;
    std::vector<Wide> column_terms_;
    std::vector<std::int64_t> row_weights_;
    std::vector<std::int64_t> column_weights_;
    std::vector<double> short_column_terms_, short_column_weights_;  // unless wide
};

}  // namespace poslab
