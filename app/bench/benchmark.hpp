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

/// One way to do a kind of work and nothing else, as fast as this machine can.
struct Probe {
    std::string name;
    double work = 0;  // what one run does
    std::function<void()> run;
    std::chrono::milliseconds pause{0};       // until threads that it leaves waiting busily have gone to sleep
    std::function<void()> before{}, after{};  // not timed: memory that nothing else shall be seen to hold
};

/// Which rate of a graphics processor the same work goes at there.
enum class DeviceRate { none, copy, product };

/// Work that cannot be avoided. The fastest of its probes counts, anew in every round.
struct Bound {
    std::string name, unit;  // "product", "multiply-adds"
    std::vector<Probe> probes;
    bool overlaps = false;  // goes on beside the others (traffic of memory) instead of after them
    DeviceRate device = DeviceRate::none;
};

/// What a subject cannot do without, in what the units of the processor do whatever they are told to.
struct PeakWork {
    double float32 = 0, float64 = 0;  // multiply-adds
    double exponentials = 0;          // of float32
    double angles = 0;                // sine and cosine of float64
    double bytes = 0;                 // from or to memory
};

/// What is measured.
struct Subject {
    std::string name;
    std::vector<double> work;  // of each bound of its benchmark
    std::function<void(const Engine&, const Job&)> run;
    bool rival = false;  // of another program's making: the same for every engine
    PeakWork peak{};
};

/// A number that says more than seconds do: "a step of order 64", in "ns".
struct BenchFigure {
    std::string name, unit;
    std::function<double(std::span<const double> seconds)> of;  // of every subject, with the first engine
};

/// A benchmark with its inputs made, at one size. Every engine is given the same.
struct Trial {
    std::string size;               // for people
    std::vector<Subject> subjects;  // the first is what the others are compared with
    std::vector<Bound> bounds;
    std::vector<BenchFigure> figures{};
    bool one_thread = false;  // what the subjects do is done in turn: so are the processor's peaks
};

/// Whether a benchmark runs unless others are named; with_gpu: where there is a graphics processor to compute on.
enum class ByDefault { always, with_gpu, never };

/// An entry of the table of `poslab bench`. Lengths in tokens (distances, for similarity).
struct Benchmark {
    std::string_view name, help;
    std::int64_t length = 0, quick_length = 0;
    int rounds = 15;
    ByDefault by_default = ByDefault::always;
    std::function<Trial(Precision, std::int64_t length)> prepare;  // vectors are held in that precision
};

/// All of them, in the order of the table.
[[nodiscard]] const std::vector<Benchmark>& all_benchmarks();
/// Their names for a sentence: "a, b, c".
[[nodiscard]] std::string benchmark_names();

}  // namespace poslab
