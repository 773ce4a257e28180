// The parts of `poslab bench` that concern graphics engines, tested with fake ones.
#include "app/bench/benchmark.hpp"
#include "app/bench/measure.hpp"
#include "app/bench/report.hpp"
#include "core/base/errors.hpp"
#include "core/engine/engine.hpp"
#include "tests/support/fake_engines.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <chrono>
#include <sstream>
#include <stdexcept>
#include <thread>

namespace poslab::test {
namespace {

using nlohmann::json;
using Arguments = std::vector<std::string>;

BenchRequest residual_of(std::vector<BenchEngine> engines) {
    BenchRequest request;
    request.names = {"residual"};
    request.engines = std::move(engines);
    request.quick = true;
    return request;
}

const SubjectTimes& times_of(const Measurement& measured, std::string_view name, std::string_view engine) {
    for (const SubjectTimes& times : measured.subjects)
        if (times.name == name && times.engine == engine) return times;
    throw std::out_of_range("no such subject");
}

// The device returns at once: its floor is the time of its copies (10 µs per byte), and it has no floor
// without probes.
TEST(Bench, FloorOfADeviceIsMeasuredOnTheDevice) {
    const test::FakeEngine cuda("cuda"), opengl("opengl");
    const auto copy = [] { std::this_thread::sleep_for(std::chrono::milliseconds(1)); };
    const gpu::DeviceProbes probes{gpu::DeviceProbe{"copies of 100 bytes", 100, copy}, std::nullopt};
    const BenchEngine with{&cuda, true, probes}, without{&opengl, true};
    const std::vector<Measurement> table = measure(residual_of({{&cpu_engine()}, with, without}), {});
    ASSERT_EQ(table.size(), 1U);
    const Measurement& measured = table[0];
    EXPECT_EQ(measured.subjects.size(), 6U);
    EXPECT_EQ(measured.bounds, (Arguments{"angles", "result"}));
    const SubjectTimes& cpu = times_of(measured, "quaternion", "cpu");
    EXPECT_GT(cpu.bound_seconds[0].value_or(0), 0);
    const SubjectTimes& known = times_of(measured, "quaternion", "cuda");
    EXPECT_LT(known.ratio_to_cpu.value_or(1), 1);
    EXPECT_FALSE(known.bound_seconds[0].has_value());
    const double bytes = 8 * 101 * 101;
    EXPECT_GE(known.floor_seconds.value_or(0), bytes * 1e-5) << "sleeping takes at least the requested time";
    EXPECT_EQ(known.floor_seconds, known.bound_seconds[1]);
    const SubjectTimes& unknown = times_of(measured, "quaternion", "opengl");
    EXPECT_FALSE(unknown.floor_seconds || unknown.ratio_to_floor);
    EXPECT_TRUE(unknown.ratio_to_cpu.has_value());
    EXPECT_EQ(measured.rates.size(), 3U) << "two of the processor, one of the device";
    EXPECT_EQ(measured.rates[2].engine, "cuda");
    const json shown = json::parse(bench_json(table, {{&cpu_engine()}, with, without}, true));
    EXPECT_EQ(shown["engine"], "cpu, cuda, opengl");
    EXPECT_EQ(shown["benchmarks"][0]["results"][4]["fraction_of_floor"], json()) << "not known";
    EXPECT_NE(bench_text(table, {{&cpu_engine()}, with, without}).find("–"), std::string::npos);
}

/// Returns the cells of a line of Markdown without surrounding spaces.
Arguments cells_of(const std::string& line) {
    Arguments cells;
    std::istringstream rest(line.substr(line.find('|') + 1));
    for (std::string cell; std::getline(rest, cell, '|');) {
        const std::size_t begin = cell.find_first_not_of(' ');
        cells.push_back(
            begin == std::string::npos ? "" : cell.substr(begin, cell.find_last_not_of(' ') + 1 - begin));
    }
    return cells;
}

// 81,608 bytes at 100 bytes per millisecond of sleep give a floor of 816 ms, compared with 2 s of kernels by
// the device's clock.
TEST(Bench, ADevicesOwnClockTellsKernelsFromTheWholeCall) {
    test::FakeEngine cuda("cuda");
    cuda.device =
        DeviceWork{{{"rotation_residual", 1.5, 3}, {"copy_probe", 0.5, 1}}, 0.25, 1000, 2000, 30'000'000};
    const auto copy = [] { std::this_thread::sleep_for(std::chrono::milliseconds(1)); };
    const gpu::DeviceProbes probes{gpu::DeviceProbe{"copies of 100 bytes", 100, copy}, std::nullopt};
    const std::vector<BenchEngine> engines{{&cpu_engine()}, {&cuda, true, probes}};
    const std::vector<Measurement> table = measure(residual_of(engines), {});
    const SubjectTimes& times = times_of(table.at(0), "quaternion", "cuda");
    ASSERT_TRUE(times.device.has_value());
    EXPECT_EQ(times.device->kernel_seconds, 2);
    EXPECT_EQ(times.device->copy_seconds, 0.25);
    EXPECT_NEAR(times.device->call_to_kernels, times.seconds / 2, 1e-6);
    EXPECT_NEAR(times.device->fraction_of_rate.value_or(0), times.floor_seconds.value_or(0) / 2, 1e-6);
    EXPECT_FALSE(times_of(table[0], "quaternion", "cpu").device.has_value());
    const json shown = json::parse(bench_json(table, engines, true))["benchmarks"][0]["results"];
    EXPECT_FALSE(shown[0].contains("device"));
    EXPECT_EQ(shown[2]["device"]["kernels"], (json{{"rotation_residual", 1.5}, {"copy_probe", 0.5}}));
    EXPECT_EQ(shown[2]["device"]["most_memory"], 30'000'000);
    std::istringstream markdown(bench_markdown(table));
    std::vector<Arguments> rows;
    for (std::string line; std::getline(markdown, line);) rows.push_back(cells_of(line));
    ASSERT_EQ(rows.size(), 6U) << "a head, its line, two subjects by two engines";
    EXPECT_EQ(rows[0], (Arguments{"benchmark", "subject", "engine", "call ms", "kernels ms", "copies ms",
                                  "to cpu", "of floor", "of rate", "to first", "device MB"}));
    for (const Arguments& row : rows) EXPECT_EQ(row.size(), 11U);
    EXPECT_EQ(rows[2][4], "–") << "the cpu has no such clock";
    EXPECT_EQ((Arguments{rows[4][0], rows[4][2], rows[4][4], rows[4][5], rows[4][10]}),
              (Arguments{"residual", "cuda", "2000", "250", "30"}));
    EXPECT_NE(bench_text(table, engines).find("of rate"), std::string::npos);
}

TEST(Bench, WhatADeviceCannotDoIsLeftOutUnlessItWasNamed) {
    test::FakeEngine cuda("cuda");
    cuda.fail = [] { throw Unavailable("no room for the plane"); };
    const std::vector<Measurement> table = measure(residual_of({{&cpu_engine()}, {&cuda, true}}), {});
    EXPECT_EQ(table.at(0).left_out, (Arguments{"cuda, matrix-exponential: no room for the plane",
                                               "cuda, quaternion: no room for the plane"}));
    EXPECT_EQ(table[0].subjects.size(), 2U);
    EXPECT_THROW(static_cast<void>(measure(residual_of({{&cpu_engine()}, {&cuda, true, {}, true}}), {})),
                 Unavailable);
}

TEST(Bench, EnginesOfATableAreCpuAndTheHardware) {
    const auto no_probes = [](std::string_view engine) -> gpu::DeviceProbes {
        // one engine without memory must not end the benchmark
        if (engine == "cuda") throw Unavailable("no room for them");
        return {};
    };
    const auto names = [&](const EngineCatalogue& catalogue, std::string_view engine) {
        Arguments all;
        for (const BenchEngine& bench_engine : bench_engines(catalogue, engine, no_probes))
            all.emplace_back(bench_engine.engine->name());
        return all;
    };
    const auto fake = [](const char* name) { return std::make_shared<test::FakeEngine>(name); };
    const auto all = test::catalogue_of({{"reference", fake("reference")},
                                         {"cpu", fake("cpu")},
                                         {"opengl", fake("opengl")},
                                         {"cuda", fake("cuda")}});
    EXPECT_EQ(names(*all, "auto"), (Arguments{"cpu", "opengl", "cuda"}));
    EXPECT_EQ(names(*all, "cpu"), Arguments{"cpu"});
    EXPECT_EQ(names(*all, "opengl"), (Arguments{"cpu", "opengl"}));
    EXPECT_EQ(names(*all, "reference"), (Arguments{"cpu", "reference"}));
    const test::FakeSource software{"opengl", fake("opengl"), true};
    const auto without = test::catalogue_of({{"cpu", fake("cpu")}, software, {"cuda", nullptr}});
    EXPECT_EQ(names(*without, "auto"), Arguments{"cpu"});
    EXPECT_EQ(names(*without, "opengl"), (Arguments{"cpu", "opengl"})) << "a software rasteriser by name";
    EXPECT_THROW(static_cast<void>(names(*without, "cuda")), Unavailable);
    EXPECT_THROW(static_cast<void>(names(*without, "abacus")), UsageError);
}

}  // namespace
}  // namespace poslab::test
