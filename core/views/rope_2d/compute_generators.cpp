// Over the entries of B2: how far the generators are from commuting, and what that does to relativity.

#include "core/engine/rotation_residual.hpp"
#include "core/views/rope_2d/rope_2d.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace poslab::rope_2d {

namespace {

constexpr std::array<std::string_view, 2> valley_axes{"e", "d"}, three_axes{"c", "b"};
constexpr int cut_parts = 400;

/// ‖[B1, B2]‖ over two entries of B2: its square is a polynomial of second degree, but a map is small.
template <class Encoded>
void add_commutators(const Asked& asked, std::string_view name, std::array<std::string_view, 2> axes, const Square& square,
                     const Encoded& encoded) {
    if (!asked.add.named(name)) return;
    const auto [width, height] = map_size(asked);
    const PlaneWindow window = square.window(width, height);
    std::vector<double> values;
    values.reserve(static_cast<std::size_t>(width * height));
    for (std::int64_t row = 0; row < height; ++row) {
        asked.job.check();
        for (std::int64_t column = 0; column < width; ++column)
            values.push_back(commutator_norm(encoded(window.x(column), window.y(row))));
    }
    asked.add.matrix(name, axes, height, std::move(values));
}

void add_valley(const Asked& asked) {
    const PlaneGroup& group = asked.params.plane;
    const Square square = second_generator_square(group);
    const PlaneEncoding of = encoding_of(group, Construction::matrix_exponential);
    const auto encoded = [&](double d, double e) {
        PlaneEncoding other = of;
        other.d = d;
        other.e = e;
        return other;
    };
    if (asked.add.names_any({"valley_d", "valley_e"})) add_coordinates(asked, {"valley_d", "valley_e"}, valley_axes, square);
    add_commutators(asked, "valley_commutator", valley_axes, square, encoded);
    if (asked.add.named("valley_residual"))
        add_map(asked, "valley_residual", valley_axes, second_generator_plan(of, first_of(group), second_of(group)), square);
    if (!asked.add.names_any({"cut_offset", "cut_d", "cut_e", "cut_commutator"})) return;
    std::vector<double> offsets;
    for (int n = 0; n <= cut_parts; ++n) offsets.push_back(square.half * (2.0 * n / cut_parts - 1));
    const auto along = [&](double across_d, double across_e, const auto& measure) {
        std::vector<double> values;
        values.reserve(offsets.size());
        for (const double offset : offsets)
            values.push_back(measure(encoded(square.x + across_d * offset, square.y + across_e * offset)));
        return values;
    };
    const auto residual = [&](const PlaneEncoding& at) { return relativity_residual(at, first_of(group), second_of(group)); };
    asked.add.vector("cut_offset", "offset", "", [&] { return offsets; });
    asked.add.vector("cut_d", "offset", "", [&] { return along(1, 0, residual); });
    asked.add.vector("cut_e", "offset", "", [&] { return along(0, 1, residual); });
    asked.add.vector("cut_commutator", "offset", "",
                     [&] { return along(1, 0, [](const PlaneEncoding& at) { return commutator_norm(at); }); });
}

/// 3×3 by the size of B2: what any direction of (b, c) leaves.
void add_sizes(const Asked& asked, double largest) {
    if (!asked.add.names_any({"size", "size_commutator", "size_least", "size_most"})) return;
    constexpr int parts = 160, directions = 12;
    std::vector<double> sizes, commutators, least, most;
    for (int n = 0; n <= parts; ++n) {
        asked.job.check();
        sizes.push_back(largest * std::pow(10.0, 4.0 * n / parts - 4));
        const DirectionSearch found = search_directions(asked.params.plane.theta, sizes.back(), directions);
        commutators.push_back(found.most_commutator);
        least.push_back(found.least_residual);
        most.push_back(found.most_residual);
    }
    asked.add.vector("size", "size", "", [&] { return sizes; });
    asked.add.vector("size_commutator", "size", "", [&] { return commutators; });
    asked.add.vector("size_least", "size", "", [&] { return least; });
    asked.add.vector("size_most", "size", "", [&] { return most; });
}

void add_three(const Asked& asked) {
    const PlaneGroup& group = asked.params.plane;
    const Square square = three_by_three_square(group);
    const auto encoded = [&](double b, double c) { return PlaneEncoding{Construction::three_by_three, group.theta, b, c}; };
    if (asked.add.names_any({"three_b", "three_c"})) add_coordinates(asked, {"three_b", "three_c"}, three_axes, square);
    add_commutators(asked, "three_commutator", three_axes, square, encoded);
    if (asked.add.named("three_residual"))
        add_map(asked, "three_residual", three_axes, three_by_three_plan(group.theta, first_of(group), second_of(group)), square);
    add_sizes(asked, square.half);
}

}  // namespace

void add_generator_arrays(const Asked& asked) {
    add_valley(asked);
    add_three(asked);
}

}  // namespace poslab::rope_2d
