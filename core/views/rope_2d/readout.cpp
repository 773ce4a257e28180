// Exact values under the pointer, computed there instead of taken from the map's nearest point.

#include "core/base/number_format.hpp"

#include "core/figure/formula_markup.hpp"
#include "core/views/rope_2d/arrays.hpp"

#include <fmt/format.h>

#include <cmath>

namespace poslab::rope_2d {

namespace {

std::string pair_text(PlanePosition at) { return "(" + number_text(at.x) + ", " + number_text(at.y) + ")"; }

void read_facts(const Reading& to) {
    const Facts* facts = facts_of(to.first());
    if (facts == nullptr) return;
    to.row("commutator"_tr, exact(facts->commutator, residual_text(facts->commutator)));
    to.row("Orthogonality error"_tr, exact(facts->orthogonality, residual_text(facts->orthogonality)));
    to.row("Error of the closed form"_tr,
           exact(facts->closed_form_difference, residual_text(facts->closed_form_difference)));
    if (facts->recovered) to.row("Position 1 recovered from R"_tr, pair_text(*facts->recovered));
}

/// Returns notes on the construction shown by the figure.
std::string notes(const Showing& on, Construction construction) {
    const PlaneEncoding shown = encoding_of(on.first().params.plane, construction);
    const Translator& translate = on.translate;
    switch (shown.construction) {
        case Construction::matrix_exponential:
            return shown.commutes()
                       ? translate(
                             "B₁ and B₂ rotate two orthogonal planes that do not move with the position, so angles subtract."_tr)
                       : translate(
                             "d and e are not cf and −bf: B₁ and B₂ do not commute, and relativity is lost."_tr);
        case Construction::quaternion:
            return translate(
                "The axis of e^(xiθ + yjθ) moves with (x, y): only positions in one direction subtract."_tr);
        case Construction::sum:
            return translate("Only x + y enters the rotation, which is relative but lossy."_tr);
        case Construction::three_by_three:
            break;
    }
    return translate("Generators of three dimensions commute only if they are parallel."_tr);
}

/// Reads two entries of B2: d and e, or b and c of 3×3.
void read_generators(Reading& to, const PlaneEncoding& of, const GeneratorSearch Facts::*search) {
    to.row("commutator"_tr, exact(commutator_norm(of), residual_text(commutator_norm(of))));
    const PlaneGroup& group = to.first().params.plane;
    const double of_quaternions = commutator_norm(encoding_of(group, Construction::quaternion));
    to.row("commutator, quaternions"_tr, exact(of_quaternions, residual_text(of_quaternions)));
    to.row("residual"_tr,
           exact(relativity_residual(of, first_of(group), second_of(group)),
                 residual_text(relativity_residual(of, first_of(group), second_of(group)))),
           to.colors.curves[1]);
    if (const Facts* facts = facts_of(to.first())) {
        const GeneratorSearch& found = facts->*search;
        to.row("end of search"_tr, pair_text({found.first, found.second}));
        to.row("its residual"_tr, exact(found.residual, residual_text(found.residual)));
    }
    to.readout.notes = notes(to, of.construction);
}

}  // namespace

void read_relativity(Reading& to) {
    const PlaneGroup& group = to.first().params.plane;
    const Language language = to.translate.language();
    const auto at = second_at(to);
    const PlanePosition second = at.value_or(second_of(group));
    const double residual = relativity_residual(encoding_of(group), first_of(group), second);
    const PlaneEncoding other = compared_encoding(group);
    to.where(at.has_value(), "position 2"_tr);
    to.head("x₂", exact(second.x, number_text(second.x)));
    to.head("y₂", exact(second.y, number_text(second.y)));
    to.row(construction_name(group.construction, language), exact(residual, residual_text(residual)),
           to.colors.curves[1]);
    to.row(construction_name(other.construction, language),
           exact(relativity_residual(other, first_of(group), second),
                 residual_text(relativity_residual(other, first_of(group), second))),
           to.colors.curves[0]);
    to.row("x₁y₂ − x₂y₁", exact(group.x1 * second.y - second.x * group.y1,
                                number_text(group.x1 * second.y - second.x * group.y1)));
    read_facts(to);
    to.formula(R"(R_{x_1,y_1}^{\top}R_{x_2,y_2} &= R_{x_2-x_1,y_2-y_1})");
    to.formula(fmt::format(R"(\| R_1^{{\top}}R_2 - R_{{2-1}} \| &{})", residual_equation(residual)));
    to.readout.notes = notes(to, group.construction);
}

void read_valley(Reading& to) {
    const PlaneGroup& group = to.first().params.plane;
    const auto at = position_at(to);
    const std::array<double, 2> now = second_generator(group);
    PlaneEncoding of = encoding_of(group, Construction::matrix_exponential);
    if (at) std::tie(of.d, of.e) = std::tuple(std::optional(at->x), std::optional(at->y));
    to.where(at.has_value(), "parameters"_tr);
    to.head("d", exact(at ? at->x : now[0], number_text(at ? at->x : now[0])));
    to.head("e", exact(at ? at->y : now[1], number_text(at ? at->y : now[1])));
    read_generators(to, of, &Facts::valley);
    to.formula(R"(d &= cf)");
    to.formula(fmt::format("&= {}", live(number_text(group.c * group.f))));
    to.formula(R"(e &= -bf)");
    to.formula(fmt::format("&= {}", live(number_text(-group.b * group.f))));
}

void read_three_by_three(Reading& to) {
    const PlaneGroup& group = to.first().params.plane;
    const auto at = position_at(to);
    PlaneEncoding of = encoding_of(group, Construction::three_by_three);
    if (at) std::tie(of.b, of.c) = std::tuple(at->x, at->y);
    const double b = at ? at->x : group.b, c = at ? at->y : group.c;
    to.where(at.has_value(), "parameters"_tr);
    to.head("b", exact(b, number_text(b)));
    to.head("c", exact(c, number_text(c)));
    read_generators(to, of, &Facts::three);
    to.formula(R"(\| B_1B_2 - B_2B_1 \| &= \sqrt{2}\sqrt{b^2 + c^2})");
    to.formula(fmt::format("&= {}", live(number_text(std::sqrt(2) * std::hypot(b, c)))));
}

void read_reversibility(Reading& to) {
    const PlaneGroup& group = to.first().params.plane;
    const PlaneEncoding of = encoding_of(group);
    const PlanePosition at = position_at(to).value_or(first_of(group));
    to.where(position_at(to).has_value(), "position 1"_tr);
    to.head("x", exact(at.x, number_text(at.x)));
    to.head("y", exact(at.y, number_text(at.y)));
    const Eigen::MatrixXd rotation = rotation_at(of, at);
    const auto read = recovered(of, rotation);
    to.row("recovered x"_tr, read ? exact(read->x, number_text(read->x)) : "–", to.colors.curves[1]);
    to.row("recovered y"_tr, read ? exact(read->y, number_text(read->y)) : "–", to.colors.curves[0]);
    to.row("recoverable"_tr, to.translate(recoverable(of, at) ? "yes"_tr : "no"_tr));
    to.row("difference from R₁"_tr,
           exact((rotation - rotation_at(of, first_of(group))).norm(),
                 residual_text((rotation - rotation_at(of, first_of(group))).norm())));
    const PlanePeriods period = periods(of);
    if (period.x) to.row("period of x"_tr, exact(*period.x, number_text(*period.x)));
    if (period.y) to.row("period of y"_tr, exact(*period.y, number_text(*period.y)));
    to.formula(R"(P_x &= \frac{2\pi}{|\theta| s}, \quad P_y = \frac{2\pi}{|\theta f| s})");
    to.formula(R"(s &= \sqrt{1 + b^2 + c^2})");
    to.formula(fmt::format("&= {}", live(number_text(plane_speed(of)))));
    to.readout.notes = notes(to, group.construction);
}

}  // namespace poslab::rope_2d
