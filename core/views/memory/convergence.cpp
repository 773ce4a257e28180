// What figures `steps` and `orders` add to the lists of the view.

#include "core/views/memory/convergence.hpp"

#include "core/base/number_format.hpp"

#include <fmt/format.h>
#include <cmath>

namespace poslab::memory {

namespace {

constexpr Text held_help{
    "`forward`: largest |xₙ(T) − x*ₙ|, x* the state of `exact` from the same held samples; as all step_error_…",
    "前向：最大的 |xₙ(T) − x*ₙ|，x* 为同样的保持样本经 `exact` 所得的状态；step_error_… 皆然"};

Text held_text(Method method) {
    switch (method) {
        case Method::forward:
            return held_help;
        case Method::alpha:
            return {"of the α family: α = ½, or as chosen where the method is `alpha`", "α 族：α = ½；方法为 `alpha` 时取所选的 α"};
        case Method::exact:
            return {"of `exact` of legs: its scan against the projection, rounding only; null where that takes long and elsewhere",
                    "LegS 的 `exact`：逐步扫描与投影之差，仅为舍入误差；耗时较长时及其他测度下为 null"};
        default:
            return {"the same of this method", "此方法的相应误差"};
    }
}

Text continuous_text(Method method) {
    if (method != Method::forward) return {"the same of this method", "此方法的相应误差"};
    return {
        "`forward`: the same against the signal between its samples: legs its projection, else `exact` of 4 times as many "
        "samples; noise, spikes and files: the finest held samples",
        "前向：以样本之间亦有定义的信号为准：LegS 取其投影，其余取 4 倍样本的 `exact`；噪声、尖峰与文件取最细的保持样本"};
}

Text order_text(Method method) {
    if (method != Method::forward) return {"the same of this method", "此方法的相应误差"};
    return {"`forward`: rms_error with each of these orders; null where the state is not finite",
            "前向：各阶数下的 rms_error；状态非有限则为 null"};
}

Text slope_text_of(Method method) {
    if (method != Method::forward) return {"the same of this method", "此方法的相应斜率"};
    return {
        "p of error ~ (1/T)^p, by least squares over sizes with more samples than the state has numbers and errors of 1e-12 to 1 "
        "times the largest sample, at least three; null unless step_error_forward is named",
        "误差 ~ (1/T)^p 中的 p，由最小二乘得出：仅取样本数多于状态个数、误差为最大样本 1e-12 至 1 倍之处，至少三处；"
        "仅在指明 step_error_forward 时给出，否则为 null"};
}

Text order_slope_text(Method method) {
    if (method != Method::forward) return {"the same of this method", "此方法的相应斜率"};
    return {
        "of log error against log order over the last two octaves, where the error is beyond rounding, at least three orders; null "
        "unless order_error_forward is named",
        "误差对阶数的双对数斜率，取最后两个倍频程中高于舍入误差之处，至少三个阶数；仅在指明 order_error_forward 时给出，"
        "否则为 null"};
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

std::string compared_name(const ComparedMethod& compared, const MemoryGroup& group, bool zh) {
    std::string name(in(zh ? Language::chinese : Language::english, compared.name));
    if (compared.method != Method::alpha) return name;
    return name + (compared_alpha(group) == 0.5 ? " = ½" : " = " + format_number(group.alpha, 3));
}

std::string slope_text(double slope) {
    if (!std::isfinite(slope)) return "";
    return (slope < -0.05 ? "−" : "") + fmt::format("{:.1f}", std::abs(slope));
}

std::vector<FigureInfo> convergence_figures() {
    return {info_of("steps", {"Error against step size", "误差与步长"}), info_of("orders", {"Error against order", "误差与阶数"})};
}

std::vector<ArrayInfo> convergence_arrays() {
    std::vector<ArrayInfo> arrays{
        {"step_sizes",
         "size",
         "samples",
         {"samples T that the same signal has, down to a sixteenth; of a window the same share is remembered",
          "同一信号的样本数 T，小至其十六分之一；窗口始终为信号的同一份额"},
         true}};
    for (const ComparedMethod& compared : compared_methods)
        arrays.push_back({compared.step_error, "size", "", held_text(compared.method), true});
    for (const ComparedMethod& compared : compared_methods)
        arrays.push_back({compared.step_error_continuous, "size", "", continuous_text(compared.method), true});
    arrays.push_back({"order_sizes", "order", "", {"orders up to N, two an octave", "至 N 为止的阶数，每倍频程两个"}, true});
    for (const ComparedMethod& compared : compared_methods)
        arrays.push_back({compared.order_error, "order", "", order_text(compared.method), true});
    return arrays;
}

std::vector<ValueInfo> convergence_values() {
    std::vector<ValueInfo> values;
    for (const ComparedMethod& compared : compared_methods) {
        values.push_back({compared.slope, slope_text_of(compared.method)});
        values.push_back(
            {compared.slope_continuous, {"the same of step_error_continuous_…", "step_error_continuous_… 的相应斜率"}});
    }
    for (const ComparedMethod& compared : compared_methods)
        values.push_back({compared.order_slope, order_slope_text(compared.method)});
    return values;
}

}  // namespace poslab::memory
