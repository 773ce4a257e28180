#pragma once

#include "core/encoding/plan_shared.hpp"

#include <algorithm>
#include <cstdint>

namespace poslab {

/// The cells with floor(i / group) - floor(j / group) >= steps: a staircase that bounds a branch.
struct Edge {
    std::int64_t group = 1;
    std::int64_t steps = 0;

    /// Row i contains the keys before this one.
    [[nodiscard]] std::int64_t key_end(std::int64_t i) const {
        return group == 1 ? i - steps + 1 : group * (floor_quotient(i, group) - steps + 1);
    }
    /// Column j contains the queries from this one on.
    [[nodiscard]] std::int64_t row_begin(std::int64_t j) const {
        return group == 1 ? j + steps : group * (floor_quotient(j, group) + steps);
    }
};

inline IndexRange intersection(const IndexRange& a, const IndexRange& b) {
    return {std::max(a.begin, b.begin), std::min(a.end, b.end)};
}

/// Replaces `unbounded` by a bound beyond all tokens that fits 64-bit arithmetic.
inline IndexRange widened(const IndexRange& range) {
    constexpr std::int64_t far = std::int64_t{1} << 60;
    return {range.begin, range.end >= unbounded ? far : range.end};
}

/// The cells of a branch in a block: those inside `lower` but outside `upper`, which is a subset of `lower`.
struct BranchRegion {
    IndexRange rows;
    IndexRange columns;
    Edge lower;
    Edge upper;
    bool bounded = false;  // true if `upper` applies

    [[nodiscard]] bool empty() const { return rows.size() == 0 || columns.size() == 0; }
    /// The keys of query i, one interval (empty if begin >= end).
    [[nodiscard]] IndexRange keys_of(std::int64_t i) const {
        const std::int64_t begin = bounded ? std::max(columns.begin, upper.key_end(i)) : columns.begin;
        return {begin, std::min(columns.end, lower.key_end(i))};
    }
};

/// Returns the cells of `condition` in rows x columns with i >= j (i > j if `strict`).
inline BranchRegion region_of(const Condition& condition, const IndexRange& rows, const IndexRange& columns,
                              bool strict) {
    BranchRegion region;
    region.rows = intersection(rows, widened(condition.queries));
    region.columns = intersection(columns, widened(condition.keys));
    const std::int64_t nearest = strict ? 1 : 0;
    const bool from_diagonal = condition.distances.begin <= (condition.group == 1 ? nearest : 0);
    region.lower = from_diagonal ? Edge{1, nearest} : Edge{condition.group, condition.distances.begin};
    region.upper = {condition.group, condition.distances.end};
    region.bounded = condition.distances.end < unbounded;
    const std::int64_t first = from_diagonal && condition.group == 1 ? nearest : condition.distances.begin;
    if (condition.distances.end <= std::max<std::int64_t>(first, 0)) region.rows = {0, 0};
    return region;
}

}  // namespace poslab
