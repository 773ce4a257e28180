#pragma once

#include "core/base/job.hpp"
#include "core/engine/engine.hpp"

#include "app/bench/measure.hpp"
#include "app/bench/peaks.hpp"

#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace poslab {

/// Progress over a number of runs, each of which may report its own.
class Steps {
  public:
    Steps(const Job& job, std::size_t total) : job_(job), total_(static_cast<double>(total)) {}

    [[nodiscard]] Job next() {
        report(0);
        job_.check();
        ++done_;
        return job_.step(done_ - 1, total_);
    }
    void report(double fraction) const { job_.progress((done_ + fraction) / total_); }

  private:
    const Job& job_;
    double total_;
    double done_ = 0;
};

/// Bounds with the seconds of their probes in every round. Bounds without probes are ignored.
class Floor {
  public:
    /// `engine`: the engine whose floor it is.
    Floor(std::string engine, std::vector<Bound> bounds);

    [[nodiscard]] std::size_t probes() const;
    /// Runs each probe once; `counts`: records the times.
    void run(Steps& steps, bool counts);

    /// Returns the time of that amount of work per bound; nullopt if no bound has probes.
    [[nodiscard]] std::optional<double> seconds(std::span<const double> work, std::size_t round) const;
    /// The same at the best rate that each bound reached in any round.
    [[nodiscard]] std::optional<double> min_seconds(std::span<const double> work) const;
    /// Returns the time of each bound alone, as the median over the rounds.
    [[nodiscard]] std::vector<std::optional<double>> parts(std::span<const double> work,
                                                           std::size_t rounds) const;
    /// Returns the rate of each bound that has probes.
    [[nodiscard]] std::vector<BoundRate> rates(std::size_t rounds) const;
    /// Returns the best rate of any round.
    [[nodiscard]] std::vector<BoundRate> best_rates(std::size_t rounds) const;

  private:
    [[nodiscard]] std::optional<double> seconds_per_unit(std::size_t bound, std::size_t round) const;
    [[nodiscard]] std::optional<double> min_seconds_per_unit(std::size_t bound) const;
    /// Returns the sum of the sequential bounds, or the longest overlapping one if that is larger.
    [[nodiscard]] std::optional<double> together(
        std::span<const double> work,
        const std::function<std::optional<double>(std::size_t)>& seconds_per_unit) const;

    std::string engine_;
    std::vector<Bound> bounds_;
    std::vector<std::vector<std::vector<double>>> seconds_;  // [bound][probe][round]
};

/// Runs every subject with every engine and every probe, round after round. `trial` and `engines` must
/// outlive it.
class Rounds {
  public:
    Rounds(const Trial& trial, std::span<const BenchEngine> engines);

    [[nodiscard]] std::size_t runs() const;  // per round
    /// Runs each once without recording. Work that an engine does not support is skipped from then on, unless
    /// the engine was named.
    void warm_up(Steps& steps);
    /// Runs each once. The first subject rotates, because the first one after the probes finds caches and
    /// threads cold.
    void run(Steps& steps);

    [[nodiscard]] std::vector<SubjectTimes> subjects() const;
    [[nodiscard]] std::vector<BoundRate> rates() const;
    [[nodiscard]] std::vector<BoundRate> peaks() const;
    [[nodiscard]] FigureOfRounds figure(const BenchFigure& figure) const;
    [[nodiscard]] const std::vector<std::string>& left_out() const { return left_out_; }

  private:
    struct Entry {
        const BenchEngine* engine;
        std::size_t subject, floor;
        std::vector<double> seconds{};
        std::vector<DeviceWork> device{};  // for an engine that has one
        std::int64_t peak_bytes = 0;
    };
    [[nodiscard]] const Subject& subject_of(const Entry& entry) const {
        return trial_.subjects[entry.subject];
    }
    void run_entry(Entry& entry, Steps& steps, bool counts);
    [[nodiscard]] const Entry* find(const BenchEngine* engine, std::size_t subject) const;
    [[nodiscard]] SubjectTimes times_of(const Entry& entry) const;
    [[nodiscard]] std::optional<DeviceSubjectTimes> device_times_of(const Entry& entry) const;
    [[nodiscard]] double ratio(const Entry& of, const Entry& to) const;
    [[nodiscard]] std::size_t rounds() const { return rounds_; }

    const Trial& trial_;
    std::vector<Floor> floors_;  // the first is that of the processor
    PeakUse peak_use_;
    Floor peaks_;
    std::vector<Entry> entries_;
    std::vector<std::string> left_out_;
    std::size_t rounds_ = 0;
};

}  // namespace poslab
