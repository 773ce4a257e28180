#include "core/encoding/map_parts.hpp"

#include "core/base/errors.hpp"

namespace poslab::map_parts {

std::int32_t token_count(std::int64_t value, const std::string& id, std::int64_t least) {
    constexpr std::int64_t most = std::int64_t{1} << 30;
    if (value < least || value > most)
        throw UsageError(tr("--{} is {}; it must lie between {} and {}", id, value, least, most));
    return static_cast<std::int32_t>(value);
}

double interpolation(const PositionMapSpec& spec) {
    if (!(spec.k > 0)) throw UsageError(tr("--k {:g}: must be positive", spec.k));
    return spec.k;
}

AxisFunction constant(double offset) {
    AxisFunction axis;
    axis.offset = offset;
    axis.scale = 0;
    return axis;
}

AxisFunction scaled(double scale, double divisor, double offset, std::int32_t shift) {
    AxisFunction axis;
    axis.offset = offset;
    axis.scale = scale;
    axis.divisor = divisor;
    axis.shift = shift;
    return axis;
}

AxisFunction grouped(std::int32_t group, double offset) {
    AxisFunction axis;
    axis.offset = offset;
    axis.group = group;
    return axis;
}

AxisFunction within_chunk(std::int32_t modulus, double offset, std::int32_t cap) {
    AxisFunction axis;
    axis.offset = offset;
    axis.modulus = modulus;
    axis.cap = cap;
    return axis;
}

Condition at_distance(std::int64_t begin, std::int64_t end, std::int32_t group) {
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

}  // namespace poslab::map_parts
