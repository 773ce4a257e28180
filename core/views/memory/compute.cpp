// prepare(), sample(): the arrays and values.

#include "core/base/errors.hpp"
#include "core/views/array_adder.hpp"
#include "core/views/memory/comparisons.hpp"
#include "core/views/memory/convergence.hpp"
#include "core/views/memory/memory.hpp"
#include "core/views/thinning.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <cmath>

namespace poslab::memory {

namespace {

constexpr double slow_terms = 2e7;  // samples times numbers: some 20 ms

/// Numbers are not shown beyond this many times the largest sample: the scan has diverged.
double most_shown(const StateExtent& extent) { return 1e6 * extent.largest_input; }

double shown(double number, double size, double most) { return size <= most ? number : std::nan(""); }

/// |x_n| of the n-th coefficient: of its real and imaginary part, or of its only one.
double size_of(std::span<const double> numbers, std::size_t n, bool is_complex) {
    return is_complex ? std::hypot(numbers[2 * n], numbers[2 * n + 1]) : std::abs(numbers[n]);
}

void add_curves(const Asked& asked, const Moment& moment) {
    if (!asked.add.wants_any({"grid", "input", "reconstruction", "error"})) return;
    const ArrayAdder& add = asked.add;
    std::vector<double> grid;
    std::vector<std::int64_t> held;
    for (const std::int64_t index : thinned_indices(moment.time + 2, std::max<std::int64_t>(asked.request.curve_points, 3), {})) {
        grid.push_back(grid_place(index, moment.time));
        held.push_back(grid_sample(index, moment.time));
    }
    std::vector<double> input = samples_at(*asked.history().source, held, asked.job);
    std::vector<double> recalled = remembered(asked.history().spec, moment.numbers, grid, static_cast<double>(moment.time));
    std::vector<double> error(recalled.size());
    std::transform(recalled.begin(), recalled.end(), input.begin(), error.begin(), std::minus<>());
    add.vector("grid", "grid", "samples", [&] { return grid; });
    add.vector("input", "grid", "", [&] { return input; });
    add.vector("reconstruction", "grid", "", [&] { return recalled; });
    add.vector("error", "grid", "", [&] { return error; });
}

void add_signal(const Asked& asked) {
    const ArrayAdder& add = asked.add;
    const Envelope& signal = asked.history().signal;
    const auto when_named = [&](std::string_view name, std::string_view unit, const std::vector<double>& values) {
        if (asked.add.named(name)) add.vector(name, "step", unit, [&] { return values; });
    };
    when_named("signal_low", "", signal.low);
    when_named("signal_high", "", signal.high);
    when_named("signal_mean", "", signal.mean);
    if (!asked.add.named("signal_time")) return;
    add.vector("signal_time", "step", "samples", [&] {
        std::vector<double> middles = signal.distance;
        for (double& middle : middles) middle += 0.5;  // sample k stands in the middle of [k, k + 1)
        return middles;
    });
}

void add_recall(const Asked& asked, const Moment& moment) {
    const auto add_value = [&](std::string name, Scalar value) {
        asked.data.values.push_back({std::move(name), std::move(value)});
    };
    const Recall result = recall(asked.history(), moment, asked.job);
    add_value("rms_error", result.rms);
    add_value("max_error", result.largest);
    add_value("max_error_at", std::isnan(result.largest) ? Scalar{} : Scalar{result.place_of_largest});
    const ArrayAdder& add = asked.add;
    if (asked.add.named("error_high")) add.vector("error_high", "error_step", "", [&] { return result.error.high; });
    if (!asked.add.named("error_time")) return;
    add.vector("error_time", "error_step", "samples", [&] {
        std::vector<double> middles = result.error.distance;
        for (double& middle : middles) middle = std::min(middle + 0.5, static_cast<double>(moment.time));
        return middles;
    });
}

void add_values(const Asked& asked, const Moment& moment) {
    const auto add = [&](std::string name, Scalar value) { asked.data.values.push_back({std::move(name), std::move(value)}); };
    const History& history = asked.history();
    const double rate = history.source->sample_rate();
    add("diverged", moment.extent.diverged());
    add("peak_state", moment.extent.peak_state);
    add("largest_input", moment.extent.largest_input);
    add("time", static_cast<double>(moment.time));
    add("samples", static_cast<double>(history.length));
    add("numbers", static_cast<double>(memory_numbers(history.spec)));
    add("sample_rate", rate > 0 ? Scalar{rate} : Scalar{});
    add("seconds", rate > 0 ? Scalar{static_cast<double>(moment.time) / rate} : Scalar{});
    add("channels", static_cast<double>(history.source->channels()));
}

}  // namespace

Prepared prepare(const Params& params, const Engine& engine, const Job& job) {
    std::shared_ptr<SampleSource> source = signal_source(params.signal, job);
    Prepared prepared;
    if (SignalGroup::from_file(params.signal) && source->channels() > 1)
        prepared.warnings.push_back(tr("The file has {} channels; this is channel {}.", source->channels(), params.signal.channel));
    prepared.history = std::make_shared<const History>(go_through(memory_spec(params.memory), std::move(source), engine, job));
    return prepared;
}

void add_states(const Asked& asked, const Moment& moment) {
    if (!asked.add.wants_any({"states", "states_imaginary", "times"})) return;
    const History& history = asked.history();
    const bool is_complex = history.spec.measure->is_complex;
    const std::int64_t numbers = memory_states(history.spec.measure, history.spec.order);
    const std::vector<std::int64_t> times = even_times(moment.time, asked.request.height);
    const double most = most_shown(moment.extent);
    std::vector<double> real, imaginary;
    each_moment(history, times, asked.job, [&](const Moment& at) {
        for (std::size_t n = 0; n < static_cast<std::size_t>(numbers); ++n) {
            const double size = size_of(at.numbers, n, is_complex);
            real.push_back(shown(at.numbers[is_complex ? 2 * n : n], size, most));
            if (is_complex) imaginary.push_back(shown(at.numbers[2 * n + 1], size, most));
        }
    });
    const auto rows = static_cast<std::int64_t>(times.size());
    const auto add = [&](const char* name, std::vector<double> values) {
        if (asked.request.wants(name))
            asked.add.matrix(name, {"time", "coefficient"}, rows, std::move(values), std::array{moment.time, numbers});
    };
    add("states", std::move(real));
    if (is_complex) add("states_imaginary", std::move(imaginary));
    asked.add.vector("times", "time", "samples", [&] { return std::vector<double>(times.begin(), times.end()); });
}

void add_state_map(const Asked& asked) {
    if (!asked.add.named("state_map")) return;
    const History& history = asked.history();
    const bool is_complex = history.spec.measure->is_complex;
    const std::int64_t numbers = memory_states(history.spec.measure, history.spec.order);
    const std::int64_t rows = std::min(numbers, std::max<std::int64_t>(asked.request.height, 1));
    const auto columns = static_cast<std::int64_t>(history.moments.size());
    std::vector<double> map(static_cast<std::size_t>(rows * columns));
    for (std::int64_t column = 0; column < columns; ++column) {
        const Moment& moment = history.moments[static_cast<std::size_t>(column)];
        const double most = most_shown(history.moments.back().extent);
        for (std::int64_t row = 0; row < rows; ++row) {
            double largest = 0, size = 0;  // largest in size, with its sign
            for (std::int64_t n = row * numbers / rows; n < (row + 1) * numbers / rows; ++n) {
                const auto at = static_cast<std::size_t>(n);
                const double number = moment.numbers[is_complex ? 2 * at : at], own = size_of(moment.numbers, at, is_complex);
                if (!(std::abs(number) <= std::abs(largest))) largest = number;
                if (!(own <= size)) size = own;
            }
            map[static_cast<std::size_t>(row * columns + column)] = shown(largest, size, most);
        }
    }
    asked.add.matrix("state_map", {"coefficient", "time"}, rows, std::move(map), std::array{numbers, history.length});
}

Data sample(const Params& params, const Prepared& prepared, const SampleRequest& request, const Engine& engine, const Job& job) {
    job.check();
    const History& history = *prepared.history;
    Data data;
    data.engine = engine.name();
    data.warnings = prepared.warnings;
    if (params.moment.time.set && params.moment.time.value > static_cast<double>(history.length))
        data.warnings.push_back(
            tr("The signal ends before time {:.0f}: this is its end, {}.", params.moment.time.value, history.length));
    const auto moment = std::make_shared<const Moment>(moment_at(history, chosen_time(params.moment.time, history.length), job));
    data.detail = std::make_shared<const Detail>(Detail{prepared.history, moment});
    const Asked asked{params, prepared, request, engine, job, data};
    add_values(asked, *moment);
    add_curves(asked, *moment);
    add_signal(asked);
    add_state_map(asked);
    add_states(asked, *moment);
    const double terms = static_cast<double>(moment->time) * static_cast<double>(memory_numbers(history.spec));
    if (request.publish && terms > slow_terms) {
        Data partial = data;
        partial.partial = true;
        request.publish(std::move(partial));
    }
    add_recall(asked, *moment);
    add_constant(asked);
    add_speeds(asked);
    add_sizes(asked);
    add_step_errors(asked);
    add_order_errors(asked, *moment);
    return data;
}

}  // namespace poslab::memory
