// Figures `speeds`, `sizes` and `constant`: a signal at two speeds, the size of states over time, the error
// on a constant.

#include "core/views/memory/arrays.hpp"

namespace poslab::memory {
namespace {

constexpr std::array<std::string_view, 5> subscripts{"x₀", "x₁", "x₂", "x₃", "x₄"};
constexpr double zero_tolerance = 1e-12;

/// The time axis over the compared samples.
Axis compared_axis(const Showing& on, const Column& times) {
    Axis axis = time_axis(on, on.first());
    if (!times->empty()) axis.high = std::max(times->back(), 2.0);
    return axis;
}

std::size_t coefficients_shown(const Showing& on) {
    const Array* states = on.first().find(arrays::speed_states);
    return states == nullptr ? 0 : std::min(subscripts.size(), static_cast<std::size_t>(states->shape[0]));
}

void draw_states(Drawing& on, Panel& panel) {
    const Column times = on.first()[arrays::speed_time];
    panel.quantity = on.translate("thin: original; dashed: slowed {} times, with time divided by that factor",
                                  format_integer(on.first().params.moment.stretch));
    panel.x = compared_axis(on, times);
    ValueRange range;
    for (std::size_t n = 0; n < coefficients_shown(on); ++n) {
        const Color color = on.colors.curves[n];
        Curve slow(times, on.first().row_of(arrays::speed_states_slow, n), color);
        Curve fast(times, on.first().row_of(arrays::speed_states, n), color.with_alpha(0.45));
        slow.emphasis = Emphasis::pinned;
        range.include(slow.y);
        range.include(fast.y);
        add(panel, std::move(slow));
        add(panel, fast.named(std::string(subscripts[n])));
    }
    const double room = 0.06 * std::max(range.high - range.low, 1e-300);
    panel.y = range.empty() ? Axis{"", -1, 1} : Axis{"", range.low - room, range.high + room};
    if (const auto at = pointed_index(on, times)) point_at(panel, (*times)[*at], "");
}

void draw_difference(Drawing& on, Panel& panel) {
    const Column times = on.first()[arrays::speed_time], difference = on.first()[arrays::speed_difference];
    panel.quantity = on.translate("max |y(c t) − x(t)| over all coefficients"_tr);
    panel.x = compared_axis(on, times);
    ValueRange range;
    range.include(difference, 0);
    panel.y = logarithmic_axis("", 1e-16, 1);
    if (!range.empty()) {
        panel.y.low = std::pow(10, std::floor(std::log10(std::max(range.low, range.high * 1e-12))));
        panel.y.high = std::pow(10, std::ceil(std::log10(range.high) + 0.05));
    }
    const Color color = on.colors.curves[1];
    if (const auto at = pointed_index(on, times)) {
        PointerMark& pointer = point_at(panel, (*times)[*at], format_number((*times)[*at], 0));
        if (const double value = number_at(difference, *at); value > 0)
            add_dot(pointer, value, color, short_number(value));
    }
    add(panel, Curve(times, difference, color).emphasised());
}

/// Warns if a method was omitted because it takes N² per sample at a large order.
void tell_left_out(Drawing& on, std::size_t method, const Column& numbers) {
    const bool none = !numbers->empty() &&
                      std::all_of(numbers->begin(), numbers->end(), [](double v) { return std::isnan(v); });
    if (none)
        on.figure.warnings.push_back(on.translate("{} is left out: too slow at order {}.",
                                                  method_name(on, method),
                                                  format_integer(on.first().params.memory.order)));
}

Axis size_axis(const Showing& on) {
    ValueRange range;
    for (const ArrayRow& row : arrays::sizes) range.include(on.first()[row], 0);
    Axis axis = logarithmic_axis("", 0.01, 10);
    if (range.empty()) return axis;
    axis.high = std::pow(10, std::ceil(std::log10(range.high) + 0.02));
    // The usual size of states stays visible below any transient; zeros do not widen the axis.
    axis.low = std::pow(10, std::floor(std::log10(std::clamp(range.low, 1e-3, 0.1))));
    if (axis.low >= axis.high) axis.low = axis.high / 10;
    return axis;
}

/// Returns the method's name, with its peak if that is large or if the state has diverged.
std::string size_name(const Showing& on, std::size_t method) {
    const Column peaks = on.first()[arrays::size_peaks];
    std::string name = method_name(on, method);
    if (method >= peaks->size() || (*peaks)[method] < 10) return name;
    return name + (std::isfinite((*peaks)[method])
                       ? on.translate(", peak "_tr) + short_number((*peaks)[method])
                       : " → ∞");
}

void draw_sizes(Drawing& on, Panel& panel) {
    const MemoryGroup& group = on.first().params.memory;
    const Column times = on.first()[arrays::size_time];
    panel.quantity = on.translate("max |xₙ(t)| for every method"_tr);
    const Axis time = compared_axis(on, times);
    panel.x = logarithmic_axis(time.title, 1, time.high);
    panel.y = size_axis(on);
    const auto order = static_cast<double>(group.order);
    if (group.measure->is_projection && order < panel.x.high) add(panel, RuleMark{order, "t = N"});
    for (std::size_t n = 0; n < method_count; ++n) {
        tell_left_out(on, n, on.first()[arrays::sizes[n]]);
        add(panel, method_curve(on, n, times, on.first()[arrays::sizes[n]]).named(size_name(on, n)));
    }
    const auto at = pointed_index(on, times);
    if (!at) return;
    PointerMark& pointer = point_at(panel, (*times)[*at], format_number((*times)[*at], 0));
    for (std::size_t n = 0; n < method_count; ++n)
        if (const double size = on.first().at(arrays::sizes[n], *at); size > 0)
            add_small_dot(pointer, size, on.colors.curves[n]);
}

/// Methods with only rounding errors on a constant are named, not drawn.
void draw_constant(Drawing& on, Panel& panel) {
    const Column times = on.first()[arrays::constant_time];
    panel.title =
        on.translate("Error on a constant, order {}", format_integer(on.first().params.memory.order));
    panel.x = logarithmic_axis(on.translate("time t, samples →"_tr), 1, times->empty() ? 1e4 : times->back());
    panel.y = logarithmic_axis("", 1e-5, 1);
    std::string retained;
    for (std::size_t n = 0; n < method_count; ++n) {
        const Column misses = on.first()[arrays::constants[n]];
        if (misses->empty()) continue;
        tell_left_out(on, n, misses);
        if (misses->size() > 1 && !(misses->back() > zero_tolerance)) {
            if (std::isfinite(misses->back()))
                retained += (retained.empty() ? "" : on.translate("; "_tr)) + method_name(on, n);
            continue;
        }
        for (const double value : *misses) panel.y.high = std::max(panel.y.high, value < 1e3 ? value : 1e3);
        add(panel, method_curve(on, n, times, misses).emphasised().named(method_name(on, n)));
    }
    panel.quantity = on.translate("max |xₙ − e₀| where the signal is 1"_tr);
    if (!retained.empty()) panel.quantity += on.translate("; reproduced by "_tr) + retained;
    if (const auto x = on.x(); x && !times->empty()) {
        const double time = std::clamp(std::round(*x), 1.0, times->back());
        point_at(panel, time, format_number(time, 0));
    }
}

/// Only the beginning of long signals is compared.
void warn_of_compared(Drawing& on) {
    warn_of_others(on);
    if (length_of(on.first()) > max_compared_samples)
        on.figure.warnings.push_back(
            on.translate("Only the first {} samples are compared.", format_integer(max_compared_samples)));
}

/// Returns the index at the pointer and names it in the readout; `otherwise` without a pointer.
std::optional<std::size_t> write_time(Reading& reading, const Column& times, Text otherwise) {
    const auto at = pointed_index(reading, times);
    reading.readout.where = at ? "t = " + format_number((*times)[*at], 0) : reading.translate(otherwise);
    return at;
}

void read_speeds(Reading& reading) {
    const auto at = write_time(reading, reading.first()[arrays::speed_time], "at the end"_tr);
    const Column difference = reading.first()[arrays::speed_difference];
    if (!difference->empty()) {
        const std::size_t index = at.value_or(difference->size() - 1);
        for (std::size_t n = 0; n < coefficients_shown(reading); ++n)
            reading.row(
                std::string(subscripts[n]),
                readout_value((*reading.first().row_of(arrays::speed_states, n))[index], short_number),
                reading.colors.curves[n]);
        reading.row("Largest difference"_tr, readout_value((*difference)[index], short_number));
    }
    reading.formula("y (c t) = x (t)");
    reading.readout.notes = reading.translate(
        "Measures of the whole history have no time scale: a signal c times slower gives a state c times"
        " slower. With the exact step both agree to rounding; other methods take smaller steps of the "
        "slow signal and differ by their errors. Windows do not have this property."_tr);
}

void read_sizes(Reading& reading) {
    const auto at = write_time(reading, reading.first()[arrays::size_time], "largest over time"_tr);
    const Column peaks = reading.first()[arrays::size_peaks];
    read_methods(reading, [&](std::size_t n) {
        const Column sizes = reading.first()[arrays::sizes[n]];
        return short_number(at && *at < sizes->size() ? (*sizes)[*at] : number_at(peaks, n));
    });
    reading.formula("\\max_{n} |x_n (t)|");
    reading.readout.notes = reading.translate(
        "Forward Euler multiplies coefficient n by 1 − (n+1)/k: it grows while k < N and vanishes at k = "
        "n+1, "
        "so that the transient of LegS ends. That of Fourier-LegS does not."_tr);
}

/// Reads the errors at the pointer, else at the end.
void read_constant(Reading& reading) {
    const Column times = reading.first()[arrays::constant_time];
    if (times->empty()) return;
    const std::size_t at = pointed_index(reading, times).value_or(times->size() - 1);
    reading.readout.where = "t = " + format_number((*times)[at], 0);
    read_methods(reading,
                 [&](std::size_t n) { return short_number(reading.first().at(arrays::constants[n], at)); });
    reading.formula("\\max_{n} |x_n (t) - e_0|");
}

constexpr Part states_part{.title = "States at two speeds, overlaid"_tr,
                           .draw = &draw_states,
                           .shares_x_below = true,
                           .weight = 1.6};
constexpr Part difference_part{.title = "Difference"_tr, .draw = &draw_difference};
constexpr Part sizes_part{.title = "Size of the state over time"_tr, .draw = &draw_sizes};
constexpr Part constant_part{.title = {}, .draw = &draw_constant};

}  // namespace

constexpr FigureRow speeds_figure{
    .id = "speeds",
    .title = "Two speeds"_tr,
    .arrays = {arrays::speed_time, arrays::speed_states, arrays::speed_states_slow, arrays::speed_difference},
    .draw = {&warn_of_compared, states_part, difference_part},
    .read = &read_speeds,
    .one_each = true,
    .warned = Warned::in_figure};
constexpr FigureRow sizes_figure{
    .id = "sizes",
    .title = "Size of states"_tr,
    .arrays = poslab::all_of(arrays::size_time, arrays::size_peaks, arrays::sizes),
    .draw = {&warn_of_compared, sizes_part},
    .read = &read_sizes,
    .one_each = true,
    .idle = {"stretch"},
    .warned = Warned::in_figure};
constexpr FigureRow constant_figure{.id = "constant",
                                    .title = "A constant"_tr,
                                    .arrays = poslab::all_of(arrays::constant_time, arrays::constants),
                                    .draw = {&warn_of_others, constant_part},
                                    .read = &read_constant,
                                    .one_each = true,
                                    .idle = {"stretch"},
                                    .warned = Warned::in_figure};

}  // namespace poslab::memory
