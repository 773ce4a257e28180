// Exact numbers under the pointer: residuals are worked out there, not taken from the map's nearest point.

#include "core/base/number_format.hpp"

#include "core/figure/formula_markup.hpp"
#include "core/views/rope_2d/rope_2d.hpp"

#include <fmt/format.h>

#include <cmath>

namespace poslab::rope_2d {

namespace {

std::string pair_text(PlanePosition at) { return "(" + number_text(at.x) + ", " + number_text(at.y) + ")"; }

void add_relativity(const Variant& variant, const Cursor& cursor, const Style& style, Readout& readout) {
    const Words words(style.language);
    const PlaneGroup& group = variant.params.plane;
    const auto at = pointed_second(group, cursor);
    const PlanePosition second = at.value_or(second_of(group));
    readout.where = at ? words("pointer"_tr) : words("position 2"_tr);
    readout.heads = {{"x₂", number_text(second.x), "", no_swatch}, {"y₂", number_text(second.y), "", no_swatch}};
    const Palette& colors = palette(style.theme);
    readout.rows.push_back({construction_name(group.construction, style),
                            residual_text(relativity_residual(encoding_of(group), first_of(group), second)), "", colors.curves[1]});
    const PlaneEncoding other = compared_encoding(group);
    readout.rows.push_back({construction_name(other.construction, style),
                            residual_text(relativity_residual(other, first_of(group), second)), "", colors.curves[0]});
    readout.rows.push_back({"x₁y₂ − x₂y₁", number_text(group.x1 * second.y - second.x * group.y1), "", no_swatch});
    readout.formula = {R"(R_{x_1,y_1}^{\top}R_{x_2,y_2} &= R_{x_2-x_1,y_2-y_1})",
                       fmt::format(R"(\| R_1^{{\top}}R_2 - R_{{2-1}} \| &= {})",
                                   live(residual_text(relativity_residual(encoding_of(group), first_of(group), second))))};
}

void add_valley(const Variant& variant, const Cursor& cursor, bool three, const Style& style, Readout& readout) {
    const Words words(style.language);
    const PlaneGroup& group = variant.params.plane;
    const auto at = pointed_in_map(cursor, three ? "three-by-three" : "valley");
    PlaneEncoding of = encoding_of(group, shown_construction(group, cursor.figure));
    const std::array<double, 2> now = three ? std::array{group.b, group.c} : second_generator(group);
    readout.where = at ? words("pointer"_tr) : words("parameters"_tr);
    const double first = at ? at->x : now[0], second = at ? at->y : now[1];
    if (at && three) std::tie(of.b, of.c) = std::tuple(first, second);
    if (at && !three) std::tie(of.d, of.e) = std::tuple(std::optional(first), std::optional(second));
    readout.heads = {{three ? "b" : "d", number_text(first), "", no_swatch},
                     {three ? "c" : "e", number_text(second), "", no_swatch}};
    readout.rows = {{words("commutator"_tr), residual_text(commutator_norm(of)), "", no_swatch},
                    {words("residual"_tr), residual_text(relativity_residual(of, first_of(group), second_of(group))), "",
                     palette(style.theme).curves[1]}};
    if (const Facts* facts = facts_of(variant)) {
        const GeneratorSearch& search = three ? facts->three : facts->valley;
        readout.rows.push_back({words("search ends"_tr), pair_text({search.first, search.second}), "", no_swatch});
        readout.rows.push_back({words("residual there"_tr), residual_text(search.residual), "", no_swatch});
    }
    if (three)
        readout.formula = {R"(\| B_1B_2 - B_2B_1 \| &= \sqrt{2}\sqrt{b^2 + c^2})",
                           fmt::format("&= {}", live(number_text(std::sqrt(2) * std::hypot(first, second))))};
    else
        readout.formula = {R"(d &= cf)", fmt::format("&= {}", live(number_text(group.c * group.f))), R"(e &= -bf)",
                           fmt::format("&= {}", live(number_text(-group.b * group.f)))};
}

void add_reversibility(const Variant& variant, const Cursor& cursor, const Style& style, Readout& readout) {
    const Words words(style.language);
    const PlaneGroup& group = variant.params.plane;
    const PlaneEncoding of = encoding_of(group);
    const PlanePosition at = pointed_in_map(cursor, "reversibility").value_or(first_of(group));
    readout.where = pointed_in_map(cursor, "reversibility") ? words("pointer"_tr) : words("position 1"_tr);
    readout.heads = {{"x", number_text(at.x), "", no_swatch}, {"y", number_text(at.y), "", no_swatch}};
    const Eigen::MatrixXd rotation = rotation_at(of, at);
    const auto read = recovered(of, rotation);
    readout.rows = {{words("x read"_tr), read ? number_text(read->x) : "–", "", palette(style.theme).curves[1]},
                    {words("y read"_tr), read ? number_text(read->y) : "–", "", palette(style.theme).curves[0]},
                    {words("recoverable"_tr), recoverable(of, at) ? words("yes"_tr) : words("no"_tr), "", no_swatch},
                    {words("apart from 1"_tr), residual_text((rotation - rotation_at(of, first_of(group))).norm()), "", no_swatch}};
    const PlanePeriods period = periods(of);
    if (period.x) readout.rows.push_back({words("period of x"_tr), number_text(*period.x), "", no_swatch});
    if (period.y) readout.rows.push_back({words("period of y"_tr), number_text(*period.y), "", no_swatch});
    readout.formula = {R"(P_x &= \frac{2\pi}{|\theta| s}, \quad P_y = \frac{2\pi}{|\theta f| s})", R"(s &= \sqrt{1 + b^2 + c^2})",
                       fmt::format("&= {}", live(number_text(plane_speed(of))))};
}

void add_facts(const Variant& variant, const Style& style, Readout& readout) {
    const Words words(style.language);
    const Facts* facts = facts_of(variant);
    if (facts == nullptr) return;
    readout.rows.push_back({words("commutator"_tr), residual_text(facts->commutator), "", no_swatch});
    readout.rows.push_back({words("off orthogonal"_tr), residual_text(facts->orthogonality), "", no_swatch});
    readout.rows.push_back({words("off closed form"_tr), residual_text(facts->closed_form_difference), "", no_swatch});
    if (facts->recovered) readout.rows.push_back({words("1 from R"_tr), pair_text(*facts->recovered), "", no_swatch});
}

/// Of the construction that the figure is about.
std::string notes(const Variant& variant, std::string_view figure, const Words& words) {
    const PlaneEncoding shown = encoding_of(variant.params.plane, shown_construction(variant.params.plane, figure));
    switch (shown.construction) {
        case Construction::matrix_exponential:
            return shown.commutes()
                       ? words("B₁ and B₂ turn two orthogonal planes that do not move with the position, so angles subtract."_tr)
                       : words("d and e are not cf and −bf: B₁ and B₂ do not commute, and relativity is lost."_tr);
        case Construction::quaternion:
            return words("The axis of e^(xiθ + yjθ) moves with (x, y): only positions of one direction subtract."_tr);
        case Construction::sum:
            return words("Only x + y enters the rotation: relative, but lossy."_tr);
        case Construction::three_by_three:
            break;
    }
    return words("No two generators of three dimensions commute unless they are parallel."_tr);
}

}  // namespace

Readout readout(Variants variants, const Style& style, const Cursor& cursor) {
    Readout readout;
    const Variant& first = variants.front();
    if (read_heads(first, style, cursor, readout)) return readout;
    if (cursor.figure == "valley" || cursor.figure == "three-by-three")
        add_valley(first, cursor, cursor.figure != "valley", style, readout);
    else if (cursor.figure == "reversibility")
        add_reversibility(first, cursor, style, readout);
    else {
        add_relativity(first, cursor, style, readout);
        add_facts(first, style, readout);
    }
    readout.notes = notes(first, cursor.figure, Words(style.language));
    if (first.data != nullptr)
        for (const Sentence& warning : first.data->warnings) readout.warnings.push_back(Words(style.language)(warning));
    return readout;
}

}  // namespace poslab::rope_2d
