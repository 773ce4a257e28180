#include "core/engine/pooled_field.hpp"

#include "core/base/masked.hpp"
#include "core/engine/field.hpp"
#include "core/engine/pooling.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace poslab {
namespace {

bool starts_before(const ColumnRun& x, const ColumnRun& y) { return x.begin < y.begin; }

}  // namespace

void CrossedRow::put(double* out) const {
    const double* next = values.data();
    for (const ColumnRun& run : runs) {
        std::copy_n(next, run.end - run.begin, out + run.begin);
        next += run.end - run.begin;
    }
}

PooledField::PooledField(const PositionPlan& plan, const FieldWindow& window)
    : axes_{pooled_ranges(window.rows, window.height, window.pool),
            pooled_ranges(window.columns, window.width, window.pool), window.pool == Pool::max} {
    for (const Branch& branch : plan.branches) pieces_.emplace_back(branch, false, axes_);
    if (!plan.causal)
        for (const Branch& branch : plan.branches) pieces_.emplace_back(branch, true, axes_);
    for (const PooledPiece& piece : pieces_) {
        const std::int64_t period = std::lcm(period_, piece.period());
        if (period > 0 && period <= SharedBlocks::max_period) period_ = period;
    }
}

void PooledField::compute_row(std::size_t a, double* out) const {
    const std::vector<RowPart> parts = parts_of(a);
    std::vector<ColumnRun> unmasked = crossed_runs(parts);
    for (const ColumnRun& run : unmasked)
        for (std::size_t b = run.begin; b < run.end; ++b) out[b] = block_value(parts, a, b);
    for (const RowPart& part : parts) {
        if (part.inside.empty()) continue;
        part.piece->fill(a, part.inside, out);
        unmasked.push_back(part.inside);
    }
    mask_others(std::move(unmasked), out);
}

std::vector<PooledField::RowPart> PooledField::parts_of(std::size_t a) const {
    std::vector<RowPart> parts;
    parts.reserve(pieces_.size());
    for (const PooledPiece& piece : pieces_) {
        const ColumnRun touched = piece.touched(a);
        if (!touched.empty()) parts.push_back({&piece, touched, piece.interior(a)});
    }
    return parts;
}

void PooledField::mask_others(std::vector<ColumnRun> runs, double* out) const {
    std::sort(runs.begin(), runs.end(), starts_before);
    runs.push_back({axes_.columns.size(), axes_.columns.size()});
    std::size_t next = 0;
    for (const ColumnRun& run : runs) {
        if (run.begin > next) std::fill(out + next, out + run.begin, masked_value());
        next = std::max(next, run.end);
    }
}

CrossedRow PooledField::crossed_row(std::size_t a) const {
    const std::vector<RowPart> parts = parts_of(a);
    CrossedRow row{crossed_runs(parts), {}};
    for (const ColumnRun& run : row.runs)
        for (std::size_t b = run.begin; b < run.end; ++b) row.values.push_back(block_value(parts, a, b));
    return row;
}

// Several pieces may list the same block; each is listed once.
std::vector<ColumnRun> PooledField::crossed_runs(const std::vector<RowPart>& parts) {
    std::vector<ColumnRun> crossed;
    for (const auto& [piece, touched, inside] : parts) {
        if (inside.empty()) {
            crossed.push_back(touched);
            continue;
        }
        if (touched.begin < inside.begin) crossed.push_back({touched.begin, inside.begin});
        if (inside.end < touched.end) crossed.push_back({inside.end, touched.end});
    }
    std::sort(crossed.begin(), crossed.end(), starts_before);
    std::size_t next = 0;
    for (ColumnRun& run : crossed) {
        run.begin = std::max(run.begin, next);
        next = std::max(run.end, next);
    }
    crossed.erase(
        std::remove_if(crossed.begin(), crossed.end(), [](const ColumnRun& run) { return run.empty(); }),
        crossed.end());
    return crossed;
}

double PooledField::block_value(const std::vector<RowPart>& parts, std::size_t a, std::size_t b) const {
    const auto computed = [&] { return computed_block(parts, a, b); };
    const bool is_shared = std::all_of(parts.begin(), parts.end(), [&](const RowPart& part) {
        const std::int64_t period = part.piece->period();
        return (period > 0 && period_ % period == 0) || b < part.touched.begin || b >= part.touched.end;
    });
    return is_shared ? shared_->value(axes_.rows[a], axes_.columns[b], period_, computed) : computed();
}

double PooledField::computed_block(const std::vector<RowPart>& parts, std::size_t a, std::size_t b) const {
    double largest = masked_value();
    PositionSum sum;
    for (const RowPart& part : parts) {
        if (b < part.touched.begin || b >= part.touched.end) continue;
        if (axes_.extreme)
            part.piece->raise_block(a, b, largest);
        else
            part.piece->add_block(a, b, sum);
    }
    return sum.empty() ? largest : sum.mean();
}

}  // namespace poslab
