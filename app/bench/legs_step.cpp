// A step of the state of LegS (10137): the engine's O(N) scan next to the step with the matrix, and its
// growth with the order.
#include "core/base/job.hpp"
#include "core/encoding/precision.hpp"
#include "core/engine/engine.hpp"
#include "core/engine/legs_scan.hpp"

#include "app/bench/dense_legs.hpp"
#include "app/bench/legs_probes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>

namespace poslab {
namespace {

constexpr Method method = Method::bilinear;  // has a product, a solve and an excess
constexpr double alpha = 0.5;
constexpr std::int64_t samples_before = 1000;
constexpr std::int64_t dense_order = 1024;
constexpr std::int64_t many_channels_order = 64;
constexpr std::int64_t dense_part = 256;  // dense subjects do fewer steps by this factor
constexpr std::array<std::int64_t, 4> orders{64, 256, 1024, 4096};
constexpr std::array<std::int64_t, 2> channel_counts{8, 64};

std::vector<double> waves(std::int64_t count) {
    std::vector<double> values;
    for (std::int64_t n = 0; n < count; ++n) values.push_back(std::sin(0.37 * static_cast<double>(n)));
    return values;
}

std::int64_t steps_of(std::int64_t numbers, std::int64_t numbers_of_step) {
    return std::max<std::int64_t>(1, numbers / numbers_of_step);
}

/// Returns the work per bound: a division per coefficient (shared by the channels), a link of the chain for
/// eight, and each number of the state read and written.
std::vector<double> work_of(std::int64_t steps, std::int64_t order, std::int64_t channels) {
    const auto numbers = static_cast<double>(steps * order);
    return {numbers, numbers / 8, 16 * numbers * static_cast<double>(channels)};
}

/// Per coefficient and channel 5, of which 3 are the product with A and 2 the solve, with 13 for the weights,
/// which channels share; or 9 with 7, which is less for one channel.
PeakWork peak_work_of(std::int64_t steps, std::int64_t order, std::int64_t channels) {
    return {.float64 = static_cast<double>(steps * order * std::min(13 + 5 * channels, 7 + 9 * channels))};
}

Subject scan_subject(std::int64_t numbers, std::int64_t order, std::int64_t channels) {
    const std::int64_t steps = steps_of(numbers, order * channels);
    const auto state = std::make_shared<const std::vector<double>>(waves(order * channels));
    const auto signal = std::make_shared<const std::vector<double>>(waves(steps * channels));
    const auto run = [order, channels, steps, state, signal](const Engine& engine, const Job& job) {
        const LegsScanInput input{order, channels, method, alpha, samples_before, *state, *signal};
        static_cast<void>(engine.run(operation::LegsScan{input, std::array{samples_before + steps}}, job));
    };
    const std::string name =
        channels == 1 ? fmt::format("order-{}", order) : fmt::format("{}-channels", channels);
    return {name, work_of(steps, order, channels), run, false, peak_work_of(steps, order, channels)};
}

Subject dense_subject(const std::string& name, std::int64_t numbers, DenseLegsRival::Solve solve) {
    const std::int64_t steps = steps_of(numbers, dense_order * dense_part);
    const auto rival = std::make_shared<DenseLegsRival>(dense_order, method, alpha, solve);
    const auto run = [rival, steps, start = waves(dense_order)](const Engine&, const Job& job) {
        std::vector<double> state = start;
        for (std::int64_t k = 0; k < steps; ++k) {
            job.check();
            rival->step(samples_before + k, std::sin(0.37 * static_cast<double>(k)), state);
        }
    };
    return {name, work_of(steps, dense_order, 1), run, true, peak_work_of(steps, dense_order, 1)};
}

/// Returns the slope of the least-squares line through the logarithms of the times over those of the orders.
double growth(std::span<const double> seconds) {
    double log_order = 0, log_time = 0;
    for (std::size_t i = 0; i < orders.size(); ++i) {
        log_order += std::log(static_cast<double>(orders[i])) / orders.size();
        log_time += std::log(seconds[i]) / orders.size();
    }
    double together = 0, square = 0;
    for (std::size_t i = 0; i < orders.size(); ++i) {
        const double x = std::log(static_cast<double>(orders[i])) - log_order;
        together += x * (std::log(seconds[i]) - log_time);
        square += x * x;
    }
    return together / square;
}

/// The trial, and the data of each subject that its figures need.
class LegsTrial {
  public:
    explicit LegsTrial(std::int64_t numbers) : numbers_(numbers) {
        for (const std::int64_t order : orders)
            add(scan_subject(numbers, order, 1), steps_of(numbers, order), 0);
        for (const std::int64_t channels : channel_counts)
            add(scan_subject(numbers, many_channels_order, channels),
                steps_of(numbers, many_channels_order * channels), many_channels_order * channels);
        const std::int64_t dense_steps = steps_of(numbers, dense_order * dense_part);
        add(dense_subject("dense-1024", numbers, DenseLegsRival::Solve::scaled), dense_steps, 0);
        add(dense_subject("dense-1024-formed", numbers, DenseLegsRival::Solve::formed), dense_steps, 0);
    }

    [[nodiscard]] Trial made() && {
        const std::size_t dense = subjects_.size() - 2;
        compare_with_dense("dense step over the engine's, order 1024", dense);
        compare_with_dense("the same, I - l A formed in each step", dense + 1);
        figures_.push_back({"growth from order 64 to 4096", "power of the order",
                            [steps = steps_](std::span<const double> seconds) {
                                std::array<double, orders.size()> step{};
                                for (std::size_t i = 0; i < step.size(); ++i) step[i] = seconds[i] / steps[i];
                                return growth(step);
                            }});
        return {fmt::format("bilinear, {} state numbers per run, {} per dense run; channels at order {}",
                            numbers_, std::max(dense_order, numbers_ / dense_part), many_channels_order),
                std::move(subjects_),
                {division_bound(numbers_), chain_bound(numbers_ / 8), state_bound(16 * numbers_)},
                std::move(figures_),
                true};
    }

  private:
    /// `numbers`: of a step, whose time is then given per number; 0: the time is given per step.
    void add(Subject subject, std::int64_t steps, std::int64_t numbers) {
        const std::size_t s = subjects_.size();
        const double parts =
            static_cast<double>(steps) * static_cast<double>(std::max<std::int64_t>(numbers, 1));
        figures_.push_back(
            {fmt::format("{}, {}", subject.name, numbers > 0 ? "per number of a step" : "per step"), "ns",
             [s, parts](std::span<const double> seconds) { return 1e9 * seconds[s] / parts; }});
        steps_.push_back(static_cast<double>(steps));
        subjects_.push_back(std::move(subject));
    }

    void compare_with_dense(const std::string& name, std::size_t dense) {
        const auto ours =
            static_cast<std::size_t>(std::find(orders.begin(), orders.end(), dense_order) - orders.begin());
        figures_.push_back({name, "times", [=, steps = steps_](std::span<const double> seconds) {
                                return seconds[dense] / steps[dense] / (seconds[ours] / steps[ours]);
                            }});
    }

    std::int64_t numbers_;
    std::vector<Subject> subjects_;
    std::vector<double> steps_;
    std::vector<BenchFigure> figures_;
};

Trial legs_step_trial(Precision, std::int64_t numbers) { return LegsTrial(numbers).made(); }

}  // namespace

Benchmark legs_step_benchmark() {
    return {.name = "legs-step",
            .help = "steps of the state of LegS; dense: with its matrix, by dtrmv and dtrsv on one thread",
            // Less than a millisecond per run: most runs are not interrupted.
            .length = std::int64_t{1} << 19,
            .quick_length = 8192,
            .rounds = 61,
            .prepare = legs_step_trial};
}

}  // namespace poslab
