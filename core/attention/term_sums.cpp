#include "core/attention/term_sums.hpp"

#include <algorithm>
#include <cmath>

namespace poslab {

using flash_attention::block_keys;
using flash_attention::block_tiles;
using flash_attention::panel_rows;

TermSums::TermSums(std::size_t distances, const Factors& factors) {
    std::size_t terms = 0;
    for (std::size_t term = 0; term < term_count; ++term) {
        if (factors[term].lanes == nullptr) continue;
        ++terms;
        sums[term].resize(distances);
        squares[term].resize(distances);
    }
    if (terms > 1) total_squares.resize(distances);
}

BlockAdder::BlockAdder() {
    for (flash_attention::Floats& cells : cells_) cells = flash_attention::Floats(block_keys * panel_rows);
}

void BlockAdder::add(const Factors& factors, const CellBlock& block, TermSums& sums) {
    for (std::size_t lane = 0; lane < block.lane_count; lane += panel_rows)
        for (std::size_t column = 0; column < block.column_count; column += block_keys)
            if (block.below_zero || lane + panel_rows > column) add_part(factors, block, lane, column, sums);
}

void BlockAdder::add_part(const Factors& factors, const CellBlock& block, std::size_t lane,
                          std::size_t column, TermSums& sums) {
    MomentPass pass;
    pass.lanes = std::min(panel_rows, block.lane_count - lane);
    pass.columns = std::min(block_keys, block.column_count - column);
    pass.step = block.step;
    const std::ptrdiff_t offset =
        static_cast<std::ptrdiff_t>(lane) - block.step * static_cast<std::ptrdiff_t>(column);
    const std::ptrdiff_t index = static_cast<std::ptrdiff_t>(block.place) + offset;
    for (std::size_t term = 0; term < term_count; ++term) {
        if (factors[term].lanes == nullptr) continue;
        const PackedRows& rows = *factors[term].lanes;
        flash_attention::multiply_tiles(rows.dims(), rows.from(block.lanes * block_rows + lane),
                                        factors[term].columns->from(block.columns * block_rows + column),
                                        block_tiles, cells_[term].data());
        pass.cells[term] = cells_[term].data();
        pass.shifts[term] = block.shifts[term] + offset;
        pass.sums[term] = sums.sums[term].data() + index;
        pass.squares[term] = sums.squares[term].data() + index;
    }
    if (!sums.total_squares.empty()) pass.total_squares = sums.total_squares.data() + index;
    add_moments(pass);
}

namespace {

// At least 0; NaN stays NaN.
double deviation(double square, double mean) { return std::sqrt(std::max(square - mean * mean, 0.0)); }

}  // namespace

void set_moments(const TermSums& sums, const TermDestination& destination, TermMoments& out) {
    const std::array<Moments*, term_count> terms{&out.content, &out.bias_key, &out.query_bias};
    double total = 0, total_shift = destination.constant;
    for (std::size_t term = 0; term < term_count; ++term) {
        if (sums.sums[term].empty()) continue;
        const double mean = sums.sums[term][destination.n] / destination.count;
        terms[term]->mean[destination.n] = destination.shifts[term] + mean;
        terms[term]->sd[destination.n] =
            deviation(sums.squares[term][destination.n] / destination.count, mean);
        total += mean;
        total_shift += destination.shifts[term];
    }
    out.total.mean[destination.n] = total_shift + total;
    out.total.sd[destination.n] =
        sums.total_squares.empty() ? out.content.sd[destination.n]
                                   : deviation(sums.total_squares[destination.n] / destination.count, total);
}

TermMoments zero_moments(std::size_t distances) {
    const std::vector<double> zeros(distances);
    return {{zeros, zeros}, {zeros, zeros}, {zeros, zeros}, {zeros, zeros}};
}

}  // namespace poslab
