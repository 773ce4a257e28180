// The planes of rotation as dials, at both positions and between them; and the image of the first basis
// vector.

#include "core/views/rope_2d/arrays.hpp"

#include <numbers>

namespace poslab::rope_2d {
namespace {

/// The angles of a dial's two hands.
struct Hands {
    std::string title;
    double hand = 0, second = 0;
    std::string hand_name, second_name;  // "α₁"
};

std::string angle_text(double angle) { return format_number(angle, 4, 9) + " rad"; }

Dial dial_of(const Hands& hands, std::size_t index) {
    Dial dial;
    dial.value = static_cast<double>(index);
    dial.title = hands.title;
    dial.lines = {hands.hand_name + " = " + angle_text(hands.hand),
                  hands.second_name + " = " + angle_text(hands.second)};
    dial.note = " ";
    dial.seen = 2 * std::numbers::pi;
    dial.hand = std::remainder(hands.hand, 2 * std::numbers::pi);
    dial.second_hand = std::remainder(hands.second, 2 * std::numbers::pi);
    return dial;
}

PlanePosition between(const PlaneGroup& group) { return {group.x2 - group.x1, group.y2 - group.y1}; }

/// For fixed planes, of which x rotates one and y the other, differences of angles are angles of differences.
std::vector<Hands> fixed_planes(const PlaneGroup& group, const Translator& translate) {
    const PlaneEncoding of = encoding_of(group);
    const auto first = plane_angles(of, first_of(group)), second = plane_angles(of, second_of(group)),
               apart = plane_angles(of, between(group));
    std::vector<Hands> list;
    for (std::size_t n = 0; n < 2; ++n) {
        const std::string plane = n == 0 ? translate("plane 1: by x"_tr) : translate("plane 2: by y"_tr);
        list.push_back({plane, narrow(first[n]), narrow(second[n]), n == 0 ? "x₁θs" : "y₁θfs",
                        n == 0 ? "x₂θs" : "y₂θfs"});
    }
    for (std::size_t n = 0; n < 2; ++n)
        list.push_back({translate("plane {}: 2 − 1", n + 1), narrow(second[n] - first[n]), narrow(apart[n]),
                        "R₁ᵗR₂", "R₂₋₁"});
    return list;
}

std::vector<Hands> one_plane(const PlaneGroup& group, const Translator& translate) {
    const auto angle = [&](PlanePosition at) { return narrow(exponent_at(encoding_of(group), at).a); };
    return {{translate("the only plane"_tr), angle(first_of(group)), angle(second_of(group)),
             translate("at 1"_tr), translate("at 2"_tr)},
            {translate("2 − 1"_tr), angle(second_of(group)) - angle(first_of(group)), angle(between(group)),
             "R₁ᵗR₂", "R₂₋₁"}};
}

/// Returns the vector part of the left half's logarithm, with its angle in [0, π] as for a unit quaternion.
Eigen::Vector3d left_vector(const Quaternion& q) {
    const Eigen::Vector3d imaginary(q.x, q.y, q.z);
    const double sine = imaginary.norm();
    return sine > 0 ? Eigen::Vector3d(std::atan2(sine, q.w) / sine * imaginary) : Eigen::Vector3d(0, 0, 0);
}
double longitude(const Eigen::Vector3d& axis) { return std::atan2(axis[1], axis[0]); }

/// For an axis that moves with the position: angle and axis of the left half, which determines a quaternion.
std::vector<Hands> moving_axis(const PlaneGroup& group, const Translator& translate) {
    const PlaneEncoding of = encoding_of(group);
    const auto left = [&](PlanePosition at) { return skew_exponential(exponent_at(of, at)).left; };
    const Eigen::Vector3d first = left_vector(left(first_of(group))),
                          second = left_vector(left(second_of(group))),
                          relative = left_vector(left(first_of(group)).conjugate() * left(second_of(group))),
                          apart = left_vector(left(between(group)));
    return {{translate("angle"_tr), first.norm(), second.norm(), translate("at 1"_tr), translate("at 2"_tr)},
            {translate("axis, direction"_tr), longitude(first), longitude(second), translate("at 1"_tr),
             translate("at 2"_tr)},
            {translate("2 − 1: angle"_tr), relative.norm(), apart.norm(), "R₁ᵗR₂", "R₂₋₁"},
            {translate("2 − 1: axis"_tr), longitude(relative), longitude(apart), "R₁ᵗR₂", "R₂₋₁"}};
}

/// For two moving planes: their angles of rotation, |p| + |q| and |p| − |q| of the halves.
std::vector<Hands> moving_planes(const PlaneGroup& group, const Translator& translate) {
    const PlaneEncoding of = encoding_of(group);
    const auto first = turned_angles(exponent_at(of, first_of(group))),
               second = turned_angles(exponent_at(of, second_of(group))),
               apart = turned_angles(exponent_at(of, between(group)));
    const RotationHalves relative_halves = relative(skew_exponential(exponent_at(of, first_of(group))),
                                                    skew_exponential(exponent_at(of, second_of(group))));
    const double p = left_vector(relative_halves.left).norm(), q = left_vector(relative_halves.right).norm();
    const std::array<double, 2> between_them{p + q, p - q};
    const std::string at_1 = translate("at 1"_tr), at_2 = translate("at 2"_tr);
    std::vector<Hands> list;
    for (std::size_t n = 0; n < 2; ++n)
        list.push_back({translate("plane {}", n + 1), first[n], second[n], at_1, at_2});
    for (std::size_t n = 0; n < 2; ++n)
        list.push_back({translate("plane {}: 2 − 1", n + 1), between_them[n], apart[n], "R₁ᵗR₂", "R₂₋₁"});
    return list;
}

/// True if only one plane rotates, as for the sum; 3×3 with B2 = 0 does so too.
bool turns_one_plane(const PlaneGroup& group) {
    return group.construction == Construction::sum ||
           (group.construction == Construction::three_by_three && group.b == 0 && group.c == 0);
}

std::vector<Hands> hands_of(const PlaneGroup& group, const Translator& translate) {
    if (encoding_of(group).commutes()) return fixed_planes(group, translate);
    if (turns_one_plane(group)) return one_plane(group, translate);
    if (group.construction == Construction::matrix_exponential) return moving_planes(group, translate);
    return moving_axis(group, translate);
}

void draw_dials(Drawing& on, Panel& panel) {
    const PlaneGroup& group = on.variant().params.plane;
    const bool fixed = encoding_of(group).commutes() || turns_one_plane(group);
    const bool planes = group.construction == Construction::matrix_exponential;
    std::vector<Dial>& dials = panel.become<DialsPanel>({.dials = {}, .seen = on.colors.track}).dials;
    panel.title = on.translate(fixed ? "Fixed planes"_tr : planes ? "Moving planes"_tr : "Moving axis"_tr);
    panel.quantity = on.translate(fixed ? "angles subtract as positions do"_tr
                                        : "rotations do not subtract as positions do"_tr);
    if (!on.single_variant()) panel.quantity = on.variant().label;
    const std::vector<Hands> hands = hands_of(group, on.translate);
    for (std::size_t n = 0; n < hands.size(); ++n) dials.push_back(dial_of(hands[n], n));
    panel.key = {{KeyEntry::Swatch::line, on.colors.ink, on.translate("position 1, or R₁ᵗR₂"_tr), ""},
                 {KeyEntry::Swatch::dashed, on.colors.text2, on.translate("position 2, or R₂₋₁"_tr), ""}};
}

void draw_column(Drawing& on, Panel& panel);
constexpr Part dials_part{.title = {}, .draw = &draw_dials, .repeat = Repeat::each};
constexpr Part column_part{.title = "First column of R"_tr, .draw = &draw_column, .repeat = Repeat::each};

void draw_column(Drawing& on, Panel& panel) {
    const Variant& variant = on.variant();
    const PlaneGroup& group = variant.params.plane;
    const Array* array = variant.find(arrays::column);
    panel.quantity = on.translate("image of the first basis vector, y = y₁"_tr);
    panel.x = {"x →", -group.extent, group.extent};
    panel.y = {"", -1.1, 1.1};
    const auto rows =
        static_cast<std::size_t>(array == nullptr ? size_of(group.construction) : array->shape[0]);
    const Column places = variant[arrays::column_x];
    for (std::size_t row = 0; row < rows; ++row)
        add(panel, Curve(places, variant.row_of(arrays::column, row), on.color(row))
                       .emphasised(row == 0)
                       .named(on.translate("row {}", row + 1))
                       .dashed(curve_dashes(row)));
    if (std::abs(group.x1) <= group.extent) add(panel, RuleMark{group.x1, "x₁", false});
    panel.drag = PanelDrag{PanelDrag::Kind::scrub, "x1", on.translate("drag: move x₁"_tr)};
    const auto x = on.x_over(column_part);
    const auto at = x ? nearest_index(places, *x) : std::nullopt;
    if (!at) return;
    PointerMark& pointer = point_at(panel, (*places)[*at], format_number((*places)[*at], 3));
    for (std::size_t row = 0; row < rows; ++row) {
        const double value = (*variant.row_of(arrays::column, row))[*at];
        pointer.dots.push_back({{pointer.x, value}, on.color(row), format_number(value, 3), row == 0});
    }
}

}  // namespace

constexpr FigureRow planes_figure{.id = "planes",
                                  .title = "Planes"_tr,
                                  .arrays = {arrays::column_x, arrays::column},
                                  .draw = {dials_part, column_part},
                                  .read = &read_relativity,
                                  .idle = of_heads + of_patches + of_cells};

}  // namespace poslab::rope_2d
