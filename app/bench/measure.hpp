#pragma once

#include "app/bench/benchmark.hpp"

#include <optional>
#include <string>
#include <vector>

namespace poslab {

/// What `poslab bench` is asked for.
struct BenchRequest {
    std::vector<std::string> names;  // empty: those that run by default
    const Engine* engine = nullptr;
    std::optional<int> rounds;           // instead of each benchmark's own
    std::optional<std::int64_t> length;  // likewise
    bool quick = false;                  // small sizes and few rounds: shows that all runs, not how fast
};

/// How fast the machine did a bound's work; medians over the rounds.
struct BoundRate {
    std::string name, unit;
    std::string fastest;  // of its probes
    double per_second = 0;
};

/// Medians over the rounds; ratios are medians of the ratios within a round.
struct SubjectTimes {
    std::string name;
    double seconds = 0;
    double floor_seconds = 0;  // of its unavoidable work: bounds one after the other, or the longest that overlaps
    double ratio_to_floor = 0;
    double ratio_to_first = 0;          // subject of the same benchmark
    std::vector<double> work;           // of each bound
    std::vector<double> bound_seconds;  // of each bound
    std::int64_t peak_bytes = 0;        // most memory of the process resident while it ran; 0: not known
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
    std::vector<BoundRate> bounds;
    std::vector<SubjectTimes> subjects;
    std::vector<FigureOfRounds> figures;
};

inline constexpr int most_rounds = 1000;
inline constexpr std::int64_t least_bench_length = 64;

/// Runs the benchmarks asked for, in the list's order. In each round every subject and every probe runs once, so that a busy
/// machine slows them alike; one round before that warms up. Throws UsageError for an unknown name (listing the known ones),
/// rounds outside [1, most_rounds] and a length outside [least_bench_length, most_tokens]; Unavailable where a library that
/// only measures is missing; what the engine throws.
[[nodiscard]] std::vector<Measurement> measure(const BenchRequest& request, const Job& job);

/// Threads that engines and probes work on.
[[nodiscard]] int worker_threads();

}  // namespace poslab
