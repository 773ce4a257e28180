// Families of biases beside the fourth term, on one scale.

#include "core/base/number_format.hpp"
#include "core/views/bias_decay/bias_decay.hpp"

#include <algorithm>
#include <cmath>

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

/// A curve that falls out of the frame is named there.
void name_where_it_leaves(LineMark& mark, Panel& panel) {
    for (std::size_t n = 0; n < std::min(mark.x->size(), mark.y->size()); ++n) {
        if (!((*mark.y)[n] < panel.y.low)) continue;
        panel.marks.emplace_back(AnnotationMark{{(*mark.x)[n], panel.y.low}, mark.label + " ↘", Align::left, false});
        mark.label.clear();
        return;
    }
}

/// Curves that coincide are one curve with all their names.
void add_or_name(LineMark mark, std::vector<LineMark>& curves) {
    for (LineMark& other : curves)
        if (same(other.y, mark.y)) {
            other.label += " = " + mark.label;
            return;
        }
    curves.push_back(std::move(mark));
}

std::vector<LineMark> curves_of(std::span<const Variant> variants, const Style& style) {
    const Palette& colors = palette(style.theme);
    std::vector<LineMark> curves;
    for (std::size_t n = 0; n < variants.size(); ++n) {
        const Column y = column_of(variants[n], "normalised_bias_bias");
        if (y->empty()) continue;
        LineMark mark = curve_mark(column_of(variants[n], "step_distance"), y, colors.curves[variant_color(n)], Emphasis::chosen,
                                   variants.size() > 1 ? variants[n].label : "a·Rb");
        curves.push_back(std::move(mark));
    }
    const Variant& first = variants.front();
    for (const std::int32_t index : first.params.bias.compare.indices) {
        const Choice& family = BiasDecayGroup::families.at(static_cast<std::size_t>(index));
        const Column y = column_of(first, array_name(family.id));
        if (y->empty()) continue;
        LineMark mark = curve_mark(column_of(first, "step_distance"), y, colors.curves[family_color(index)], Emphasis::other,
                                   std::string(in(style.language, family.label)) + (is_stand_in(index) ? "*" : ""));
        mark.dashes = curve_dashes(static_cast<std::size_t>(index) + 1);
        add_or_name(std::move(mark), curves);
    }
    return curves;
}

}  // namespace

std::size_t family_color(std::int32_t family) {
    constexpr std::array<std::size_t, 7> order{2, 3, 4, 5, 0, 6, 0};  // 1 is the fourth term's
    return order.at(static_cast<std::size_t>(family));
}

void add_families_figure(std::span<const Variant> variants, const Style& style, const Cursor& cursor, Figure& figure) {
    const Words words(style.language);
    const Variant& first = variants.front();
    Panel panel;
    panel.title = words("Families of biases"_tr);
    panel.quantity = words("0 at Δ = 0, −1 when trained; *: stand-in"_tr);
    panel.x = distance_axis(first, words);
    panel.y = {"", lowest_shown, 0.6};
    panel.marks.emplace_back(LevelMark{0, ""});
    add_trained_rule(first, words, panel);
    std::vector<LineMark> curves = curves_of(variants, style);
    const auto distance = distance_at(first, cursor);
    const auto step = distance ? step_at(first, *distance) : std::nullopt;
    PointerMark pointer;
    for (std::size_t n = curves.size(); n-- > 0;) {  // the chosen one last, over the others
        LineMark& mark = curves[n];
        if (step && *step < mark.y->size() && (*mark.y)[*step] > lowest_shown)
            pointer.dots.push_back({{static_cast<double>(*distance), (*mark.y)[*step]}, mark.color, "", false, n > 0});
        name_where_it_leaves(mark, panel);
        panel.marks.emplace_back(std::move(mark));
    }
    if (distance) {
        pointer.x = static_cast<double>(*distance);
        pointer.x_chip = format_integer(*distance);
        panel.pointer = std::move(pointer);
    }
    figure.main.push_back(std::move(panel));
}

}  // namespace poslab::bias_decay
