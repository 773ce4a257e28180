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

/// Bounds with the seconds of their probes in every round. One without probes counts for nothing.
class Floor {
  public:
    /// `engine`: whose floor it is.
    Floor(std::string engine, std::vector<Bound> bounds);

    [[nodiscard]] std::size_t probes() const;
    /// Each probe once; `counts`: they are written down.
    void run(Steps& steps, bool counts);

    /// Of that much work of each bound; none where no bound has probes.
    [[nodiscard]] std::optional<double> seconds(std::span<const double> work, std::size_t round) const;
    /// The same at the best rate that each bound reached in any round.
    [[nodiscard]] std::optional<double> least_seconds(std::span<const double> work) const;
    /// Of each bound alone, median over the rounds.
    [[nodiscard]] std::vector<std::optional<double>> parts(std::span<const double> work, std::size_t rounds) const;
    /// Of each bound that has probes.
    [[nodiscard]] std::vector<BoundRate> rates(std::size_t rounds) const;
    /// The best of any round.
    [[nodiscard]] std::vector<BoundRate> best_rates(std::size_t rounds) const;

  private:
    [[nodiscard]] std::optional<double> seconds_per_unit(std::size_t bound, std::size_t round) const;
    [[nodiscard]] std::optional<double> least_seconds_per_unit(std::size_t bound) const;
    /// Bounds one after the other, or the longest that overlaps.
    [[nodiscard]] std::optional<double> together(std::span<const double> work,
                                                 const std::function<std::optional<double>(std::size_t)>& seconds_per_unit) const;

    std::string engine_;
    std::vector<Bound> bounds_;
    std::vector<std::vector<std::vector<double>>> seconds_;  // [bound][probe][round]
};

/// Every subject with every engine and every probe, round after round. `trial` and `engines` must outlive it.
class Rounds {
  public:
    Rounds(const Trial& trial, std::span<const BenchEngine> engines);

    [[nodiscard]] std::size_t runs() const;  // of a round
    /// One run of each, not written down. What an engine that was not named cannot do is left out from then on.
    void warm_up(Steps& steps);
    /// One run of each. Another subject begins each time: the first one after the probes finds caches and threads cold.
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
        std::vector<DeviceWork> device{};  // of an engine that has one
        std::int64_t peak_bytes = 0;
    };
    [[nodiscard]] const Subject& subject_of(const Entry& entry) const { return trial_.subjects[entry.subject]; }
    void run_entry(Entry& entry, Steps& steps, bool counts);
    [[nodiscard]] const Entry* find(const BenchEngine* engine, std::size_t subject) const;
    [[nodiscard]] SubjectTimes times_of(const Entry& entry) const;
    [[nodiscard]] std::optional<DeviceSubjectTimes> device_times_of(const Entry& entry) const;
    [[nodiscard]] double ratio(const Entry& of, const Entry& to) const;
    [[nodiscard]] std::size_t rounds() const { return rounds_; }

    const Trial& trial_;
    std::vector<Floor> floors_;  // the first: of the processor
    PeakUse peak_use_;
    Floor peaks_;
    std::vector<Entry> entries_;
    std::vector<std::string> left_out_;
    std::size_t rounds_ = 0;
};

}  // namespace poslab
