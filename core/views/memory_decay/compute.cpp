#include "core/engine/engine.hpp"
#include "core/hippo/decay_norm.hpp"
#include "core/hippo/decay_operator.hpp"
#include "core/hippo/eigenvectors.hpp"
#include "core/hippo/impulse.hpp"
#include "core/hippo/legendre.hpp"
#include "core/views/array_adder.hpp"
#include "core/views/memory_decay/memory_decay.hpp"

#include <algorithm>
#include <cmath>

namespace poslab::memory_decay {

namespace {

struct Asked {
    const MemoryDecayGroup& group;
    const Facts& facts;
    const SampleRequest& request;
    const Job& job;
    Data& data;
    ArrayAdder add{data, request};
};

/// A part of a job's progress, from `begin` to `end` of it.
Job part_of(const Job& job, double begin, double end) {
    return Job(job.stop_token(), [&job, begin, end](double fraction) { job.progress(begin + fraction * (end - begin)); });
}

/// What is left at each of `elapsed` steps after m.
std::vector<double> ratios_of(const MemoryDecayGroup& group, std::span<const double> elapsed) {
    const auto from = static_cast<double>(group.from);
    std::vector<double> ratios;
    ratios.reserve(elapsed.size());
    for (const double steps : elapsed) ratios.push_back(from / (from + steps));
    return ratios;
}

std::vector<double> roots_of(std::vector<double> values) {
    for (double& value : values) value = std::sqrt(value);
    return values;
}

template <class Integer>
std::vector<double> numbers_of(const std::vector<Integer>& integers) {
    return {integers.begin(), integers.end()};
}

std::vector<std::int64_t> thinned(const std::vector<std::int64_t>& times, std::int64_t most) {
    const auto count = static_cast<std::int64_t>(times.size());
    if (count <= most) return times;
    std::vector<std::int64_t> kept;
    for (std::int64_t i = 0; i < most; ++i) kept.push_back(times[static_cast<std::size_t>(i * (count - 1) / (most - 1))]);
    return kept;
}

/// Over n = m … to.
void add_by_time(Asked& asked, const std::vector<std::int64_t>& all_times) {
    const std::vector<std::int64_t> times = thinned(all_times, std::max<std::int64_t>(2, asked.request.curve_points));
    std::vector<double> elapsed;
    for (const std::int64_t n : times) elapsed.push_back(static_cast<double>(n - asked.group.from));
    const std::vector<double> ratios = ratios_of(asked.group, elapsed);
    asked.add.vector("time", "time", "samples", [&] { return numbers_of(times); });
    asked.add.vector("ratio", "time", "", [&] { return ratios; });
    asked.add.vector("operator_norm", "time", "",
                     [&] { return decay_norms(asked.group.order, ratios, part_of(asked.job, 0, 0.6)); });
    asked.add.vector("limit", "time", "", [&] { return roots_of(ratios); });
    if (asked.request.wants("modes"))
        asked.add.matrix("modes", {"mode", "time"}, asked.group.order, decay_modes(asked.group.order, ratios));
    asked.add.vector("impulse", "time", "",
                     [&] { return impulse_norms(asked.group.order, asked.group.from, elapsed, part_of(asked.job, 0.6, 0.9)); });
    asked.add.vector("rnn", "time", "", [&] { return rnn_decay(asked.group.gamma, elapsed); });
    asked.add.vector("rnn_equal", "time", "", [&] { return rnn_decay(asked.facts.equal_gamma, elapsed); });
    asked.add.vector("rnn_equal_norm", "time", "", [&] { return rnn_decay(asked.facts.equal_norm_gamma, elapsed); });
}

/// What curves are drawn from: as many points as a screen shows, where either axis needs them.
void add_drawn(Asked& asked) {
    if (!asked.add.names_any({"drawn_elapsed", "drawn_norm", "drawn_impulse", "drawn_modes"})) return;
    const std::int64_t order = asked.group.order, from = asked.group.from;
    const std::vector<double> elapsed = drawn_elapsed(static_cast<double>(asked.group.to - from), order);
    const std::vector<double> ratios = ratios_of(asked.group, elapsed);
    asked.add.vector("drawn_elapsed", "step", "samples", [&] { return elapsed; });
    asked.add.vector("drawn_norm", "step", "", [&] { return decay_norms(order, ratios, part_of(asked.job, 0, 0.6)); });
    asked.add.vector("drawn_impulse", "step", "",
                     [&] { return impulse_norms(order, from, elapsed, part_of(asked.job, 0.6, 0.9)); });
    if (!asked.add.names_any({"drawn_modes"})) return;
    std::vector<double> modes;
    for (const std::int64_t power : drawn_powers(order))
        for (const double ratio : ratios) modes.push_back(std::pow(ratio, static_cast<double>(power)));
    asked.add.matrix("drawn_modes", {"drawn mode", "step"}, std::ssize(drawn_powers(order)), std::move(modes));
}

/// The norm of several orders over n/m, at least up to a thousand.
void add_orders(Asked& asked) {
    if (!asked.add.names_any({"stretch", "order_norm"})) return;
    const double last = std::max(1000.0, static_cast<double>(asked.group.to) / static_cast<double>(asked.group.from));
    const std::vector<std::int64_t> orders = compared_orders(asked.group.order);
    constexpr int parts = 160;
    std::vector<double> stretch, ratios, norms;
    for (int i = 0; i <= parts; ++i) {
        stretch.push_back(i == parts ? last : std::pow(last, static_cast<double>(i) / parts));
        ratios.push_back(1 / stretch.back());
    }
    for (const std::int64_t order : orders) {
        const std::vector<double> own = decay_norms(order, ratios, Job(asked.job.stop_token()));
        norms.insert(norms.end(), own.begin(), own.end());
    }
    asked.add.vector("stretch", "stretch", "", [&] { return stretch; });
    if (asked.add.names_any({"order_norm"}))
        asked.add.matrix("order_norm", {"order", "stretch"}, std::ssize(orders), std::move(norms));
}

/// Where the history is looked at, in units of m: the sample in question ends at 1, where a state of order N at time m resolves
/// 1/N².
std::vector<double> echo_places(double last, std::int64_t order) {
    constexpr int parts = 480, near_parts = 96;
    constexpr double first = 0.1, near = 0.5;
    std::vector<double> places{1};
    const double finest = near / (64 * static_cast<double>(order) * static_cast<double>(order));
    for (int i = 0; i <= near_parts; ++i)
        for (const double side : {-1.0, 1.0})
            if (const double place = 1 + side * finest * std::pow(near / finest, static_cast<double>(i) / near_parts);
                place <= last)
                places.push_back(place);
    for (int i = 0; i <= parts; ++i)
        places.push_back(i == parts ? last : first * std::pow(last / first, static_cast<double>(i) / parts));
    std::sort(places.begin(), places.end());
    return places;
}

/// Sum of x_k p_k(s), s = place/time: the history that `state` stands for, NaN where time has not been yet.
std::vector<double> history_of(std::span<const double> state, double time, std::span<const double> places) {
    std::vector<double> s, rest, sum(places.size());
    for (const double place : places) {
        s.push_back(std::min(1.0, place / time));
        rest.push_back(std::max(0.0, 1 - place / time));
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

/// What the state of one sample says of it at m, 4m, 16m, 64m.
void add_echo(Asked& asked) {
    if (!asked.add.names_any({"echo_place", "echo_time", "echo"})) return;
    constexpr std::size_t most_times = 4;
    const auto from = static_cast<double>(asked.group.from);
    const double last = static_cast<double>(asked.group.to) / from;
    const std::vector<double> places = echo_places(last, asked.group.order);
    std::vector<double> times, all;
    for (double n = 1; n <= last && times.size() < most_times; n *= 4) {
        asked.job.check();
        times.push_back(n);
        const std::vector<double> history =
            history_of(impulse_state(asked.group.order, asked.group.from, (n - 1) * from), n, places);
        all.insert(all.end(), history.begin(), history.end());
    }
    asked.add.vector("echo_place", "place", "", [&] { return places; });
    asked.add.vector("echo_time", "echo", "", [&] { return times; });
    if (asked.add.names_any({"echo"})) asked.add.matrix("echo", {"echo", "place"}, std::ssize(times), std::move(all));
}

/// Condition numbers take O(N²): only where they, or all, are asked for.
void add_diagonalisation(Asked& asked, Detail& detail) {
    asked.add.vector("eigenvalue", "mode", "", [&] {
        std::vector<double> values;
        for (std::int64_t k = 1; k <= asked.group.order; ++k) values.push_back(-static_cast<double>(k));
        return values;
    });
    asked.add.vector("mode_half_life", "mode", "samples", [&] {
        std::vector<double> values;
        for (std::int64_t k = 1; k <= asked.group.order; ++k)
            values.push_back(static_cast<double>(asked.group.from) * std::expm1(std::log(2.0) / static_cast<double>(k)));
        return values;
    });
    if (!asked.request.wants("eigenvalue") && !asked.add.names_any({"condition_order", "condition_log10"})) return;
    const Diagonalisation own = legs_diagonalisation(asked.group.order, Job(asked.job.stop_token()));
    detail.log10_condition = own.log10_condition;
    asked.data.values.push_back({"log10_condition", own.log10_condition});
    asked.data.values.push_back({"condition", own.condition ? Scalar{*own.condition} : Scalar{}});
    if (!asked.add.names_any({"condition_order", "condition_log10"})) return;
    const std::vector<std::int64_t> orders = condition_orders(asked.group.order);
    asked.add.vector("condition_order", "tried order", "", [&] { return numbers_of(orders); });
    asked.add.vector("condition_log10", "tried order", "", [&] {
        std::vector<double> logarithms;
        for (const std::int64_t order : orders) {
            logarithms.push_back(order == asked.group.order
                                     ? own.log10_condition
                                     : legs_diagonalisation(order, Job(asked.job.stop_token())).log10_condition);
            asked.job.progress(static_cast<double>(order * order) / static_cast<double>(orders.back() * orders.back()));
        }
        return logarithms;
    });
}

void add_values(Asked& asked) {
    const Facts& facts = asked.facts;
    const auto elapsed = static_cast<double>(asked.group.to - asked.group.from);
    const double limit = std::sqrt(static_cast<double>(asked.group.from) / static_cast<double>(asked.group.to));
    asked.data.values = {{"half_life", facts.norm_half_life},
                         {"half_life_impulse", facts.impulse_half_life},
                         {"half_life_rnn", facts.rnn_half_life},
                         {"gamma_equal", facts.equal_gamma},
                         {"gamma_equal_norm", facts.equal_norm_gamma},
                         {"norm_at_to", facts.norm_at_to},
                         {"limit_at_to", limit},
                         {"below_limit_at_to", limit - facts.norm_at_to},
                         {"slope_at_to", facts.slope_at_to},
                         {"impulse_at_from", facts.impulse_at_from},
                         {"impulse_at_to", facts.impulse_at_to},
                         {"rnn_at_to", std::pow(asked.group.gamma, elapsed)},
                         {"ahead_from", facts.ahead_from}};
}

}  // namespace

Data sample(const Params& params, const Prepared& prepared, const SampleRequest& request, const Engine& engine, const Job& job) {
    job.check();
    Data data;
    data.engine = engine.name();
    Asked asked{params.memory, prepared.facts, request, job, data};
    Detail detail{prepared.facts, {}};
    add_values(asked);
    add_by_time(asked, prepared.times);
    add_drawn(asked);
    add_orders(asked);
    add_echo(asked);
    add_diagonalisation(asked, detail);
    data.detail = std::make_shared<const Detail>(detail);
    return data;
}

}  // namespace poslab::memory_decay
