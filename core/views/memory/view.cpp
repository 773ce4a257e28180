#include "core/base/errors.hpp"
#include "core/views/memory/comparisons.hpp"
#include "core/views/memory/convergence.hpp"
#include "core/views/memory/memory.hpp"

#include <fmt/format.h>
#include <algorithm>

namespace poslab {

namespace memory {

namespace {

void check_points(const SignalGroup& group) {
    const std::vector<double>& numbers = group.points.numbers;
    if (numbers.size() % 2 != 0)
        throw UsageError(fmt::format("--points: {} numbers; must be pairs, place,value,place,value", numbers.size()));
    for (std::size_t n = 0; n < numbers.size(); n += 2)
        if (numbers[n] < 0 || numbers[n] > 1 || (n > 0 && numbers[n] < numbers[n - 2]))
            throw UsageError(fmt::format("--points: place {:g}; places must be from 0 to 1 and never fall", numbers[n]));
}

template <class Info>
std::vector<Info> joined(std::vector<Info> list, const std::vector<Info>& more) {
    list.insert(list.end(), more.begin(), more.end());
    return list;
}

struct View {
    using Params = memory::Params;

    static ViewInfo info() {
        return {.id = "memory",
                .title = {"What a state remembers", "状态记住了什么"},
                .short_title = {"LegS state", "LegS 状态"},
                .section = Section::memory,
                .summary = {"How a state of N numbers holds a whole history: the signal that it still knows, and what each way of "
                            "taking samples in makes of it.",
                            "N 个数的状态如何容纳全部历史：它还记得怎样的信号，各种离散化又有何不同。"},
                .source = "Su Jianlin: HiPPO, spaces.ac.cn/archives/10137; Gu et al., arXiv 2008.07669",
                .figures = joined(joined(figures(), comparison_figures()), convergence_figures()),
                .arrays = joined(joined(arrays(), comparison_arrays()), convergence_arrays()),
                .values = joined(joined(values(), comparison_values()), convergence_values())};
    }

    static std::vector<FigureInfo> figures();
    static std::vector<ArrayInfo> arrays();
    static std::vector<ValueInfo> values();

    static void check(const Params& params) {
        if (params.signal.signal == Signal::drawn) check_points(params.signal);
    }
    static void adjust(Params& params) {
        std::vector<double>& numbers = params.signal.points.numbers;
        if (numbers.size() % 2 != 0) numbers.pop_back();
        double reached = 0;
        for (std::size_t n = 0; n < numbers.size(); n += 2) reached = numbers[n] = std::clamp(numbers[n], reached, 1.0);
    }
    static void draw(Params& params, std::string_view, std::span<const Point> stroke) {
        std::vector<SignalPoint> points;
        for (const Point& point : stroke)
            points.push_back({point.x / static_cast<double>(params.signal.signal_length), std::clamp(point.y, -1e6, 1e6)});
        params.signal.points = points_list(redrawn(signal_points(params.signal.points), points));
    }

    static constexpr auto prepare = &memory::prepare;
    static constexpr auto sample = &memory::sample;
    static constexpr auto figure = &memory::figure;
    static constexpr auto readout = &memory::readout;
};

std::vector<FigureInfo> View::figures() {
    return {{"main",
             {"Signal and state", "信号与状态"},
             {"grid", "reconstruction", "signal_time", "signal_low", "signal_high", "signal_mean", "error_time", "error_high",
              "state_map"}}};
}

std::vector<ArrayInfo> View::arrays() {
    return {{"grid",
             "grid",
             "samples",
             {"times at which signal and reconstruction are compared: 0, the middle of each sample, T",
              "比较信号与重构的时刻：0、各样本的中点、T"}},
            {"input", "grid", "", {"the signal there", "该处的信号"}},
            {"reconstruction",
             "grid",
             "",
             {"what the state at T stands for there; null before the window", "时刻 T 的状态在该处所代表的值；窗口之前为 null"}},
            {"error", "grid", "", {"reconstruction − input", "reconstruction − input"}},
            {"states",
             "time, coefficient",
             "",
             {"xₙ at `times`, the last row at T; null beyond 10⁶ times the largest sample",
              "`times` 各时刻的 xₙ，末行为 T；超过最大样本 10⁶ 倍者为 null"}},
            {"states_imaginary",
             "time, coefficient",
             "",
             {"the imaginary parts, with measure fourier-legs", "虚部，仅测度 fourier-legs"},
             false,
             true},
            {"times", "time", "samples", {"samples taken in at each row of `states`", "`states` 各行已取入的样本数"}},
            {"state_map",
             "coefficient, time",
             "",
             {"the states over the whole signal, transposed; only where named, as all that follow",
              "整个信号上的状态，已转置；此项及以下各项仅在指明时给出"},
             true},
            {"signal_time", "step", "samples", {"middle of each step of a figure", "图中每一步的中点"}, true},
            {"signal_low", "step", "", {"lowest sample of the step", "该步的最小样本"}, true},
            {"signal_high", "step", "", {"highest sample of the step", "该步的最大样本"}, true},
            {"signal_mean", "step", "", {"mean of the step", "该步的平均"}, true},
            {"error_time", "error_step", "samples", {"middle of each step up to T", "至 T 为止每一步的中点"}, true},
            {"error_high", "error_step", "", {"largest |error| of the step", "该步最大的 |error|"}, true}};
}

std::vector<ValueInfo> View::values() {
    return {{"rms_error", {"root of the mean square of `error` over the whole grid", "`error` 在整个网格上的均方根"}},
            {"max_error", {"largest |error| over the whole grid", "`error` 在整个网格上的最大绝对值"}},
            {"max_error_at", {"where that is, in samples", "其所在时刻（样本）"}},
            {"diverged",
             {"whether some |xₙ(t)|, t ≤ T, exceeded 10⁶ times the largest sample or was not finite",
              "t ≤ T 时是否有 |xₙ(t)| 超过最大样本的 10⁶ 倍或非有限"}},
            {"peak_state", {"largest |xₙ(t)|, t ≤ T; null if not finite", "t ≤ T 时最大的 |xₙ(t)|；非有限则为 null"}},
            {"largest_input", {"largest |sample| taken in", "已取入的最大 |样本|"}},
            {"time", {"T, samples taken in", "T，已取入的样本数"}},
            {"samples", {"samples of the whole signal", "整个信号的样本数"}},
            {"numbers", {"real numbers that the state has", "状态所含实数的个数"}},
            {"sample_rate", {"of the file, samples per second; null if it has none", "文件的采样率（每秒样本数）；无则为 null"}},
            {"seconds", {"T in seconds; null without a sample rate", "T 的秒数；无采样率则为 null"}},
            {"channels", {"channels of the file", "文件的声道数"}}};
}

}  // namespace

}  // namespace memory

const View& memory_view() {
    static const ViewOf<memory::View> view;
    return view;
}

}  // namespace poslab
