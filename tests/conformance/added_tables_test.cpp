// Sinusoidal tables, complex tables and T5's learned biases, as their authors' code computes them. The
// formulas are written out here and use none of PosLab's arithmetic.

#include "core/base/errors.hpp"
#include "core/conformance/config_facts.hpp"
#include "core/conformance/conformance.hpp"
#include "tests/conformance/float32_program.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <random>

namespace poslab {
namespace {
namespace added_tables {  // a unity build compiles several files as one

using test::saved;

ConformanceReport checked(const Dump& dump, const Implementation& right) {
    return check_conformance(dump, right, 4096);
}

std::string mistake_in(const Dump& dump, const Implementation& right) {
    const ConformanceReport report = checked(dump, right);
    if (report.agrees) return "agrees";
    return report.explained ? report.explanations.front().id() : "nothing";
}

constexpr int rows = 50, dim = 32, half = dim / 2;

/// Vaswani et al. (2017), section 3.5: PE(pos, 2k) = sin(pos / base^(2k/d)), PE(pos, 2k + 1) = cos of the
/// same.
std::vector<double> vaswani(double base = 10'000) {
    std::vector<double> table;
    for (int position = 0; position < rows; ++position)
        for (int column = 0; column < dim; ++column) {
            const double angle = position / std::pow(base, 2.0 * (column / 2) / dim);
            table.push_back(column % 2 == 0 ? std::sin(angle) : std::cos(angle));
        }
    return table;
}

/// get_timing_signal_1d of tensor2tensor and sinusoids() of Whisper: sines, then cosines of pos·exp(−k ln
/// 10000 / (d/2 − 1)).
std::vector<double> tensor2tensor(int first = 0, bool cos_first = false, double divisor = half - 1) {
    std::vector<double> table;
    for (int position = first; position < first + rows; ++position)
        for (int column = 0; column < dim; ++column) {
            const double angle = position * std::exp(-(column % half) * std::log(10'000.0) / divisor);
            table.push_back((column < half) == cos_first ? std::cos(angle) : std::sin(angle));
        }
    return table;
}

Dump dump_of(const std::vector<double>& table, const char* type = "float32") {
    Dump dump;
    dump.arrays["sinusoidal"] = saved(table, {rows, dim}, type);
    return dump;
}

std::string read_as(const std::vector<double>& table) {
    const ConformanceReport report = checked(dump_of(table), Implementation());
    return (report.agrees ? "" : "not ") + report.reading.name;
}

TEST(Sinusoids, EveryKnownDefinitionAgreesAndIsNamed) {
    const std::string begin = "[positions, dim]: ";
    EXPECT_EQ(read_as(vaswani()),
              begin + "sin and cos interleaved, denominator d, as in Vaswani et al. (2017)");
    EXPECT_EQ(read_as(tensor2tensor()),
              begin + "sin and cos in halves, denominator d − 2, as in tensor2tensor, fairseq and Whisper");
    EXPECT_EQ(read_as(tensor2tensor(0, false, half)),
              begin + "sin and cos in halves, denominator d, as in Marian and Pegasus");
    EXPECT_EQ(read_as(tensor2tensor(0, true, half)),
              begin + "cos and sin in halves, denominator d, as in GLIDE and DiT (timesteps)");
    for (const char* const type : {"float16", "bfloat16", "float64"})
        EXPECT_EQ(mistake_in(dump_of(vaswani(), type), Implementation()), "agrees") << type;
}

// One wrong number does not turn the table into a mistaken one of another definition.
TEST(Sinusoids, OneWrongNumberLeavesTheReading) {
    for (std::vector<double> table :
         {vaswani(), tensor2tensor(), tensor2tensor(0, false, half), tensor2tensor(0, true, half)})
        for (const double error : {0.1, 0.0005}) {
            const std::string right = read_as(table);
            std::vector<double> wrong = table;
            wrong[37 * dim + 5] += error;
            const ConformanceReport report = checked(dump_of(wrong), Implementation());
            EXPECT_EQ(report.reading.name, right);
            EXPECT_FALSE(report.agrees || report.explained);
            EXPECT_EQ(report.fit.outside, 1);
            EXPECT_EQ(report.fit.farthest.row, 37);
            EXPECT_EQ(report.fit.farthest.column, 5);
        }
}

// fairseq: a text begins at padding_idx + 1 = 2, and row padding_idx of the weights is zero.
TEST(Sinusoids, PaddingOfFairseqIsKnown) {
    EXPECT_EQ(read_as(tensor2tensor(2)),
              "[positions, dim]: sin and cos in halves, denominator d − 2, as in fairseq, from padding_idx "
              "+ 1 on");
    std::vector<double> weights = tensor2tensor();
    std::fill(weights.begin() + dim, weights.begin() + 2 * dim, 0.0);
    EXPECT_TRUE(read_as(weights).ends_with("Whisper; row 1 is the padding's zeros")) << read_as(weights);
}

TEST(Sinusoids, APinnedDefinitionMakesAnotherOneAMistake) {
    Implementation pinned;
    pinned.sinusoid.layout = SinusoidLayout::halves;
    pinned.sinusoid.denominator = SinusoidDenominator::d_minus_2;
    EXPECT_EQ(mistake_in(dump_of(tensor2tensor()), pinned), "agrees");
    EXPECT_EQ(mistake_in(dump_of(tensor2tensor(0, false, half)), pinned), "sinusoidal-denominator");
    EXPECT_EQ(mistake_in(dump_of(tensor2tensor(0, true)), pinned), "sinusoidal-layout");
    EXPECT_EQ(mistake_in(dump_of(vaswani()), pinned), "sinusoidal-layout+sinusoidal-denominator");
    pinned.sinusoid.layout = SinusoidLayout::interleaved;  // no known model has this layout with d − 2
    EXPECT_EQ(mistake_in(dump_of(vaswani()), pinned), "sinusoidal-denominator");
}

TEST(Sinusoids, MistakesAreNamed) {
    EXPECT_EQ(mistake_in(dump_of(vaswani(1000)), Implementation()), "sinusoidal-base");
    EXPECT_EQ(mistake_in(dump_of(tensor2tensor(1)), Implementation()), "positions-off-by-one");
    std::vector<double> negative = tensor2tensor();
    for (std::size_t n = 0; n < negative.size(); ++n)
        if (n % dim < half) negative[n] = -negative[n];
    EXPECT_EQ(mistake_in(dump_of(negative), Implementation()), "sign");
    Implementation other_base;
    other_base.sinusoid.base = 1000;
    EXPECT_EQ(mistake_in(dump_of(vaswani(1000)), other_base), "agrees");
    EXPECT_EQ(mistake_in(dump_of(vaswani()), other_base), "sinusoidal-base");
}

// LoFTR's first release: exp(arange(0, d, 2) · (−ln(10000) / d // 2)), where −0.29 // 2 is −1.
TEST(Sinusoids, FloorDivisionIsNamed) {
    std::vector<double> table;
    for (int position = 0; position < rows; ++position)
        for (int column = 0; column < dim; ++column) {
            const double angle = position * std::exp(-2.0 * (column / 2));
            table.push_back(column % 2 == 0 ? std::sin(angle) : std::cos(angle));
        }
    EXPECT_EQ(mistake_in(dump_of(table), Implementation()), "sinusoidal-denominator");
}

TEST(Sinusoids, OtherShapesAreRefused) {
    Dump dump;
    dump.arrays["sinusoidal"] = saved(std::vector(7, 0.5), {7}, "float32");
    EXPECT_NO_THROW(static_cast<void>(checked(dump, Implementation()))) << "one row";
    dump.arrays["sinusoidal"] = saved(std::vector(1, 0.5), {1}, "float32");
    EXPECT_THROW(static_cast<void>(checked(dump, Implementation())), InputError);
}

/// Llama's precompute_freqs_cis: polar(1, outer(arange(end), 1/theta^(arange(0, dim, 2)/dim))), [positions,
/// pairs, 2].
std::vector<double> freqs_cis(const RotarySpec& spec, double sign) {
    std::vector<double> parts;
    for (int position = 0; position < rows; ++position)
        for (std::int64_t pair = 0; pair < spec.dim / 2; ++pair) {
            const double angle =
                sign * position / std::pow(spec.base, 2.0 * static_cast<double>(pair) / double(spec.dim));
            parts.push_back(std::cos(angle));
            parts.push_back(std::sin(angle));
        }
    return parts;
}

TEST(ComplexTables, AreCosinesAndSines) {
    RotarySpec spec;
    spec.base = 500'000;
    spec.dim = 64;
    const Implementation right(spec, Pairing::gpt_j);
    Dump dump;
    for (const char* const type : {"float32", "bfloat16"}) {
        dump.arrays["freqs-cis"] = saved(freqs_cis(spec, 1), {rows, 32, 2}, type);
        EXPECT_EQ(mistake_in(dump, right), "agrees") << type;
    }
    dump.arrays["freqs-cis"].type = "complex64";
    dump.arrays["freqs-cis"].values = saved(freqs_cis(spec, 1), {rows, 32, 2}, "float32").values;
    EXPECT_EQ(mistake_in(dump, right), "agrees") << "in the precision of float32";
    dump.arrays["freqs-cis"] = saved(freqs_cis(spec, -1), {rows, 32, 2}, "float32");
    EXPECT_EQ(mistake_in(dump, right), "sign");
    RotarySpec plain = spec;
    plain.base = 10'000;
    dump.arrays["freqs-cis"] = saved(freqs_cis(plain, 1), {rows, 32, 2}, "float32");
    EXPECT_EQ(mistake_in(dump, right), "base-ignored");
    dump.arrays["freqs-cis"] = saved(freqs_cis(spec, 1), {rows, 64}, "float32");
    EXPECT_THROW(static_cast<void>(checked(dump, right)), InputError) << "no axis of the two parts";
}

/// T5Attention._relative_position_bucket of Transformers, for j − i.
int bucket_of_t5(int relative, bool bidirectional, int buckets, int most, double log_base = 0) {
    int bucket = 0;
    if (bidirectional) {
        buckets /= 2;
        if (relative > 0) bucket = buckets;
        relative = std::abs(relative);
    } else {
        relative = -std::min(relative, 0);
    }
    const int exact = buckets / 2;
    if (relative < exact) return bucket + relative;
    const double base = log_base > 0 ? std::log(log_base) : 1;
    const double share = std::log(double(relative) / exact) / base / std::log(double(most) / exact);
    return bucket + std::min(exact + static_cast<int>(share * (buckets - exact) + 1e-9), buckets - 1);
}

/// Biases [heads, queries, keys] from weights [buckets, heads].
class T5Biases : public testing::Test {
  protected:
    struct Program {
        bool bidirectional = false;
        int buckets = 32, most = 128;
        double log_base = 0;
        bool transposed = false, by_head = false;
    };
    static constexpr int heads = 3, tokens = 150;

    void fill(const Program& program, int weight_rows = 32, const char* type = "float32") {
        std::mt19937_64 random(5);
        std::normal_distribution<double> normal;
        std::vector<double> weights;
        for (int n = 0; n < weight_rows * heads; ++n)
            weights.push_back(held(normal(random), Precision::float32));
        std::vector<double> bias;
        for (int head = 0; head < heads; ++head)
            for (int i = 0; i < tokens; ++i)
                for (int j = 0; j < tokens; ++j) {
                    const int relative = program.transposed ? i - j : j - i;
                    const int bucket = bucket_of_t5(relative, program.bidirectional, program.buckets,
                                                    program.most, program.log_base);
                    const int index = program.by_head ? head * weight_rows + bucket : bucket * heads + head;
                    bias.push_back(weights[static_cast<std::size_t>(index)]);
                }
        dump_.arrays["t5-bias"] = saved(bias, {1, heads, tokens, tokens}, type);
        dump_.arrays["t5-weights"] = saved(weights, {weight_rows, heads}, "float32");
    }
    Dump dump_;
};

TEST_F(T5Biases, AgreeForEncodersAndDecoders) {
    for (const bool bidirectional : {false, true})
        for (const char* const type : {"float32", "bfloat16"}) {
            fill({bidirectional}, 32, type);
            EXPECT_EQ(mistake_in(dump_, Implementation()), "agrees") << bidirectional << type;
        }
}

TEST_F(T5Biases, OneWrongNumberLeavesTheReading) {
    for (const bool bidirectional : {false, true}) {
        fill({bidirectional});
        dump_.arrays["t5-bias"].values[(2 * tokens + 100) * tokens + 3] += 1;
        const ConformanceReport report = checked(dump_, Implementation());
        EXPECT_NE(report.reading.name.find(bidirectional ? "bidirectional" : "causal"), std::string::npos);
        EXPECT_FALSE(report.explained);
        EXPECT_EQ(report.fit.outside, 1);

        std::vector<int> buckets;
        for (int n = 0; n < tokens * tokens; ++n)
            buckets.push_back(bucket_of_t5(n % tokens - n / tokens, bidirectional, 32, 128));
        ++buckets[100 * tokens + 3];
        Dump dump;
        dump.arrays["t5-buckets"] = saved(buckets, {tokens, tokens}, "int64");
        const ConformanceReport of_buckets = checked(dump, Implementation());
        EXPECT_NE(of_buckets.reading.name.find(bidirectional ? "bidirectional" : "causal"),
                  std::string::npos);
        EXPECT_EQ(of_buckets.fit.outside, 1);
    }
}

TEST_F(T5Biases, MistakesAreNamed) {
    fill({.bidirectional = true, .transposed = true});
    EXPECT_EQ(mistake_in(dump_, Implementation()), "sign");
    fill({.log_base = 2});
    EXPECT_EQ(mistake_in(dump_, Implementation()), "log-base");
    fill({.by_head = true});
    EXPECT_EQ(mistake_in(dump_, Implementation()), "t5-weights-by-head");
    Implementation config;
    take(parse_attention_facts(
             R"({"relative_attention_num_buckets": 64, "relative_attention_max_distance": 256})", "c"),
         config);
    fill({.buckets = 64, .most = 256}, 64);
    EXPECT_EQ(mistake_in(dump_, config), "agrees");
    fill({}, 64);
    EXPECT_EQ(mistake_in(dump_, config), "bucket-count");
}

TEST_F(T5Biases, ShapesAreNamed) {
    fill({});
    dump_.arrays["t5-weights"].shape = {heads, 32};
    try {
        static_cast<void>(checked(dump_, Implementation()));
        FAIL() << "weights [heads, buckets]";
    } catch (const InputError& error) {
        EXPECT_NE(std::string(error.what()).find("[buckets, heads] = [32, 3]"), std::string::npos)
            << error.what();
    }
    fill({});
    dump_.arrays["t5-bias"].shape = {tokens, tokens, heads};
    try {
        static_cast<void>(checked(dump_, Implementation()));
        FAIL() << "biases [queries, keys, heads]";
    } catch (const InputError& error) {
        const std::string expected =
            fmt::format("[heads, queries, keys] = [{}, {}, {}]", heads, tokens, tokens);
        EXPECT_NE(std::string(error.what()).find(expected), std::string::npos) << error.what();
    }
}

}  // namespace added_tables
}  // namespace
}  // namespace poslab
