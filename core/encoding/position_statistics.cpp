#include "core/encoding/position_statistics.hpp"

#include "core/encoding/branch_extremes.hpp"
#include "core/encoding/row_counts.hpp"

#include <algorithm>
#include <cmath>

namespace poslab {
namespace {

enum class Diagonal { included, excluded };

BranchRegion all_cells(const Branch& branch, std::int64_t length, Diagonal diagonal) {
    return region_of(branch.condition, {0, length}, {0, length}, diagonal == Diagonal::excluded);
}

// Sums a count over the branches; if not causal, each cell below the diagonal also counts for its mirror
// image.
template <class CountRegion>
Wide over_plan(const PositionPlan& plan, std::int64_t length, const CountRegion& count) {
    Wide total = 0;
    for (const Branch& branch : plan.branches) {
        total += count(branch, all_cells(branch, length, Diagonal::included));
        if (!plan.causal) total += count(branch, all_cells(branch, length, Diagonal::excluded));
    }
    return total;
}

Wide exact_cells(const PositionPlan& plan, std::int64_t length) {
    return over_plan(plan, length, [](const Branch& branch, const BranchRegion& region) {
        return RowCounts(region, EveryRule{}).total(branch.condition.group);
    });
}

double share(Wide part, Wide whole) {
    return whole == 0 ? 0.0 : static_cast<double>(part) / static_cast<double>(whole);
}

bool exceeds(const Branch& branch, const BranchRegion& region, double limit) {
    const auto greatest = region_extreme(branch, region, Extreme::greatest);
    const auto least = region_extreme(branch, region, Extreme::least);
    return (greatest && *greatest > limit) || (least && *least < -limit);
}

Wide cells_out_of_range(const Branch& branch, const BranchRegion& region, double limit) {
    if (region.empty() || !exceeds(branch, region, limit)) return 0;
    const OutOfRangeRule rule(branch, limit, region.columns);
    return RowCounts(region, rule).total(rule.linear() ? common_period(branch) : std::nullopt);
}

}  // namespace

double unmasked_cells(const PositionPlan& plan, std::int64_t length) {
    return static_cast<double>(exact_cells(plan, length));
}

double max_position(const PositionPlan& plan, std::int64_t length) {
    double largest = 0;
    for (const Branch& branch : plan.branches) {
        const BranchRegion region = all_cells(branch, length, Diagonal::included);
        for (const Extreme which : {Extreme::greatest, Extreme::least})
            if (const auto p = region_extreme(branch, region, which))
                largest = std::max(largest, std::abs(*p));
    }
    return largest;
}

double out_of_range_fraction(const PositionPlan& plan, std::int64_t length, std::int64_t train_length) {
    const double limit = static_cast<double>(train_length - 1);
    const Wide cells = exact_cells(plan, length);
    if (limit < 0) return cells == 0 ? 0.0 : 1.0;
    const Wide out = over_plan(plan, length, [&](const Branch& branch, const BranchRegion& region) {
        return cells_out_of_range(branch, region, limit);
    });
    return share(out, cells);
}

std::optional<double> first_out_of_range_length(const PositionPlan& plan, std::int64_t train_length) {
    const double limit = static_cast<double>(train_length - 1);
    std::int64_t within = 0;
    std::int64_t beyond = 1;
    constexpr std::int64_t longest = std::int64_t{1} << 53;
    while (max_position(plan, beyond) <= limit) {
        if (beyond == longest) return std::nullopt;
        within = beyond;
        beyond *= 2;
    }
    while (beyond - within > 1) {
        const std::int64_t middle = within + (beyond - within) / 2;
        (max_position(plan, middle) > limit ? beyond : within) = middle;
    }
    return static_cast<double>(beyond);
}

double near_fraction(const PositionPlan& plan, std::int64_t length, std::int64_t w) {
    const Wide near = over_plan(plan, length, [&](const Branch& branch, const BranchRegion& region) {
        return RowCounts(region, NearRule{w}).total(branch.condition.group);
    });
    return share(near, exact_cells(plan, length));
}

}  // namespace poslab
