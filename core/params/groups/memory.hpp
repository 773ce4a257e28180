#pragma once

#include "core/memory/memory_scan.hpp"
#include "core/params/groups/shared_parameters.hpp"

#include <array>

namespace poslab {

/// What remembers, and how it takes a sample in (core/hippo/measures.hpp, discretisation.hpp).
struct MemoryGroup {
    Measure measure = MemorySpec{}.measure;
    std::int64_t order = MemorySpec{}.order;
    Method method = MemorySpec{}.method;
    double alpha = MemorySpec{}.alpha;
    std::int64_t span = static_cast<std::int64_t>(MemorySpec{}.span);

    static constexpr std::array<Choice, 5> measures{{{"legs", {"LegS, whole history", "LegS，全部历史"}},
                                                     {"legt", {"LegT, a window", "LegT，窗口"}},
                                                     {"fourier-legs", {"Fourier-LegS", "Fourier-LegS"}},
                                                     {"lmu", {"LMU, a window", "LMU，窗口"}},
                                                     {"fout", {"FouT, a window", "FouT，窗口"}}}};
    static constexpr std::array<Choice, 6> methods{{{"forward", {"Forward Euler", "前向欧拉"}},
                                                    {"backward", {"Backward Euler", "后向欧拉"}},
                                                    {"alpha", {"α family", "α 族"}},
                                                    {"bilinear", {"Bilinear, 10137", "双线性，10137"}},
                                                    {"bilinear-same-t", {"Bilinear, same t", "双线性，同一 t"}},
                                                    {"exact", {"Exact", "精确"}}}};

    static constexpr bool windowed(const MemoryGroup& g) {
        return g.measure != Measure::legs && g.measure != Measure::fourier_legs;
    }

    static constexpr auto fields() {
        using G = MemoryGroup;
        return std::tuple{
            parameter(
                &G::measure,
                {.id = "measure",
                 .label = {"Measure", "测度"},
                 .help = {"What the state stands for: all of the past alike, or a window that ends now; by polynomials or waves.",
                          "状态所代表的内容：同等对待全部过去，或止于当前的窗口；以多项式或以三角波表示。"},
                 .choices = measures,
                 .order = -6}),
            parameter(&G::order, shared_parameter::memory_order()),
            parameter(
                &G::method,
                {.id = "method",
                 .label = {"Step", "离散化"},
                 .help = {"How one sample is taken in. 10137's bilinear rule does not average the input and misses a constant.",
                          "如何取入一个样本。10137 的双线性法未对输入取平均，因而不能保持常数。"},
                 .choices = methods,
                 .order = -4}),
            parameter(
                &G::alpha,
                {.id = "alpha",
                 .label = {"Share of forward", "前向的份额"},
                 .symbol = "α",
                 .help = {"1 is forward Euler, 0 backward Euler, ½ of second order.", "1 为前向欧拉，0 为后向欧拉，½ 为二阶。"},
                 .minimum = 0,
                 .maximum = 1,
                 .order = -4},
                [](const G& g) { return g.method == Method::alpha; }),
            parameter(&G::span,
                      {.id = "span",
                       .label = {"Window", "窗口"},
                       .symbol = "θ",
                       .unit = {"samples", "样本"},
                       .help = {"How many of the last samples are remembered.", "记住最近的多少个样本。"},
                       .minimum = 1,
                       .maximum = largest_signal_length,
                       .spacing = Spacing::logarithmic,
                       .order = -3},
                      windowed),
        };
    }
};

}  // namespace poslab
