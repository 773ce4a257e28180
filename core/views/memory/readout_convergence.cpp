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
    const bool zh = chinese(style);
    for (std::size_t n = 0; n < compared_methods.size(); ++n) {
        const Column errors = column_of(variant, compared_methods[n].*panel.error);
        readout.rows.push_back({compared_name(compared_methods[n], variant.params.memory, zh),
                                at < errors->size() ? short_number((*errors)[at]) : "–", "", palette(style.theme).curves[n]});
    }
}

void add_slopes(const Variant& variant, const ConvergencePanel& panel, const Style& style, Readout& readout) {
    const bool zh = chinese(style);
    for (std::size_t n = 0; n < compared_methods.size(); ++n) {
        const double slope = variant.data == nullptr ? std::nan("") : variant.data->number(compared_methods[n].*panel.slope);
        const std::string text = slope_text(slope);
        readout.rows.push_back({compared_name(compared_methods[n], variant.params.memory, zh), text.empty() ? "–" : text, "",
                                palette(style.theme).curves[n]});
    }
}

std::string notes_on(const ConvergencePanel& panel, bool zh) {
    if (panel.figure == "orders")
        return zh ? "斜率由最后两个倍频程的最小二乘得出，略去舍入误差。"
                  : "Slopes are by least squares over the last two octaves, without what is rounding.";
    return zh ? "斜率由最小二乘得出：仅取样本数多于状态个数（暂态已过）、误差既非舍入亦非发散之处。10137 的双线性法未对输入取平均，"
                "因而失去二阶精度。"
              : "Slopes are by least squares over sizes with more samples than the state has numbers, so that transients are over, "
                "and errors that are neither rounding nor divergence. 10137's bilinear rule does not average the input, which "
                "costs it its second order.";
}

}  // namespace

bool add_convergence_readout(const Variant& variant, const Style& style, const Cursor& cursor, Readout& readout) {
    const ConvergencePanel* panel = panel_of(variant, cursor);
    if (panel == nullptr) return false;
    const bool zh = chinese(style), steps = panel->figure == "steps";
    if (const auto at = pointed_size(variant, *panel, cursor)) {
        const double size = (*column_of(variant, panel->sizes))[*at];
        readout.where = steps ? (panel->index == 0 ? (zh ? "相对于保持的信号" : "against the held signal")
                                                   : (zh ? "相对于连续的信号" : "against the continuous signal"))
                              : (zh ? "重构的误差" : "error of the reconstruction");
        readout.heads.push_back({steps ? "T" : "N", format_number(size, 0), "", no_swatch});
        if (steps) readout.heads.push_back({"1/T", short_number(1 / size), "", no_swatch});
        add_errors(variant, *panel, *at, style, readout);
    } else {
        readout.where = zh ? "斜率" : "slopes";
        add_slopes(variant, *panel, style, readout);
    }
    readout.notes = notes_on(*panel, zh);
    if (variant.data != nullptr)
        for (const Sentence& warning : variant.data->warnings) readout.warnings.push_back(zh ? warning.zh : warning.en);
    return true;
}

}  // namespace poslab::memory
