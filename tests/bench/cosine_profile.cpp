// S(distance) = (2/d) sum of cos(distance theta_p) at d = 128, base 1e4, in process; scripts/bench shows it beside NumPy.
#include "core/engine/engine.hpp"
#include "core/engine/rotation_product.hpp"

#include <benchmark/benchmark.h>

#include <cmath>
#include <vector>

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
}
BENCHMARK(cosine_profile)->Arg(1000)->Arg(65536)->Arg(1000000)->UseRealTime()->Unit(benchmark::kMillisecond);

// The floor: one multiply-add for each of 64 * 10^6 terms on one thread, tables at hand, results left in the cache.
void product_alone(benchmark::State& state) {
    constexpr std::size_t frequencies = 64;
    constexpr std::size_t panels = 32;
    constexpr std::size_t blocks = 32;
    constexpr std::size_t reach = panels * rotation_panel;
    const std::vector<double> table(2 * reach * frequencies, 0.5);
    const std::vector<double> seeds(2 * blocks * frequencies, 0.5);
    std::vector<double> values(blocks * (2 * reach - 1));
    std::vector<double*> centers;
    for (std::size_t block = 0; block < blocks; ++block) centers.push_back(values.data() + block * (2 * reach - 1) + reach - 1);
    const std::size_t calls = 1000000 / values.size();
    for (auto _ : state) {
        for (std::size_t call = 0; call < calls; ++call)
            multiply_rotations({frequencies, panels, table.data(), seeds.data(), centers});
        benchmark::DoNotOptimize(values.data());
    }
}
BENCHMARK(product_alone)->UseRealTime()->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace poslab

BENCHMARK_MAIN();
