#pragma once

// The arrays and values of the view `memory-decay`, and the intermediate results that they share.

#include "core/hippo/decay_norm.hpp"
#include "core/hippo/decay_operator.hpp"
#include "core/hippo/eigenvectors.hpp"
#include "core/hippo/impulse.hpp"
#include "core/views/memory_decay/memory_decay.hpp"

namespace poslab::memory_decay {

/// Elapsed times n − m, and r at each of them.
struct Moments {
    std::vector<double> elapsed, ratios;
};
/// The norms of several orders over n/m.
struct Orders {
    std::vector<double> stretch, norms;
};
/// The history reconstructed from the state of one sample at n = m, 4m, 16m, 64m.
struct Echo {
    std::vector<double> places, times, history;
};

struct SampleContext : SamplingOf<Params, Prepared> {
    using SamplingOf::SamplingOf;

    [[nodiscard]] std::int64_t order() const { return params.memory.order; }
    [[nodiscard]] std::int64_t from() const { return params.memory.from; }

    const std::vector<std::int64_t>& times();
    const Moments& by_time();
    /// The points at which curves are drawn: as dense as a screen can show on either axis.
    const Moments& figure_moments();
    const Orders& orders();
    const Echo& echo();
    /// Takes O(N²).
    const Diagonalisation& diagonalisation();
    [[nodiscard]] bool has_condition() const;

    Memo<std::vector<std::int64_t>> times_made{};
    Memo<Moments> by_time_made{}, figure_moments_memo{};
    Memo<Orders> orders_made{};
    Memo<Echo> echo_made{};
    Memo<Diagonalisation> diagonalisation_made{};
};
using ArrayRow = ArrayOf<SampleContext>;
using NamedRow = LimitedArrayOf<SampleContext, Availability::when_named>;
using ValueRow = ValueOf<SampleContext>;
using FigureRow = FigureOf<Params, SampleContext>;

[[nodiscard]] std::vector<double> condition_logarithms(SampleContext& context);
/// f(k) of the modes k = 1 … N.
template <class Function>
[[nodiscard]] std::vector<double> each_mode(const SampleContext& context, const Function& f) {
    std::vector<double> values;
    for (std::int64_t k = 1; k <= context.order(); ++k) values.push_back(f(static_cast<double>(k)));
    return values;
}
[[nodiscard]] std::vector<double> drawn_mode_values(SampleContext& context);

namespace arrays {

inline constexpr ArrayRow time{
    "time", "time", "samples",
    "n = m … to, for the arrays below: all of them, or thinned evenly to 65,536 points (for orders above "
    "256 to 2²⁴/N, so that the modes fit)"_tr,
    [](SampleContext& a) { return numbers_of(a.times()); }};
inline constexpr ArrayRow ratio{"ratio", "time", "", "r = m/n"_tr,
                                [](SampleContext& a) { return a.by_time().ratios; }};
inline constexpr ArrayRow operator_norm{
    "operator_norm", "time", "", "2-norm of K(r) = e^(A ln(n/m)), which takes a state of time m to time n"_tr,
    [](SampleContext& a) { return decay_norms(a.order(), a.by_time().ratios, a.job.part(0, 0.6)); }};
inline constexpr ArrayRow limit{
    "limit", "time", "", "√(m/n), which the norm tends to from below as N grows"_tr, [](SampleContext& a) {
        std::vector<double> roots = a.by_time().ratios;
        for (double& value : roots) value = std::sqrt(value);
        return roots;
    }};
inline constexpr ArrayRow modes{
    "modes", "mode, time", "", "(m/n)^k, k = 1 … N: the eigenvalues of K(r)"_tr,
    [](SampleContext& a) { return matrix_of(a.order(), decay_modes(a.order(), a.by_time().ratios)); }};
inline constexpr ArrayRow impulse{
    "impulse", "time", "",
    "‖x‖ at n after a unit sample u = 1 that ends at m, all else 0; not divided by its value at m"_tr,
    [](SampleContext& a) {
        return impulse_norms(a.order(), a.from(), a.by_time().elapsed, a.job.part(0.6, 0.9));
    }};
inline constexpr ArrayRow rnn{"rnn", "time", "", "γ^(n − m) of an exponential RNN"_tr, [](SampleContext& a) {
                                  return rnn_decay(a.params.memory.gamma, a.by_time().elapsed);
                              }};
inline constexpr ArrayRow rnn_equal{
    "rnn_equal", "time", "", "γ^(n − m) of the RNN with the half-life of the impulse"_tr,
    [](SampleContext& a) { return rnn_decay(a.prepared.impulse_gamma, a.by_time().elapsed); }};
inline constexpr ArrayRow rnn_equal_norm{
    "rnn_equal_norm", "time", "", "γ^(n − m) of the RNN with the half-life of the norm"_tr,
    [](SampleContext& a) { return rnn_decay(a.prepared.norm_gamma, a.by_time().elapsed); }};
inline constexpr ArrayRow eigenvalue{
    "eigenvalue", "mode", "", "eigenvalues −1 … −N of A"_tr,
    [](SampleContext& a) { return each_mode(a, [](double k) { return -k; }); }};
inline constexpr ArrayRow mode_half_life{
    "mode_half_life", "mode", "samples", "steps after which (m/n)^k is 1/2: m (2^(1/k) − 1)"_tr,
    [](SampleContext& a) {
        return each_mode(
            a, [&](double k) { return static_cast<double>(a.from()) * std::expm1(std::log(2.0) / k); });
    }};

inline constexpr NamedRow drawn_elapsed{"drawn_elapsed", "step", "samples",
                                        "n − m at which curves are drawn, not only integers"_tr,
                                        [](SampleContext& a) { return a.figure_moments().elapsed; }};
inline constexpr NamedRow drawn_norm{
    "drawn_norm", "step", "", "operator_norm at drawn_elapsed"_tr,
    [](SampleContext& a) { return decay_norms(a.order(), a.figure_moments().ratios, a.job.part(0, 0.6)); }};
inline constexpr NamedRow drawn_impulse{
    "drawn_impulse", "step", "", "impulse at drawn_elapsed"_tr, [](SampleContext& a) {
        return impulse_norms(a.order(), a.from(), a.figure_moments().elapsed, a.job.part(0.6, 0.9));
    }};
inline constexpr NamedRow drawn_modes{
    "drawn_modes", "drawn mode, step", "", "modes 1, 2, 4 … 64 and N at drawn_elapsed"_tr,
    [](SampleContext& a) { return matrix_of(std::ssize(drawn_powers(a.order())), drawn_mode_values(a)); }};
inline constexpr NamedRow stretch{"stretch", "stretch", "", "n/m, up to at least 1000"_tr,
                                  [](SampleContext& a) { return a.orders().stretch; }};
inline constexpr NamedRow order_norm{
    "order_norm", "order, stretch", "",
    "norm of the operator of orders 1, 2, 4, 8, 16, 64 (except N), then N"_tr,
    [](SampleContext& a) { return matrix_of(std::ssize(compared_orders(a.order())), a.orders().norms); }};
inline constexpr NamedRow echo_place{"echo_place", "place", "",
                                     "positions in the history / m; the sample ends at 1"_tr,
                                     [](SampleContext& a) { return a.echo().places; }};
inline constexpr NamedRow echo_time{"echo_time", "echo", "",
                                    "times n/m at which the state is read: 1, 4, 16, 64"_tr,
                                    [](SampleContext& a) { return a.echo().times; }};
inline constexpr NamedRow echo{
    "echo", "echo, place", "", "history reconstructed from the state of the unit sample"_tr,
    [](SampleContext& a) { return matrix_of(std::ssize(a.echo().times), a.echo().history); }};
inline constexpr NamedRow condition_order{
    "condition_order", "tried order", "", "orders of the condition numbers"_tr,
    [](SampleContext& a) { return numbers_of(condition_orders(a.order())); }};
inline constexpr NamedRow condition_log10{
    "condition_log10", "tried order", "",
    "log₁₀ of the condition number of A's eigenvectors, columns of unit length"_tr,
    [](SampleContext& a) { return condition_logarithms(a); }};

inline constexpr auto all =
    all_of(time, ratio, operator_norm, limit, modes, impulse, rnn, rnn_equal, rnn_equal_norm, eigenvalue,
           mode_half_life, drawn_elapsed, drawn_norm, drawn_impulse, drawn_modes, stretch, order_norm,
           echo_place, echo_time, echo, condition_order, condition_log10);

}  // namespace arrays

namespace values {

template <double Prepared::*fact>
inline constexpr auto fact_of = [](SampleContext& context) { return context.prepared.*fact; };
inline double limit(SampleContext& context) {
    return std::sqrt(static_cast<double>(context.from()) / static_cast<double>(context.params.memory.to));
}
inline bool has_condition(const SampleContext& context) { return context.has_condition(); }

inline constexpr ValueRow half_life{
    "half_life", "steps n − m after which the norm of K(m/n) is 1/2: 3m where the norm is √(m/n)"_tr,
    fact_of<&Prepared::norm_half_life>};
inline constexpr ValueRow half_life_impulse{"half_life_impulse",
                                            "steps after which ‖x‖ of one sample is half its value at m"_tr,
                                            fact_of<&Prepared::impulse_half_life>};
inline constexpr ValueRow half_life_rnn{"half_life_rnn",
                                        "steps after which γ^(n − m) is 1/2: ln 2 / ln(1/γ)"_tr,
                                        fact_of<&Prepared::rnn_half_life>};
inline constexpr ValueRow gamma_equal{"gamma_equal", "γ of the RNN with the half-life of the impulse"_tr,
                                      fact_of<&Prepared::impulse_gamma>};
inline constexpr ValueRow gamma_equal_norm{
    "gamma_equal_norm", "γ of the RNN with the half-life of the norm"_tr, fact_of<&Prepared::norm_gamma>};
inline constexpr ValueRow norm_at_to{"norm_at_to", "norm of K at n = to"_tr, fact_of<&Prepared::norm_at_to>};
inline constexpr ValueRow limit_at_to{"limit_at_to", "√(m/n) at n = to"_tr, by<&limit>};
inline constexpr ValueRow below_limit_at_to{
    "below_limit_at_to", "how far norm_at_to is below limit_at_to"_tr,
    [](SampleContext& context) { return limit(context) - context.prepared.norm_at_to; }};
inline constexpr ValueRow slope_at_to{"slope_at_to",
                                      "d ln‖K‖ / d ln n at n = to: −1/2 if the norm is √(m/n)"_tr,
                                      fact_of<&Prepared::slope_at_to>};
inline constexpr ValueRow impulse_at_from{"impulse_at_from", "‖x‖ at m, just after the sample"_tr,
                                          fact_of<&Prepared::impulse_at_from>};
inline constexpr ValueRow impulse_at_to{"impulse_at_to", "‖x‖ at n = to"_tr,
                                        fact_of<&Prepared::impulse_at_to>};
inline constexpr ValueRow trace_left{
    "trace_left", "‖x‖ of one sample `later` steps after it was read, relative to its value at m"_tr,
    [](SampleContext& context) {
        return impulse_left(context.params, context.from() + context.params.memory.later);
    }};
inline constexpr ValueRow rnn_at_to{"rnn_at_to", "γ^(n − m) at n = to"_tr, [](SampleContext& context) {
                                        const auto elapsed =
                                            static_cast<double>(context.params.memory.to - context.from());
                                        return std::pow(context.params.memory.gamma, elapsed);
                                    }};
inline constexpr ValueRow ahead_from{
    "ahead_from", "steps from which on the norm of LegS stays above γ^(n − m); 0: from the start"_tr,
    fact_of<&Prepared::ahead_from>};
inline constexpr ValueRow log10_condition{
    "log10_condition",
    "log₁₀ of the condition number of A's eigenvectors; only with all arrays or those of eigenvalues and conditions"_tr,
    [](SampleContext& context) { return context.diagonalisation().log10_condition; }, &has_condition};
inline constexpr ValueRow condition{
    "condition", "the condition number; null if it exceeds the range of double"_tr,
    [](SampleContext& context) { return context.diagonalisation().condition; }, &has_condition};

inline constexpr auto all =
    all_of(half_life, half_life_impulse, half_life_rnn, gamma_equal, gamma_equal_norm, norm_at_to,
           limit_at_to, below_limit_at_to, slope_at_to, impulse_at_from, impulse_at_to, trace_left, rnn_at_to,
           ahead_from, log10_condition, condition);

}  // namespace values

/// Returns the curve of the n-th variant over k = 1 … N, with dots if there are few.
[[nodiscard]] Curve curve_of_modes(const Drawing& on, std::size_t n, const ArrayRow& row,
                                   std::string single = {});

extern const FigureRow main_figure, sample_figure, decay_figure, impulse_figure, slopes_figure, modes_figure,
    operator_figure, eigenvalues_figure, claims_figure;
/// Figures of their panels only.
extern const FigureRow log_log_figure, semi_log_figure, half_lives_figure;

}  // namespace poslab::memory_decay
