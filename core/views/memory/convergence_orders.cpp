// Errors of the reconstruction against the order. The first n numbers of a LegS state are the state of order
// n, so one scan per method gives all orders; other measures are scanned again for each order.

#include "core/hippo/legendre.hpp"
#include "core/hippo/legs_projection.hpp"
#include "core/views/memory/arrays.hpp"

namespace poslab::memory {
namespace {

constexpr double recall_seconds = 5e-9;  // per sample and number
constexpr std::size_t max_orders = 16;
constexpr std::int64_t slope_octaves = 4;  // factor of the order: the last two octaves
constexpr double rounding = 1e-12;

std::vector<double> final_state(const MemorySpec& spec, std::span<const double> samples, const Job& job) {
    const bool projected = spec.measure->is_projection && spec.method == Method::exact;
    return projected ? held_projection(spec.order, samples, job) : state_after(spec, samples, job);
}

MemorySpec spec_of(const SampleContext& context, Method method, std::int64_t order) {
    MemorySpec spec = context.spec_of(method);
    spec.order = order;
    return spec;
}

double seconds_of(const SampleContext& context, Method method, std::int64_t order) {
    const MemorySpec spec = spec_of(context, method, order);
    const bool projected = spec.measure->is_projection && method == Method::exact;
    const ScanSeconds scan = projected ? ScanSeconds{} : scan_seconds(spec);
    return scan.begin + static_cast<double>(context.moment->time) *
                            (scan.step + recall_seconds * static_cast<double>(order));
}

/// Returns the finite LegS state of the largest order; it contains those of all lower orders.
std::vector<double> nested_state(const SampleContext& context, Method method,
                                 std::span<const std::int64_t> orders, std::span<const double> samples) {
    for (std::size_t n = orders.size(); n-- > 0;) {
        std::vector<double> state = final_state(spec_of(context, method, orders[n]), samples, context.job);
        if (std::all_of(state.begin(), state.end(), [](double number) { return std::isfinite(number); }))
            return state;
    }
    return {};
}

/// Adds the squared errors of the first n numbers of `state` against `samples`, for each n of `orders`, over
/// a block of the grid.
void add_squares(std::span<const double> state, std::span<const std::int64_t> orders,
                 std::span<const double> places, std::span<const double> samples, double now,
                 std::span<double> squares) {
    std::vector<double> s, rest, missed(samples.begin(), samples.end());
    for (const double position : places) {
        s.push_back(position / now);
        rest.push_back((now - position) / now);
    }
    LegendreSweep sweep(s, rest);
    std::size_t n = 0;
    for (std::size_t at = 0; at < orders.size() && orders[at] <= static_cast<std::int64_t>(state.size());
         ++at) {
        for (; n < static_cast<std::size_t>(orders[at]); ++n) {
            if (n > 0) sweep.advance();
            for (std::size_t i = 0; i < missed.size(); ++i) missed[i] -= state[n] * sweep.values()[i];
        }
        for (const double error : missed) squares[at] += error * error;
    }
}

std::vector<double> nested_rms(std::span<const double> state, std::span<const std::int64_t> orders,
                               std::span<const double> samples, const Job& job) {
    constexpr std::int64_t block = 1024;
    const auto time = static_cast<std::int64_t>(samples.size());
    std::vector<double> squares(orders.size(), 0.0), places, values;
    for (std::int64_t first = 0; first < time + 2; first += block) {
        job.check();
        places.clear();
        values.clear();
        for (std::int64_t index = first; index < std::min(first + block, time + 2); ++index) {
            places.push_back(grid_place(index, time));
            values.push_back(samples[static_cast<std::size_t>(grid_sample(index, time))]);
        }
        add_squares(state, orders, places, values, static_cast<double>(time), squares);
    }
    for (std::size_t n = 0; n < squares.size(); ++n)
        squares[n] = orders[n] <= static_cast<std::int64_t>(state.size())
                         ? std::sqrt(squares[n] / static_cast<double>(time + 2))
                         : std::nan("");
    return squares;
}

double scanned_rms(const SampleContext& context, const MemorySpec& spec, std::span<const double> samples) {
    const History of_order{spec, context.history().source, nullptr, context.history().length, {}, {}};
    const Moment at{context.moment->time, final_state(spec, samples, context.job), {}};
    return recall(of_order, at, context.job.quiet()).rms;
}

void say_largest(const SampleContext& context, std::int64_t order) {
    if (order < 1)
        context.data.warnings.push_back(
            "Errors against order are left out: too slow for this many samples."_tr);
    else
        context.data.warnings.push_back(
            tr("Errors against order are left out beyond order {}: too slow.", order));
}

double seconds_of(const SampleContext& context, std::int64_t order) {
    double seconds = 0;
    for (std::size_t n = 0; n < method_count; ++n)
        if (context.wants(arrays::order_errors[n]))
            seconds += seconds_of(context, static_cast<Method>(n), order);
    return seconds;
}

/// Returns the orders that are not too expensive: for nested states the cost of the largest one counts, else
/// the sum.
std::vector<std::int64_t> affordable_orders(const SampleContext& context) {
    std::vector<std::int64_t> orders = compared_orders(context.params.memory.order);
    const bool nested = context.params.memory.measure->is_projection;
    double spent = 0;
    std::size_t count = 0;
    for (; count < orders.size() && context.moment->time <= max_converging_samples; ++count) {
        const double seconds = seconds_of(context, orders[count]);
        spent = nested ? seconds : spent + seconds;
        if (spent > longest_comparison) break;
    }
    if (count < orders.size()) say_largest(context, count == 0 ? 0 : orders[count - 1]);
    orders.resize(count);
    return orders;
}

void compare(SampleContext& context, OrderCurves& curves) {
    std::vector<double> samples(static_cast<std::size_t>(context.moment->time));
    context.history().source->read(0, samples, context.job);
    const bool nested = context.params.memory.measure->is_projection;
    const bool is_slow = seconds_of(context, curves.orders.back()) > slow_comparison / method_count;
    for (std::size_t n = 0; n < method_count; ++n) {
        if (!context.wants(arrays::order_errors[n])) continue;
        const auto method = static_cast<Method>(n);
        if (nested)
            curves.errors[n] = nested_rms(nested_state(context, method, curves.orders, samples),
                                          curves.orders, samples, context.job);
        else
            for (const std::int64_t order : curves.orders)
                curves.errors[n].push_back(scanned_rms(context, spec_of(context, method, order), samples));
        context.job.progress(static_cast<double>(n + 1) / method_count);
        if (is_slow) context.publish(arrays::of_orders);
    }
}

}  // namespace

std::vector<std::int64_t> compared_orders(std::int64_t order) {
    for (const bool thirds : {true, false}) {
        std::vector<std::int64_t> orders;
        for (std::int64_t power = 1; power < order; power *= 2) {
            orders.push_back(power);
            if (thirds && power >= 2 && 3 * power / 2 < order) orders.push_back(3 * power / 2);
        }
        orders.push_back(order);
        if (orders.size() <= max_orders || !thirds) return orders;
    }
    return {};
}

const OrderCurves& SampleContext::order_curves() {
    if (order_curves_made) return *order_curves_made;
    recall();
    OrderCurves& curves = order_curves_made.emplace();
    curves.orders = affordable_orders(*this);
    if (!curves.orders.empty()) compare(*this, curves);
    return curves;
}

std::optional<double> order_slope_of(const SampleContext& context, Method method) {
    if (!context.order_curves_made) return std::nullopt;
    const std::vector<std::int64_t>& orders = context.order_curves_made->orders;
    const std::vector<double>& errors = context.order_curves_made->errors[index_of(method)];
    const double largest_input = context.moment->extent.largest_input;
    std::vector<double> compared, beyond_rounding;
    for (std::size_t n = 0; n < errors.size(); ++n) {
        if (slope_octaves * orders[n] < orders.back() ||
            !(errors[n] >= rounding * largest_input && errors[n] <= largest_input))
            continue;
        compared.push_back(static_cast<double>(orders[n]));
        beyond_rounding.push_back(errors[n]);
    }
    return log_log_slope(compared, beyond_rounding);
}

}  // namespace poslab::memory
