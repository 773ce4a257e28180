#include "core/base/errors.hpp"
#include "core/base/number_format.hpp"
#include "core/views/memory_decay/arrays.hpp"

#include <fmt/format.h>
#include <algorithm>

namespace poslab {

namespace memory_decay {

namespace {

namespace values {

template <double Facts::*fact>
constexpr auto fact_of = [](SampleContext& context) { return context.facts().*fact; };
double limit(SampleContext& context) {
    return std::sqrt(static_cast<double>(context.from()) / static_cast<double>(context.params.memory.to));
}
bool has_condition(const SampleContext& context) { return context.has_condition(); }

constexpr ValueRow half_life{
    "half_life", "steps n − m after which the norm of K(m/n) is 1/2: 3m where the norm is √(m/n)"_tr,
    fact_of<&Facts::norm_half_life>};
constexpr ValueRow half_life_impulse{"half_life_impulse",
                                     "steps after which ‖x‖ of one sample is half its value at m"_tr,
                                     fact_of<&Facts::impulse_half_life>};
constexpr ValueRow half_life_rnn{"half_life_rnn", "steps after which γ^(n − m) is 1/2: ln 2 / ln(1/γ)"_tr,
                                 fact_of<&Facts::rnn_half_life>};
constexpr ValueRow gamma_equal{"gamma_equal", "γ of the RNN with the half-life of the impulse"_tr,
                               fact_of<&Facts::impulse_gamma>};
constexpr ValueRow gamma_equal_norm{"gamma_equal_norm", "γ of the RNN with the half-life of the norm"_tr,
                                    fact_of<&Facts::norm_gamma>};
constexpr ValueRow norm_at_to{"norm_at_to", "norm of K at n = to"_tr, fact_of<&Facts::norm_at_to>};
constexpr ValueRow limit_at_to{"limit_at_to", "√(m/n) at n = to"_tr, by<&limit>};
constexpr ValueRow below_limit_at_to{
    "below_limit_at_to", "how far norm_at_to is below limit_at_to"_tr,
    [](SampleContext& context) { return limit(context) - context.facts().norm_at_to; }};
constexpr ValueRow slope_at_to{"slope_at_to", "d ln‖K‖ / d ln n at n = to: −1/2 if the norm is √(m/n)"_tr,
                               fact_of<&Facts::slope_at_to>};
constexpr ValueRow impulse_at_from{"impulse_at_from", "‖x‖ at m, just after the sample"_tr,
                                   fact_of<&Facts::impulse_at_from>};
constexpr ValueRow impulse_at_to{"impulse_at_to", "‖x‖ at n = to"_tr, fact_of<&Facts::impulse_at_to>};
constexpr ValueRow trace_left{"trace_left",
                              "‖x‖ of one sample `later` steps after it was read, relative "
                              "to its value at m"_tr,
                              [](SampleContext& context) {
                                  return impulse_left(context.params,
                                                      context.from() + context.params.memory.later);
                              }};
constexpr ValueRow rnn_at_to{"rnn_at_to", "γ^(n − m) at n = to"_tr, [](SampleContext& context) {
                                 const auto elapsed =
                                     static_cast<double>(context.params.memory.to - context.from());
                                 return std::pow(context.params.memory.gamma, elapsed);
                             }};
constexpr ValueRow ahead_from{
    "ahead_from", "steps from which on the norm of LegS stays above γ^(n − m); 0: from the start"_tr,
    fact_of<&Facts::ahead_from>};
constexpr ValueRow log10_condition{
    "log10_condition",
    "log₁₀ of the condition number of A's eigenvectors; only with all arrays or those of eigenvalues and conditions"_tr,
    [](SampleContext& context) { return context.diagonalisation().log10_condition; }, &has_condition};
constexpr ValueRow condition{"condition", "the condition number; null if it exceeds the range of double"_tr,
                             [](SampleContext& context) { return context.diagonalisation().condition; },
                             &has_condition};

}  // namespace values

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

constexpr auto all_arrays =
    all_of(arrays::time, arrays::ratio, arrays::operator_norm, arrays::limit, arrays::modes, arrays::impulse,
           arrays::rnn, arrays::rnn_equal, arrays::rnn_equal_norm, arrays::eigenvalue, arrays::mode_half_life,
           arrays::drawn_elapsed, arrays::drawn_norm, arrays::drawn_impulse, arrays::drawn_modes,
           arrays::stretch, arrays::order_norm, arrays::echo_place, arrays::echo_time, arrays::echo,
           arrays::condition_order, arrays::condition_log10);

constexpr auto all_values =
    all_of(values::half_life, values::half_life_impulse, values::half_life_rnn, values::gamma_equal,
           values::gamma_equal_norm, values::norm_at_to, values::limit_at_to, values::below_limit_at_to,
           values::slope_at_to, values::impulse_at_from, values::impulse_at_to, values::trace_left,
           values::rnn_at_to, values::ahead_from, values::log10_condition, values::condition);

void check(const Params& params) {
    const MemoryDecayGroup& group = params.memory;
    if (group.from >= group.to)
        throw UsageError(tr("--from {}: must be below --to {}", group.from, group.to));
}

void adjust(Params& params) { params.memory.from = std::min(params.memory.from, params.memory.to - 1); }

Prepared prepare(const Params& params, const Engine&, const Job& job) {
    return memory_decay::prepare(params, job);
}

void end(SampleContext& context) {
    Detail detail{context.facts(), {}};
    if (context.has_condition()) detail.log10_condition = context.diagonalisation().log10_condition;
    context.data.detail = std::make_shared<const Detail>(detail);
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
                                        .arrays = all_arrays,
                                        .values = all_values,
                                        .prepare = &prepare,
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
