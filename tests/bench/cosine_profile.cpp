// S(distance) = (2/d) sum of cos(distance theta_p) at d = 128, base 1e4, in process. Prints what Google Benchmark prints.
#include "core/engine/engine.hpp"

#include <benchmark/benchmark.h>

#include <cmath>

namespace poslab {
namespace {

CosineSum similarity(std::size_t pairs, double base) {
    CosineSum sum;
    for (std::size_t p = 0; p < pairs; ++p) {
        sum.frequencies.push_back(std::pow(base, -static_cast<double>(p) / static_cast<double>(pairs)));
        sum.cosine_weights.push_back(1 / static_cast<double>(pairs));
    }
    return sum;
}

void cosine_profile(benchmark::State& state) {
    const CosineSum sum = similarity(64, 1e4);
    for (auto _ : state) benchmark::DoNotOptimize(cpu_engine().cosine_profile(sum, {0, state.range(0)}, Job{}).data());
    // One multiply and add for each term is the least that the addition theorem leaves to do.
    state.counters["multiply_adds_per_second"] =
        benchmark::Counter(static_cast<double>(state.range(0)) * 64, benchmark::Counter::kIsIterationInvariantRate);
}
BENCHMARK(cosine_profile)->Arg(1000)->Arg(65536)->Arg(1000000)->UseRealTime()->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace poslab

BENCHMARK_MAIN();
