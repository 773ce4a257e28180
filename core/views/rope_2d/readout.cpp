// Exact values under the pointer, computed there instead of taken from the map's nearest point.

#include "core/base/formula_markup.hpp"
#include "core/views/rope_2d/arrays.hpp"

namespace poslab::rope_2d {
namespace {

std::string pair_text(PlanePosition at) { return "(" + number_text(at.x) + ", " + number_text(at.y) + ")"; }

void read_facts(const Reading& reading) {
    const Prepared* facts = reading.first().prepared;
    if (facts == nullptr) return;
    reading.row("commutator"_tr, readout_value(facts->commutator, residual_text));
    reading.row("Orthogonality error"_tr, readout_value(facts->orthogonality, residual_text));
    reading.row("Error of the closed form"_tr, readout_value(facts->closed_form_difference, residual_text));
    if (facts->recovered) reading.row("Position 1 recovered from R"_tr, pair_text(*facts->recovered));
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
void read_generators(Reading& reading, const PlaneEncoding& of, const GeneratorSearch Prepared::*search) {
    reading.row("commutator"_tr, readout_value(commutator_norm(of), residual_text));
    const PlaneGroup& group = reading.first().params.plane;
    const double of_quaternions = commutator_norm(encoding_of(group, Construction::quaternion));
    reading.row("commutator, quaternions"_tr, readout_value(of_quaternions, residual_text));
    reading.row("residual"_tr,
                readout_value(relativity_residual(of, first_of(group), second_of(group)), residual_text),
                reading.colors.curves[1]);
    if (const Prepared* facts = reading.first().prepared) {
        const GeneratorSearch& found = facts->*search;
        reading.row("end of search"_tr, pair_text({found.first, found.second}));
        reading.row("its residual"_tr, readout_value(found.residual, residual_text));
    }
    reading.readout.notes = notes(reading, of.construction);
}

}  // namespace

void read_relativity(Reading& reading) {
    const PlaneGroup& group = reading.first().params.plane;
    const Language language = reading.translate.language();
    const auto at = second_at(reading);
    const PlanePosition second = at.value_or(second_of(group));
    const double residual = relativity_residual(encoding_of(group), first_of(group), second);
    const PlaneEncoding other = compared_encoding(group);
    reading.set_source(at.has_value(), "position 2"_tr);
    reading.head("x₂", readout_value(second.x, number_text));
    reading.head("y₂", readout_value(second.y, number_text));
    reading.row(construction_name(group.construction, language), readout_value(residual, residual_text),
                reading.colors.curves[1]);
    reading.row(construction_name(other.construction, language),
                readout_value(relativity_residual(other, first_of(group), second), residual_text),
                reading.colors.curves[0]);
    reading.row("x₁y₂ − x₂y₁", readout_value(group.x1 * second.y - second.x * group.y1, number_text));
    read_facts(reading);
    reading.formula(R"(R_{x_1,y_1}^{\top}R_{x_2,y_2} &= R_{x_2-x_1,y_2-y_1})");
    reading.formula(fmt::format(R"(\| R_1^{{\top}}R_2 - R_{{2-1}} \| &{})", residual_equation(residual)));
    reading.readout.notes = notes(reading, group.construction);
}

void read_valley(Reading& reading) {
    const PlaneGroup& group = reading.first().params.plane;
    const auto at = position_at(reading);
    const std::array<double, 2> now = second_generator(group);
    PlaneEncoding of = encoding_of(group, Construction::matrix_exponential);
    if (at) std::tie(of.d, of.e) = std::tuple(std::optional(at->x), std::optional(at->y));
    reading.set_source(at.has_value(), "parameters"_tr);
    reading.head("d", readout_value(at ? at->x : now[0], number_text));
    reading.head("e", readout_value(at ? at->y : now[1], number_text));
    read_generators(reading, of, &Prepared::valley);
    reading.formula(R"(d &= cf)");
    reading.formula(fmt::format("&= {}", live(number_text(group.c * group.f))));
    reading.formula(R"(e &= -bf)");
    reading.formula(fmt::format("&= {}", live(number_text(-group.b * group.f))));
}

void read_three_by_three(Reading& reading) {
    const PlaneGroup& group = reading.first().params.plane;
    const auto at = position_at(reading);
    PlaneEncoding of = encoding_of(group, Construction::three_by_three);
    if (at) std::tie(of.b, of.c) = std::tuple(at->x, at->y);
    const double b = at ? at->x : group.b, c = at ? at->y : group.c;
    reading.set_source(at.has_value(), "parameters"_tr);
    reading.head("b", readout_value(b, number_text));
    reading.head("c", readout_value(c, number_text));
    read_generators(reading, of, &Prepared::three);
    reading.formula(R"(\| B_1B_2 - B_2B_1 \| &= \sqrt{2}\sqrt{b^2 + c^2})");
    reading.formula(fmt::format("&= {}", live(number_text(std::sqrt(2) * std::hypot(b, c)))));
}

void read_reversibility(Reading& reading) {
    const PlaneGroup& group = reading.first().params.plane;
    const PlaneEncoding of = encoding_of(group);
    const PlanePosition at = position_at(reading).value_or(first_of(group));
    reading.set_source(position_at(reading).has_value(), "position 1"_tr);
    reading.head("x", readout_value(at.x, number_text));
    reading.head("y", readout_value(at.y, number_text));
    const Eigen::MatrixXd rotation = rotation_at(of, at);
    const auto read = recovered(of, rotation);
    reading.row("recovered x"_tr, read ? readout_value(read->x, number_text) : "–", reading.colors.curves[1]);
    reading.row("recovered y"_tr, read ? readout_value(read->y, number_text) : "–", reading.colors.curves[0]);
    reading.row("recoverable"_tr, reading.translate(recoverable(of, at) ? "yes"_tr : "no"_tr));
    reading.row("difference from R₁"_tr,
                readout_value((rotation - rotation_at(of, first_of(group))).norm(), residual_text));
    const PlanePeriods period = periods(of);
    if (period.x) reading.row("period of x"_tr, readout_value(*period.x, number_text));
    if (period.y) reading.row("period of y"_tr, readout_value(*period.y, number_text));
    reading.formula(R"(P_x &= \frac{2\pi}{|\theta| s}, \quad P_y = \frac{2\pi}{|\theta f| s})");
    reading.formula(R"(s &= \sqrt{1 + b^2 + c^2})");
    reading.formula(fmt::format("&= {}", live(number_text(plane_speed(of)))));
    reading.readout.notes = notes(reading, group.construction);
}

}  // namespace poslab::rope_2d
