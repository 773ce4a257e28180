#include "core/base/errors.hpp"
#include "core/views/memory/arrays.hpp"

namespace poslab {
namespace memory {
namespace {

void check_points(const SignalGroup& group) {
    const std::vector<double>& numbers = group.points.numbers;
    if (numbers.size() % 2 != 0)
        throw UsageError(tr_plural("--points: {} number; must be pairs, position,value,position,value",
                                   "--points: {} numbers; must be pairs, position,value,position,value",
                                   std::ssize(numbers)));
    for (std::size_t n = 0; n < numbers.size(); n += 2)
        if (numbers[n] < 0 || numbers[n] > 1 || (n > 0 && numbers[n] < numbers[n - 2]))
            throw UsageError(
                tr("--points: position {}; positions must be from 0 to 1 and may not decrease", numbers[n]));
}

ViewInfo about() {
    return {.id = "memory",
            .title = "Memory of a state"_tr,
            .short_title = "LegS state"_tr,
            .section = Section::memory,
            .summary =
                "How a state of N numbers stores a whole history: the signal that it reconstructs, "
                "and the effect of each discretisation."_tr,
            .source = "Su Jianlin: HiPPO, spaces.ac.cn/archives/10137; Gu et al., arXiv 2008.07669"};
}

constexpr auto all_figures =
    all_of(main_figure, signal_figure, error_figure, speeds_figure, sizes_figure, constant_figure,
           steps_figure, held_figure, continuous_figure, orders_figure, claims_figure);

/// At this time, long words are still recognisable, short ones are not, and some are still to come.
Params opening() {
    Params params;
    params.memory.order = 64;
    params.signal.signal = Signal::text;
    params.moment.time = {1500, true};
    return params;
}

void check(const Params& params) {
    if (params.signal.signal == Signal::hand_drawn) check_points(params.signal);
}

void adjust(Params& params) {
    std::vector<double>& numbers = params.signal.points.numbers;
    if (numbers.size() % 2 != 0) numbers.pop_back();
    double reached = 0;
    for (std::size_t n = 0; n < numbers.size(); n += 2)
        reached = numbers[n] = std::clamp(numbers[n], reached, 1.0);
}

void apply_stroke(Params& params, std::string_view, std::span<const Point> stroke) {
    std::vector<SignalPoint> points;
    for (const Point& point : stroke)
        points.push_back(
            {point.x / static_cast<double>(params.signal.signal_length), std::clamp(point.y, -1e6, 1e6)});
    params.signal.points = points_list(redrawn(signal_points(params.signal.points), points));
}

void begin(SampleContext& context) {
    const OptionalReal& time = context.params.moment.time;
    const std::int64_t length = context.history().length;
    context.data.warnings = context.prepared.warnings;
    if (auto warning = divergence_warning(context.history(), context.moment->time))
        context.data.warnings.push_back(std::move(*warning));
    if (time.set && time.value > static_cast<double>(length))
        context.data.warnings.push_back(
            tr("The signal ends before t = {:.0f}: its end, {}, is used.", time.value, length));
    context.data.detail = context.moment;
}

void end(SampleContext& context) {
    cover_axis("grid", {0, context.moment->time + 2}, context.data);
    const auto recall = context.recall_made.found();
    if (recall != nullptr && recall->overflow)
        context.data.warnings.push_back(
            tr("The reconstruction overflows: at t = {:g}, its difference from the signal is not finite.",
               *recall->overflow));
}

using View = ViewOf<Params, SampleContext>;
constexpr View::Description description{.about = &about,
                                        .figures = all_figures,
                                        .arrays = arrays::all,
                                        .values = values::all,
                                        .prepare = &memory::prepare,
                                        .subtitle = &subtitle_of,
                                        .formula = [](const Showing& on) { return formula_of(on); },
                                        .check = &check,
                                        .adjust = &adjust,
                                        .opening = &opening,
                                        .apply_stroke = &apply_stroke,
                                        .begin = &begin,
                                        .end = &end};

}  // namespace
}  // namespace memory

const View& memory_view() {
    static const memory::View view(memory::description);
    return view;
}

}  // namespace poslab
