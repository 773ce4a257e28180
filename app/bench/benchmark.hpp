#pragma once

#include "core/base/job.hpp"
#include "core/encoding/precision.hpp"

#include <chrono>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace poslab {

class Engine;

/// One way to do a kind of work, and nothing else, as fast as this machine can.
struct Probe {
    std::string name;
    double work = 0;  // amount of work in one run
    std::function<void()> run;
    std::chrono::milliseconds pause{0};  // time for its busy-waiting threads to go to sleep
    // Not timed: allocate and free memory that must not count as a subject's.
    std::function<void()> before{}, after{};
};

/// The rate of a graphics processor that the same work depends on there.
enum class DeviceRate { none, copy, product };

/// Work that cannot be avoided. The fastest of its probes counts, separately in every round.
struct Bound {
    std::string name, unit;  // "product", "multiply-adds"
    std::vector<Probe> probes;
    bool overlaps = false;  // simultaneous with the other bounds (memory traffic) instead of sequential
    DeviceRate device = DeviceRate::none;
};

/// The minimum work of a subject in operations of the processor's units, whatever the implementation.
struct PeakWork {
    double float32 = 0, float64 = 0;  // multiply-adds
    double exponentials = 0;          // of float32
    double angles = 0;                // float64 sine and cosine pairs
    double bytes = 0;                 // to or from memory
};

/// One measured function.
struct Subject {
    std::string name;
    std::vector<double> work;  // amount per bound of the benchmark
    std::function<void(const Engine&, const Job&)> run;
    bool rival = false;  // another program's implementation: the same for every engine
    PeakWork peak{};
};

/// A derived number in addition to seconds, such as "a step of order 64" in "ns".
struct BenchFigure {
    std::string name, unit;
    std::function<double(std::span<const double> seconds)> of;  // of every subject, with the first engine
};

/// A benchmark with prepared inputs at one size. Every engine gets the same inputs.
struct Trial {
    std::string size;               // as displayed
    std::vector<Subject> subjects;  // the others are compared with the first
    std::vector<Bound> bounds;
    std::vector<BenchFigure> figures{};
    /// The subjects run on one thread, so the processor's peaks are measured on one, too.
    bool one_thread = false;
};

/// Benchmarks that run if none are named; with_gpu: if there is a graphics processor to compute on.
enum class ByDefault { always, with_gpu, never };

/// An entry in the table of `poslab bench`. Lengths are in tokens (distances, for similarity).
struct Benchmark {
    std::string_view name, help;
    std::int64_t length = 0, quick_length = 0;
    int rounds = 15;
    ByDefault by_default = ByDefault::always;
    std::function<Trial(Precision, std::int64_t length)> prepare;  // vectors have that precision
};

/// Returns all benchmarks, in the order of the table.
[[nodiscard]] const std::vector<Benchmark>& all_benchmarks();
/// Returns their names: "a, b, c".
[[nodiscard]] std::string benchmark_names();

}  // namespace poslab
