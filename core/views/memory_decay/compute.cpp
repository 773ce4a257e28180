#include "core/hippo/legendre.hpp"
#include "core/views/memory_decay/arrays.hpp"

namespace poslab::memory_decay {
namespace {

Moments moments_of(std::int64_t from, std::vector<double> elapsed) {
    Moments moments{std::move(elapsed), {}};
    const auto m = static_cast<double>(from);
    for (const double steps : moments.elapsed) moments.ratios.push_back(m / (m + steps));
    return moments;
}

std::vector<std::int64_t> thinned(const std::vector<std::int64_t>& times, std::int64_t most) {
    const auto count = static_cast<std::int64_t>(times.size());
    if (count <= most) return times;
    std::vector<std::int64_t> retained;
    for (std::int64_t i = 0; i < most; ++i)
        retained.push_back(times[static_cast<std::size_t>(i * (count - 1) / (most - 1))]);
    return retained;
}

/// The axis extends at least to 1000.
Orders orders_of(const SampleContext& context) {
    const double last =
        std::max(1000.0, static_cast<double>(context.params.memory.to) / static_cast<double>(context.from()));
    constexpr int parts = 160;
    Orders orders;
    std::vector<double> ratios;
    for (int i = 0; i <= parts; ++i) {
        orders.stretch.push_back(i == parts ? last : std::pow(last, static_cast<double>(i) / parts));
        ratios.push_back(1 / orders.stretch.back());
    }
    for (const std::int64_t order : compared_orders(context.order())) {
        const std::vector<double> own = decay_norms(order, ratios, context.job.quiet());
        orders.norms.insert(orders.norms.end(), own.begin(), own.end());
    }
    return orders;
}

/// Returns the positions at which the history is evaluated, in units of m. They are dense around 1, where the
/// sample ends and a state of order N at time m resolves 1/N².
std::vector<double> echo_places(double last, std::int64_t order) {
    constexpr int parts = 480, near_parts = 96;
    constexpr double first = 0.1, near = 0.5;
    std::vector<double> places{1};
    const double finest = near / (64 * static_cast<double>(order) * static_cast<double>(order));
    for (int i = 0; i <= near_parts; ++i)
        for (const double side : {-1.0, 1.0})
            if (const double position =
                    1 + side * finest * std::pow(near / finest, static_cast<double>(i) / near_parts);
                position <= last)
                places.push_back(position);
    for (int i = 0; i <= parts; ++i)
        places.push_back(i == parts ? last : first * std::pow(last / first, static_cast<double>(i) / parts));
    std::sort(places.begin(), places.end());
    return places;
}

/// Returns the sum of x_k p_k(s), s = position/time: the history reconstructed from `state`; NaN beyond
/// `time`.
std::vector<double> history_of(std::span<const double> state, double time, std::span<const double> places) {
    std::vector<double> s, rest, sum(places.size());
    for (const double position : places) {
        s.push_back(std::min(1.0, position / time));
        rest.push_back(std::max(0.0, 1 - position / time));
    }
    LegendreSweep sweep(s, rest);
    for (const double component : state) {
        for (std::size_t i = 0; i < sum.size(); ++i) sum[i] += component * sweep.values()[i];
        sweep.advance();
    }
    for (std::size_t i = 0; i < sum.size(); ++i)
        if (places[i] > time) sum[i] = std::nan("");
    return sum;
}

Echo echo_of(const SampleContext& context) {
    constexpr std::size_t max_times = 4;
    const auto from = static_cast<double>(context.from());
    const double last = static_cast<double>(context.params.memory.to) / from;
    Echo echo{echo_places(last, context.order()), {}, {}};
    for (double n = 1; n <= last && echo.times.size() < max_times; n *= 4) {
        context.job.check();
        echo.times.push_back(n);
        const std::vector<double> history =
            history_of(impulse_state(context.order(), context.from(), (n - 1) * from), n, echo.places);
        echo.history.insert(echo.history.end(), history.begin(), history.end());
    }
    return echo;
}

}  // namespace

const std::vector<std::int64_t>& SampleContext::times() {
    return times_made.get(
        [&] { return thinned(prepared.times, std::max<std::int64_t>(2, request.curve_points)); });
}
const Moments& SampleContext::by_time() {
    return by_time_made.get([&] {
        std::vector<double> elapsed;
        for (const std::int64_t n : times()) elapsed.push_back(static_cast<double>(n - from()));
        return moments_of(from(), std::move(elapsed));
    });
}
const Moments& SampleContext::figure_moments() {
    const auto last = static_cast<double>(params.memory.to - from());
    return figure_moments_memo.get(
        [&] { return moments_of(from(), memory_decay::drawn_elapsed(last, order())); });
}
const Orders& SampleContext::orders() {
    return orders_made.get([&] { return orders_of(*this); });
}
const Echo& SampleContext::echo() {
    return echo_made.get([&] { return echo_of(*this); });
}
const Diagonalisation& SampleContext::diagonalisation() {
    return diagonalisation_made.get([&] { return legs_diagonalisation(order(), job.quiet()); });
}
bool SampleContext::has_condition() const {
    return wants_any(arrays::eigenvalue, arrays::condition_order, arrays::condition_log10);
}

std::vector<double> drawn_mode_values(SampleContext& context) {
    std::vector<double> values;
    for (const std::int64_t power : drawn_powers(context.order()))
        for (const double ratio : context.figure_moments().ratios)
            values.push_back(std::pow(ratio, static_cast<double>(power)));
    return values;
}

std::vector<double> condition_logarithms(SampleContext& context) {
    const std::vector<std::int64_t> orders = condition_orders(context.order());
    std::vector<double> logarithms;
    for (const std::int64_t order : orders) {
        logarithms.push_back(order == context.order()
                                 ? context.diagonalisation().log10_condition
                                 : legs_diagonalisation(order, context.job.quiet()).log10_condition);
        context.job.progress(static_cast<double>(order * order) /
                             static_cast<double>(orders.back() * orders.back()));
    }
    return logarithms;
}

}  // namespace poslab::memory_decay
