// Readout of figures `steps` and `orders`.

#include "core/base/number_format.hpp"
#include "core/views/memory/convergence.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <cmath>

namespace poslab::memory {

namespace {

/// The panel under the pointer; without one, the first of the figure that the data are of.
const ConvergencePanel* panel_of(const Variant& variant, const Cursor& cursor) {
    const auto first_of = [](std::string_view figure, std::size_t index) -> const ConvergencePanel* {
        for (const ConvergencePanel& panel : convergence_panels)
            if (panel.figure == figure && panel.index == index) return &panel;
        return nullptr;
    };
    if (!cursor.figure.empty())
        return first_of(cursor.figure, cursor.figure == "steps" ? std::min<std::size_t>(cursor.panel, 1) : 0);
    if (!column_of(variant, "step_sizes")->empty()) return first_of("steps", 0);
    return column_of(variant, "order_sizes")->empty() ? nullptr : first_of("orders", 0);
}

void add_errors(const Variant& variant, const ConvergencePanel& panel, std::size_t at, const Style& style, Readout& readout) {
    const Words words(style.language);
    for (std::size_t n = 0; n < compared_methods.size(); ++n) {
        const Column errors = column_of(variant, compared_methods[n].*panel.error);
        readout.rows.push_back({compared_name(compared_methods[n], variant.params.memory, words),
                                at < errors->size() ? short_number((*errors)[at]) : "–", "", palette(style.theme).curves[n]});
    }
}

void add_slopes(const Variant& variant, const ConvergencePanel& panel, const Style& style, Readout& readout) {
    const Words words(style.language);
    for (std::size_t n = 0; n < compared_methods.size(); ++n) {
        const double slope = variant.data == nullptr ? std::nan("") : variant.data->number(compared_methods[n].*panel.slope);
        const std::string text = slope_text(slope);
        readout.rows.push_back({compared_name(compared_methods[n], variant.params.memory, words), text.empty() ? "–" : text, "",
                                palette(style.theme).curves[n]});
    }
}

std::string notes_on(const ConvergencePanel& panel, const Words& words) {
    if (panel.figure == "orders")
        return words("Slopes are by least squares over the last two octaves, without what is rounding."_tr);
    return words(
        "Slopes are by least squares over sizes with more samples than the state has numbers, so that transients are over, "
        "and errors that are neither rounding nor divergence. 10137's bilinear rule does not average the input, which "
        "costs it its second order."_tr);
}

}  // namespace

bool add_convergence_readout(const Variant& variant, const Style& style, const Cursor& cursor, Readout& readout) {
    const ConvergencePanel* panel = panel_of(variant, cursor);
    if (panel == nullptr) return false;
    const Words words(style.language);
    const bool steps = panel->figure == "steps";
    if (const auto at = pointed_size(variant, *panel, cursor)) {
        const double size = (*column_of(variant, panel->sizes))[*at];
        readout.where = steps
                            ? (panel->index == 0 ? words("against the held signal"_tr) : words("against the continuous signal"_tr))
                            : words("error of the reconstruction"_tr);
        readout.heads.push_back({steps ? "T" : "N", format_number(size, 0), "", no_swatch});
        if (steps) readout.heads.push_back({"1/T", short_number(1 / size), "", no_swatch});
        add_errors(variant, *panel, *at, style, readout);
    } else {
        readout.where = words("slopes"_tr);
        add_slopes(variant, *panel, style, readout);
    }
    readout.notes = notes_on(*panel, words);
    if (variant.data != nullptr)
        for (const Sentence& warning : variant.data->warnings) readout.warnings.push_back(words(warning));
    return true;
}

}  // namespace poslab::memory
