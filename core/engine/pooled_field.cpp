#include "core/engine/pooled_field.hpp"

#include "core/base/masked.hpp"
#include "core/engine/field.hpp"
#include "core/engine/pooling.hpp"

#include <algorithm>

namespace poslab {

void CrossedRow::put(double* out) const {
    const double* next = values.data();
    for (const ColumnRun& run : runs) {
        std::copy_n(next, run.end - run.begin, out + run.begin);
        next += run.end - run.begin;
    }
}

PooledField::PooledField(const PositionPlan& plan, const FieldWindow& window)
    : axes_{pooled_ranges(window.rows, window.height, window.pool), pooled_ranges(window.columns, window.width, window.pool),
            window.pool == Pool::max} {
    for (const Branch& branch : plan.branches) pieces_.emplace_back(branch, false, axes_);
    if (!plan.causal)
        for (const Branch& branch : plan.branches) pieces_.emplace_back(branch, true, axes_);
}

void PooledField::compute_row(std::size_t a, double* out) const {
    std::fill(out, out + axes_.columns.size(), masked_value());
    for (const PooledPiece& piece : pieces_) {
        const ColumnRun inside = piece.interior(a);
        if (!inside.empty()) piece.fill(a, inside, out);
    }
    for (const ColumnRun& run : crossed_runs(a))
        for (std::size_t b = run.begin; b < run.end; ++b) out[b] = block_value(a, b);
}

CrossedRow PooledField::crossed_row(std::size_t a) const {
    CrossedRow row{crossed_runs(a), {}};
    for (const ColumnRun& run : row.runs)
        for (std::size_t b = run.begin; b < run.end; ++b) row.values.push_back(block_value(a, b));
    return row;
}

// Several pieces may name the same block: once is enough.
std::vector<ColumnRun> PooledField::crossed_runs(std::size_t a) const {
    std::vector<ColumnRun> crossed;
    for (const PooledPiece& piece : pieces_) {
        const ColumnRun touched = piece.touched(a);
        const ColumnRun inside = piece.interior(a);
        if (inside.empty()) {
            if (!touched.empty()) crossed.push_back(touched);
            continue;
        }
        if (touched.begin < inside.begin) crossed.push_back({touched.begin, inside.begin});
        if (inside.end < touched.end) crossed.push_back({inside.end, touched.end});
    }
    std::sort(crossed.begin(), crossed.end(), [](const ColumnRun& x, const ColumnRun& y) { return x.begin < y.begin; });
    std::size_t next = 0;
    for (ColumnRun& run : crossed) {
        run.begin = std::max(run.begin, next);
        next = std::max(run.end, next);
    }
    crossed.erase(std::remove_if(crossed.begin(), crossed.end(), [](const ColumnRun& run) { return run.empty(); }), crossed.end());
    return crossed;
}

double PooledField::block_value(std::size_t a, std::size_t b) const {
    if (axes_.extreme) {
        double largest = masked_value();
        for (const PooledPiece& piece : pieces_) piece.raise_block(a, b, largest);
        return largest;
    }
    PositionSum sum;
    for (const PooledPiece& piece : pieces_) piece.add_block(a, b, sum);
    return sum.empty() ? masked_value() : sum.mean();
}

}  // namespace poslab
