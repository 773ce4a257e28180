#include "core/base/errors.hpp"
#include "core/base/job.hpp"
#include "core/base/masked.hpp"
#include "core/encoding/positions.hpp"
#include "core/engine/engine.hpp"
#include "core/engine/field.hpp"
#include "tests/encoding/scheme_formula.hpp"
#include "tests/support/engine_cases.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <bit>
#include <cmath>
#include <string>
#include <vector>

// Expected means come from exact 128-bit sums of the scheme's own formula, divided in long double (64 bits).
// Tolerances, relative to the mean: cpu and devices 1e-14 (exact sums, a few roundings); reference 1e-12 of
// the largest |p| (it adds up to 10^4 numbers in float64). Two-sided blocks across the diagonal may cancel to
// nearly 0: then 1e-17 of the largest |p| is allowed, the rounding of the expectation itself. Maxima and
// samples: 4 ulp.
namespace poslab {
namespace {

__extension__ typedef __int128 Int128;

struct Tolerance {
    double relative;
    double of_largest;
};

class PositionField : public test::EngineTest {
  protected:
    [[nodiscard]] static Tolerance tolerance() { return {1e-14, GetParam() == "reference" ? 1e-12 : 1e-17}; }
};

struct ExactSum {
    Int128 whole = 0;
    Int128 over_k = 0;
    Int128 times_k = 0;
    Int128 count = 0;
    double greatest = 0;
    double largest = 0;

    void add(const test::Position& p, double k, std::int64_t times = 1) {
        whole += Int128{p.whole} * times;
        over_k += Int128{p.over_k} * times;
        times_k += Int128{p.times_k} * times;
        greatest = count == 0 ? p.value(k) : std::max(greatest, p.value(k));
        largest = std::max(largest, std::abs(p.value(k)));
        count += times;
    }
    [[nodiscard]] double mean(double k) const {
        const long double factor = k;
        const long double total = static_cast<long double>(whole) +
                                  static_cast<long double>(over_k) / factor +
                                  static_cast<long double>(times_k) * factor;
        return static_cast<double>(total / static_cast<long double>(count));
    }
};

struct Tokens {
    std::int64_t begin;
    std::int64_t end;
};

Tokens covered(const IndexRange& range, std::int64_t a, std::int64_t count, Pool pool) {
    const std::int64_t size = range.end - range.begin;
    if (pool == Pool::sample) {
        const std::int64_t t = range.begin + (2 * a + 1) * size / (2 * count);
        return {t, t + 1};
    }
    return {range.begin + a * size / count, range.begin + (a + 1) * size / count};
}

void expect_cell(double got, const ExactSum& sum, const PositionMapSpec& spec, Pool pool,
                 const Tolerance& tolerance) {
    ASSERT_EQ(is_masked(got), sum.count == 0);
    if (sum.count == 0) return;
    const double expected = pool == Pool::max ? sum.greatest : sum.mean(spec.k);
    if (pool != Pool::mean) {
        ASSERT_DOUBLE_EQ(got, expected);
        return;
    }
    ASSERT_NEAR(got, expected, tolerance.relative * std::abs(expected) + tolerance.of_largest * sum.largest);
}

void expect_field(const PositionMapSpec& spec, const FieldWindow& window, const Engine& engine,
                  const Tolerance& tolerance) {
    const Field field = engine.run(operation::PositionField{position_plan(spec), window}, Job{});
    ASSERT_EQ(field.height, window.height);
    ASSERT_EQ(field.width, window.width);
    ASSERT_EQ(field.values.size(), static_cast<std::size_t>(window.height * window.width));
    for (std::int64_t a = 0; a < window.height; ++a) {
        const Tokens rows = covered(window.rows, a, window.height, window.pool);
        for (std::int64_t b = 0; b < window.width; ++b) {
            const Tokens columns = covered(window.columns, b, window.width, window.pool);
            ExactSum sum;
            for (std::int64_t i = rows.begin; i < rows.end; ++i)
                for (std::int64_t j = columns.begin; j < columns.end; ++j)
                    if (const auto p = test::position(spec, i, j)) sum.add(*p, spec.k);
            SCOPED_TRACE("cell " + std::to_string(a) + ' ' + std::to_string(b));
            expect_cell(field.values[static_cast<std::size_t>(a * window.width + b)], sum, spec, window.pool,
                        tolerance);
            if (testing::Test::HasFatalFailure()) return;
        }
    }
}

IndexRange random_range(std::mt19937_64& random, std::int64_t origin, std::int64_t length) {
    const std::int64_t begin = test::draw(random, 0, length - 1);
    return {origin + begin, origin + test::draw(random, begin + 1, length)};
}

FieldWindow random_window(std::mt19937_64& random, std::int64_t row_origin, std::int64_t column_origin,
                          std::int64_t length) {
    FieldWindow window;
    window.rows = random_range(random, row_origin, length);
    window.columns = random_range(random, column_origin, length);
    window.height = test::draw(random, 1, window.rows.size());
    window.width = test::draw(random, 1, window.columns.size());
    window.pool = static_cast<Pool>(test::draw(random, 0, 2));
    return window;
}

TEST_P(PositionField, AgreesWithExactSums) {
    constexpr std::uint64_t seed = 8265;
    std::mt19937_64 random(seed);
    for (int trial = 0; trial < trials(1500); ++trial) {
        const std::int64_t length = test::draw(random, 1, 60);
        const PositionMapSpec spec = test::random_spec(random, length);
        const FieldWindow window = random_window(random, 0, 0, length);
        SCOPED_TRACE("seed " + std::to_string(seed) + " trial " + std::to_string(trial) + ' ' +
                     test::describe(spec));
        expect_field(spec, window, engine(), tolerance());
        if (HasFatalFailure()) return;
    }
}

// Windows near token 2^24 that contain part of the diagonal or the edge of w.
TEST_P(PositionField, AgreesWithExactSumsFarOut) {
    constexpr std::uint64_t seed = 16777216;
    std::mt19937_64 random(seed);
    constexpr std::int64_t length = 60;
    constexpr std::int64_t origin = (1 << 24) - length;
    for (int trial = 0; trial < trials(1000); ++trial) {
        PositionMapSpec spec = test::random_spec(random, length);
        const std::int64_t away = trial % 2 == 0 ? test::draw(random, 0, 40) : test::draw(random, 0, origin);
        if (trial % 4 == 1) spec.w = away + test::draw(random, -20, 20) > 0 ? away : 0;
        const bool above = !spec.causal && trial % 3 == 0;
        const FieldWindow window =
            random_window(random, above ? origin - away : origin, above ? origin : origin - away, length);
        SCOPED_TRACE("seed " + std::to_string(seed) + " trial " + std::to_string(trial) + ' ' +
                     test::describe(spec));
        expect_field(spec, window, engine(), tolerance());
        if (HasFatalFailure()) return;
    }
}

TEST_P(PositionField, FullResolutionIsTheMatrix) {
    for (int map = 0; map < 8; ++map) {
        PositionMapSpec spec{OneOf<PositionMap>::at(map),
                             9,
                             3,
                             4,
                             map % 4 == 1 ? GroupShift::prefill : GroupShift::decode,
                             10,
                             3,
                             2,
                             7,
                             map % 2 == 0};
        const PositionPlan plan = position_plan(spec);
        const Field field =
            engine().run(operation::PositionField{plan, {{0, 50}, {0, 40}, 50, 40, Pool::mean}}, Job{});
        for (std::int64_t i = 0; i < 50; ++i)
            for (std::int64_t j = 0; j < 40; ++j) {
                const double got = field.values[static_cast<std::size_t>(i * 40 + j)];
                const double expected = position_at(plan, i, j);
                ASSERT_EQ(is_masked(got), is_masked(expected));
                if (!is_masked(got)) {
                    ASSERT_EQ(got, expected) << test::describe(spec);
                }
            }
    }
}

TEST_P(PositionField, StopsAndReportsProgress) {
    std::stop_source source;
    double last = 0;
    const FieldWindow window{{0, 512}, {0, 512}, 128, 16, Pool::mean};
    (void)engine().run(operation::PositionField{position_plan({}), window},
                       Job(source.get_token(), [&](double f) { last = f; }));
    EXPECT_EQ(last, 1);
    source.request_stop();
    EXPECT_THROW(
        (void)engine().run(operation::PositionField{position_plan({}), window}, Job(source.get_token())),
        Cancelled);
}

TEST(ReferenceEngine, RefusesWhatItCannotVisit) {
    const FieldWindow window{{0, 1 << 24}, {0, 1 << 24}, 4, 4, Pool::mean};
    EXPECT_FALSE(reference_engine().unsupported_reason(Operation::position_field, 0x1p48).empty());
    EXPECT_TRUE(reference_engine().unsupported_reason(Operation::position_field, 0x1p28).empty());
    try {
        (void)reference_engine().run(operation::PositionField{position_plan({}), window}, Job{});
        FAIL();
    } catch (const TooLarge& error) {
        EXPECT_NE(std::string(error.what()).find("281474976710656"), std::string::npos) << error.what();
    }
    FieldWindow sampled = window;
    sampled.pool = Pool::sample;
    EXPECT_NO_THROW(
        (void)reference_engine().run(operation::PositionField{position_plan({}), sampled}, Job{}));
}

constexpr std::int64_t longest = 1 << 24;

double whole_mean(const PositionMapSpec& spec, const IndexRange& rows, const IndexRange& columns) {
    return cpu_engine()
        .run(operation::PositionField{position_plan(spec), {rows, columns, 1, 1, Pool::mean}}, Job{})
        .values[0];
}

PositionMapSpec spec_of(OneOf<PositionMap> map) {
    PositionMapSpec spec;
    spec.map = map;
    return spec;
}

// Far from the diagonal rope's mean is exactly the distance of the centres.
TEST(LongFields, RopeBlockIsTheDistanceOfItsCentres) {
    constexpr std::int64_t quarter = longest / 4;
    EXPECT_EQ(whole_mean(spec_of("rope"), {longest - quarter, longest}, {0, quarter}), longest - quarter);
    EXPECT_EQ(whole_mean(spec_of("rope"), {longest - 4, longest}, {0, 3}), longest - 3.5);
    PositionMapSpec two_sided = spec_of("rope");
    two_sided.causal = false;
    EXPECT_EQ(whole_mean(two_sided, {0, longest}, {0, longest}), 0);
    EXPECT_EQ(whole_mean(two_sided, {0, 3}, {longest - 4, longest}), 3.5 - longest);
}

// The whole matrix at L = 2^24, for functions of the distance: sum of (L - d) f(d).
TEST(LongFields, WholeMatrixOfDistances) {
    for (const char* const map : {"rope", "pi", "rerope", "leaky-rerope", "inv-leaky-rerope"}) {
        PositionMapSpec spec = spec_of(map);
        spec.k = 7.3;
        ExactSum sum;
        for (std::int64_t d = 0; d < longest; ++d)
            sum.add(*test::looking_back(spec, d, 0), spec.k, longest - d);
        const double expected = sum.mean(spec.k);
        EXPECT_NEAR(whole_mean(spec, {0, longest}, {0, longest}), expected, 1e-14 * expected)
            << test::describe(spec);
    }
}

// Other maps row by row, with running sums over the keys.
TEST(LongFields, WholeMatrixOfSelfExtend) {
    for (const std::int64_t group : {8, 7}) {
        PositionMapSpec spec = spec_of("self-extend");
        spec.group = group;
        Int128 sum = 0;
        Int128 keys = 0;  // sum of floor(j / G) over j <= i - w
        for (std::int64_t i = 0; i < longest; ++i) {
            const std::int64_t close = std::min(i + 1, spec.w);
            const std::int64_t far = i + 1 - close;
            if (far > 0) keys += (far - 1) / group;
            sum += close * (close - 1) / 2 + Int128{far} * (i / group + spec.w - spec.w / group) - keys;
        }
        const double expected =
            static_cast<double>(static_cast<long double>(sum) / (longest * (longest + 1.0L) / 2));
        EXPECT_NEAR(whole_mean(spec, {0, longest}, {0, longest}), expected, 1e-14 * expected);
    }
}

TEST(LongFields, WholeMatrixOfDualChunk) {
    const PositionMapSpec spec = spec_of("dual-chunk");
    constexpr std::int64_t c = 320;
    Int128 sum = 0;
    for (std::int64_t i = 0; i < longest; ++i) {
        const std::int64_t r = i % c;
        const std::int64_t in_chunk = c * (c - 1) / 2;  // sum of the indices of a chunk's keys
        sum += r * (r + 1) / 2;
        if (i >= c) sum += c * std::min<std::int64_t>(r + c, 384) - in_chunk;
        if (i >= 2 * c) sum += Int128{i / c - 1} * (c * 384 - in_chunk);
    }
    const double expected =
        static_cast<double>(static_cast<long double>(sum) / (longest * (longest + 1.0L) / 2));
    EXPECT_NEAR(whole_mean(spec, {0, longest}, {0, longest}), expected, 1e-14 * expected);
}

double cells_below_diagonal(const Tokens& rows, const Tokens& columns) {
    const auto triangle = [](std::int64_t n) {
        return n > 0 ? static_cast<double>(n) * static_cast<double>(n + 1) / 2 : 0.0;
    };
    return triangle(rows.end - columns.begin) - triangle(rows.begin - columns.begin) -
           triangle(rows.end - columns.end) + triangle(rows.begin - columns.end);
}

// Blocks add up to the whole within 1e-13, since the test sums 4096 means times counts in long double.
TEST(LongFields, BlocksAddUp) {
    for (int map = 0; map < 7; ++map) {
        const PositionMapSpec spec = spec_of(OneOf<PositionMap>::at(map));
        const FieldWindow window{{0, longest}, {5, longest - 3}, 61, 67, Pool::mean};
        const Field field = cpu_engine().run(operation::PositionField{position_plan(spec), window}, Job{});
        long double sum = 0;
        long double cells = 0;
        for (std::int64_t a = 0; a < window.height; ++a)
            for (std::int64_t b = 0; b < window.width; ++b) {
                const double mean = field.values[static_cast<std::size_t>(a * window.width + b)];
                const double count =
                    cells_below_diagonal(covered(window.rows, a, window.height, Pool::mean),
                                         covered(window.columns, b, window.width, Pool::mean));
                ASSERT_EQ(is_masked(mean), count == 0);
                if (count > 0) sum += static_cast<long double>(mean) * count;
                cells += count;
            }
        const double expected = static_cast<double>(sum / cells);
        EXPECT_NEAR(whole_mean(spec, window.rows, window.columns), expected, 1e-13 * expected) << map;
    }
}

TEST(LongFields, MaximumOfTheWhole) {
    const FieldWindow window{{0, longest}, {0, longest}, 1, 1, Pool::max};
    const auto greatest = [&](OneOf<PositionMap> map) {
        return cpu_engine()
            .run(operation::PositionField{position_plan(spec_of(map)), window}, Job{})
            .values[0];
    };
    EXPECT_EQ(greatest("rope"), longest - 1);
    EXPECT_EQ(greatest("rerope"), 256);
    EXPECT_EQ(greatest("leaky-rerope"), 256 + (longest - 1 - 256) / 16.0);
    EXPECT_EQ(greatest("self-extend"), (longest - 1) / 8 + 256 - 32);
    EXPECT_EQ(greatest("dual-chunk"), 384);
    EXPECT_EQ(greatest("sinks"), 515);
}

// Rows of a large output are computed on several threads, which share the values of blocks; each must equal
// the row computed alone.
TEST(LongFields, ThreadsAndSharedBlocksChangeNothing) {
    constexpr std::int64_t tokens = 1'000'003;  // prime: blocks of 488 and 489 rows, 976 and 977 columns
    for (int map = 0; map < 8; ++map) {
        for (const bool causal : {true, false}) {
            PositionMapSpec spec = spec_of(OneOf<PositionMap>::at(map));
            spec.causal = causal;
            const PositionPlan plan = position_plan(spec);
            for (const Pool pool : {Pool::mean, Pool::max}) {
                const FieldWindow window{{0, tokens}, {0, tokens}, 2048, 1024, pool};
                const Field field = cpu_engine().run(operation::PositionField{plan, window}, Job{});
                for (std::int64_t a = 0; a < 2048; a += 31) {
                    const Tokens rows = covered(window.rows, a, window.height, pool);
                    const FieldWindow alone{{rows.begin, rows.end}, window.columns, 1, 1024, pool};
                    const Field row = cpu_engine().run(operation::PositionField{plan, alone}, Job{});
                    for (std::size_t b = 0; b < 1024; ++b)
                        ASSERT_EQ(std::bit_cast<std::uint64_t>(
                                      field.values[static_cast<std::size_t>(a) * 1024 + b]),
                                  std::bit_cast<std::uint64_t>(row.values[b]))
                            << map << ", row " << a << ", column " << b;
                }
            }
        }
    }
}

// Random plans that no scheme makes; the reference engine is compared with formulas above.
TEST_P(PositionField, MatchesTheReferenceForAnyPlan) {
    std::mt19937_64 random(77);
    for (int trial = 0; trial < trials(20000); ++trial) {
        const PositionPlan plan{{test::random_branch(random)}, trial % 2 == 0};
        const FieldWindow window = random_window(random, 0, 0, 60);
        const Field got = engine().run(operation::PositionField{plan, window}, Job{});
        const Field expected = reference_engine().run(operation::PositionField{plan, window}, Job{});
        for (std::size_t n = 0; n < got.values.size(); ++n) {
            ASSERT_EQ(is_masked(got.values[n]), is_masked(expected.values[n])) << trial;
            if (!is_masked(got.values[n])) {
                ASSERT_NEAR(got.values[n], expected.values[n], 1e-12) << trial;
            }
        }
    }
}

// Several pieces of work, some with terms of more than 64 bits in their means. Devices agree with the CPU
// engine to the two or three roundings of their quotients.
TEST_P(PositionField, CoversTheLongestSequence) {
    if (GetParam() == "reference") GTEST_SKIP() << "reference: too large";
    for (int map = 0; map < 8; ++map) {
        PositionMapSpec spec = spec_of(OneOf<PositionMap>::at(map));
        spec.causal = map % 2 == 0;
        for (const Pool pool : {Pool::mean, Pool::max, Pool::sample}) {
            const FieldWindow window{{0, longest}, {5, longest - 3}, 150, 530, pool};
            const Field got = engine().run(operation::PositionField{position_plan(spec), window}, Job{});
            const Field expected =
                cpu_engine().run(operation::PositionField{position_plan(spec), window}, Job{});
            for (std::size_t n = 0; n < got.values.size(); ++n) {
                ASSERT_EQ(is_masked(got.values[n]), is_masked(expected.values[n])) << map << ' ' << n;
                if (!is_masked(got.values[n])) {
                    ASSERT_NEAR(got.values[n], expected.values[n], 1e-15 * std::abs(expected.values[n]))
                        << map << ' ' << n;
                }
            }
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Engines, PositionField, testing::ValuesIn(test::all_engines()), test::engine_name);

}  // namespace
}  // namespace poslab
