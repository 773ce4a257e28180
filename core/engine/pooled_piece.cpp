#include "core/engine/pooled_piece.hpp"

#include "core/base/masked.hpp"
#include "core/encoding/branch_extremes.hpp"
#include "core/encoding/plan_shared.hpp"
#include "core/engine/pooled_run.hpp"

#include <algorithm>
#include <cstdlib>
#include <numeric>

namespace poslab {
namespace {

constexpr IndexRange every_token{0, std::int64_t{1} << 60};

bool contains(const IndexRange& outer, const IndexRange& inner) {
    return inner.begin >= outer.begin && inner.end <= outer.end;
}

// a(t + group) = a(t) + 1 for all tokens t.
bool rises_evenly(const AxisFunction& axis) { return axis.modulus <= 0 && axis.cap < 0; }

std::int64_t period_of(const Branch& branch) {
    const IndexRange all{0, unbounded};
    const auto& [queries, keys, group, distances] = branch.condition;
    if (queries != all || keys != all || !same_unit(branch)) return 0;
    if (branch.query.scale == 0) return group;
    if (!rises_evenly(branch.query) || !rises_evenly(branch.key) || branch.query.group != branch.key.group)
        return 0;
    return std::lcm<std::int64_t>(branch.query.group, group);
}

Wide term(const AxisFunction& axis, const IndexRange& tokens, bool extreme, Extreme which) {
    if (axis.scale == 0 || tokens.size() == 0) return 0;
    return extreme ? Wide{axis_extreme(axis, tokens, which)} : axis_sum(axis, tokens);
}

/// Returns the number of columns, from the first one, for which `is_before` holds; it must hold for no later
/// one. The search begins where `token` would lie if all columns had the same width, as they nearly have.
template <class IsBefore>
std::size_t count_before(const std::vector<IndexRange>& columns, std::int64_t token,
                         const IsBefore& is_before) {
    const std::int64_t begin = columns.front().begin, end = columns.back().end;
    const double share = static_cast<double>(std::clamp(token, begin, end) - begin) /
                         static_cast<double>(std::max<std::int64_t>(end - begin, 1));
    auto at = static_cast<std::size_t>(share * static_cast<double>(columns.size()));
    while (at > 0 && !is_before(columns[at - 1])) --at;
    while (at < columns.size() && is_before(columns[at])) ++at;
    return at;
}

double magnitude(const std::vector<Wide>& terms) {
    double largest = 0;
    for (const Wide value : terms) largest = std::max(largest, std::abs(static_cast<double>(value)));
    return largest;
}

double heaviest(const std::vector<std::int64_t>& weights) {
    return static_cast<double>(*std::max_element(weights.begin(), weights.end()));
}

// Terms below 2^106, weights below 2^53: accurate to 2^-104 of the quotient.
DoubleDouble quotient(Wide term, std::int64_t weight) {
    const auto high = static_cast<double>(term);
    const auto low = static_cast<double>(term - static_cast<Wide>(high));
    const DoubleDouble wide(high, low);  // |low| is at most half a unit in the last place of high
    return weight == 1 ? wide : wide / static_cast<double>(weight);
}

}  // namespace

PooledPiece::PooledPiece(const Branch& branch, bool mirrored, const PooledAxes& axes)
    : branch_(&branch),
      axes_(&axes),
      mirrored_(mirrored),
      period_(period_of(branch)),
      whole_(region_of(branch.condition, every_token, every_token, mirrored)),
      unit_(common_unit(branch)) {
    if (unit_.separable) make_terms();
}

void PooledPiece::make_terms() {
    const AxisFunction& of_rows = mirrored_ ? branch_->key : branch_->query;
    const AxisFunction& of_columns = mirrored_ ? branch_->query : branch_->key;
    // The greatest p has the greatest row term and the least column term, also if mirrored: -(u(j) - v(i)) =
    // v(i) - u(j).
    for (const IndexRange& row : axes_->rows) {
        row_terms_.push_back(term(of_rows, row, axes_->extreme, Extreme::greatest));
        row_weights_.push_back(axes_->extreme ? 1 : row.size());
    }
    for (const IndexRange& column : axes_->columns) {
        column_terms_.push_back(term(of_columns, column, axes_->extreme, Extreme::least));
        column_weights_.push_back(axes_->extreme ? 1 : column.size());
    }
    offset_ = mirrored_ ? -unit_.offset : unit_.offset;
    scale_ = unit_.scale;
    if (unit_.whole) {  // an integer offset joins the exact part, where nothing cancels in floating point
        for (std::size_t a = 0; a < row_terms_.size(); ++a)
            row_terms_[a] += Wide{static_cast<std::int64_t>(offset_)} * row_weights_[a];
        offset_ = 0;
        scale_ = unit_.divisor;
    }
    wide_ = magnitude(row_terms_) * heaviest(column_weights_) > max_exact_product ||
            magnitude(column_terms_) * heaviest(row_weights_) > max_exact_product;
    if (wide_) return;
    for (const Wide value : column_terms_) short_column_terms_.push_back(static_cast<double>(value));
    short_column_weights_.assign(column_weights_.begin(), column_weights_.end());
}

IndexRange PooledPiece::side(bool rows) const {
    const bool queries = rows != mirrored_;
    return queries ? whole_.rows : whole_.columns;
}

ColumnRun PooledPiece::columns_inside(const IndexRange& tokens) const {
    const auto begins_before = [&](const IndexRange& column) { return column.begin < tokens.begin; };
    const auto ends_inside = [&](const IndexRange& column) { return column.end <= tokens.end; };
    const std::size_t first = count_before(axes_->columns, tokens.begin, begins_before),
                      last = count_before(axes_->columns, tokens.end, ends_inside);
    return {first, std::max(first, last)};
}

ColumnRun PooledPiece::interior(std::size_t a) const {
    const IndexRange& row = axes_->rows[a];
    if (!unit_.separable || row.size() == 0 || !contains(side(true), row)) return {};
    IndexRange tokens = side(false);
    if (mirrored_) {
        tokens.begin = std::max(tokens.begin, whole_.lower.row_begin(row.end - 1));
        if (whole_.bounded) tokens.end = std::min(tokens.end, whole_.upper.row_begin(row.begin));
    } else {
        tokens.end = std::min(tokens.end, whole_.lower.key_end(row.begin));
        if (whole_.bounded) tokens.begin = std::max(tokens.begin, whole_.upper.key_end(row.end - 1));
    }
    return tokens.size() == 0 ? ColumnRun{} : columns_inside(tokens);
}

ColumnRun PooledPiece::touched(std::size_t a) const {
    const IndexRange row = intersection(axes_->rows[a], side(true));
    if (row.size() == 0) return {};
    IndexRange tokens = side(false);
    if (mirrored_) {
        tokens.begin = std::max(tokens.begin, whole_.lower.row_begin(row.begin));
        if (whole_.bounded) tokens.end = std::min(tokens.end, whole_.upper.row_begin(row.end - 1));
    } else {
        tokens.end = std::min(tokens.end, whole_.lower.key_end(row.end - 1));
        if (whole_.bounded) tokens.begin = std::max(tokens.begin, whole_.upper.key_end(row.begin));
    }
    if (tokens.size() == 0) return {};
    const auto ends_before = [&](const IndexRange& column) { return column.end <= tokens.begin; };
    const auto begins_inside = [&](const IndexRange& column) { return column.begin < tokens.end; };
    const std::size_t first = count_before(axes_->columns, tokens.begin, ends_before),
                      last = count_before(axes_->columns, tokens.end, begins_inside);
    return {first, std::max(first, last)};
}

void PooledPiece::fill_wide(std::size_t a, const ColumnRun& run, double* out) const {
    const Wide row_term = row_terms_[a];
    const std::int64_t row_weight = row_weights_[a];
    const double unit = unit_.divisor * static_cast<double>(row_weight);
    for (std::size_t b = run.begin; b < run.end; ++b) {
        const Wide sum = column_weights_[b] * row_term - row_weight * column_terms_[b];
        out[b] =
            offset_ + scale_ * static_cast<double>(sum) / (unit * static_cast<double>(column_weights_[b]));
    }
}

void PooledPiece::fill(std::size_t a, const ColumnRun& run, double* out) const {
    if (wide_) {
        fill_wide(a, run, out);
        return;
    }
    const auto row_weight = static_cast<double>(row_weights_[a]);
    fill_pooled_run({static_cast<double>(row_terms_[a]), row_weight, offset_, scale_,
                     unit_.divisor * row_weight, short_column_terms_.data() + run.begin,
                     short_column_weights_.data() + run.begin, run.end - run.begin, out + run.begin});
}

DoubleDouble PooledPiece::row_quotient(std::size_t a) const {
    return quotient(row_terms_[a], row_weights_[a]);
}

DoubleDouble PooledPiece::column_quotient(std::size_t b) const {
    return quotient(column_terms_[b], column_weights_[b]);
}

BranchRegion PooledPiece::block(std::size_t a, std::size_t b) const {
    const IndexRange& rows = axes_->rows[a];
    const IndexRange& columns = axes_->columns[b];
    BranchRegion region = whole_;
    region.rows = intersection(whole_.rows, mirrored_ ? columns : rows);
    region.columns = intersection(whole_.columns, mirrored_ ? rows : columns);
    return region;
}

void PooledPiece::add_block(std::size_t a, std::size_t b, PositionSum& sum) const {
    sum.add(*branch_, region_sums(*branch_, block(a, b)), mirrored_ ? -1 : 1);
}

void PooledPiece::raise_block(std::size_t a, std::size_t b, double& largest) const {
    const auto p = region_extreme(*branch_, block(a, b), mirrored_ ? Extreme::least : Extreme::greatest);
    if (!p) return;
    const double value = mirrored_ ? -*p : *p;
    if (is_masked(largest) || value > largest) largest = value;
}

}  // namespace poslab
