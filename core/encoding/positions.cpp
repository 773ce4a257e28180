#include "core/encoding/positions.hpp"

#include "core/base/masked.hpp"
#include "core/encoding/plan_shared.hpp"

#include <algorithm>

namespace poslab {
namespace {

int shared_axis(const AxisFunction& axis, int t) {
    return axis_integer(t, axis.shift, axis.modulus, axis.group, axis.cap);
}

int bound(std::int64_t distance) { return static_cast<int>(std::min<std::int64_t>(distance, unbounded)); }

bool covers(const Condition& condition, int i, int j) {
    return condition.queries.contains(i) && condition.keys.contains(j) &&
           distance_within(i, j, condition.group, bound(condition.distances.begin),
                           bound(condition.distances.end));
}

double looking_back(const PositionPlan& plan, int i, int j) {
    for (const Branch& branch : plan.branches)
        if (covers(branch.condition, i, j))
            return branch_value(branch, shared_axis(branch.query, i), shared_axis(branch.key, j));
    return masked_value();
}

}  // namespace

PositionPlan position_plan(const PositionMapSpec& spec) { return {spec.map->branches(spec), spec.causal}; }

void check_map(const PositionMapSpec& spec) {
    if (spec.map->check != nullptr) spec.map->check(spec);
}

PositionMapSpec nearest_valid(PositionMapSpec spec) {
    for (const PositionMap* map : PositionMap::all())
        if (map->fit != nullptr) map->fit(spec);
    return spec;
}

double position_at(const PositionPlan& plan, std::int64_t i, std::int64_t j) {
    if (i >= j) return looking_back(plan, static_cast<int>(i), static_cast<int>(j));
    if (plan.causal) return masked_value();
    const double mirrored = looking_back(plan, static_cast<int>(j), static_cast<int>(i));
    return is_masked(mirrored) ? mirrored : -mirrored;
}

std::vector<double> position_profile(const PositionPlan& plan, std::int64_t i,
                                     std::span<const std::int64_t> distances) {
    std::vector<double> values;
    values.reserve(distances.size());
    for (const std::int64_t distance : distances)
        values.push_back(distance > i ? masked_value() : position_at(plan, i, i - distance));
    return values;
}

}  // namespace poslab
