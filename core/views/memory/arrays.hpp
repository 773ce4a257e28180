#pragma once

// The arrays and values of the view `memory`, and the intermediate results that they share.

#include "core/memory/convergence.hpp"
#include "core/views/memory/memory.hpp"

namespace poslab::memory {

/// The signal and its reconstruction at the points where they are compared.
struct Curves {
    std::vector<double> grid;
    Column input, recalled;
};
/// Coefficients of the state over time. [times, coefficients]
struct States {
    std::vector<double> real, imaginary;  // imaginary: of complex states only
};
/// States for the signal, and for the signal with each sample repeated (docs/formulas.md §6.8).
struct Speeds {
    std::vector<std::int64_t> times;
    std::int64_t coefficients = 0;               // number shown
    std::vector<double> states, states_of_slow;  // [coefficients, times]
    std::vector<double> difference;
};
/// The size of the state with one method.
struct Sizes {
    std::vector<double> largest;  // at each of size_times()
    double peak = 0;              // over all times
};
/// Errors over the step size for all methods; empty for methods not compared or not yet computed.
struct StepCurves {
    StepReferences references;
    std::array<StepErrors, method_count> errors;
};
/// Errors over the order. [orders]
struct OrderCurves {
    std::vector<std::int64_t> orders;
    std::array<std::vector<double>, method_count> errors;
};

struct SampleContext : SamplingOf<Params, Prepared> {
    using SamplingOf::SamplingOf;

    [[nodiscard]] const History& history() const { return *prepared.history; }
    [[nodiscard]] bool is_complex() const { return history().spec.measure->is_complex; }
    /// Number of components of a state.
    [[nodiscard]] std::int64_t coefficients() const {
        return memory_states(history().spec.measure, history().spec.order);
    }
    [[nodiscard]] MemorySpec spec_of(Method method) const;
    [[nodiscard]] std::vector<std::int64_t> times() const { return even_times(moment->time, request.height); }
    /// Returns the times at which sizes of states are compared.
    [[nodiscard]] std::vector<std::int64_t> size_times() const;

    const Curves& curves();
    const States& states();
    /// Slow for long signals: the arrays that do not depend on it are published first.
    const Recall& recall();
    /// True if values that depend on the recall can be given: always, except in partial results before it.
    [[nodiscard]] bool has_recall() const { return !publishing || recall_made.found() != nullptr; }
    /// Returns the samples over which methods are compared.
    const std::vector<double>& first_samples();
    const Speeds& speeds();
    const Sizes& sizes(Method method);
    /// Returns the errors of 10137's bilinear rule on a constant after 10, 200 and 1000 samples.
    const std::vector<double>& article_misses();
    /// Computes the errors of the requested methods; published one by one if slow.
    const StepCurves& step_curves();
    const OrderCurves& order_curves();
    /// Publishes a coarse result: the data up to now, and those of `rows` that are known.
    void publish(const RowList<ArrayOf<SampleContext>>& rows);

    std::shared_ptr<const Moment> moment = std::make_shared<const Moment>(moment_at(
        history(), chosen_time(params.moment.time, history().length), job));  // the state at the chosen time
    Memo<Curves> curves_made{};
    Memo<States> states_made{};
    Memo<Recall> recall_made{};
    Memo<std::vector<double>> first_samples_made{}, article_misses_made{};
    Memo<Speeds> speeds_made{};
    std::array<Memo<Sizes>, method_count> sizes_made{};
    std::optional<StepCurves> step_curves_made{};
    std::optional<OrderCurves> order_curves_made{};
    bool publishing = false;
};
using ArrayRow = ArrayOf<SampleContext>;
using NamedRow = LimitedArrayOf<SampleContext, Availability::when_named>;
using ConditionalRow = LimitedArrayOf<SampleContext, Availability::conditional>;
using ValueRow = ValueOf<SampleContext>;
using FigureRow = FigureOf<Params, SampleContext>;

/// Returns the states over the whole signal: one row per coefficient, or per group of coefficients the one
/// with the largest size.
[[nodiscard]] Numbers state_map_of(const SampleContext& context);
/// Returns max |x_n − e_0| at each of constant_times() for the signal 1.
[[nodiscard]] std::vector<double> constant_misses(const SampleContext& context, Method method);
[[nodiscard]] std::vector<std::int64_t> constant_times();
[[nodiscard]] std::vector<double> peaks(SampleContext& context);
/// Returns the middle of each step of a figure, in held samples; the last step ends at `end`.
[[nodiscard]] std::vector<double> step_middles(const Envelope& steps, std::int64_t end);
/// Returns the slope of the requested errors; empty if too few of them are usable.
[[nodiscard]] std::optional<double> step_slope_of(const SampleContext& context, const ArrayRow& row,
                                                  Method method, std::vector<double> StepErrors::*errors);
[[nodiscard]] std::optional<double> order_slope_of(const SampleContext& context, Method method);

/// Returns null, i.e. no array, if there are no numbers.
[[nodiscard]] inline Column if_any(std::vector<double> numbers) {
    return numbers.empty() ? nullptr : shared_column(std::move(numbers));
}

/// Help texts for rows of methods: the first row describes the quantity, the others refer to it.
inline constexpr Text same_method = "the same for this method"_tr,
                      same_slope = "the same for this method"_tr.as("slope");
[[nodiscard]] constexpr Text first_or_same(Method method, Text first, Text others = same_method) {
    return method == Method::forward ? first : others;
}

[[nodiscard]] inline Numbers of_states(SampleContext& context, std::vector<double> States::*part) {
    const std::vector<double>& numbers = context.states().*part;
    if (numbers.empty()) return Column();
    return matrix_of(std::ssize(context.times()), numbers,
                     {{0, context.moment->time}, {0, context.coefficients()}});
}
/// The states of the first coefficients over the time of the original signal.
[[nodiscard]] inline Numbers of_speeds(SampleContext& context, std::vector<double> Speeds::*states) {
    const Speeds& speeds = context.speeds();
    return matrix_of(speeds.coefficients, speeds.*states,
                     {{0, speeds.coefficients}, {0, speeds.times.back()}});
}

namespace arrays {

inline constexpr ArrayRow grid{
    "grid", "grid", "samples",
    "times at which signal and reconstruction are compared: 0, the middle of each sample, T"_tr,
    [](SampleContext& a) { return a.curves().grid; }};
inline constexpr ArrayRow input{"input", "grid", "", "the signal at these times"_tr,
                                [](SampleContext& a) { return a.curves().input; }};
inline constexpr ArrayRow reconstruction{"reconstruction", "grid", "",
                                         "reconstruction from the state at T; null before the window"_tr,
                                         [](SampleContext& a) { return a.curves().recalled; }};
inline constexpr ArrayRow error{"error", "grid", "", "reconstruction − input"_tr, [](SampleContext& a) {
                                    return sum_of(a.curves().recalled, a.curves().input, -1);
                                }};
inline constexpr ArrayRow states{
    "states", "time, coefficient", "",
    "xₙ at `times`, the last row at T; null beyond 10⁶ times the largest sample"_tr,
    [](SampleContext& a) { return of_states(a, &States::real); }};
inline constexpr ConditionalRow states_imaginary{
    "states_imaginary", "time, coefficient", "", "imaginary parts, for measure fourier-legs"_tr,
    [](SampleContext& a) { return of_states(a, &States::imaginary); }};
inline constexpr ArrayRow times{"times", "time", "samples", "samples read at each row of `states`"_tr,
                                [](SampleContext& a) { return numbers_of(a.times()); }};
inline constexpr NamedRow state_map{
    "state_map",
    "coefficient, time",
    "",
    "states over the whole signal, transposed; computed only if named, like all below"_tr,
    by<&state_map_of>,
    Reduction::largest};
inline constexpr NamedRow signal_time{
    "signal_time", "step", "samples", "middle of each bin of a figure"_tr,
    [](SampleContext& a) { return step_middles(a.history().signal, a.history().length); }};
inline constexpr NamedRow signal_low{"signal_low", "step", "", "lowest sample of the bin"_tr,
                                     [](SampleContext& a) { return a.history().signal.low; }};
inline constexpr NamedRow signal_high{"signal_high", "step", "", "highest sample of the bin"_tr,
                                      [](SampleContext& a) { return a.history().signal.high; }};
inline constexpr NamedRow signal_mean{"signal_mean", "step", "", "mean of the bin"_tr,
                                      [](SampleContext& a) { return a.history().signal.mean; }};
inline constexpr NamedRow error_time{
    "error_time", "error_step", "samples", "middle of each bin up to T"_tr,
    [](SampleContext& a) { return step_middles(a.recall().error, a.moment->time); }};
inline constexpr NamedRow error_high{"error_high", "error_step", "", "largest |error| of the bin"_tr,
                                     [](SampleContext& a) { return a.recall().error.high; }};

inline constexpr NamedRow speed_time{"speed_time", "speed_time", "samples",
                                     "times t of the original signal"_tr,
                                     [](SampleContext& a) { return numbers_of(a.speeds().times); }};
inline constexpr NamedRow speed_states{"speed_states", "coefficient, speed_time", "",
                                       "first coefficients xₙ(t); for fourier-legs, real "
                                       "parts from n = 0 on"_tr,
                                       [](SampleContext& a) { return of_speeds(a, &Speeds::states); }};
inline constexpr NamedRow speed_states_slow{
    "speed_states_slow", "coefficient, speed_time", "",
    "yₙ(c t) for the signal with each sample repeated c = `stretch` times"_tr,
    [](SampleContext& a) { return of_speeds(a, &Speeds::states_of_slow); }};
inline constexpr NamedRow speed_difference{"speed_difference", "speed_time", "",
                                           "largest |y(c t) − x(t)| over all coefficients"_tr,
                                           [](SampleContext& a) { return a.speeds().difference; }};

inline constexpr NamedRow size_time{"size_time", "size_time", "samples", "times, on a logarithmic axis"_tr,
                                    [](SampleContext& a) { return numbers_of(a.size_times()); }};
inline constexpr NamedRow size_peaks{"size_peaks", "method", "",
                                     "largest |xₙ(t)| over all times, by method in the order of `method`"_tr,
                                     by<&peaks>};
inline constexpr auto sizes = each_method([]<Method method>() -> ArrayRow {
    return NamedRow{name_of<"size_", method>, "size_time", "", "max |xₙ(t)| with this method"_tr,
                    [](SampleContext& a) { return a.sizes(method).largest; }};
});
inline constexpr NamedRow constant_time{"constant_time", "constant_time", "samples",
                                        "times, on a logarithmic axis"_tr,
                                        [](SampleContext&) { return numbers_of(constant_times()); }};
inline constexpr auto constants = each_method([]<Method method>() -> ArrayRow {
    return NamedRow{name_of<"constant_", method>, "constant_time", "",
                    "max |xₙ(t) − e₀| for the signal 1, with this method"_tr,
                    [](SampleContext& a) { return constant_misses(a, method); }};
});

inline constexpr NamedRow step_sizes{
    "step_sizes", "size", "samples",
    "numbers of samples T for the same signal, down to a sixteenth; a window keeps its share "
    "of the signal"_tr,
    [](SampleContext& a) { return if_any(numbers_of(a.step_curves().references.sizes)); }};
[[nodiscard]] constexpr Text step_error_help(Method method) {
    if (method == Method::alpha) return "α family: α = ½, or the chosen α if the method is `alpha`"_tr;
    if (method == Method::exact)
        return "`exact`, legs only: its scan against the projection, rounding only; null if too slow, or "
               "for other measures"_tr;
    return first_or_same(
        method,
        "`forward`: largest |xₙ(T) − x*ₙ|, x* the state of `exact` for the same held samples; "
        "likewise all step_error_…"_tr);
}
inline constexpr auto step_errors = each_method([]<Method method>() -> ArrayRow {
    return NamedRow{name_of<"step_error_", method>, "size", "", step_error_help(method),
                    [](SampleContext& a) { return if_any(a.step_curves().errors[index_of(method)].held); }};
});
inline constexpr Text continuous_help =
    "`forward`: the same against the signal between its samples: legs its projection, else `exact` with 4"
    " times as many samples; noise, spikes and files: the finest held samples"_tr;
inline constexpr auto step_errors_continuous = each_method([]<Method method>() -> ArrayRow {
    return NamedRow{
        name_of<"step_error_continuous_", method>, "size", "", first_or_same(method, continuous_help),
        [](SampleContext& a) { return if_any(a.step_curves().errors[index_of(method)].continuous); }};
});
inline constexpr NamedRow order_sizes{
    "order_sizes", "order", "", "orders up to N, two per octave"_tr,
    [](SampleContext& a) { return if_any(numbers_of(a.order_curves().orders)); }};
inline constexpr Text order_error_help =
    "`forward`: rms_error with each of these orders; null if the state is not finite"_tr;
inline constexpr auto order_errors = each_method([]<Method method>() -> ArrayRow {
    return NamedRow{name_of<"order_error_", method>, "order", "", first_or_same(method, order_error_help),
                    [](SampleContext& a) { return if_any(a.order_curves().errors[index_of(method)]); }};
});

inline constexpr auto of_steps = all_of(step_sizes, step_errors, step_errors_continuous);
inline constexpr auto of_orders = all_of(order_sizes, order_errors);
inline constexpr auto all =
    all_of(grid, input, reconstruction, error, states, states_imaginary, times, state_map, signal_time,
           signal_low, signal_high, signal_mean, error_time, error_high, speed_time, speed_states,
           speed_states_slow, speed_difference, size_time, size_peaks, sizes, constant_time, constants,
           step_sizes, step_errors, step_errors_continuous, order_sizes, order_errors);

}  // namespace arrays

namespace values {

inline bool with_recall(const SampleContext& a) { return a.has_recall(); }
template <std::size_t n>
inline constexpr auto article_miss = [](SampleContext& a) { return a.article_misses()[n]; };
/// Returns the sample rate in samples per second; empty if the signal is no recording.
[[nodiscard]] inline std::optional<double> rate_of(const SampleContext& context) {
    const double rate = context.history().source->sample_rate();
    return rate > 0 ? std::optional(rate) : std::nullopt;
}

inline constexpr ValueRow rms_error{"rms_error", "root of the mean square of `error` over the whole grid"_tr,
                                    [](SampleContext& a) { return a.recall().rms; }, &with_recall};
inline constexpr ValueRow max_error{"max_error", "largest |error| over the whole grid"_tr,
                                    [](SampleContext& a) { return a.recall().largest; }, &with_recall};
inline constexpr ValueRow max_error_at{"max_error_at", "position of that error, in samples"_tr,
                                       [](SampleContext& a) {
                                           const bool none = std::isnan(a.recall().largest);
                                           return none ? std::nullopt
                                                       : std::optional(a.recall().place_of_largest);
                                       },
                                       &with_recall};
inline constexpr ValueRow diverged{
    "diverged", "true if some |xₙ(t)|, t ≤ T, exceeded 10⁶ times the largest sample or was not finite"_tr,
    [](SampleContext& a) { return a.moment->extent.diverged(); }};
inline constexpr ValueRow peak_state{"peak_state", "largest |xₙ(t)|, t ≤ T; null if not finite"_tr,
                                     [](SampleContext& a) { return a.moment->extent.peak_state; }};
inline constexpr ValueRow largest_input{"largest_input", "largest |sample| read"_tr,
                                        [](SampleContext& a) { return a.moment->extent.largest_input; }};
inline constexpr ValueRow time{"time", "T, samples read"_tr, [](SampleContext& a) { return a.moment->time; }};
inline constexpr ValueRow samples{"samples", "samples of the whole signal"_tr,
                                  [](SampleContext& a) { return a.history().length; }};
inline constexpr ValueRow numbers{"numbers", "real numbers in the state"_tr,
                                  [](SampleContext& a) { return memory_numbers(a.history().spec); }};
inline constexpr ValueRow sample_rate{
    "sample_rate", "sample rate of the file, samples per second; null if it has none"_tr, by<&rate_of>};
inline constexpr ValueRow seconds{
    "seconds", "T in seconds; null without a sample rate"_tr, [](SampleContext& a) {
        const auto rate = rate_of(a);
        return rate ? std::optional(static_cast<double>(a.moment->time) / *rate) : std::nullopt;
    }};
inline constexpr ValueRow channels{"channels", "channels of the file"_tr,
                                   [](SampleContext& a) { return a.history().source->channels(); }};
inline constexpr ValueRow constant_miss_10{
    "constant_miss_10",
    "max |xₙ − e₀| of Su's bilinear rule (10137) for LegS of order 8 and the signal 1, after 10 samples"_tr,
    article_miss<0>};
inline constexpr ValueRow constant_miss_200{"constant_miss_200", "the same after 200"_tr, article_miss<1>};
inline constexpr ValueRow constant_miss_1000{"constant_miss_1000", "the same after 1000"_tr, article_miss<2>};

inline constexpr Text slope_help =
    "p of error ~ (1/T)^p: least squares over at least three sizes with more samples than the state has "
    "numbers and errors of 1e-12 to 1 times the largest sample; null unless step_error_forward is named"_tr;
inline constexpr auto slopes = each_method([]<Method method>() -> ValueRow {
    return {name_of<"slope_", method>, first_or_same(method, slope_help, same_slope), [](SampleContext& a) {
                return step_slope_of(a, arrays::step_errors[index_of(method)], method, &StepErrors::held);
            }};
});
inline constexpr auto slopes_continuous = each_method([]<Method method>() -> ValueRow {
    return {name_of<"slope_continuous_", method>, "the same for step_error_continuous_…"_tr,
            [](SampleContext& a) {
                return step_slope_of(a, arrays::step_errors_continuous[index_of(method)], method,
                                     &StepErrors::continuous);
            }};
});
inline constexpr Text order_slope_help =
    "slope of log error against log order over the last two octaves, for at least three errors beyond "
    "rounding; null unless order_error_forward is named"_tr;
inline constexpr auto order_slopes = each_method([]<Method method>() -> ValueRow {
    return {name_of<"order_slope_", method>, first_or_same(method, order_slope_help, same_slope),
            [](SampleContext& a) { return order_slope_of(a, method); }};
});

inline constexpr auto all =
    all_of(rms_error, max_error, max_error_at, diverged, peak_state, largest_input, time, samples, numbers,
           sample_rate, seconds, channels, constant_miss_10, constant_miss_200, constant_miss_1000, slopes,
           slopes_continuous, order_slopes);

}  // namespace values

extern const FigureRow main_figure, speeds_figure, sizes_figure, constant_figure, claims_figure, steps_figure,
    orders_figure;
/// Figures of their panels only.
extern const FigureRow signal_figure, error_figure, held_figure, continuous_figure;

}  // namespace poslab::memory
