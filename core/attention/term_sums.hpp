#pragma once

#include "core/attention/moment_kernels.hpp"
#include "core/attention/packed_rows.hpp"
#include "core/attention/pair_moments.hpp"

#include <array>
#include <cstddef>
#include <span>
#include <vector>

namespace poslab {

/// Cells of a term are inner products of `lanes` (panels) with `columns` (tiles); null: it is zero throughout.
struct TermFactors {
    const PackedRows* lanes = nullptr;
    const PackedRows* columns = nullptr;
};
using Factors = std::array<TermFactors, term_count>;  // content, bias_key, query_bias

/// Sums of shifted data (Chan, Golub and LeVeque, 1983) of each term at each of some distances. The shift is one of the values
/// themselves, so that nothing cancels where their mean is large beside their deviation.
struct TermSums {
    TermSums() = default;
    TermSums(std::size_t distances, const Factors& factors);

    std::array<std::vector<double>, term_count> sums, squares;  // of value - shift; empty where the term is zero throughout
    std::vector<double> total_squares;                          // of the sum of value - shift over the terms
};

/// Block `lanes` of the rows by block `columns`, block_rows each, of which the first `lane_count` and `column_count` count.
struct CellBlock {
    std::size_t lanes = 0, lane_count = block_rows;
    std::size_t columns = 0, column_count = block_rows;
    std::ptrdiff_t step = 0;                         // cell (lane, column) of the block counts at place + lane - step * column
    std::size_t place = 0;                           // of the sums
    bool below_zero = true;                          // whether cells with lane < column count
    std::array<const double*, term_count> shifts{};  // at place
};

/// Multiplies blocks and adds their cells to sums; belongs to one thread.
class BlockAdder {
  public:
    BlockAdder();
    void add(const Factors& factors, const CellBlock& block, TermSums& sums);

  private:
    void add_part(const Factors& factors, const CellBlock& block, std::size_t lane, std::size_t column, TermSums& sums);
    std::array<attention_strips::Floats, term_count> cells_;
};

/// Moments of `count` values with these sums, and of a total that is larger by `constant`; they become number n of `out`.
struct TermPlace {
    std::size_t n = 0;
    double count = 1;
    double constant = 0;
    std::array<double, term_count> shifts{};
};
void set_moments(const TermSums& sums, const TermPlace& place, TermMoments& out);

/// As many zeros as there are distances.
[[nodiscard]] TermMoments zero_moments(std::size_t distances);

}  // namespace poslab
