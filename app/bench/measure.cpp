#include "app/bench/measure.hpp"

#include "app/bench/peak_memory.hpp"
#include "core/errors.hpp"

#include <fmt/format.h>
#include <oneapi/tbb/info.h>

#include <algorithm>
#include <thread>

namespace poslab {
namespace {

constexpr int quick_rounds = 2;

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

/// Progress over runs of which each may report its own.
class Steps {
  public:
    Steps(const Job& job, std::size_t total) : job_(job), total_(static_cast<double>(total)) {}

    [[nodiscard]] Job next() {
        report(0);
        job_.check();
        ++done_;
        return Job(job_.stop_token(), [this, before = done_ - 1](double fraction) { job_.progress((before + fraction) / total_); });
    }
    void report(double fraction) const { job_.progress((done_ + fraction) / total_); }

  private:
    const Job& job_;
    double total_;
    double done_ = 0;
};

/// The seconds of every subject and every probe in every round.
class Rounds {
  public:
    explicit Rounds(const Trial& trial) : trial_(trial), subjects_(trial.subjects.size()), peaks_(trial.subjects.size()) {
        for (const Bound& bound : trial.bounds) probes_.emplace_back(bound.probes.size());
    }

    /// One run of each; `counts`: they are written down. Another subject begins each time: the first one after the probes finds
    /// caches and threads cold.
    void run(Steps& steps, bool counts) {
        const std::size_t first = subjects_.front().size();
        for (std::size_t n = 0; n < subjects_.size(); ++n) {
            const std::size_t s = (first + n) % subjects_.size();
            const Job job = steps.next();
            forget_peak_memory();
            const double seconds = seconds_of([&] { trial_.subjects[s].run(job); });
            peaks_[s] = std::max(peaks_[s], peak_memory());
            if (counts) subjects_[s].push_back(seconds);
        }
        for (std::size_t b = 0; b < probes_.size(); ++b)
            for (std::size_t p = 0; p < probes_[b].size(); ++p) run_probe(steps, b, p, counts);
    }

    [[nodiscard]] BoundRate bound(std::size_t b) const {
        const Bound& bound = trial_.bounds[b];
        std::size_t fastest = 0;
        for (std::size_t p = 1; p < bound.probes.size(); ++p)
            if (rate(b, p) > rate(b, fastest)) fastest = p;
        std::vector<double> rates;
        for (std::size_t round = 0; round < rounds(); ++round) rates.push_back(1 / seconds_per_unit(b, round));
        return {bound.name, bound.unit, bound.probes[fastest].name, median(rates)};
    }

    [[nodiscard]] SubjectTimes subject(std::size_t s) const {
        const Subject& subject = trial_.subjects[s];
        SubjectTimes times;
        times.name = subject.name;
        times.seconds = median(subjects_[s]);
        times.work = subject.work;
        times.peak_bytes = peaks_[s];
        std::vector<double> floors, to_floor, to_first;
        for (std::size_t round = 0; round < rounds(); ++round) {
            floors.push_back(floor(subject, round));
            to_floor.push_back(subjects_[s][round] / floors.back());
            to_first.push_back(subjects_[s][round] / subjects_[0][round]);
        }
        times.floor_seconds = median(floors);
        times.ratio_to_floor = median(to_floor);
        times.ratio_to_first = median(to_first);
        for (std::size_t b = 0; b < probes_.size(); ++b) {
            std::vector<double> seconds;
            for (std::size_t round = 0; round < rounds(); ++round) seconds.push_back(subject.work[b] * seconds_per_unit(b, round));
            times.bound_seconds.push_back(median(seconds));
        }
        return times;
    }

    [[nodiscard]] FigureOfRounds figure(const BenchFigure& figure) const {
        std::vector<double> seconds;
        for (const std::vector<double>& subject : subjects_) seconds.push_back(median(subject));
        return {figure.name, figure.unit, figure.of(seconds)};
    }

  private:
    void run_probe(Steps& steps, std::size_t b, std::size_t p, bool counts) {
        static_cast<void>(steps.next());
        const Probe& probe = trial_.bounds[b].probes[p];
        const double seconds = seconds_of(probe.run);
        if (counts) probes_[b][p].push_back(seconds);
        std::this_thread::sleep_for(probe.pause);
    }

    [[nodiscard]] std::size_t rounds() const { return subjects_[0].size(); }

    [[nodiscard]] double rate(std::size_t b, std::size_t p) const {
        return trial_.bounds[b].probes[p].work / median(probes_[b][p]);
    }

    [[nodiscard]] double seconds_per_unit(std::size_t b, std::size_t round) const {
        double least = probes_[b][0][round] / trial_.bounds[b].probes[0].work;
        for (std::size_t p = 1; p < probes_[b].size(); ++p)
            least = std::min(least, probes_[b][p][round] / trial_.bounds[b].probes[p].work);
        return least;
    }

    [[nodiscard]] double floor(const Subject& subject, std::size_t round) const {
        double in_turn = 0, beside = 0;
        for (std::size_t b = 0; b < probes_.size(); ++b) {
            const double seconds = subject.work[b] * seconds_per_unit(b, round);
            if (trial_.bounds[b].overlaps)
                beside = std::max(beside, seconds);
            else
                in_turn += seconds;
        }
        return std::max(in_turn, beside);
    }

    const Trial& trial_;
    std::vector<std::vector<double>> subjects_;             // [subject][round]
    std::vector<std::vector<std::vector<double>>> probes_;  // [bound][probe][round]
    std::vector<std::int64_t> peaks_;
};

Measurement measure_one(const Benchmark& benchmark, const BenchRequest& request, const Job& job) {
    const std::int64_t length = request.length.value_or(request.quick ? benchmark.quick_length : benchmark.length);
    const int rounds = request.rounds.value_or(request.quick ? quick_rounds : benchmark.rounds);
    job.progress(0);
    const Trial trial = benchmark.prepare(*request.engine, length);
    std::size_t runs = trial.subjects.size();
    for (const Bound& bound : trial.bounds) runs += bound.probes.size();
    Steps steps(job, runs * (static_cast<std::size_t>(rounds) + 1));
    Rounds all(trial);
    all.run(steps, false);
    for (int round = 0; round < rounds; ++round) all.run(steps, true);
    Measurement measured{std::string(benchmark.name), std::string(benchmark.help), trial.size, length, rounds, {}, {}, {}};
    for (std::size_t b = 0; b < trial.bounds.size(); ++b) measured.bounds.push_back(all.bound(b));
    for (std::size_t s = 0; s < trial.subjects.size(); ++s) measured.subjects.push_back(all.subject(s));
    for (const BenchFigure& figure : trial.figures) measured.figures.push_back(all.figure(figure));
    return measured;
}

void check_request(const BenchRequest& request) {
    const std::vector<Benchmark>& all = all_benchmarks();
    for (const std::string& name : request.names)
        if (std::none_of(all.begin(), all.end(), [&](const Benchmark& benchmark) { return benchmark.name == name; }))
            throw UsageError(fmt::format("unknown benchmark '{}'; there are: {}", name, benchmark_names()));
    if (request.rounds && (*request.rounds < 1 || *request.rounds > most_rounds))
        throw UsageError(fmt::format("--rounds {}: must be in [1, {}]", *request.rounds, most_rounds));
    if (request.length && (*request.length < least_bench_length || *request.length > most_tokens))
        throw UsageError(fmt::format("--length {}: must be in [{}, {}]", *request.length, least_bench_length, most_tokens));
}

}  // namespace

std::vector<Measurement> measure(const BenchRequest& request, const Job& job) {
    check_request(request);
    std::vector<const Benchmark*> chosen;
    for (const Benchmark& benchmark : all_benchmarks()) {
        const bool named = std::find(request.names.begin(), request.names.end(), benchmark.name) != request.names.end();
        if (request.names.empty() ? benchmark.by_default : named) chosen.push_back(&benchmark);
    }
    std::vector<Measurement> table;
    for (const Benchmark* benchmark : chosen) {
        const auto before = static_cast<double>(table.size());
        const auto total = static_cast<double>(chosen.size());
        table.push_back(measure_one(*benchmark, request, Job(job.stop_token(), [&job, before, total](double fraction) {
            job.progress((before + fraction) / total);
        })));
    }
    return table;
}

int worker_threads() { return oneapi::tbb::info::default_concurrency(); }

}  // namespace poslab
