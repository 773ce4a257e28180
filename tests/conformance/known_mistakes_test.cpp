// The check names the mistake of a dump: every preset, every known mistake, every way to make it.

#include "core/conformance/config_facts.hpp"
#include "core/conformance/conformance.hpp"
#include "core/models/model_presets.hpp"
#include "core/models/rope_export.hpp"
#include "tests/conformance/drawn_programs.hpp"
#include "tests/conformance/float32_program.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <random>
#include <set>

namespace poslab {
namespace {

using test::saved;

Implementation right_of(const ModelPreset& preset) {
    Implementation right = implementation_of(rope_config_of(preset.config.parameters));
    take_other_layers("", preset.id, right);
    return right;
}

std::vector<double> normals(std::int64_t count) {
    std::mt19937_64 random(7);
    std::normal_distribution<double> normal;
    std::vector<double> all;
    for (std::int64_t n = 0; n < count; ++n) all.push_back(held(normal(random), Precision::float32));
    return all;
}

Dump dump_of_frequencies(const Implementation& program) {
    std::vector<double> all;
    for (const double theta : program.inverse_frequency) all.push_back(held(theta, program.frequency_format));
    Dump dump;
    dump.arrays["inverse-frequency"] = saved(all, {program.pairs()}, "float32");
    return dump;
}

const std::vector<double> positions{0, 1, 2, 3, 7, 100, 257, 1000, 2049, 4095};

Dump dump_of_tables(const Implementation& program) {
    std::vector<double> cos, sin;
    for (const double position : positions)
        for (std::int64_t column = 0; column < 2 * program.pairs(); ++column) {
            const double phase = program.phase(position, program.pair_of_column(column));
            cos.push_back(program.amplitude() * std::cos(phase));
            sin.push_back(program.amplitude() * std::sin(phase));
        }
    Dump dump;
    const std::vector<std::int64_t> shape{std::ssize(positions), 2 * program.pairs()};
    dump.arrays["cos"] = saved(cos, shape, "float32");
    dump.arrays["sin"] = saved(sin, shape, "float32");
    dump.arrays["positions"] = saved(positions, {std::ssize(positions)}, "float64");
    return dump;
}

Dump dump_of_vectors(const Implementation& program) {
    const std::int64_t dim = program.rotary.dim, rows = std::ssize(positions);
    Dump dump;
    dump.arrays["before"] = saved(normals(rows * dim), {rows, dim}, "float32");
    std::vector<double> after = dump.arrays["before"].values;
    for (std::int64_t row = 0; row < rows; ++row)
        program.rotate(
            std::span(after).subspan(static_cast<std::size_t>(row * dim), static_cast<std::size_t>(dim)),
            positions[static_cast<std::size_t>(row)]);
    dump.arrays["after"] = saved(after, {rows, dim}, "float32");
    dump.arrays["positions"] = saved(positions, {rows}, "float64");
    return dump;
}

Dump dump_of_logits(const Implementation& program) {
    const std::int64_t dim = program.rotary.dim, tokens = 24;
    const std::vector<double> queries = normals(tokens * dim), keys = normals(2 * tokens * dim);
    Dump dump;
    dump.arrays["queries"] = saved(queries, {tokens, dim}, "float32");
    dump.arrays["keys"] =
        saved(std::vector(keys.begin() + tokens * dim, keys.end()), {tokens, dim}, "float32");
    const auto turned = [&](const NumberArray& array, std::int64_t token) {
        std::vector<double> one(array.values.begin() + token * dim, array.values.begin() + (token + 1) * dim);
        program.rotate(one, static_cast<double>(token));
        return one;
    };
    std::vector<double> logits;
    for (std::int64_t i = 0; i < tokens; ++i)
        for (std::int64_t j = 0; j < tokens; ++j) {
            const std::vector<double> q = turned(dump.arrays["queries"], i),
                                      k = turned(dump.arrays["keys"], j);
            double sum = 0;
            for (std::size_t d = 0; d < q.size(); ++d) sum += q[d] * k[d];
            logits.push_back(sum * program.softmax_scale /
                             std::pow(std::sqrt(static_cast<double>(dim)), program.query_scalings));
        }
    dump.arrays["logits"] = saved(logits, {tokens, tokens}, "float32");
    return dump;
}

struct Kind {
    const char* name;
    Dump (*dump)(const Implementation&);
};
const Kind kinds[]{{"frequencies", &dump_of_frequencies},
                   {"tables", &dump_of_tables},
                   {"vectors", &dump_of_vectors},
                   {"logits", &dump_of_logits}};

bool made(const Mistake::Way& way, Implementation& implementation) {
    try {
        return way(implementation);
    } catch (const std::exception&) {
        return false;
    }
}

bool fits(const ConformanceReport& report, std::string_view id) {
    return std::any_of(
        report.explanations.begin(), report.explanations.end(),
        [&](const Explanation& explanation) { return explanation.id() == id && explanation.fits; });
}

class KnownMistakes : public testing::TestWithParam<std::size_t> {};

/// Makes every known mistake in every way under that definition and returns the ids that were named. Two
/// mistakes can give the same numbers; then the one made must be among the explanations.
std::set<std::string_view> named_mistakes(const Implementation& right) {
    std::set<std::string_view> seen;
    for (const Mistake& mistake : Mistake::all())
        for (const Mistake::Way& way : mistake.ways) {
            Implementation program = right;
            if (!made(way, program)) continue;
            for (const Kind& kind : kinds) {
                const ConformanceReport report = check_conformance(kind.dump(program), right, 4096);
                if (report.agrees) continue;  // the mistake changes nothing here, or less than rounding
                const std::string found =
                    report.explanations.empty() ? "nothing" : report.explanations.front().id();
                EXPECT_TRUE(found == mistake.id || fits(report, mistake.id))
                    << mistake.id << " of " << kind.name << " is called " << found << ", fit "
                    << (report.explanations.empty() ? -1 : report.explanations.front().fit.share);
                if (found == mistake.id) seen.insert(mistake.id);
            }
        }
    return seen;
}

TEST_P(KnownMistakes, AreNamedForEveryPreset) {
    const ModelPreset& preset = model_presets()[GetParam()];
    const Implementation right = right_of(preset);
    const std::set<std::string_view> seen = named_mistakes(right);
    for (const char* const id : {"frequencies-in-bfloat16", "phases-in-bfloat16", "positions-off-by-one",
                                 "sign", "query-scaled-twice", "frequencies-repeated-wrongly"})
        EXPECT_TRUE(seen.contains(id)) << id << " was never named";
    EXPECT_TRUE(!right.rotary.is_scaled() || right.rotary.scaling->id == "proportional" ||
                seen.contains("scaling-ignored"));
    EXPECT_TRUE(seen.contains(right.pairing == Pairing::gpt_j ? "half-split-for-interleaved"
                                                              : "interleaved-for-half-split"));
}

/// POSLAB_TEST_CONFIGS=50 draws 50 definitions.
TEST(KnownMistakesOfDrawnConfigs, AreNamed) {
    const char* const variable = std::getenv("POSLAB_TEST_CONFIGS");
    const int configs = variable != nullptr ? std::atoi(variable) : 2;
    for (int seed = 1; seed <= configs; ++seed) {
        test::Draw draw(1000 + seed);
        const Implementation right(draw.spec(), draw.below(2) == 0 ? Pairing::gpt_neox : Pairing::gpt_j);
        SCOPED_TRACE(fmt::format("seed {}: {}, base {}, dim {}, factor {}, trained {}", seed,
                                 right.rotary.scaling->id, right.rotary.base, right.rotary.dim,
                                 right.rotary.factor, right.rotary.train_length));
        static_cast<void>(named_mistakes(right));
    }
}

INSTANTIATE_TEST_SUITE_P(Presets, KnownMistakes, testing::Range<std::size_t>(0, model_presets().size()),
                         [](const auto& preset) {
                             std::string name = model_presets()[preset.param].id;
                             std::replace_if(
                                 name.begin(), name.end(), [](char c) { return c == '-' || c == '.'; }, '_');
                             return name;
                         });

// From issue trackers: inv_freq cast with the model. 5.010 rad is max |θ − bfloat16(θ)| · 4096 over the 64
// pairs, computed with NumPy and ml_dtypes; 2.619 is the largest value modulo 2π.
TEST(KnownMistake, FrequenciesInBfloat16AreOffByFiveRadiansAtPosition4096) {
    RotarySpec spec;
    const Implementation right(spec, Pairing::gpt_neox);
    Implementation program = right;
    program.frequency_format = Precision::bfloat16;
    const ConformanceReport report = check_conformance(dump_of_frequencies(program), right, 4096);
    EXPECT_FALSE(report.agrees);
    ASSERT_TRUE(report.explained);
    EXPECT_EQ(report.explanations.front().id(), "frequencies-in-bfloat16");
    ASSERT_TRUE(report.phase.has_value());
    EXPECT_NEAR(report.phase->radians, 5.010, 5e-4);
    EXPECT_NEAR(report.phase->wrapped, 2.619, 5e-4);
}

// DeepSeek-V3 read by the first YaRN release of Transformers: mscale was unknown, so cos and sin are scaled
// by 0.1 ln 40 + 1 = 1.36889.
TEST(KnownMistake, AnotherReleasesReadingIsNamed) {
    RotarySpec spec;
    spec.dim = 64;
    spec.scaling = "yarn";
    spec.factor = 40;
    spec.train_length = 4096;
    spec.length = 163'840;
    spec.mscale = spec.mscale_all_dim = 1;
    const Implementation right(spec, Pairing::gpt_j);
    spec.convention = Convention::transformers_first;
    const Implementation program(spec, Pairing::gpt_j);
    EXPECT_NEAR(program.attention_factor, 1.36889, 1e-5);
    const ConformanceReport report = check_conformance(dump_of_tables(program), right, 4096);
    ASSERT_TRUE(report.explained);
    EXPECT_EQ(report.explanations.front().id(), "other-release");
}

Implementation yarn() {
    RotarySpec spec;
    spec.scaling = "yarn";
    spec.train_length = 4096;
    spec.length = 32'768;
    return {spec, Pairing::gpt_neox};
}

TEST(KnownMistake, TwoAtOnceAreBothNamed) {
    const Implementation right = yarn();
    Implementation program = right;
    program.direction = -1;
    program.attention_factors = 0;
    const ConformanceReport report = check_conformance(dump_of_vectors(program), right, 4096);
    ASSERT_TRUE(report.explained);
    EXPECT_EQ(report.explanations.front().id(), "attention-factor-missing+sign");
}

// The tolerance of one mistake does not apply to another: both are found in random vectors, whose pairs
// differ in length.
TEST(KnownMistake, TwoAtOnceAreFoundWhereTheToleranceIsTheDefinitions) {
    const Implementation right = yarn();
    Implementation program = right;
    program.pairing = Pairing::gpt_j;
    program.attention_factors = 0;
    const ConformanceReport report = check_conformance(dump_of_vectors(program), right, 4096);
    ASSERT_TRUE(report.explained);
    EXPECT_EQ(report.explanations.front().id(), "interleaved-for-half-split+attention-factor-missing");
}

// Every format represents ones exactly, which says nothing about the program's precision.
TEST(KnownMistake, OnesTellFrequenciesInFloat16) {
    const Implementation right(RotarySpec{}, Pairing::gpt_neox);
    Implementation program = right;
    program.frequency_format = Precision::float16;
    Dump dump;
    dump.arrays["before"] = saved(std::vector(64 * 128, 1.0), {64, 128}, "float32");
    std::vector<double> after = dump.arrays["before"].values;
    for (std::size_t row = 0; row < 64; ++row)
        program.rotate(std::span(after).subspan(row * 128, 128), static_cast<double>(row));
    dump.arrays["after"] = saved(after, {64, 128}, "float32");
    const ConformanceReport report = check_conformance(dump, right, 4096);
    ASSERT_TRUE(report.explained);
    EXPECT_EQ(report.explanations.front().id(), "frequencies-in-float16");
}

TEST(KnownMistake, QueriesOnePositionOnAreSeenInLogits) {
    const Implementation right(RotarySpec{}, Pairing::gpt_neox);
    Implementation program = right;
    Dump dump = dump_of_logits(right);
    const std::int64_t dim = 128, tokens = 24;
    const auto turned = [&](const NumberArray& array, std::int64_t token, double position) {
        std::vector<double> one(array.values.begin() + token * dim, array.values.begin() + (token + 1) * dim);
        program.rotate(one, position);
        return one;
    };
    for (std::int64_t i = 0; i < tokens; ++i)
        for (std::int64_t j = 0; j < tokens; ++j) {
            const std::vector<double> q = turned(dump.arrays["queries"], i, static_cast<double>(i + 1)),
                                      k = turned(dump.arrays["keys"], j, static_cast<double>(j));
            double sum = 0;
            for (std::size_t d = 0; d < q.size(); ++d) sum += q[d] * k[d];
            dump.arrays["logits"].values[static_cast<std::size_t>(i * tokens + j)] =
                held(sum / std::sqrt(128.0), Precision::float32);
        }
    const ConformanceReport report = check_conformance(dump, right, 4096);
    ASSERT_TRUE(report.explained);
    EXPECT_EQ(report.explanations.front().id(), "positions-off-by-one");
}

TEST(KnownMistake, NothingKnownIsSaidToBeSo) {
    const Implementation right(RotarySpec{}, Pairing::gpt_neox);
    Dump dump = dump_of_vectors(right);
    for (double& value : dump.arrays["after"].values) value = -0.3 * value + 1;
    const ConformanceReport report = check_conformance(dump, right, 4096);
    EXPECT_FALSE(report.agrees);
    EXPECT_FALSE(report.explained);
}

// The rotation's direction says nothing about slopes.
TEST(KnownMistake, NegativeSlopesAreNamedAsSlopes) {
    Dump dump;
    dump.arrays["alibi-slopes"] =
        saved(std::vector<double>{-0.25, -0.0625, -0.015625, -0.00390625}, {4}, "float32");
    const ConformanceReport report = check_conformance(dump, Implementation(), 4096);
    ASSERT_TRUE(report.explained);
    const Explanation& explanation = report.explanations.front();
    EXPECT_EQ(explanation.id(), "sign");
    EXPECT_EQ(explanation.labels.front().english(), "the direction or sign is reversed");
    EXPECT_EQ(explanation.mistakes.front()->cause_for(report.subject->id).en, "Slopes are positive.");
}

/// Expects the mistake as the nearest one, with that many rows remaining, and none that fits.
void expect_nearest(const Dump& dump, const Implementation& right, std::string_view id, std::int64_t rows) {
    const ConformanceReport report = check_conformance(dump, right, 4096);
    ASSERT_TRUE(report.explained) << id;
    for (const Explanation& explanation : report.explanations)
        EXPECT_FALSE(explanation.fits) << explanation.id();
    EXPECT_EQ(report.explanations.front().id(), id);
    EXPECT_TRUE(report.explanations.front().is_complete);
    EXPECT_EQ(report.explanations.front().fit.outside_rows, rows);
}

/// Sets rows of an array from `first` on.
void set_rows(NumberArray& array, std::int64_t first, std::int64_t count, double value) {
    const std::int64_t columns = array.shape.back();
    std::fill_n(array.values.begin() + first * columns, count * columns, value);
}

Implementation small_heads() {
    RotarySpec spec;
    spec.dim = 32;
    return {spec, Pairing::gpt_neox};
}

// A mistake is compared with every row, also with those that the sample lacks; a second mistake that changes
// nothing is not added.
TEST(KnownMistake, WrongRowsRemainWithIt) {
    const Implementation right = small_heads();
    test::Draw draw(5);
    const test::Float32Program program{right.rotary};
    Dump dump = test::vectors_at(draw, program, 300, [](std::int64_t n) { return double(n + 1); });
    set_rows(dump.arrays["after"], 100, 1, 0);
    expect_nearest(dump, right, "positions-off-by-one", 1);

    const auto reversed = [](std::int64_t n) { return -double(n); };
    dump = test::vectors_at(draw, program, 4000, reversed);
    Dump other = dump;
    set_rows(other.arrays["after"], 1000, 10, 7);
    expect_nearest(other, right, "sign", 10);
    dump.arrays["after"].values[1777 * 32 + 5] += 3;
    expect_nearest(dump, right, "sign", 1);

    dump = test::tables_at(program, 2048, reversed);
    for (const char* const name : {"cos", "sin"}) set_rows(dump.arrays[name], 500, 10, 0);
    expect_nearest(dump, right, "sign", 10);
}

TEST(KnownMistake, WrongLogitsRemainWithIt) {
    const Implementation right = small_heads();
    Implementation program = right;
    program.query_scalings = 0;
    Dump dump = dump_of_logits(program);
    set_rows(dump.arrays["logits"], 5, 1, 9);
    expect_nearest(dump, right, "query-not-scaled", 1);
}

// A number that is a million times too large does not make every mistake fit.
TEST(KnownMistake, OneWildNumberDoesNotHideIt) {
    const Implementation right = small_heads();
    test::Draw draw(6);
    Dump dump = test::vectors_at(draw, test::Float32Program{right.rotary}, 300,
                                 [](std::int64_t n) { return double(n + 1); });
    dump.arrays["after"].values[3210] = 1e6;
    expect_nearest(dump, right, "positions-off-by-one", 1);
}

// 12 heads: 2^(−8h/12), and the first 12 of 16.
TEST(KnownMistake, SlopesAsIfHeadsWereAPowerOfTwo) {
    for (const double whole : {12.0, 16.0}) {
        std::vector<double> slopes;
        for (int head = 1; head <= 12; ++head) slopes.push_back(std::pow(2, -8 * head / whole));
        Dump dump;
        dump.arrays["alibi-slopes"] = saved(slopes, {12}, "float32");
        const ConformanceReport report = check_conformance(dump, Implementation(), 4096);
        ASSERT_TRUE(report.explained);
        EXPECT_EQ(report.explanations.front().id(), "slopes-of-power-of-two");
    }
}

TEST(KnownMistake, MatricesOfHippoTransposedOrNegative) {
    for (const char* const id : {"transposed", "sign"}) {
        std::vector<double> a;
        for (int n = 0; n < 8; ++n)
            for (int k = 0; k < 8; ++k) {
                const int row = id[0] == 't' ? k : n, column = id[0] == 't' ? n : k;
                const double entry = row > column    ? -std::sqrt((2.0 * row + 1) * (2 * column + 1))
                                     : row == column ? -(row + 1.0)
                                                     : 0;
                a.push_back(id[0] == 's' ? -entry : entry);
            }
        Dump dump;
        dump.arrays["hippo-a"] = saved(a, {8, 8}, "float64");
        const ConformanceReport report = check_conformance(dump, Implementation(), 4096);
        ASSERT_TRUE(report.explained);
        EXPECT_EQ(report.explanations.front().id(), id);
    }
}

TEST(KnownMistake, EntriesOfMatricesHaveRowsAndColumns) {
    DumpReading reading;
    reading.rows = 1;
    reading.matrix_order = 16;
    reading.columns = 16 * 16 + 16;
    const auto text = [&](double column) {
        std::string all;
        for (const auto& [name, value] : reading.coordinates(0, column))
            all += fmt::format("{} {} ", name.en, value);
        return all;
    };
    EXPECT_EQ(text(83), "row 5 column 3 ");
    EXPECT_EQ(text(256 + 7), "row of B 7 ");
    reading.columns = 16;
    EXPECT_EQ(text(7), "row of B 7 ");
}

TEST(KnownMistake, BucketsByAnotherLogarithm) {
    std::vector<double> buckets;
    for (int distance = 0; distance < 128; ++distance)
        buckets.push_back(
            distance < 16 ? distance
                          : std::min(31.0, 16 + std::floor(std::log2(distance / 16.0) / std::log(8.0) * 16)));
    Dump dump;
    dump.arrays["t5-buckets"] = saved(buckets, {128}, "int64");
    const ConformanceReport report = check_conformance(dump, Implementation(), 4096);
    ASSERT_TRUE(report.explained);
    EXPECT_EQ(report.explanations.front().id(), "log-base");
}

}  // namespace
}  // namespace poslab
