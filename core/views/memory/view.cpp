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
        throw UsageError(tr("--points: {} numbers; must be pairs, place,value,place,value", numbers.size()));
    for (std::size_t n = 0; n < numbers.size(); n += 2)
        if (numbers[n] < 0 || numbers[n] > 1 || (n > 0 && numbers[n] < numbers[n - 2]))
            throw UsageError(tr("--points: place {:g}; places must be from 0 to 1 and never fall", numbers[n]));
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
                .title = "What a state remembers"_tr,
                .short_title = "LegS state"_tr,
                .section = Section::memory,
                .summary =
                    "How a state of N numbers holds a whole history: the signal that it still knows, and what each way of "
                    "taking samples in makes of it."_tr,
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
             "Signal and state"_tr,
             {"grid", "reconstruction", "signal_time", "signal_low", "signal_high", "signal_mean", "error_time", "error_high",
              "state_map"}}};
}

std::vector<ArrayInfo> View::arrays() {
    return {
        {"grid", "grid", "samples", "times at which signal and reconstruction are compared: 0, the middle of each sample, T"_tr},
        {"input", "grid", "", "the signal there"_tr},
        {"reconstruction", "grid", "", "what the state at T stands for there; null before the window"_tr},
        {"error", "grid", "", "reconstruction − input"_tr},
        {"states", "time, coefficient", "", "xₙ at `times`, the last row at T; null beyond 10⁶ times the largest sample"_tr},
        {"states_imaginary", "time, coefficient", "", "the imaginary parts, with measure fourier-legs"_tr, false, true},
        {"times", "time", "samples", "samples taken in at each row of `states`"_tr},
        {"state_map", "coefficient, time", "",
         "the states over the whole signal, transposed; only where named, as all that follow"_tr, true},
        {"signal_time", "step", "samples", "middle of each step of a figure"_tr, true},
        {"signal_low", "step", "", "lowest sample of the step"_tr, true},
        {"signal_high", "step", "", "highest sample of the step"_tr, true},
        {"signal_mean", "step", "", "mean of the step"_tr, true},
        {"error_time", "error_step", "samples", "middle of each step up to T"_tr, true},
        {"error_high", "error_step", "", "largest |error| of the step"_tr, true}};
}

std::vector<ValueInfo> View::values() {
    return {{"rms_error", "root of the mean square of `error` over the whole grid"_tr},
            {"max_error", "largest |error| over the whole grid"_tr},
            {"max_error_at", "where that is, in samples"_tr},
            {"diverged", "whether some |xₙ(t)|, t ≤ T, exceeded 10⁶ times the largest sample or was not finite"_tr},
            {"peak_state", "largest |xₙ(t)|, t ≤ T; null if not finite"_tr},
            {"largest_input", "largest |sample| taken in"_tr},
            {"time", "T, samples taken in"_tr},
            {"samples", "samples of the whole signal"_tr},
            {"numbers", "real numbers that the state has"_tr},
            {"sample_rate", "of the file, samples per second; null if it has none"_tr},
            {"seconds", "T in seconds; null without a sample rate"_tr},
            {"channels", "channels of the file"_tr}};
}

}  // namespace

}  // namespace memory

const View& memory_view() {
    static const ViewOf<memory::View> view;
    return view;
}

}  // namespace poslab
