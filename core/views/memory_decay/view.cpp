#include "core/base/errors.hpp"
#include "core/views/memory_decay/arrays.hpp"

namespace poslab {
namespace memory_decay {
namespace {

ViewInfo about() {
    return {.id = "memory-decay",
            .title = "LegS decay"_tr,
            .short_title = "LegS decay"_tr,
            .section = Section::memory,
            .summary =
                "Decay of a LegS state without input: its norm falls as √(m/n), a power of time, "
                "while an exponential RNN has one fixed half-life."_tr,
            .source = "10137, Su Jianlin, spaces.ac.cn/archives"};
}

constexpr auto all_figures = all_of(main_figure, sample_figure, decay_figure, impulse_figure, slopes_figure,
                                    log_log_figure, semi_log_figure, modes_figure, half_lives_figure,
                                    operator_figure, eigenvalues_figure, claims_figure);

void check(const Params& params) {
    const MemoryDecayGroup& group = params.memory;
    if (group.from >= group.to)
        throw UsageError(tr("--from {}: must be below --to {}", group.from, group.to));
}

void adjust(Params& params) { params.memory.from = std::min(params.memory.from, params.memory.to - 1); }

void end(SampleContext& context) {
    cover_axis("time", {context.params.memory.from, context.params.memory.to + 1}, context.data);
}

std::string subtitle(const Showing& on) {
    const MemoryDecayGroup& group = on.first().params.memory;
    const std::string r = format_number(static_cast<double>(group.from) / static_cast<double>(group.to), 6);
    const std::string numbers = on.translate.plural("{} number", "{} numbers", group.order);
    return on.translate("N = {}, no input after m = {}  ·  up to n = {}, r = m/n = {}", numbers,
                        format_integer(group.from), format_integer(group.to), r);
}

using View = ViewOf<Params, SampleContext>;
constexpr View::Description description{.about = &about,
                                        .figures = all_figures,
                                        .arrays = arrays::all,
                                        .values = values::all,
                                        .prepare = &memory_decay::prepare,
                                        .subtitle = &subtitle,
                                        .formula = &formula_of_operator,
                                        .check = &check,
                                        .adjust = &adjust,
                                        .end = &end};

}  // namespace
}  // namespace memory_decay

const View& memory_decay_view() {
    static const memory_decay::View view(memory_decay::description);
    return view;
}

}  // namespace poslab
