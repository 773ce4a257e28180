// What figures `steps` and `orders` add to the lists of the view.

#include "core/views/memory/convergence.hpp"

#include "core/base/number_format.hpp"

#include <fmt/format.h>
#include <cmath>

namespace poslab::memory {

namespace {

constexpr Text held_help =
    "`forward`: largest |xₙ(T) − x*ₙ|, x* the state of `exact` from the same held samples; as all step_error_…"_tr;

Text held_text(Method method) {
    switch (method) {
        case Method::forward:
            return held_help;
        case Method::alpha:
            return "of the α family: α = ½, or as chosen where the method is `alpha`"_tr;
        case Method::exact:
            return "of `exact` of legs: its scan against the projection, rounding only; null where that takes long and elsewhere"_tr;
        default:
            return "the same of this method"_tr;
    }
}

Text continuous_text(Method method) {
    if (method != Method::forward) return "the same of this method"_tr;
    return "`forward`: the same against the signal between its samples: legs its projection, else `exact` of 4 times as many "
           "samples; noise, spikes and files: the finest held samples"_tr;
}

Text order_text(Method method) {
    if (method != Method::forward) return "the same of this method"_tr;
    return "`forward`: rms_error with each of these orders; null where the state is not finite"_tr;
}

Text slope_text_of(Method method) {
    if (method != Method::forward) return "the same of this method"_tr.as("slope");
    return "p of error ~ (1/T)^p, by least squares over sizes with more samples than the state has numbers and errors of 1e-12 to "
           "1 "
           "times the largest sample, at least three; null unless step_error_forward is named"_tr;
}

Text order_slope_text(Method method) {
    if (method != Method::forward) return "the same of this method"_tr.as("slope");
    return "of log error against log order over the last two octaves, where the error is beyond rounding, at least three orders; "
           "null "
           "unless order_error_forward is named"_tr;
}

FigureInfo info_of(std::string_view id, Text title) {
    FigureInfo info{id, title, {}};
    for (const ConvergencePanel& panel : convergence_panels) {
        if (panel.figure != id) continue;
        if (panel.index == 0) info.arrays.push_back(panel.sizes);
        for (const ComparedMethod& compared : compared_methods) info.arrays.push_back(compared.*panel.error);
    }
    return info;
}

}  // namespace

double compared_alpha(const MemoryGroup& group) { return group.method == Method::alpha ? group.alpha : 0.5; }

std::string compared_name(const ComparedMethod& compared, const MemoryGroup& group, const Words& words) {
    std::string name(in(words.language(), compared.name));
    if (compared.method != Method::alpha) return name;
    return name + (compared_alpha(group) == 0.5 ? " = ½" : " = " + format_number(group.alpha, 3));
}

std::string slope_text(double slope) {
    if (!std::isfinite(slope)) return "";
    return (slope < -0.05 ? "−" : "") + fmt::format("{:.1f}", std::abs(slope));
}

std::vector<FigureInfo> convergence_figures() {
    return {info_of("steps", "Error against step size"_tr), info_of("orders", "Error against order"_tr)};
}

std::vector<ArrayInfo> convergence_arrays() {
    std::vector<ArrayInfo> arrays{
        {"step_sizes", "size", "samples",
         "samples T that the same signal has, down to a sixteenth; of a window the same share is remembered"_tr, true}};
    for (const ComparedMethod& compared : compared_methods)
        arrays.push_back({compared.step_error, "size", "", held_text(compared.method), true});
    for (const ComparedMethod& compared : compared_methods)
        arrays.push_back({compared.step_error_continuous, "size", "", continuous_text(compared.method), true});
    arrays.push_back({"order_sizes", "order", "", "orders up to N, two an octave"_tr, true});
    for (const ComparedMethod& compared : compared_methods)
        arrays.push_back({compared.order_error, "order", "", order_text(compared.method), true});
    return arrays;
}

std::vector<ValueInfo> convergence_values() {
    std::vector<ValueInfo> values;
    for (const ComparedMethod& compared : compared_methods) {
        values.push_back({compared.slope, slope_text_of(compared.method)});
        values.push_back({compared.slope_continuous, "the same of step_error_continuous_…"_tr});
    }
    for (const ComparedMethod& compared : compared_methods)
        values.push_back({compared.order_slope, order_slope_text(compared.method)});
    return values;
}

}  // namespace poslab::memory
