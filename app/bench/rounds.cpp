#include "app/bench/rounds.hpp"

#include "app/bench/peak_memory.hpp"
#include "core/base/errors.hpp"
#include "core/base/job.hpp"
#include "core/engine/engine.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <thread>

namespace poslab {
namespace {

double median(std::vector<double> numbers) {
    std::sort(numbers.begin(), numbers.end());
    return (numbers[(numbers.size() - 1) / 2] + numbers[numbers.size() / 2]) / 2;
}

template <class Run>
double seconds_of(const Run& run) {
    const auto begin = std::chrono::steady_clock::now();
    run();
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

/// Returns the same bounds with the device's own probes, if it has any.
std::vector<Bound> device_bounds(std::vector<Bound> bounds, const gpu::DeviceProbes& probes) {
    for (Bound& bound : bounds) {
        bound.probes.clear();
        const auto& probe = bound.device == DeviceRate::copy ? probes.copy : probes.product;
        if (bound.device != DeviceRate::none && probe)
            bound.probes.push_back({probe->name, probe->work, probe->run});
    }
    return bounds;
}

}  // namespace

Floor::Floor(std::string engine, std::vector<Bound> bounds)
    : engine_(std::move(engine)), bounds_(std::move(bounds)) {
    for (const Bound& bound : bounds_) seconds_.emplace_back(bound.probes.size());
}

std::size_t Floor::probes() const {
    std::size_t count = 0;
    for (const Bound& bound : bounds_) count += bound.probes.size();
    return count;
}

void Floor::run(Steps& steps, bool counts) {
    for (std::size_t b = 0; b < bounds_.size(); ++b)
        for (std::size_t p = 0; p < bounds_[b].probes.size(); ++p) {
            static_cast<void>(steps.next());
            const Probe& probe = bounds_[b].probes[p];
            if (probe.before) probe.before();
            const double seconds = seconds_of(probe.run);
            if (probe.after) probe.after();
            if (counts) seconds_[b][p].push_back(seconds);
            std::this_thread::sleep_for(probe.pause);
        }
}

std::optional<double> Floor::seconds_per_unit(std::size_t b, std::size_t round) const {
    std::optional<double> least;
    for (std::size_t p = 0; p < seconds_[b].size(); ++p) {
        const double seconds = seconds_[b][p][round] / bounds_[b].probes[p].work;
        least = std::min(least.value_or(seconds), seconds);
    }
    return least;
}

std::optional<double> Floor::min_seconds_per_unit(std::size_t b) const {
    std::optional<double> least;
    for (std::size_t p = 0; p < seconds_[b].size(); ++p) {
        const double seconds =
            *std::min_element(seconds_[b][p].begin(), seconds_[b][p].end()) / bounds_[b].probes[p].work;
        least = std::min(least.value_or(seconds), seconds);
    }
    return least;
}

std::optional<double> Floor::seconds(std::span<const double> work, std::size_t round) const {
    return together(work, [&](std::size_t b) { return seconds_per_unit(b, round); });
}

std::optional<double> Floor::min_seconds(std::span<const double> work) const {
    return together(work, [&](std::size_t b) { return min_seconds_per_unit(b); });
}

std::optional<double> Floor::together(
    std::span<const double> work,
    const std::function<std::optional<double>(std::size_t)>& seconds_per_unit) const {
    double in_turn = 0, in_parallel = 0;
    bool known = false;
    for (std::size_t b = 0; b < bounds_.size(); ++b) {
        const std::optional<double> unit = seconds_per_unit(b);
        if (!unit) continue;
        known = true;
        if (bounds_[b].overlaps)
            in_parallel = std::max(in_parallel, work[b] * *unit);
        else
            in_turn += work[b] * *unit;
    }
    return known ? std::optional(std::max(in_turn, in_parallel)) : std::nullopt;
}

std::vector<std::optional<double>> Floor::parts(std::span<const double> work, std::size_t rounds) const {
    std::vector<std::optional<double>> all;
    for (std::size_t b = 0; b < bounds_.size(); ++b) {
        std::vector<double> seconds;
        for (std::size_t round = 0; round < rounds && !bounds_[b].probes.empty(); ++round)
            seconds.push_back(work[b] * *seconds_per_unit(b, round));
        all.push_back(seconds.empty() ? std::nullopt : std::optional(median(seconds)));
    }
    return all;
}

std::vector<BoundRate> Floor::rates(std::size_t rounds) const {
    std::vector<BoundRate> all;
    for (std::size_t b = 0; b < bounds_.size(); ++b) {
        const Bound& bound = bounds_[b];
        if (bound.probes.empty()) continue;
        const auto rate = [&](std::size_t p) { return bound.probes[p].work / median(seconds_[b][p]); };
        std::size_t fastest = 0;
        for (std::size_t p = 1; p < bound.probes.size(); ++p)
            if (rate(p) > rate(fastest)) fastest = p;
        std::vector<double> rates;
        for (std::size_t round = 0; round < rounds; ++round) rates.push_back(1 / *seconds_per_unit(b, round));
        all.push_back({bound.name, bound.unit, bound.probes[fastest].name, median(rates), engine_});
    }
    return all;
}

std::vector<BoundRate> Floor::best_rates(std::size_t rounds) const {
    std::vector<BoundRate> all = rates(rounds);
    std::size_t n = 0;
    for (std::size_t b = 0; b < bounds_.size(); ++b)
        if (const std::optional<double> seconds = min_seconds_per_unit(b)) all[n++].per_second = 1 / *seconds;
    return all;
}

Rounds::Rounds(const Trial& trial, std::span<const BenchEngine> engines)
    : trial_(trial), peak_use_(trial.subjects), peaks_("processor", peak_use_.bounds(trial.one_thread)) {
    floors_.emplace_back(std::string(engines.front().engine->name()), trial.bounds);
    for (std::size_t e = 0; e < engines.size(); ++e) {
        const BenchEngine& engine = engines[e];
        if (engine.graphics)
            floors_.emplace_back(std::string(engine.engine->name()),
                                 device_bounds(trial.bounds, engine.probes));
        for (std::size_t s = 0; s < trial.subjects.size(); ++s)
            if (e == 0 || !trial.subjects[s].rival)
                entries_.push_back({&engine, s, engine.graphics ? floors_.size() - 1 : 0});
    }
}

std::size_t Rounds::runs() const {
    std::size_t count = entries_.size() + peaks_.probes();
    for (const Floor& floor : floors_) count += floor.probes();
    return count;
}

void Rounds::warm_up(Steps& steps) {
    for (std::size_t n = 0; n < entries_.size();) {
        const Entry& entry = entries_[n];
        std::string reason;
        try {
            run_entry(entries_[n], steps, false);
        } catch (const Unavailable& error) {
            if (entry.engine->named) throw;
            reason = error.what();
        } catch (const TooLarge& error) {
            if (entry.engine->named) throw;
            reason = error.what();
        }
        if (reason.empty()) {
            ++n;
            continue;
        }
        left_out_.push_back(
            fmt::format("{}, {}: {}", entry.engine->engine->name(), subject_of(entry).name, reason));
        entries_.erase(entries_.begin() + static_cast<std::ptrdiff_t>(n));
    }
    for (Floor& floor : floors_) floor.run(steps, false);
    peaks_.run(steps, false);
}

void Rounds::run(Steps& steps) {
    const std::size_t first = rounds();
    for (std::size_t n = 0; n < entries_.size(); ++n)
        run_entry(entries_[(first + n) % entries_.size()], steps, true);
    for (Floor& floor : floors_) floor.run(steps, true);
    peaks_.run(steps, true);
    ++rounds_;
}

void Rounds::run_entry(Entry& entry, Steps& steps, bool counts) {
    const Job job = steps.next();
    const Engine& engine = *entry.engine->engine;
    forget_peak_memory();
    double seconds = 0;
    std::optional<DeviceWork> device =
        engine.device_work([&] { seconds = seconds_of([&] { subject_of(entry).run(engine, job); }); });
    entry.peak_bytes = std::max(entry.peak_bytes, peak_memory());
    if (!counts) return;
    entry.seconds.push_back(seconds);
    if (device) entry.device.push_back(std::move(*device));
}

const Rounds::Entry* Rounds::find(const BenchEngine* engine, std::size_t subject) const {
    const auto found = std::find_if(entries_.begin(), entries_.end(), [&](const Entry& entry) {
        return entry.engine == engine && entry.subject == subject;
    });
    return found == entries_.end() ? nullptr : &*found;
}

std::vector<SubjectTimes> Rounds::subjects() const {
    std::vector<SubjectTimes> all;
    for (const Entry& entry : entries_) all.push_back(times_of(entry));
    return all;
}

SubjectTimes Rounds::times_of(const Entry& entry) const {
    const Subject& subject = subject_of(entry);
    const Floor& floor = floors_[entry.floor];
    SubjectTimes times;
    times.name = subject.name;
    times.engine = entry.engine->engine->name();
    times.seconds = median(entry.seconds);
    times.work = subject.work;
    times.peak_bytes = entry.peak_bytes;
    times.bound_seconds = floor.parts(subject.work, rounds_);
    times.device = device_times_of(entry);
    times.peak_work = peak_use_.numbers(subject.peak);
    std::vector<double> floors, to_floor;
    for (std::size_t round = 0; round < rounds_; ++round)
        if (const std::optional<double> seconds = floor.seconds(subject.work, round)) {
            floors.push_back(*seconds);
            to_floor.push_back(entry.seconds[round] / *seconds);
        }
    if (const auto least = peaks_.min_seconds(times.peak_work); least && !entry.engine->graphics)
        times.fraction_of_peak = *least / *std::min_element(entry.seconds.begin(), entry.seconds.end());
    if (!floors.empty()) times.floor_seconds = median(floors);
    if (!floors.empty()) times.ratio_to_floor = median(to_floor);
    const auto first = std::find_if(entries_.begin(), entries_.end(),
                                    [&](const Entry& one) { return one.engine == entry.engine; });
    times.ratio_to_first = ratio(entry, *first);
    const Entry* const cpu = find(entries_.front().engine, entry.subject);
    if (cpu != nullptr && cpu->engine->engine->name() == "cpu" && !subject.rival)
        times.ratio_to_cpu = ratio(entry, *cpu);
    return times;
}

std::optional<DeviceSubjectTimes> Rounds::device_times_of(const Entry& entry) const {
    if (entry.device.empty() || subject_of(entry).rival) return std::nullopt;
    const std::vector<double>& work = subject_of(entry).work;
    std::vector<double> kernels, copies, fractions, calls;
    std::map<std::string, std::vector<double>> each;
    DeviceSubjectTimes times;
    for (std::size_t round = 0; round < rounds_; ++round) {
        const DeviceWork& done = entry.device[round];
        const double seconds = done.kernel_seconds();
        kernels.push_back(seconds);
        copies.push_back(done.copy_seconds);
        for (const DeviceWork::Kernel& kernel : done.kernels)
            each[std::string(kernel.name)].push_back(kernel.seconds);
        times.max_memory = std::max(times.max_memory, done.max_memory);
        if (seconds <= 0) continue;
        calls.push_back(entry.seconds[round] / seconds);
        if (const std::optional<double> floor = floors_[entry.floor].seconds(work, round))
            fractions.push_back(*floor / seconds);
    }
    times.kernel_seconds = median(kernels);
    times.copy_seconds = median(copies);
    if (!calls.empty()) times.call_to_kernels = median(calls);
    if (!fractions.empty()) times.fraction_of_rate = median(fractions);
    for (auto& [name, seconds] : each) times.kernels.emplace_back(name, median(std::move(seconds)));
    return times;
}

double Rounds::ratio(const Entry& of, const Entry& to) const {
    std::vector<double> ratios;
    for (std::size_t round = 0; round < rounds_; ++round)
        ratios.push_back(of.seconds[round] / to.seconds[round]);
    return median(ratios);
}

std::vector<BoundRate> Rounds::rates() const {
    std::vector<BoundRate> all;
    for (const Floor& floor : floors_)
        for (BoundRate& rate : floor.rates(rounds_)) all.push_back(std::move(rate));
    return all;
}

std::vector<BoundRate> Rounds::peaks() const { return peaks_.best_rates(rounds_); }

FigureOfRounds Rounds::figure(const BenchFigure& figure) const {
    std::vector<double> seconds;
    for (std::size_t s = 0; s < trial_.subjects.size(); ++s)
        seconds.push_back(median(find(entries_.front().engine, s)->seconds));
    return {figure.name, figure.unit, figure.of(seconds)};
}

}  // namespace poslab
