#include "core/base/errors.hpp"
#include "core/views/memory_decay/memory_decay.hpp"

#include <fmt/format.h>
#include <algorithm>

namespace poslab {

namespace memory_decay {

namespace {

struct View {
    using Params = memory_decay::Params;

    static ViewInfo info() {
        return {.id = "memory-decay",
                .title = {"LegS decay", "LegS 衰减"},
                .short_title = {"LegS decay", "LegS 衰减"},
                .section = Section::memory,
                .summary = {"What time leaves of a LegS state: its norm falls as √(m/n), a power of time, where an exponential RNN "
                            "has one half-life whatever it remembers.",
                            "时间给 LegS 状态留下多少：其范数按 √(m/n) 以幂律衰减；而指数 RNN 不论记住了什么，半衰期都固定。"},
                .source = "10137, Su Jianlin, spaces.ac.cn/archives",
                .figures = figures(),
                .arrays = arrays(),
                .values = values()};
    }

    static std::vector<FigureInfo> figures();
    static std::vector<ArrayInfo> arrays();
    static std::vector<ValueInfo> values();

    static void check(const Params& params) {
        const MemoryDecayGroup& group = params.memory;
        if (group.from >= group.to) throw UsageError(fmt::format("--from {}: must be below --to {}", group.from, group.to));
    }
    static void adjust(Params& params) { params.memory.from = std::min(params.memory.from, params.memory.to - 1); }

    static Prepared prepare(const Params& params, const Engine&, const Job& job) { return memory_decay::prepare(params, job); }
    static constexpr auto sample = &memory_decay::sample;
    static constexpr auto figure = &memory_decay::figure;
    static constexpr auto readout = &memory_decay::readout;
};

std::vector<FigureInfo> View::figures() {
    const std::vector<std::string_view> curves{"drawn_elapsed", "drawn_norm", "drawn_modes", "drawn_impulse"};
    return {{"main", {"Decay", "衰减"}, curves},
            {"decay", {"Norm alone", "仅范数"}, {"drawn_elapsed", "drawn_norm", "drawn_modes"}, false},
            {"impulse", {"Impulse", "单位脉冲"}, {"drawn_elapsed", "drawn_impulse", "echo_place", "echo_time", "echo"}},
            {"slopes", {"Slopes", "斜率"}, {"drawn_elapsed", "drawn_norm", "drawn_modes"}},
            {"modes", {"Modes", "模式"}, {"drawn_elapsed", "drawn_norm", "drawn_modes", "mode_half_life"}},
            {"operator", {"Order", "阶数"}, {"stretch", "order_norm"}},
            {"eigenvalues", {"Eigenvalues", "特征值"}, {"eigenvalue", "condition_order", "condition_log10"}},
            {"claims", {"Claims", "勘误"}, {"eigenvalue"}}};
}

std::vector<ArrayInfo> View::arrays() {
    return {
        {"time",
         "time",
         "samples",
         {"n = m … to, that of the arrays below: all of them, or thinned evenly to 65,536 and, for orders above 256, to 2²⁴/N "
          "points, so that the modes fit",
          "n = m … to，为以下各数组所共用；过多时均匀抽取，至多 65,536 点，阶数大于 256 时至多 2²⁴/N 点，以容下各模式"}},
        {"ratio", "time", "", {"r = m/n", "r = m/n"}},
        {"operator_norm",
         "time",
         "",
         {"2-norm of K(r) = e^(A ln(n/m)), which takes a state of time m to time n",
          "K(r) = e^(A ln(n/m)) 的 2-范数，K(r) 把时刻 m 的状态变为时刻 n 的状态"}},
        {"limit", "time", "", {"√(m/n), which the norm tends to from below as N grows", "√(m/n)：N 增大时范数自下而上所趋之值"}},
        {"modes", "mode, time", "", {"(m/n)^k, k = 1 … N: the eigenvalues of K(r)", "(m/n)^k，k = 1 … N，即 K(r) 的特征值"}},
        {"impulse",
         "time",
         "",
         {"‖x‖ at n after a unit sample u = 1 that ends at m, all else 0; not divided by its value at m",
          "在 m 处结束的单位样本 u = 1（其余为 0）于时刻 n 留下的 ‖x‖，未除以 m 处之值"}},
        {"rnn", "time", "", {"γ^(n − m) of an exponential RNN", "指数 RNN 的 γ^(n − m)"}},
        {"rnn_equal", "time", "", {"that of the RNN with the half-life of the impulse", "半衰期与脉冲相同之 RNN 的同一量"}},
        {"rnn_equal_norm", "time", "", {"that of the RNN with the half-life of the norm", "半衰期与范数相同之 RNN 的同一量"}},
        {"eigenvalue", "mode", "", {"eigenvalues −1 … −N of A", "A 的特征值 −1 … −N"}},
        {"mode_half_life",
         "mode",
         "samples",
         {"steps after which (m/n)^k is 1/2: m (2^(1/k) − 1)", "(m/n)^k 降至 1/2 所需的步数：m (2^(1/k) − 1)"}},
        {"drawn_elapsed",
         "step",
         "samples",
         {"n − m where curves are drawn, not only whole", "绘制曲线处的 n − m，不限于整数"},
         true},
        {"drawn_norm", "step", "", {"operator_norm there", "该处的 operator_norm"}, true},
        {"drawn_impulse", "step", "", {"impulse there", "该处的 impulse"}, true},
        {"drawn_modes", "drawn mode, step", "", {"modes 1, 2, 4 … 64 and N there", "该处的第 1、2、4 … 64 与第 N 个模式"}, true},
        {"stretch", "stretch", "", {"n/m, to a thousand at least", "n/m，至少到一千"}, true},
        {"order_norm",
         "order, stretch",
         "",
         {"norm of the operator of order 1, 2, 4, 8, 16, 64 (those other than N), then N",
          "阶数 1、2、4、8、16、64（N 除外）与最后的 N 的算子范数"},
         true},
        {"echo_place",
         "place",
         "",
         {"places in the history over m; the sample ends at 1", "历史中的位置，以 m 为单位；样本在 1 处结束"},
         true},
        {"echo_time", "echo", "", {"times n/m at which the state is read: 1, 4, 16, 64", "读取状态的时刻 n/m：1、4、16、64"}, true},
        {"echo",
         "echo, place",
         "",
         {"the history that the state of the unit sample stands for", "单位样本的状态所表示的历史"},
         true},
        {"condition_order", "tried order", "", {"orders of the condition numbers", "各条件数的阶数"}, true},
        {"condition_log10",
         "tried order",
         "",
         {"log₁₀ of the condition number of A's eigenvectors, columns of unit length",
          "A 的特征向量矩阵（各列取单位长度）条件数的 log₁₀"},
         true}};
}

std::vector<ValueInfo> View::values() {
    return {
        {"half_life",
         {"steps n − m after which the norm of K(m/n) is 1/2: 3m where the norm is √(m/n)",
          "K(m/n) 的范数降至 1/2 所需的步数 n − m；范数等于 √(m/n) 时为 3m"}},
        {"half_life_impulse",
         {"steps after which ‖x‖ after one sample is half of what it was at m", "单个样本的 ‖x‖ 降至 m 处一半所需的步数"}},
        {"half_life_rnn", {"steps after which γ^(n − m) is 1/2: ln 2 / ln(1/γ)", "γ^(n − m) 降至 1/2 所需的步数：ln 2 / ln(1/γ)"}},
        {"gamma_equal", {"γ of the RNN with the half-life of the impulse", "半衰期与脉冲相同之 RNN 的 γ"}},
        {"gamma_equal_norm", {"γ of the RNN with the half-life of the norm", "半衰期与范数相同之 RNN 的 γ"}},
        {"norm_at_to", {"norm of K at n = to", "n = to 处 K 的范数"}},
        {"limit_at_to", {"√(m/n) there", "该处的 √(m/n)"}},
        {"below_limit_at_to", {"how far the norm is below that", "范数低于此值多少"}},
        {"slope_at_to",
         {"d ln‖K‖ / d ln n there: −1/2 where the norm is √(m/n)", "该处的 d ln‖K‖ / d ln n；范数等于 √(m/n) 时为 −1/2"}},
        {"impulse_at_from", {"‖x‖ at m, just after the sample", "样本刚结束时（m 处）的 ‖x‖"}},
        {"impulse_at_to", {"‖x‖ at n = to", "n = to 处的 ‖x‖"}},
        {"rnn_at_to", {"γ^(n − m) at n = to", "n = to 处的 γ^(n − m)"}},
        {"ahead_from",
         {"steps from which on the norm of LegS is above γ^(n − m) for good; 0: from the start",
          "自此步数起 LegS 的范数一直高于 γ^(n − m)；0 表示一开始就如此"}},
        {"log10_condition",
         {"log₁₀ of the condition number of A's eigenvectors; only with all arrays or those of eigenvalues and conditions",
          "A 的特征向量矩阵条件数的 log₁₀；仅在取全部数组或特征值、条件数的数组时给出"}},
        {"condition", {"that condition number; null where no double holds it", "该条件数；超出双精度范围时为 null"}}};
}

}  // namespace

}  // namespace memory_decay

const View& memory_decay_view() {
    static const ViewOf<memory_decay::View> view;
    return view;
}

}  // namespace poslab
