// Over positions: where relativity holds, which positions look alike, what is read off a rotation.

#include "core/views/rope_2d/rope_2d.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace poslab::rope_2d {

namespace {

constexpr int curve_parts = 720;

void add_maps(const Asked& asked) {
    const PlaneGroup& group = asked.params.plane;
    const PlaneEncoding of = encoding_of(group), quaternion = encoding_of(group, Construction::quaternion),
                        sum = encoding_of(group, Construction::sum);
    const Square square = positions_square(group);
    constexpr std::array<std::string_view, 2> axes{"y", "x"};
    add_coordinates(asked, {"plane_x", "plane_y"}, axes, square);
    add_map(asked, "residual", axes, relativity_plan(of, first_of(group)), square);
    add_map(asked, "quaternion_residual", axes, relativity_plan(quaternion, first_of(group)), square);
    if (asked.add.named("compared_residual"))
        add_map(asked, "compared_residual", axes, relativity_plan(compared_encoding(group), first_of(group)), square);
    if (asked.add.named("look_alike")) add_map(asked, "look_alike", axes, look_alike_plan(of, first_of(group)), square);
    if (asked.add.named("sum_look_alike")) add_map(asked, "sum_look_alike", axes, look_alike_plan(sum, first_of(group)), square);
}

/// Along the circle round the origin that the second position is on.
void add_circle(const Asked& asked) {
    if (!asked.add.names_any({"circle_angle", "circle_residual", "circle_compared"})) return;
    const PlaneGroup& group = asked.params.plane;
    const double radius = std::hypot(group.x2, group.y2);
    std::vector<double> degrees;
    for (int n = 0; n <= curve_parts; ++n) degrees.push_back(360.0 * n / curve_parts - 180);
    const auto residuals = [&](const PlaneEncoding& of) {
        std::vector<double> values;
        for (const double angle : degrees) {
            const double radians = angle * std::numbers::pi / 180;
            values.push_back(relativity_residual(of, first_of(group), {radius * std::cos(radians), radius * std::sin(radians)}));
        }
        return values;
    };
    asked.add.vector("circle_angle", "direction", "°", [&] { return degrees; });
    asked.add.vector("circle_residual", "direction", "", [&] { return residuals(encoding_of(group)); });
    asked.add.vector("circle_compared", "direction", "", [&] { return residuals(compared_encoding(group)); });
}

/// Through the first position, along x and along y: what is read off each rotation.
void add_read(const Asked& asked) {
    if (!asked.add.names_any({"true_position", "read_x", "read_y"})) return;
    const PlaneGroup& group = asked.params.plane;
    const PlaneEncoding of = encoding_of(group);
    std::vector<double> places = column_places(positions_square(group).window(2 * curve_parts + 1, 1));
    const auto read = [&](bool along_x) {
        std::vector<double> values;
        for (const double place : places) {
            const PlanePosition at = along_x ? PlanePosition{place, group.y1} : PlanePosition{group.x1, place};
            const auto position = recovered(of, rotation_at(of, at));
            values.push_back(!position ? std::nan("") : along_x ? position->x : position->y);
        }
        return values;
    };
    asked.add.vector("true_position", "place", "", [&] { return places; });
    asked.add.vector("read_x", "place", "", [&] { return read(true); });
    asked.add.vector("read_y", "place", "", [&] { return read(false); });
}

/// The first column of R along x, at y = y1: where the first basis vector goes.
void add_column(const Asked& asked) {
    if (!asked.add.names_any({"column_x", "column"})) return;
    const PlaneGroup& group = asked.params.plane;
    const PlaneEncoding of = encoding_of(group);
    std::vector<double> places = column_places(positions_square(group).window(curve_parts + 1, 1));
    const int size = size_of(of.construction);
    asked.add.vector("column_x", "place", "", [&] { return places; });
    if (!asked.add.names_any({"column"})) return;
    std::vector<double> entries(static_cast<std::size_t>(size) * places.size());
    for (std::size_t n = 0; n < places.size(); ++n) {
        const Eigen::MatrixXd rotation = rotation_at(of, {places[n], group.y1});
        for (int row = 0; row < size; ++row) entries[static_cast<std::size_t>(row) * places.size() + n] = rotation(row, 0);
    }
    asked.add.matrix("column", {"row", "place"}, size, std::move(entries));
}

}  // namespace

void add_position_arrays(const Asked& asked) {
    add_maps(asked);
    add_circle(asked);
    add_read(asked);
    add_column(asked);
}

}  // namespace poslab::rope_2d
