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

/// An engine that is measured.
struct BenchEngine {
    const Engine* engine = nullptr;
    bool graphics = false;       // computes on a graphics processor: its floor is measured there
    gpu::DeviceProbes probes{};  // with these
    bool named = false;          // asked for: what it cannot do is an error, else it is left out
};

/// What `poslab bench` is asked for.
struct BenchRequest {
    std::vector<std::string> names;      // empty: those that run by default
    std::vector<BenchEngine> engines;    // the others are compared with the first
    std::optional<int> rounds;           // instead of each benchmark's own
    std::optional<std::int64_t> length;  // likewise
    bool quick = false;                  // small sizes and few rounds: shows that all runs, not how fast
};

/// Of the engine with that name; may throw Unavailable: its floor is not known then.
using DeviceProbesOf = std::function<gpu::DeviceProbes(std::string_view engine)>;

/// The engines of a table: cpu, and beside it the one that is named or, for "auto", all those on graphics processors that are real
/// hardware. Throws UsageError for an unknown name, Unavailable for an absent engine.
[[nodiscard]] std::vector<BenchEngine> bench_engines(const EngineCatalogue& catalogue, std::string_view name,
                                                     const DeviceProbesOf& probes_of = gpu::device_probes);

/// How fast the machine did a bound's work; medians over the rounds.
struct BoundRate {
    std::string name, unit;
    std::string fastest;  // of its probes
    double per_second = 0;
    std::string engine;  // whose floor it is part of; the processors' engines share that of the first
};

/// By the clock of a graphics processor; medians over the rounds.
struct DeviceSubjectTimes {
    double kernel_seconds = 0, copy_seconds = 0;
    std::optional<double> fraction_of_rate;               // floor over kernels: of the rate that the device reaches in its probes
    double call_to_kernels = 0;                           // the whole call over its kernels
    std::int64_t most_memory = 0;                         // bytes of the device held at once
    std::vector<std::pair<std::string, double>> kernels;  // seconds of each
};

/// Medians over the rounds; ratios are medians of the ratios within a round. Of the floor: none where no part of it is known.
struct SubjectTimes {
    std::string name, engine;
    double seconds = 0;
    std::optional<double> floor_seconds;  // of its unavoidable work: bounds one after the other, or the longest that overlaps
    std::optional<double> ratio_to_floor;
    std::optional<double> ratio_to_cpu;  // the same subject with the first engine; none where that is not cpu, or for a rival
    double ratio_to_first = 0;           // subject of the same benchmark, with the same engine
    std::vector<double> work;            // of each bound
    std::vector<std::optional<double>> bound_seconds;  // of each bound
    std::vector<double> peak_work;                     // of each peak
    std::optional<double> fraction_of_peak;    // least seconds at the peaks over the fastest run's; none on a graphics processor
    std::int64_t peak_bytes = 0;               // most memory of the process resident while it ran; 0: not known
    std::optional<DeviceSubjectTimes> device;  // of an engine on a graphics processor
};

/// Of the medians over the rounds: one that takes several subjects would else be off wherever any of them was interrupted.
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
    std::vector<std::string> left_out;    // what an engine could not do: a sentence each
};

inline constexpr int most_rounds = 1000;
inline constexpr std::int64_t least_bench_length = 64;

/// Runs the benchmarks asked for, in the list's order. In each round every subject of every engine and every probe runs once, so
/// that a busy machine slows them alike; one round before that warms up. Throws UsageError for an unknown name (listing the known
/// ones), rounds outside [1, most_rounds] and a length outside [least_bench_length, most_tokens]; Unavailable where a library that
/// only measures is missing; what the engine throws.
[[nodiscard]] std::vector<Measurement> measure(const BenchRequest& request, const Job& job);

/// Threads that engines and probes work on.
[[nodiscard]] int worker_threads();

}  // namespace poslab
