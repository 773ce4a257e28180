#include "core/encoding/positions.hpp"

#include "core/base/errors.hpp"
#include "core/base/masked.hpp"
#include "core/encoding/plan_shared.hpp"

#include <algorithm>
#include <string>

namespace poslab {
namespace {

std::int32_t token_count(std::int64_t value, const std::string& id, std::int64_t least = 0) {
    constexpr std::int64_t most = std::int64_t{1} << 30;
    if (value < least || value > most)
        throw UsageError("--" + id + " is " + std::to_string(value) + "; it must lie between " + std::to_string(least) + " and " +
                         std::to_string(most));
    return static_cast<std::int32_t>(value);
}

double interpolation(const PositionMapSpec& spec) {
    if (!(spec.k > 0)) throw UsageError("--k is " + std::to_string(spec.k) + "; it must be positive");
    return spec.k;
}

AxisFunction constant(double offset) {
    AxisFunction axis;
    axis.offset = offset;
    axis.scale = 0;
    return axis;
}

AxisFunction scaled(double scale, double divisor, double offset = 0, std::int32_t shift = 0) {
    AxisFunction axis;
    axis.offset = offset;
    axis.scale = scale;
    axis.divisor = divisor;
    axis.shift = shift;
    return axis;
}

AxisFunction grouped(std::int32_t group, double offset = 0) {
    AxisFunction axis;
    axis.offset = offset;
    axis.group = group;
    return axis;
}

AxisFunction within_chunk(std::int32_t modulus, double offset = 0, std::int32_t cap = -1) {
    AxisFunction axis;
    axis.offset = offset;
    axis.modulus = modulus;
    axis.cap = cap;
    return axis;
}

Condition at_distance(std::int64_t begin, std::int64_t end, std::int32_t group = 1) {
    Condition condition;
    condition.group = group;
    condition.distances = {begin, end};
    return condition;
}

std::vector<Branch> windowed(std::int32_t w, const AxisFunction& query, const AxisFunction& key) {
    std::vector<Branch> branches;
    if (w > 0) branches.push_back({{}, {}, at_distance(0, w)});
    branches.push_back({query, key, at_distance(w, unbounded)});
    return branches;
}

std::vector<Branch> linear_beyond(const PositionMapSpec& spec, double scale, double divisor) {
    const std::int32_t w = token_count(spec.w, "w");
    return windowed(w, scaled(scale, divisor, w, -w), scaled(scale, divisor));
}

std::vector<Branch> self_extend(const PositionMapSpec& spec) {
    const std::int32_t w = token_count(spec.w, "w");
    const std::int32_t group = token_count(spec.group, "group", 1);
    return windowed(w, grouped(group, w - w / group), grouped(group));
}

std::vector<Branch> dual_chunk(const PositionMapSpec& spec) {
    const std::int32_t chunk = token_count(spec.chunk, "chunk", 1);
    const std::int32_t local = token_count(spec.local, "local");
    if (local >= chunk)
        throw UsageError("--local " + std::to_string(local) + " must be smaller than --chunk " + std::to_string(chunk));
    const std::int32_t c = chunk - local;
    const AxisFunction key = within_chunk(c);
    return {{within_chunk(c), key, at_distance(0, 1, c)},
            {within_chunk(c, c, local), key, at_distance(1, 2, c)},
            {constant(std::min(2 * c - 1, chunk)), key, at_distance(2, unbounded, c)}};
}

std::vector<Branch> sinks(const PositionMapSpec& spec) {
    const std::int32_t first = token_count(spec.sinks, "sinks");
    const std::int32_t recent = token_count(spec.recent, "recent");
    const std::int32_t cache = token_count(spec.sinks + spec.recent, "sinks plus --recent");
    std::vector<Branch> branches;
    Condition filling;
    filling.queries = {0, cache};
    if (cache > 0) branches.push_back({{}, {}, filling});
    Condition kept;
    kept.queries = {cache, unbounded};
    kept.keys = {0, first};
    if (first > 0) branches.push_back({constant(cache - 1), {}, kept});
    Condition latest = at_distance(0, recent);
    latest.queries = {cache, unbounded};
    if (recent > 0) branches.push_back({{}, {}, latest});
    return branches;
}

std::vector<Branch> branches_of(const PositionMapSpec& spec) {
    switch (spec.map) {
        case PositionMap::rope:
            return {Branch{}};
        case PositionMap::pi:
            return {{scaled(1, interpolation(spec)), scaled(1, interpolation(spec)), {}}};
        case PositionMap::rerope: {
            const std::int32_t w = token_count(spec.w, "w");
            return windowed(w, constant(w), constant(0));
        }
        case PositionMap::leaky_rerope:
            return linear_beyond(spec, 1, interpolation(spec));
        case PositionMap::inv_leaky_rerope:
            return linear_beyond(spec, interpolation(spec), 1);
        case PositionMap::self_extend:
            return self_extend(spec);
        case PositionMap::dual_chunk:
            return dual_chunk(spec);
        case PositionMap::sinks:
            return sinks(spec);
    }
    return {};
}

int shared_axis(const AxisFunction& axis, int t) { return axis_integer(t, axis.shift, axis.modulus, axis.group, axis.cap); }

int bound(std::int64_t distance) { return static_cast<int>(std::min<std::int64_t>(distance, unbounded)); }

bool covers(const Condition& condition, int i, int j) {
    return condition.queries.contains(i) && condition.keys.contains(j) &&
           distance_within(i, j, condition.group, bound(condition.distances.begin), bound(condition.distances.end));
}

double looking_back(const PositionPlan& plan, int i, int j) {
    for (const Branch& branch : plan.branches)
        if (covers(branch.condition, i, j)) return branch_value(branch, shared_axis(branch.query, i), shared_axis(branch.key, j));
    return masked_value();
}

}  // namespace

PositionPlan position_plan(const PositionMapSpec& spec) { return {branches_of(spec), spec.causal}; }

double position_at(const PositionPlan& plan, std::int64_t i, std::int64_t j) {
    if (i >= j) return looking_back(plan, static_cast<int>(i), static_cast<int>(j));
    if (plan.causal) return masked_value();
    const double mirrored = looking_back(plan, static_cast<int>(j), static_cast<int>(i));
    return is_masked(mirrored) ? mirrored : -mirrored;
}

std::vector<double> position_profile(const PositionPlan& plan, std::int64_t i, std::span<const std::int64_t> distances) {
    std::vector<double> values;
    values.reserve(distances.size());
    for (const std::int64_t distance : distances)
        values.push_back(distance > i ? masked_value() : position_at(plan, i, i - distance));
    return values;
}

}  // namespace poslab
