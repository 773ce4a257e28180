#include "app/bench/measure.hpp"

#include "app/bench/rounds.hpp"
#include "core/base/errors.hpp"
#include "core/base/job.hpp"
#include "core/base/nearest_name.hpp"
#include "core/encoding/plan.hpp"
#include "core/engine/engine.hpp"

#include <fmt/format.h>
#include <oneapi/tbb/info.h>

#include <algorithm>

namespace poslab {
namespace {

constexpr int quick_rounds = 2;

Measurement measure_one(const Benchmark& benchmark, const BenchRequest& request, const Job& job) {
    const std::int64_t length =
        request.length.value_or(request.quick ? benchmark.quick_length : benchmark.length);
    const auto rounds =
        static_cast<int>(request.rounds.value_or(request.quick ? quick_rounds : benchmark.rounds));
    job.progress(0);
    const Trial trial = benchmark.prepare(request.engines.front().engine->precision(), length);
    Rounds all(trial, request.engines);
    Steps steps(job, all.runs() * (static_cast<std::size_t>(rounds) + 1));
    all.warm_up(steps);
    for (int round = 0; round < rounds; ++round) all.run(steps);
    Measurement measured;
    measured.name = benchmark.name;
    measured.help = benchmark.help;
    measured.size = trial.size;
    measured.length = length;
    measured.rounds = rounds;
    for (const Bound& bound : trial.bounds) measured.bounds.push_back(bound.name);
    measured.rates = all.rates();
    measured.peaks = all.peaks();
    measured.subjects = all.subjects();
    for (const BenchFigure& figure : trial.figures) measured.figures.push_back(all.figure(figure));
    measured.left_out = all.left_out();
    return measured;
}

void check_request(const BenchRequest& request) {
    const std::vector<Benchmark>& all = all_benchmarks();
    for (const std::string& name : request.names)
        if (std::none_of(all.begin(), all.end(),
                         [&](const Benchmark& benchmark) { return benchmark.name == name; }))
            throw UsageError(tr("unknown benchmark '{}'; known are: {}", name,
                                names_for(name, collect_names(all, [](const Benchmark& each) {
                                              return std::string_view(each.name);
                                          }))));
    if (request.rounds && (*request.rounds < 1 || *request.rounds > max_rounds))
        throw UsageError(fmt::format("--rounds {}: must be in [1, {}]", *request.rounds, max_rounds));
    if (request.length && (*request.length < min_bench_length || *request.length > max_tokens))
        throw UsageError(
            fmt::format("--length {}: must be in [{}, {}]", *request.length, min_bench_length, max_tokens));
}

bool by_default(const Benchmark& benchmark, const BenchRequest& request) {
    const auto& engines = request.engines;
    const bool gpu = std::any_of(engines.begin(), engines.end(),
                                 [](const BenchEngine& engine) { return engine.graphics && !engine.named; });
    return benchmark.by_default == ByDefault::always || (benchmark.by_default == ByDefault::with_gpu && gpu);
}

bool on_graphics(std::string_view name) { return name != "reference" && name != "cpu"; }

/// An engine without probes is measured, although its floor is unknown.
BenchEngine graphics_engine(const Engine& engine, bool named, const DeviceProbesOf& probes_of) {
    try {
        return {&engine, true, probes_of(engine.name()), named};
    } catch (const Unavailable&) {
        return {&engine, true, {}, named};
    }
}

}  // namespace

std::vector<BenchEngine> bench_engines(const EngineCatalogue& catalogue, std::string_view name,
                                       const DeviceProbesOf& probes_of) {
    std::vector<BenchEngine> engines{{&catalogue.named("cpu"), false, {}, true}};
    if (name == "cpu") return engines;
    if (name != "auto") {
        const Engine& engine = catalogue.named(name);
        engines.push_back(on_graphics(name) ? graphics_engine(engine, true, probes_of)
                                            : BenchEngine{&engine, false, {}, true});
        return engines;
    }
    for (const std::string& text : catalogue.names()) {
        if (!on_graphics(text) || !catalogue.may_be_available(text)) continue;
        const EngineStatus status = catalogue.status(text);
        if (status.engine != nullptr && !status.software)
            engines.push_back(graphics_engine(*status.engine, false, probes_of));
    }
    return engines;
}

std::vector<Measurement> measure(const BenchRequest& request, const Job& job) {
    check_request(request);
    std::vector<const Benchmark*> chosen;
    for (const Benchmark& benchmark : all_benchmarks()) {
        const bool named =
            std::find(request.names.begin(), request.names.end(), benchmark.name) != request.names.end();
        if (request.names.empty() ? by_default(benchmark, request) : named) chosen.push_back(&benchmark);
    }
    std::vector<Measurement> table;
    for (const Benchmark* benchmark : chosen) {
        const Job part = job.step(table.size(), chosen.size());
        table.push_back(measure_one(*benchmark, request, part));
    }
    return table;
}

}  // namespace poslab
