#pragma once

#include "app/bench/benchmark.hpp"
#include "core/base/job.hpp"
#include "core/engine/catalogue.hpp"
#include "core/engine/engine.hpp"
#include "gpu/rates.hpp"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace poslab {

/// An engine to be measured.
struct BenchEngine {
    const Engine* engine = nullptr;
    bool graphics = false;       // computes on a graphics processor: its floor is measured there
    gpu::DeviceProbes probes{};  // probes for that floor
    bool named = false;          // named by the user: unsupported work is an error, otherwise it is skipped
};

/// The options of `poslab bench`.
struct BenchRequest {
    std::vector<std::string> names;      // empty: the default benchmarks
    std::vector<BenchEngine> engines;    // the others are compared with the first
    std::optional<std::int64_t> rounds;  // replaces each benchmark's own number
    std::optional<std::int64_t> length;  // replaces each benchmark's own length
    bool quick = false;  // small sizes and few rounds: tests that everything runs, not the speed
};

/// Returns the probes of an engine by its name; may throw Unavailable: its floor is then unknown.
using DeviceProbesOf = std::function<gpu::DeviceProbes(std::string_view engine)>;

/// Returns the engines of a table: cpu, and next to it the named one or, for "auto", all those on real
/// graphics processors. Throws UsageError for an unknown name, Unavailable for an absent engine.
[[nodiscard]] std::vector<BenchEngine> bench_engines(const EngineCatalogue& catalogue, std::string_view name,
                                                     const DeviceProbesOf& probes_of = gpu::device_probes);

/// The rate at which the machine did a bound's work; medians over the rounds.
struct BoundRate {
    std::string name, unit;
    std::string fastest;  // the fastest of its probes
    double per_second = 0;
    /// The engine whose floor it belongs to; engines on the processor share that of the first.
    std::string engine;
};

/// Times by the clock of a graphics processor; medians over the rounds.
struct DeviceSubjectTimes {
    double kernel_seconds = 0, copy_seconds = 0;
    /// Floor over kernels: fraction of the rate that the device reaches in its probes.
    std::optional<double> fraction_of_rate;
    double call_to_kernels = 0;                           // the whole call over its kernels
    std::int64_t max_memory = 0;                          // maximum bytes of device memory in use
    std::vector<std::pair<std::string, double>> kernels;  // seconds of each
};

/// Times of a subject: medians over the rounds; ratios are medians of the ratios within a round. Values about
/// the floor are unset if no part of it is known.
struct SubjectTimes {
    std::string name, engine;
    double seconds = 0;
    /// Time of its unavoidable work: sequential bounds added, or the longest that overlaps.
    std::optional<double> floor_seconds;
    std::optional<double> ratio_to_floor;
    /// Same subject with the first engine; unset if that is not cpu, or for a rival.
    std::optional<double> ratio_to_cpu;
    double ratio_to_first = 0;  // to the first subject of the same benchmark, with the same engine
    std::vector<double> work;   // per bound
    std::vector<std::optional<double>> bound_seconds;  // per bound
    std::vector<double> peak_work;                     // per peak
    /// Minimum time at the peaks over the fastest run; unset on a graphics processor.
    std::optional<double> fraction_of_peak;
    std::int64_t peak_bytes = 0;  // maximum resident memory of the process while it ran; 0: unknown
    std::optional<DeviceSubjectTimes> device;  // for an engine on a graphics processor
};

/// A figure computed from the medians over the rounds. Otherwise a figure of several subjects would be wrong
/// if any of them was interrupted.
struct FigureOfRounds {
    std::string name, unit;
    double value = 0;
};

struct Measurement {
    std::string name, help, size;
    std::int64_t length = 0;
    int rounds = 0;
    std::vector<std::string> bounds;  // in the order of SubjectTimes::work
    std::vector<BoundRate> rates;
    std::vector<BoundRate> peaks;  // of the processor at their best, in the order of SubjectTimes::peak_work
    std::vector<SubjectTimes> subjects;
    std::vector<FigureOfRounds> figures;  // of the first engine
    std::vector<std::string> left_out;    // work that an engine does not support: one sentence each
};

inline constexpr int max_rounds = 1000;
inline constexpr std::int64_t min_bench_length = 64;

/// Runs the requested benchmarks in the list's order. In each round every subject of every engine and every
/// probe runs once, so that a busy machine slows all of them equally; one round before that warms up.
///
/// Throws UsageError for an unknown name (with the known ones), rounds outside [1, max_rounds] and a length
/// outside [min_bench_length, most_tokens]; Unavailable if a library needed for measuring is missing; and
/// the engine's own errors.
[[nodiscard]] std::vector<Measurement> measure(const BenchRequest& request, const Job& job);

}  // namespace poslab
