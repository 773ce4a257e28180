// `poslab bench` runs, reports what it measured and refuses what it cannot measure. No test asserts how fast
// anything is.
#include "app/bench/benchmark.hpp"
#include "app/bench/bias_decay.hpp"
#include "app/bench/dense_legs.hpp"
#include "app/bench/exponentials.hpp"
#include "app/bench/legs_probes.hpp"
#include "app/bench/peak_kernels.hpp"
#include "core/base/errors.hpp"
#include "core/blas/open_blas.hpp"
#include "core/engine/engine.hpp"
#include "core/engine/legs_scan.hpp"
#include "tests/cli/command_line_run.hpp"
#include "tests/support/patience.hpp"
#include "tests/support/python.hpp"

#include <nlohmann/json.hpp>

#include <chrono>
#include <cmath>
#include <csignal>
#include <filesystem>
#include <map>
#include <sstream>
#include <stdexcept>
#include <thread>

namespace poslab::test {
namespace {

using nlohmann::json;
using Arguments = std::vector<std::string>;

json benched(Arguments words) {
    words.insert(words.begin(), {"bench", "--json"});
    const Ran ran = poslab(words);
    expect_fine(ran);
    return json::parse(ran.out);
}

std::vector<std::string> names_of(const json& table) {
    std::vector<std::string> names;
    for (const json& benchmark : table["benchmarks"]) names.push_back(benchmark["name"]);
    return names;
}

/// The share of peak is the sum of the times at peak rates (or the time of the memory traffic, which
/// overlaps, if that is longer) over the time of a run. It is at most 1, up to a few per cent of clock error.
void expect_share_of_peak(const json& benchmark, const json& result) {
    double seconds = 0;
    for (const json& peak : benchmark["peaks"]) {
        const std::string name = peak["name"];
        EXPECT_GT(peak["per_second"], 0) << name;
        EXPECT_FALSE(peak["by"].get<std::string>().empty());
        EXPECT_GT(result["peak_work"][name], 0) << name;
        const double part = result["peak_work"][name].get<double>() / peak["per_second"].get<double>();
        seconds = name == "bytes" ? std::max(seconds, part) : seconds + part;
    }
    EXPECT_GT(result["fraction_of_peak"], 0);
    EXPECT_LE(seconds / result["fraction_of_peak"].get<double>(), 1.001 * result["seconds"].get<double>())
        << "the fastest run takes no longer than the median";
}

/// The floor is the sum of the arithmetic, or the traffic if that takes longer, since the two overlap. It is
/// at least the longest part and at most the sum of all parts. (The median of two rounds is their mean, so
/// this holds for medians as well.)
void expect_consistent(const json& benchmark, const json& result) {
    SCOPED_TRACE(benchmark["name"].get<std::string>() + " " + result["name"].get<std::string>());
    for (const char* key :
         {"seconds", "floor_seconds", "ratio_to_floor", "fraction_of_floor", "ratio_to_first"})
        EXPECT_GT(result[key], 0) << key;
    EXPECT_NEAR(result["fraction_of_floor"].get<double>() * result["ratio_to_floor"].get<double>(), 1, 1e-9);
    EXPECT_EQ(result["engine"], "cpu");
    const bool rival = result["name"].get<std::string>().starts_with("dense");
    EXPECT_EQ(result["ratio_to_cpu"], rival ? json() : json(1.0));
    double sum = 0, largest = 0;
    for (const json& bound : benchmark["floor"]) {
        const std::string name = bound["name"];
        EXPECT_GT(bound["per_second"], 0) << name;
        EXPECT_FALSE(bound["unit"].get<std::string>().empty());
        EXPECT_FALSE(bound["by"].get<std::string>().empty());
        EXPECT_GT(result["work"][name], 0) << name;
        const double seconds = result["work_seconds"][name];
        sum += seconds;
        largest = std::max(largest, seconds);
    }
    EXPECT_GE(result["floor_seconds"].get<double>(), 0.999 * largest);
    EXPECT_LE(result["floor_seconds"].get<double>(), 1.001 * sum);
    EXPECT_GT(result["peak_bytes"], 1 << 20) << "a process is larger than that";
    expect_share_of_peak(benchmark, result);
}

TEST(Bench, QuickTableIsWholeAndParses) {
    const auto begin = std::chrono::steady_clock::now();
    const json table = benched({"--quick", "--engine", "cpu"});
    EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(60))
        << "quick, even in a build with sanitizers";
    EXPECT_EQ(table["version"], POSLAB_VERSION);
    EXPECT_EQ(table["engine"], "cpu");
    EXPECT_EQ(table["quick"], true);
    EXPECT_GE(table["threads"], 1);
    EXPECT_EQ(names_of(table), (Arguments{"attention", "similarity", "bias-decay", "position-matrix",
                                          "legs-step", "residual", "decoder"}));
    for (const json& benchmark : table["benchmarks"]) {
        EXPECT_EQ(benchmark["rounds"], 2);
        EXPECT_FALSE(benchmark["size"].get<std::string>().empty());
        EXPECT_EQ(benchmark["results"][0]["ratio_to_first"], 1) << "the others are compared with the first";
        for (const json& result : benchmark["results"]) expect_consistent(benchmark, result);
    }
}

// 512 tokens have 512 · 513 / 2 unmasked cells, each with one exponential and 128 multiply-adds.
TEST(Bench, WorkOfAttentionIsThatOfItsUnmaskedCells) {
    const json table = benched({"attention", "--length", "512", "--rounds", "1", "--engine", "cpu"});
    const json& benchmark = table["benchmarks"][0];
    Arguments subjects;
    for (const json& result : benchmark["results"]) {
        subjects.push_back(result["name"]);
        EXPECT_EQ(result["work"]["exponentials"], 131'328);
        EXPECT_EQ(result["work"]["product"], 131'328 * 128);
        EXPECT_EQ(result["peak_work"], (json{{"float32", 131'328 * 128}, {"exponentials", 131'328}}));
    }
    EXPECT_EQ(subjects, (Arguments{"rope", "rerope", "leaky-rerope", "rope-alibi", "rope-statistics"}));
    EXPECT_EQ(benchmark["length"], 512);
    EXPECT_EQ(benchmark["rounds"], 1);
}

// Rates are those of the reported seconds. 65,536 numbers are 64 steps of order 1024, or one step of the
// rival.
TEST(Bench, FiguresOfLegsFollowFromItsSeconds) {
    const json table = benched({"legs-step", "--length", "65536", "--rounds", "1", "--engine", "cpu"});
    const json& benchmark = table["benchmarks"][0];
    std::map<std::string, double> seconds, figures;
    for (const json& result : benchmark["results"]) seconds[result["name"]] = result["seconds"];
    for (const json& figure : benchmark["figures"]) figures[figure["name"]] = figure["value"];
    EXPECT_EQ(seconds.size(), 8U);
    ASSERT_EQ(figures.size(), 11U);
    const double step = seconds.at("order-1024") / 64;
    EXPECT_NEAR(figures.at("order-1024, per step"), 1e9 * step, 1e-6 * 1e9 * step);
    EXPECT_NEAR(figures.at("8-channels, per number of a step"), 1e9 * seconds.at("8-channels") / 65536, 1e-6);
    const double ratio = seconds.at("dense-1024") / step;
    EXPECT_NEAR(figures.at("dense step over the engine's, order 1024"), ratio, 1e-6 * ratio);
    // The logarithms of the orders are equally spaced: the slope combines those of the outer two and the
    // inner two, weighted 9 to 1.
    const double outer = std::log(seconds.at("order-4096") * 64 / seconds.at("order-64")) / std::log(64);
    const double inner = std::log(seconds.at("order-1024") * 4 / seconds.at("order-256")) / std::log(4);
    EXPECT_NEAR(figures.at("growth from order 64 to 4096"), (9 * outer + inner) / 10, 1e-9);
    EXPECT_EQ(benchmark["results"][2]["work"]["divisions"], 65536);
    EXPECT_EQ(benchmark["results"][4]["work"]["divisions"], 8192) << "eight channels share them";
    EXPECT_EQ(benchmark["results"][4]["work"]["state"], 16 * 65536);
}

TEST(Bench, WorkOfADecoderIsWhatItsShapeSays) {
    const json benchmark = benched({"decoder", "--quick"})["benchmarks"][0];
    // Two layers with four 128 x 128 and three 344 x 128 matrices, an embedding of 256 x 128, 64 tokens, 4
    // heads of 32 per layer.
    constexpr double weights = 2 * (4 * 128 * 128 + 3 * 344 * 128) + 256 * 128, cells = 2 * 4 * 64 * 65 / 2;
    EXPECT_EQ(benchmark["results"][0]["work"]["product"], 64 * weights + 2 * cells * 32);
    EXPECT_EQ(benchmark["results"][0]["work"]["exponentials"], cells + 2 * 344 * 64 + 64 * 256);
    EXPECT_EQ(benchmark["results"][1]["name"], "rerope");
}

TEST(Bench, NamesChooseAndKeepTheOrderOfTheTable) {
    EXPECT_EQ(names_of(benched({"--quick", "position-matrix", "similarity"})),
              (Arguments{"similarity", "position-matrix"}));
    EXPECT_EQ(names_of(benched({"attention-long", "--quick"})), Arguments{"attention-long"});
    EXPECT_EQ(names_of(benched({"attention-longest", "attention-large", "--quick"})),
              (Arguments{"attention-large", "attention-longest"}));
}

TEST(Bench, AnEngineIsMeasuredBesideCpu) {
    const json table = benched({"similarity", "--quick", "--engine", "reference"});
    EXPECT_EQ(table["engine"], "cpu, reference");
    const json& results = table["benchmarks"][0]["results"];
    ASSERT_EQ(results.size(), 2U);
    EXPECT_EQ(results[0]["engine"], "cpu");
    EXPECT_EQ(results[0]["ratio_to_cpu"], 1);
    EXPECT_EQ(results[1]["engine"], "reference");
    EXPECT_EQ(results[1]["name"], results[0]["name"]);
    EXPECT_GT(results[1]["ratio_to_cpu"], 1) << "an obvious loop is slower, by hundreds of times";
    EXPECT_EQ(results[1]["ratio_to_first"], 1) << "of its own engine";
}

// A benchmark for graphics processors is skipped on a machine that has none.
TEST(Bench, LargeBenchmarksAreForGraphicsProcessors) {
    for (const Benchmark& benchmark : all_benchmarks()) {
        const bool large = benchmark.name == "attention-large" || benchmark.name == "attention-longest";
        EXPECT_EQ(benchmark.by_default == ByDefault::with_gpu, large) << benchmark.name;
    }
}

TEST(Bench, TextNamesWhatTheJsonDoes) {
    const Ran text = poslab({"bench", "--quick", "attention", "similarity"});
    expect_fine(text);
    for (const char* word : {"attention:", "similarity:", "rope", "rerope", "multiply-adds", "exponentials",
                             "OpenBLAS", "floor", "time"})
        EXPECT_NE(text.out.find(word), std::string::npos) << word;
    const Ran help = poslab({"bench", "--help"});
    for (const Benchmark& benchmark : all_benchmarks())
        EXPECT_NE(help.out.find(benchmark.name), std::string::npos) << benchmark.name;
}

TEST(Bench, RefusesWhatThereIsNot) {
    expect_error(poslab({"bench", "no-such-benchmark"}), 2,
                 "attention, attention-long, attention-large, attention-longest, similarity, bias-decay, "
                 "position-matrix");
    expect_error(poslab({"bench", "similarity", "no-such-benchmark"}), 2, "no-such-benchmark");
    for (const char* rounds : {"0", "-1", "1001", "many", "1.5", ""}) {
        expect_error(poslab({"bench", "--quick", std::string("--rounds=") + rounds}), 2, "--rounds");
    }
    for (const char* length : {"63", "-5", "16777217", "1e3x"}) {
        expect_error(poslab({"bench", "--quick", std::string("--length=") + length}), 2, "--length");
    }
    expect_error(poslab({"bench", "--no-such-flag"}), 2, "--no-such-flag");
    expect_error(poslab({"bench", "--quick", "similarity", "--json", "--markdown"}), 2, "--markdown");
    expect_error(poslab({"bench", "--w", "5"}), 2, "--w");
    expect_error(poslab({"bench", "--engine", "abacus"}), 2, "reference, cpu");
    expect_error(poslab({"bench", "position-matrix", "--engine", "reference"}), 5, "268435456");
}

TEST(Bench, AnInterruptEndsIt) {
    RunOptions options;
    options.meanwhile = [](pid_t process) {
        ASSERT_TRUE(catches(process, SIGINT)) << "it ended before";
        std::this_thread::sleep_for(std::chrono::milliseconds(300));
        kill(process, SIGINT);
    };
    const auto begin = std::chrono::steady_clock::now();
    expect_error(poslab({"bench", "attention", "--length", "1024", "--rounds", "1000"}, options), 130,
                 "interrupted");
    EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(30));
}

TEST(Bench, AnInterruptRemovesTheTemporaryModel) {
    const TemporaryFolder folder;
    RunOptions options;
    options.meanwhile = [&](pid_t process) {
        const auto deadline = std::chrono::steady_clock::now() + patience;
        while (folder.empty() && std::chrono::steady_clock::now() < deadline) usleep(500);
        kill(process, SIGINT);
    };
    const Ran ran = run_program(
        {"/usr/bin/env", "TMPDIR=" + folder.path(), POSLAB_BINARY, "bench", "decoder-large", "--quick"},
        options);
    expect_error(ran, 130, "interrupted");
    EXPECT_TRUE(folder.empty());
}

TEST(Bench, NamesAMissingFolderForTemporaryFiles) {
    for (const std::string folder : {"/nonexistent", "/dev/null"})
        expect_error(run_program({"/usr/bin/env", "TMPDIR=" + folder, POSLAB_BINARY, "bench", "decoder-large",
                                  "--quick"}),
                     4, folder + ": is not a folder; TMPDIR must name an existing folder");
}

// NumPy's rival, which draws a and b on its own, computes the same result: to 1e-9 of the sum of the absolute
// weights, since its angles are a distance of 10^6 times a rounded frequency.
TEST(Bench, RivalOfBiasDecayComputesTheSame) {
    const std::string python = test::python_with("numpy");
    if (python.empty()) GTEST_SKIP() << "no python3 with numpy";
    const RotatedProduct product = bias_decay_product();
    double weights = 0;
    for (const std::vector<double>* all : {&product.sum.cosine_weights, &product.sum.sine_weights})
        for (const double weight : *all) weights += std::abs(weight);
    const std::vector<std::int64_t> distances{0, 1, 1000, 1024, 65'535, 999'999};
    for (const char* way : {"outer", "theorem"}) {
        Arguments words{python, POSLAB_BENCH_PEERS "/numpy_bias_decay.py", way, "1"};
        for (const std::int64_t distance : distances) words.push_back(std::to_string(distance));
        const Ran ran = run_program(words);
        ASSERT_EQ(ran.code, 0) << ran.err;
        std::istringstream out(ran.out);
        for (const std::int64_t distance : distances) {
            const double ours =
                cpu_engine().run(operation::CosineProfile{product.sum, {distance, distance + 1}}, {}).front();
            double theirs = std::nan("");
            out >> theirs;
            EXPECT_NEAR(theirs, ours, 1e-9 * weights) << way << " at " << distance;
        }
    }
}

// Tolerance: the rounding of a diagonal of k and a sum of N products, a few times for each of 20 steps.
TEST(Bench, RivalOfLegsComputesTheSame) {
    constexpr std::int64_t order = 100, begin = 50, steps = 20;
    for (const Method method : {Method::bilinear, Method::backward}) {
        std::vector<double> start, signal;
        for (std::int64_t n = 0; n < order; ++n) start.push_back(std::sin(0.9 * static_cast<double>(n)));
        for (std::int64_t k = 0; k < steps; ++k) signal.push_back(std::cos(0.7 * static_cast<double>(k)));
        const LegsScanInput input{order, 1, method, 0.5, begin, start, signal};
        const std::vector<double> ours =
            cpu_engine().run(operation::LegsScan{input, std::vector{begin + steps}}, {}).states;
        for (const auto solve : {DenseLegsRival::Solve::scaled, DenseLegsRival::Solve::formed}) {
            DenseLegsRival rival(order, method, 0.5, solve);
            std::vector<double> state = start;
            for (std::int64_t k = 0; k < steps; ++k)
                rival.step(begin + k, signal[static_cast<std::size_t>(k)], state);
            for (std::size_t n = 0; n < state.size(); ++n) EXPECT_NEAR(state[n], ours[n], 1e-12) << n;
        }
    }
    EXPECT_THROW(DenseLegsRival(4, Method::forward, 0.5, DenseLegsRival::Solve::scaled), UsageError);
}

// The probes that measure the floors compute correct results.
TEST(BenchProbes, ExponentialsAreExponentials) {
    std::vector<float> in(1003), out(in.size());  // not a multiple of any vector
    for (std::size_t n = 0; n < in.size(); ++n) in[n] = -20 + 0.02F * static_cast<float>(n);
    exponentials(in.data(), out.data(), in.size());
    // Tolerance: 4 ulp of float32, which vector functions of the C library promise.
    for (std::size_t n = 0; n < in.size(); ++n) {
        const double exact = std::exp(static_cast<double>(in[n]));
        EXPECT_NEAR(out[n] / exact, 1, 4 * 0x1p-23) << in[n];
    }
}

// The chains x = x/2 + 1, x = 2^-x and x = sin x + cos x, compared with the library's functions.
TEST(BenchProbes, PeaksComputeWhatTheyCount) {
    PeakChains<float> halves{}, powers{};
    PeakChains<double> doubles{}, angles{};
    const std::size_t lanes = peak_multiply_adds(10, halves) / 10 / peak_chains;
    EXPECT_TRUE(lanes == 1 || lanes == 4 || lanes == 8 || lanes == 16) << lanes;
    EXPECT_EQ(peak_multiply_adds(10, doubles) * 2, lanes > 1 ? 10 * peak_chains * lanes : 20 * peak_chains);
    EXPECT_EQ(peak_exponentials(3, powers), 3 * 8 * lanes);
    EXPECT_GT(peak_angles(3, angles), 0U);
    for (const float x : halves) EXPECT_EQ(x, 2 - 0x1p-9F);
    for (const double x : doubles) EXPECT_EQ(x, 2 - 0x1p-9);
    float power = 0;
    for (int turn = 0; turn < 3; ++turn) power = std::exp2(-power);
    EXPECT_NEAR(powers[7], power, 1e-6);
    double angle = 0;
    for (int turn = 0; turn < 3; ++turn) angle = std::sin(angle) + std::cos(angle);
    EXPECT_NEAR(angles[3], angle, 1e-12);
}

TEST(BenchProbes, DivisionsDivideAndChainsGoOn) {
    std::vector<double> in(40), out(40), numbers(8);
    for (std::size_t n = 0; n < in.size(); ++n) in[n] = static_cast<double>(n + 1);
    reciprocals(in.data(), out.data(), in.size());
    for (std::size_t n = 0; n < in.size(); ++n) EXPECT_EQ(out[n], 1 / in[n]);
    halve_and_add_one(numbers.data(), 10);  // 2 (1 - 2^-10)
    EXPECT_EQ(numbers, std::vector<double>(8, 2 - 0x1p-9));
    negate(in.data(), in.size());
    for (std::size_t n = 0; n < in.size(); ++n) EXPECT_EQ(in[n], -static_cast<double>(n + 1));
}

TEST(BenchProbes, OpenBlasStartsNoThreadsBeforeTheyAreWanted) {
    const auto threads = [] {
        return std::distance(std::filesystem::directory_iterator("/proc/self/task"),
                             std::filesystem::directory_iterator());
    };
    const auto before = threads();
    (void)OpenBlas::loaded();
    EXPECT_EQ(threads(), before);
}

TEST(BenchProbes, ProductIsRowsTimesRows) {
    constexpr std::int64_t rows = 5, columns = 7, dim = 3;
    std::vector<float> a(rows * dim), b(columns * dim);
    for (std::size_t n = 0; n < a.size(); ++n) a[n] = static_cast<float>(n);  // small whole numbers: exact
    for (std::size_t n = 0; n < b.size(); ++n) b[n] = 3 - static_cast<float>(n % 7);
    std::vector<float> one(rows * columns), all(rows * columns);
    OpenBlas::loaded().product(rows, columns, dim, a.data(), b.data(), one.data());
    OpenBlas::loaded().product_on(2, rows, columns, dim, a.data(), b.data(), all.data());
    for (std::size_t i = 0; i < rows; ++i)
        for (std::size_t j = 0; j < columns; ++j) {
            float sum = 0;
            for (std::size_t n = 0; n < dim; ++n) sum += a[i * dim + n] * b[j * dim + n];
            EXPECT_EQ(one[i * columns + j], sum);
            EXPECT_EQ(all[i * columns + j], sum);
        }
}

}  // namespace
}  // namespace poslab::test
