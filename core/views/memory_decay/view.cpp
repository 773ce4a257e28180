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
                .title = "LegS decay"_tr,
                .short_title = "LegS decay"_tr,
                .section = Section::memory,
                .summary =
                    "What time leaves of a LegS state: its norm falls as √(m/n), a power of time, where an exponential RNN "
                    "has one half-life whatever it remembers."_tr,
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
    return {{"main", "Decay"_tr, curves},
            {"decay", "Norm alone"_tr, {"drawn_elapsed", "drawn_norm", "drawn_modes"}, false},
            {"impulse", "Impulse"_tr, {"drawn_elapsed", "drawn_impulse", "echo_place", "echo_time", "echo"}},
            {"slopes", "Slopes"_tr, {"drawn_elapsed", "drawn_norm", "drawn_modes"}},
            {"modes", "Modes"_tr, {"drawn_elapsed", "drawn_norm", "drawn_modes", "mode_half_life"}},
            {"operator", "Order"_tr, {"stretch", "order_norm"}},
            {"eigenvalues", "Eigenvalues"_tr, {"eigenvalue", "condition_order", "condition_log10"}},
            {"claims", "Claims"_tr, {"eigenvalue"}}};
}

std::vector<ArrayInfo> View::arrays() {
    return {
        {"time", "time", "samples",
         "n = m … to, that of the arrays below: all of them, or thinned evenly to 65,536 and, for orders above 256, to 2²⁴/N "
         "points, so that the modes fit"_tr},
        {"ratio", "time", "", "r = m/n"_tr},
        {"operator_norm", "time", "", "2-norm of K(r) = e^(A ln(n/m)), which takes a state of time m to time n"_tr},
        {"limit", "time", "", "√(m/n), which the norm tends to from below as N grows"_tr},
        {"modes", "mode, time", "", "(m/n)^k, k = 1 … N: the eigenvalues of K(r)"_tr},
        {"impulse", "time", "", "‖x‖ at n after a unit sample u = 1 that ends at m, all else 0; not divided by its value at m"_tr},
        {"rnn", "time", "", "γ^(n − m) of an exponential RNN"_tr},
        {"rnn_equal", "time", "", "that of the RNN with the half-life of the impulse"_tr},
        {"rnn_equal_norm", "time", "", "that of the RNN with the half-life of the norm"_tr},
        {"eigenvalue", "mode", "", "eigenvalues −1 … −N of A"_tr},
        {"mode_half_life", "mode", "samples", "steps after which (m/n)^k is 1/2: m (2^(1/k) − 1)"_tr},
        {"drawn_elapsed", "step", "samples", "n − m where curves are drawn, not only whole"_tr, true},
        {"drawn_norm", "step", "", "operator_norm there"_tr, true},
        {"drawn_impulse", "step", "", "impulse there"_tr, true},
        {"drawn_modes", "drawn mode, step", "", "modes 1, 2, 4 … 64 and N there"_tr, true},
        {"stretch", "stretch", "", "n/m, to a thousand at least"_tr, true},
        {"order_norm", "order, stretch", "", "norm of the operator of order 1, 2, 4, 8, 16, 64 (those other than N), then N"_tr,
         true},
        {"echo_place", "place", "", "places in the history over m; the sample ends at 1"_tr, true},
        {"echo_time", "echo", "", "times n/m at which the state is read: 1, 4, 16, 64"_tr, true},
        {"echo", "echo, place", "", "the history that the state of the unit sample stands for"_tr, true},
        {"condition_order", "tried order", "", "orders of the condition numbers"_tr, true},
        {"condition_log10", "tried order", "", "log₁₀ of the condition number of A's eigenvectors, columns of unit length"_tr,
         true}};
}

std::vector<ValueInfo> View::values() {
    return {{"half_life", "steps n − m after which the norm of K(m/n) is 1/2: 3m where the norm is √(m/n)"_tr},
            {"half_life_impulse", "steps after which ‖x‖ after one sample is half of what it was at m"_tr},
            {"half_life_rnn", "steps after which γ^(n − m) is 1/2: ln 2 / ln(1/γ)"_tr},
            {"gamma_equal", "γ of the RNN with the half-life of the impulse"_tr},
            {"gamma_equal_norm", "γ of the RNN with the half-life of the norm"_tr},
            {"norm_at_to", "norm of K at n = to"_tr},
            {"limit_at_to", "√(m/n) there"_tr},
            {"below_limit_at_to", "how far the norm is below that"_tr},
            {"slope_at_to", "d ln‖K‖ / d ln n there: −1/2 where the norm is √(m/n)"_tr},
            {"impulse_at_from", "‖x‖ at m, just after the sample"_tr},
            {"impulse_at_to", "‖x‖ at n = to"_tr},
            {"rnn_at_to", "γ^(n − m) at n = to"_tr},
            {"ahead_from", "steps from which on the norm of LegS is above γ^(n − m) for good; 0: from the start"_tr},
            {"log10_condition",
             "log₁₀ of the condition number of A's eigenvectors; only with all arrays or those of eigenvalues and conditions"_tr},
            {"condition", "that condition number; null where no double holds it"_tr}};
}

}  // namespace

}  // namespace memory_decay

const View& memory_decay_view() {
    static const ViewOf<memory_decay::View> view;
    return view;
}

}  // namespace poslab
