// Plans for the engine: exponents that are affine over the plane of a map.

#include "core/engine/rotation_residual.hpp"
#include "core/views/rope_2d/rope_2d.hpp"

namespace poslab::rope_2d {
namespace {

using Exponent = Skew<DoubleDouble>;

Exponent negated(const Exponent& of) { return DoubleDouble(-1) * of; }

/// Returns θ(x B1 + y B2) as a function of (x, y), starting from `start`.
AffineExponent over_positions(const PlaneEncoding& of, const Exponent& start) {
    const PlaneGenerators b = generators(of);
    return {start, DoubleDouble(of.theta) * b.x, DoubleDouble(of.theta) * b.y};
}

AffineExponent constant(const Exponent& exponent) { return {exponent, {}, {}}; }

/// The parts of θ(x B1 + y B2) for one position as a function of two entries of B2.
struct EntryExponents {
    Exponent fixed_x, fixed_y;  // B1, and B2 without the entries
    Exponent u, v;
};
AffineExponent over_entries(const EntryExponents& entries, double theta, const DoubleDouble& x,
                            const DoubleDouble& y) {
    const DoubleDouble across = DoubleDouble(theta) * x, along = DoubleDouble(theta) * y;
    return {across * entries.fixed_x + along * entries.fixed_y, along * entries.u, along * entries.v};
}

ResidualPlan over_entries(const EntryExponents& entries, double theta, PlanePosition first,
                          PlanePosition second) {
    return {over_entries(entries, theta, first.x, first.y), over_entries(entries, theta, second.x, second.y),
            over_entries(entries, theta, DoubleDouble(second.x) - first.x, DoubleDouble(second.y) - first.y)};
}

}  // namespace

PlaneEncoding encoding_of(const PlaneGroup& group) {
    const auto optional_of = [](const OptionalReal& entry) {
        return entry.set ? std::optional(entry.value) : std::nullopt;
    };
    return {group.construction,   group.theta,         group.b, group.c, group.f,
            optional_of(group.d), optional_of(group.e)};
}

PlaneEncoding encoding_of(const PlaneGroup& group, Construction construction) {
    PlaneEncoding of = encoding_of(group);
    of.construction = construction;
    return of;
}

PlaneEncoding compared_encoding(const PlaneGroup& group) {
    return encoding_of(group, group.construction == Construction::quaternion
                                  ? Construction::matrix_exponential
                                  : Construction::quaternion);
}

std::array<double, 2> second_generator(const PlaneGroup& group) {
    return {group.d.set ? group.d.value : group.c * group.f,
            group.e.set ? group.e.value : -group.b * group.f};
}

ResidualPlan relativity_plan(const PlaneEncoding& of, PlanePosition first) {
    const Exponent start = exponent_at(of, first);
    return {constant(start), over_positions(of, {}), over_positions(of, negated(start))};
}

ResidualPlan look_alike_plan(const PlaneEncoding& of, PlanePosition first) {
    return {constant(exponent_at(of, first)), over_positions(of, {}), constant({})};
}

ResidualPlan second_generator_plan(const PlaneEncoding& of, PlanePosition first, PlanePosition second) {
    return over_entries(
        {{1, of.b, of.c, 0, 0, 0}, {0, 0, 0, 0, 0, of.f}, {0, 0, 0, 1, 0, 0}, {0, 0, 0, 0, 1, 0}}, of.theta,
        first, second);
}

ResidualPlan three_by_three_plan(double theta, PlanePosition first, PlanePosition second) {
    return over_entries({{1, 0, 0, 0, 0, 0}, {}, {0, 1, 0, 0, 0, 0}, {0, 0, 1, 0, 0, 0}}, theta, first,
                        second);
}

Square positions_square(const PlaneGroup& group) { return {0, 0, group.extent}; }

Square second_generator_square(const PlaneGroup& group) {
    const double d = group.c * group.f, e = -group.b * group.f;
    const std::array<double, 2> free = second_generator(group);
    return {d, e, std::max({2.0, 1.25 * std::abs(free[0] - d), 1.25 * std::abs(free[1] - e)})};
}

Square three_by_three_square(const PlaneGroup& group) {
    return {0, 0, std::max({2.0, 1.25 * std::abs(group.b), 1.25 * std::abs(group.c)})};
}

}  // namespace poslab::rope_2d
