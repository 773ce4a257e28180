#pragma once

#include "core/attention/moment_kernels.hpp"
#include "core/attention/packed_rows.hpp"
#include "core/attention/pair_moments.hpp"

#include <array>
#include <cstddef>
#include <span>
#include <vector>

namespace poslab {

/// The factors of a term: cells are inner products of `lanes` (panels) with `columns` (tiles). Null: zero
/// throughout.
struct TermFactors {
    const PackedRows* lanes = nullptr;
    const PackedRows* columns = nullptr;
};
using Factors = std::array<TermFactors, term_count>;  // content, bias_key, query_bias

/// Sums of shifted data (Chan, Golub and LeVeque, 1983) of each term at each of some distances. The shift is
/// one of the values, so that nothing cancels if their mean is large compared with their deviation.
struct TermSums {
    TermSums() = default;
    TermSums(std::size_t distances, const Factors& factors);

    // of value - shift; empty if the term is zero throughout
    std::array<std::vector<double>, term_count> sums, squares;
    std::vector<double> total_squares;  // of the sum of value - shift over the terms
};

/// Block `lanes` of the rows by block `columns`, block_rows each, of which the first `lane_count` and
/// `column_count` are used.
struct CellBlock {
    std::size_t lanes = 0, lane_count = block_rows;
    std::size_t columns = 0, column_count = block_rows;
    // cell (lane, column) of the block adds to index `place` + lane - step * column
    std::ptrdiff_t step = 0;
    std::size_t place = 0;                           // index into the sums
    bool below_zero = true;                          // include cells with lane < column
    std::array<const double*, term_count> shifts{};  // starting at `place`
};

/// Multiplies blocks and adds their cells to sums; use one per thread.
class BlockAdder {
  public:
    BlockAdder();
    void add(const Factors& factors, const CellBlock& block, TermSums& sums);

  private:
    void add_part(const Factors& factors, const CellBlock& block, std::size_t lane, std::size_t column,
                  TermSums& sums);
    std::array<flash_attention::Floats, term_count> cells_;
};

/// Arguments of set_moments: moments of `count` values and of a total that is larger by `constant` become
/// entry n of `out`.
struct TermDestination {
    std::size_t n = 0;
    double count = 1;
    double constant = 0;
    std::array<double, term_count> shifts{};
};
void set_moments(const TermSums& sums, const TermDestination& destination, TermMoments& out);

/// Returns zeros for `distances` distances.
[[nodiscard]] TermMoments zero_moments(std::size_t distances);

}  // namespace poslab
