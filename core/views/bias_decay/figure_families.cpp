// Bias families and the fourth term on one scale.

#include "core/views/bias_decay/arrays.hpp"

namespace poslab::bias_decay {
namespace {

constexpr double lowest_shown = -2.4;

bool is_stand_in(std::int32_t family) {
    const auto which = static_cast<BiasFamily>(family);
    return which == BiasFamily::t5 || which == BiasFamily::kerple_log || which == BiasFamily::kerple_power;
}

bool same(const Column& x, const Column& y) {
    if (x->size() != y->size() || x->empty()) return false;
    for (std::size_t n = 0; n < x->size(); ++n)
        if (!(std::abs((*x)[n] - (*y)[n]) < 1e-9)) return false;
    return true;
}

/// Moves the name of a curve that leaves the frame to the point where it leaves.
void name_where_it_leaves(LineMark& mark, Panel& panel) {
    for (std::size_t n = 0; n < std::min(mark.x->size(), mark.y->size()); ++n) {
        if (!((*mark.y)[n] < panel.y.low)) continue;
        add(panel, AnnotationMark{{(*mark.x)[n], panel.y.low}, mark.label + " ↘", Align::left, false});
        mark.label.clear();
        return;
    }
}

/// Adds a curve; if it coincides with an earlier one, appends its name to that one instead.
void add_or_name(LineMark mark, std::vector<LineMark>& curves) {
    const auto other = std::find_if(curves.begin(), curves.end(),
                                    [&](const LineMark& curve) { return same(curve.y, mark.y); });
    if (other == curves.end())
        curves.push_back(std::move(mark));
    else
        other->label += " = " + mark.label;
}

std::vector<LineMark> curves_of(const Drawing& drawing) {
    std::vector<LineMark> curves;
    for (std::size_t n = 0; n < drawing.variants.size(); ++n)
        if (const Column y = drawing.variants[n][arrays::normalised_bias_bias];
            !y->empty() || drawing.variants[n].data == nullptr)
            curves.push_back(Curve(drawing.variants[n][arrays::step_distance], y, drawing.color(n))
                                 .chosen(n, drawing.label(n, "a·Rb")));
    for (const std::int32_t index : drawing.first().params.bias.compare.indices) {
        const auto family = static_cast<std::size_t>(index);
        const Column y = drawing.first()[arrays::families[family]];
        if (y->empty()) continue;
        add_or_name(
            Curve(drawing.first()[arrays::step_distance], y, drawing.colors.curves[family_color(index)])
                .named(drawing.translate(BiasDecayGroup::families.at(family).label) +
                       (is_stand_in(index) ? "*" : ""))
                .dashed(curve_dashes(family + 1)),
            curves);
    }
    return curves;
}

void draw_families(Drawing& drawing, Panel& panel) {
    panel.quantity = drawing.translate("Δ = 0: 0, trained length: −1; * stand-in"_tr);
    panel.x = distance_axis(drawing, drawing.first());
    panel.y = {"", lowest_shown, 0.6};
    add(panel, LevelMark{0, ""});
    add_trained_rule(drawing, drawing.first(), panel);
    std::vector<LineMark> curves = curves_of(drawing);
    const auto distance = distance_at(drawing);
    const auto step = distance ? step_at(drawing.first(), *distance) : std::nullopt;
    if (distance) point_at(panel, static_cast<double>(*distance), format_integer(*distance));
    for (std::size_t n = curves.size(); n-- > 0;) {  // backwards: the chosen, first curves come on top
        LineMark& mark = curves[n];
        if (step && *step < mark.y->size() && (*mark.y)[*step] > lowest_shown)
            panel.pointer->dots.push_back(
                {{static_cast<double>(*distance), (*mark.y)[*step]}, mark.color, "", false, n > 0});
        name_where_it_leaves(mark, panel);
        add(panel, std::move(mark));
    }
}

constexpr Part families_part{.title = "Bias families"_tr, .draw = &draw_families};

}  // namespace

constexpr FigureRow families_figure{
    .id = "families",
    .title = "Families"_tr,
    .arrays = {arrays::step_distance, arrays::normalised_bias_bias, arrays::alibi, arrays::t5,
               arrays::kerple_log, arrays::kerple_power, arrays::sandwich, arrays::xpos, arrays::sinusoidal},
    .draw = {families_part},
    .read = &read_families,
    .idle = {"one-query"}};

std::size_t family_color(std::int32_t family) {
    constexpr std::array<std::size_t, 7> order{2, 3, 4, 5, 0, 6, 0};  // 1 is the fourth term's colour
    return order.at(static_cast<std::size_t>(family));
}

}  // namespace poslab::bias_decay
