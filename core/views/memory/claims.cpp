#include "core/views/memory/claims.hpp"

#include "core/views/claims_table.hpp"

#include "core/base/number_format.hpp"
#include "core/views/memory/comparisons.hpp"
#include "core/views/memory/convergence.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <cmath>

namespace poslab::memory {

namespace {

double number(const Variant& variant, std::string_view name) {
    return variant.data == nullptr ? std::nan("") : variant.data->number(name);
}

std::vector<Claim> claims_of(const Variant& variant) {
    const std::string miss10 = short_number(number(variant, "constant_miss_10")),
                      miss200 = short_number(number(variant, "constant_miss_200")),
                      miss1000 = short_number(number(variant, "constant_miss_1000"));
    return {
        {{"LegS, bilinear", "LegS，双线性"},
         {"Replacing the integral of u/s over a step by u ε/t does no harm.", "把一步内 u/s 的积分换为 u ε/t 无妨。"},
         {fmt::format("A constant is no longer kept. Order 8, u = 1: the state misses e₀ by {} after 10 samples, {} after 200, {} "
                      "after 1000; every other method keeps it. The order of convergence falls from 2 to below 1: see Error "
                      "against step size.",
                      miss10, miss200, miss1000),
          fmt::format("常数不再保持。8 阶、u = 1：10 个样本后状态偏离 e₀ 达 {}，200 个后 {}，1000 个后 {}；其他离散化均能保持。"
                      "收敛阶由 2 降至 1 以下（见“误差与步长”）。",
                      miss10, miss200, miss1000)}},
        {{"LegS, exact", "LegS，精确解"},
         {"The exact solution needs a new matrix exponential for every step, which is unfriendly to computing.",
          "精确解每步都要重新计算矩阵指数，对计算并不友好。"},
         {"No matrix is needed: e^{A ln((k+1)/k)} presses the remembered function into [0, k/(k+1)], which N Gauss nodes do "
          "exactly in N² operations.",
          "无需矩阵：e^{A ln((k+1)/k)} 即把所记函数压入 [0, k/(k+1)]，用 N 个高斯节点以 N² 次运算即可精确求得。"}},
        {{"LegS, diagonal form", "LegS，对角化"},
         {"A has distinct eigenvalues, so it can be diagonalised and its powers followed.",
          "A 的特征值互异，故可对角化并由此计算其幂。"},
         {"True, but of no use in numbers: the eigenvectors have the condition 8.3×10¹⁰ at order 16 and 3.2×10⁴⁷ at 64 (view LegS "
          "decay).",
          "诚然，但数值上无用：特征向量的条件数在 16 阶为 8.3×10¹⁰，64 阶为 3.2×10⁴⁷（见视图“LegS 衰减”）。"}},
        {{"Fourier-LegS", "Fourier-LegS"},
         {"Cutting the series at |n| = N does not matter.", "把级数截断在 |n| = N 无所谓。"},
         {"It does at the ends: a signal with u(0) ≠ u(T) has a jump there. Of cos 3s with N = 32, the error is 0.030 on the "
          "middle "
          "half and of the size of the signal at the ends.",
          "在两端有所谓：u(0) ≠ u(T) 的信号在该处有跳跃。cos 3s、N = 32 时，中间一半的误差为 0.030，两端则与信号同大。"}},
    };
}

constexpr double kept_below = 1e-12;

/// What a constant is missed by; methods that keep it to rounding are named, not drawn.
Panel constant_panel(const Variant& variant, const Style& style, const Cursor& cursor) {
    const bool zh = chinese(style);
    const Palette& colors = palette(style.theme);
    Panel panel;
    panel.title = fmt::format(fmt::runtime(zh ? "常数的误差，{} 阶" : "Error on a constant, order {}"),
                              format_integer(variant.params.memory.order));
    const Column times = column_of(variant, "constant_time");
    panel.x = {zh ? "时间 t，样本 →" : "time t, samples →", 1, times->empty() ? 1e4 : times->back()};
    panel.x.logarithmic = panel.y.logarithmic = true;
    panel.y.low = 1e-5;
    panel.y.high = 1;
    std::string kept;
    for (std::size_t n = 0; n < compared_methods.size(); ++n) {
        const ComparedMethod& compared = compared_methods[n];
        LineMark line;
        line.x = times;
        line.y = column_of(variant, method_array("constant_", compared.method));
        const std::string name = compared_name(compared, variant.params.memory, zh);
        if (line.y->empty()) continue;
        if (line.y->size() > 1 && !(line.y->back() > kept_below)) {
            if (std::isfinite(line.y->back())) kept += (kept.empty() ? "" : zh ? "、" : "; ") + name;
            continue;
        }
        for (const double value : *line.y) panel.y.high = std::max(panel.y.high, value < 1e3 ? value : 1e3);
        line.color = colors.curves[n];
        line.dashes = curve_dashes(n);
        line.emphasis = Emphasis::chosen;
        line.label = name;
        line.stroked = true;
        panel.marks.emplace_back(std::move(line));
    }
    panel.quantity = zh ? "max |xₙ − e₀|，信号为 1" : "max |xₙ − e₀| where the signal is 1";
    if (!kept.empty()) panel.quantity += (zh ? "；保持常数者：" : "; kept by ") + kept;
    if (cursor.active && cursor.figure == "constant" && !times->empty() && std::isfinite(cursor.x)) {
        PointerMark pointer;
        pointer.x = std::clamp(std::round(cursor.x), 1.0, times->back());
        pointer.x_chip = format_number(pointer.x, 0);
        panel.pointer = std::move(pointer);
    }
    return panel;
}

}  // namespace

void add_claims_figure(const Variant& variant, const Style& style, Figure& figure) {
    figure.formula.clear();
    figure.main.push_back(claims_table({"Article 10137: what it says, and what is so", "文章 10137：所述与实际"}, {0.7, 1.7, 2.9},
                                       claims_of(variant), style.language));
}

void add_constant_figure(const Variant& variant, const Style& style, const Cursor& cursor, Figure& figure) {
    figure.main.push_back(constant_panel(variant, style, cursor));
}

}  // namespace poslab::memory
