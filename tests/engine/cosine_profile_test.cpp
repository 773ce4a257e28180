#include "core/base/errors.hpp"
#include "core/base/index_range.hpp"
#include "core/base/job.hpp"
#include "core/engine/cosine_sum.hpp"
#include "core/engine/engine.hpp"
#include "tests/support/engine_cases.hpp"
#include "tests/support/seed.hpp"

#include <gtest/gtest.h>
#include <hwy/targets.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstdlib>
#include <random>
#include <string>
#include <vector>

// Tolerances, relative to the sum of the absolute weights. Rounding: 1e-14 (some 1e-16 for each factor, 64
// terms added in float64). Phase: the frequency is right to 2^-65 turns, so that a distance D adds D *
// 1.71e-19 rad: 2.9e-12 at 2^24. All engines use the same phases, so only rounding counts between two of
// them.
namespace poslab {
namespace {

constexpr double rounding = 1e-14;
constexpr double phase_error = 1.71e-19;
constexpr std::int64_t chunk = std::int64_t{1} << 16;

class CosineProfile : public test::EngineTest {
  protected:
    [[nodiscard]] static NumberBuffer profile(const CosineSum& sum, const IndexRange& distances) {
        return engine().run(operation::CosineProfile{sum, distances}, Job{});
    }
};

double weight_of(const CosineSum& sum) {
    double weight = 0;
    for (std::size_t p = 0; p < sum.frequencies.size(); ++p)
        weight += std::abs(sum.cosine_weights[p]) + std::abs(sum.sine_weight(p));
    return weight;
}

// Follows the definition in long double; the relative error of the product is 2^-64.
double exact(const CosineSum& sum, std::int64_t distance) {
    long double value = 0;
    for (std::size_t p = 0; p < sum.frequencies.size(); ++p) {
        const long double angle =
            static_cast<long double>(sum.frequencies[p]) * static_cast<long double>(distance);
        value += sum.cosine_weights[p] * std::cos(angle) + sum.sine_weight(p) * std::sin(angle);
    }
    return static_cast<double>(value);
}

double tolerance_at(const CosineSum& sum, std::int64_t distance) {
    return weight_of(sum) * (rounding + 2 * phase_error * static_cast<double>(distance));
}

// S(distance) = (2/d) sum of cos(distance base^(-2p/d)).
CosineSum similarity(int d, double base) {
    CosineSum sum;
    for (int p = 0; p < d / 2; ++p) {
        sum.frequencies.push_back(std::pow(base, -2.0 * p / d));
        sum.cosine_weights.push_back(2.0 / d);
    }
    return sum;
}

CosineSum random_sum(std::mt19937_64& random, std::size_t count) {
    CosineSum sum;
    std::uniform_real_distribution<> weight(-1, 1);
    std::uniform_real_distribution<> octave(-24, 4);
    const bool sines = random() % 2 == 0;
    for (std::size_t p = 0; p < count; ++p) {
        sum.frequencies.push_back(random() % 8 == 0 ? 0.0 : std::exp2(octave(random)));
        sum.cosine_weights.push_back(weight(random));
        if (sines) sum.sine_weights.push_back(weight(random));
    }
    return sum;
}

TEST_P(CosineProfile, AgreesWithTheDefinition) {
    std::mt19937_64 random(test::test_seed());
    for (int trial = 0; trial < trials(60); ++trial) {
        const CosineSum sum = random_sum(random, random() % 70);
        const auto begin = static_cast<std::int64_t>(random() % (1U << (random() % 25)));
        const auto length = static_cast<std::int64_t>(1 + random() % 3000);
        const NumberBuffer values = profile(sum, {begin, begin + length});
        ASSERT_EQ(values.size(), static_cast<std::size_t>(length));
        for (int sample = 0; sample < 40; ++sample) {
            const auto inside = static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(length));
            const std::int64_t index = sample == 0 ? 0 : sample == 1 ? length - 1 : inside;
            ASSERT_NEAR(values[static_cast<std::size_t>(index)], exact(sum, begin + index),
                        tolerance_at(sum, begin + index))
                << "begin " << begin << " length " << length << " index " << index;
        }
    }
}

TEST_P(CosineProfile, AgreesWithTheReferenceAtEveryLength) {
    std::mt19937_64 random(test::test_seed(2));
    const CosineSum sum = random_sum(random, 5);
    const double tolerance = 2 * rounding * weight_of(sum);
    // whole bands of the CPU engine, and lengths next to them
    std::vector<std::int64_t> lengths{929, 930, 931, 4095, 4096, 4097, 30000};
    if (on_device()) lengths.insert(lengths.end(), {1023, 1024, 1025, 31, 32, 33});  // groups of threads
    for (std::int64_t length = 1; length < (slow() ? 3 : 140); ++length) lengths.push_back(length);
    for (const std::int64_t length : lengths) {
        const IndexRange distances{1000, 1000 + length};
        const NumberBuffer values = profile(sum, distances);
        const NumberBuffer expected = reference_engine().run(operation::CosineProfile{sum, distances}, Job{});
        ASSERT_EQ(values.size(), expected.size());
        for (std::size_t i = 0; i < values.size(); ++i)
            ASSERT_NEAR(values[i], expected[i], tolerance) << length << ' ' << i;
    }
}

TEST_P(CosineProfile, OneFrequencyIsACosine) {
    CosineSum sum{{0.7}, {-2}, {}};
    for (const bool sine : {false, true}) {
        if (sine) sum = {{0.7}, {0}, {3}};
        const NumberBuffer values = profile(sum, {0, 500});
        for (std::size_t i = 0; i < values.size(); ++i) {
            const long double angle = 0.7 * static_cast<long double>(i);
            ASSERT_NEAR(values[i], static_cast<double>(sine ? 3 * std::sin(angle) : -2 * std::cos(angle)),
                        4e-14)
                << i;
        }
    }
}

TEST_P(CosineProfile, IsTheSumOfWeightsWithoutRotation) {
    const CosineSum sum{{0, 0, 0}, {0.5, -2, 4}, {7, 7, 7}};
    for (const double value : profile(sum, {5, 205})) ASSERT_EQ(value, 2.5);
}

TEST_P(CosineProfile, EquallySpacedFrequenciesAreTheDirichletKernel) {
    // Sum over p < P of exp(i p x) = exp(i (P - 1) x / 2) sin(P x / 2) / sin(x / 2), with x = distance * step
    // exact in double.
    constexpr int count = 48;
    constexpr double step = 45.0 / 1024;
    CosineSum cosines;
    for (int p = 0; p < count; ++p) {
        cosines.frequencies.push_back(p * step);
        cosines.cosine_weights.push_back(1);
    }
    CosineSum sines{cosines.frequencies, std::vector<double>(count), cosines.cosine_weights};
    const NumberBuffer real_part = profile(cosines, {1, 5000});
    const NumberBuffer imaginary_part = profile(sines, {1, 5000});
    for (std::size_t i = 0; i < real_part.size(); ++i) {
        const long double half = static_cast<long double>(i + 1) * step / 2;
        const long double kernel = std::sin(count * half) / std::sin(half);
        ASSERT_NEAR(real_part[i], static_cast<double>(kernel * std::cos((count - 1) * half)), 1e-12) << i;
        ASSERT_NEAR(imaginary_part[i], static_cast<double>(kernel * std::sin((count - 1) * half)), 1e-12)
            << i;
    }
}

TEST_P(CosineProfile, SimilarityFirstTurnsNegativeWherePublished) {
    struct Published {
        double base;
        std::int64_t distance;
    };
    // The zero crossings of RoPE at d = 128.
    for (const auto& [base, expected] :
         {Published{1e4, 1707}, Published{5e5, 18438}, Published{1e6, 27115}}) {
        const NumberBuffer values = profile(similarity(128, base), {0, 30000});
        EXPECT_NEAR(values.front(), 1.0, rounding);
        const auto first = std::find_if(values.begin(), values.end(), [](double value) { return value < 0; });
        EXPECT_EQ(first - values.begin(), expected) << base;
    }
}

TEST_P(CosineProfile, RightToTheLongestDistance) {
    const CosineSum sum = similarity(128, 1e4);
    constexpr std::int64_t end = (std::int64_t{1} << 24) + 1;
    const NumberBuffer values = profile(sum, {end - 3000, end});
    for (std::size_t i = 0; i < values.size(); ++i) {
        const std::int64_t distance = end - 3000 + static_cast<std::int64_t>(i);
        ASSERT_NEAR(values[i], exact(sum, distance), tolerance_at(sum, distance)) << distance;
    }
    const NumberBuffer last = profile(sum, {distance_limit - 40, distance_limit});
    ASSERT_NEAR(last.back(), exact(sum, distance_limit - 1), tolerance_at(sum, distance_limit));
}

TEST_P(CosineProfile, PiecesMakeTheWhole) {
    const CosineSum sum = similarity(64, 1e6);
    const NumberBuffer whole = profile(sum, {0, 3 * chunk});
    for (std::int64_t piece = 0; piece < 3; ++piece) {
        const NumberBuffer values = profile(sum, {piece * chunk, (piece + 1) * chunk});
        for (std::size_t i = 0; i < values.size(); ++i) {
            ASSERT_NEAR(values[i], whole[static_cast<std::size_t>(piece * chunk) + i], 2 * rounding)
                << piece << ' ' << i;
        }
    }
}

TEST_P(CosineProfile, NothingToAddOrNowhereToAddIt) {
    EXPECT_EQ(profile({}, {3, 103}), std::vector<double>(100, 0.0));
    EXPECT_TRUE(profile(similarity(8, 1e4), {7, 7}).empty());
    EXPECT_TRUE(profile(similarity(8, 1e4), {7, 3}).empty());
    EXPECT_TRUE(profile({}, {0, 0}).empty());
}

TEST_P(CosineProfile, RefusesWhatDoesNotFit) {
    EXPECT_THROW((void)profile({{1, 2}, {1}, {}}, {0, 10}), UsageError);
    EXPECT_THROW((void)profile({{1, 2}, {1, 1}, {1}}, {0, 10}), UsageError);
    EXPECT_THROW((void)profile({{-1}, {1}, {}}, {0, 10}), UsageError);
    EXPECT_THROW((void)profile({{std::nan("")}, {1}, {}}, {0, 10}), UsageError);
    EXPECT_THROW((void)profile({{1}, {1}, {}}, {-1, 10}), UsageError);
    EXPECT_THROW((void)profile({{1}, {1}, {}}, {distance_limit, distance_limit + 1}), UsageError);
}

TEST_P(CosineProfile, StopsWhenAsked) {
    std::stop_source stop;
    const CosineSum sum = similarity(128, 1e4);
    std::atomic<int> reports{0};
    const Job job(stop.get_token(), [&](double fraction) {
        EXPECT_GT(fraction, 0.0);
        EXPECT_LE(fraction, 1.0);
        if (++reports == 2) stop.request_stop();
    });
    EXPECT_THROW((void)engine().run(operation::CosineProfile{sum, {0, 1000000}}, job), Cancelled);
    EXPECT_THROW((void)engine().run(operation::CosineProfile{sum, {0, 10}}, job), Cancelled);
}

INSTANTIATE_TEST_SUITE_P(Engines, CosineProfile, testing::ValuesIn(test::all_engines()), test::engine_name);

TEST(CosineProfileSamples, AMillionDistances) {
    // The requirement is 1e-6; the actual error at 10^6 is the rounding and the phase, 4e-13.
    const CosineSum sum = similarity(128, 1e4);
    const NumberBuffer values = cpu_engine().run(operation::CosineProfile{sum, {0, 1000000}}, Job{});
    std::mt19937_64 random(test::test_seed(3));
    double largest = 0;
    for (int sample = 0; sample < 5000; ++sample) {
        const std::size_t i = random() % values.size();
        largest = std::max(largest, std::abs(values[i] - exact(sum, static_cast<std::int64_t>(i))));
    }
    RecordProperty("largest_error", std::to_string(largest * 1e15) + "e-15");
    EXPECT_LE(largest, 4e-13);
}

TEST(CosineProfileSamples, EveryInstructionSetAgrees) {
    std::mt19937_64 random(test::test_seed(4));
    const CosineSum sum = random_sum(random, 33);
    const IndexRange distances{0, 5000};
    const NumberBuffer expected = reference_engine().run(operation::CosineProfile{sum, distances}, Job{});
    for (const std::int64_t target : hwy::SupportedAndGeneratedTargets()) {
        hwy::GetChosenTarget().Update(target);
        const NumberBuffer values = cpu_engine().run(operation::CosineProfile{sum, distances}, Job{});
        for (std::size_t i = 0; i < values.size(); ++i) {
            EXPECT_NEAR(values[i], expected[i], 2 * rounding * weight_of(sum))
                << hwy::TargetName(target) << ' ' << i;
        }
    }
    hwy::GetChosenTarget().DeInit();
}

TEST(CosineProfileSamples, TheReferenceEngineHasALimit) {
    EXPECT_TRUE(reference_engine().unsupported_reason(Operation::cosine_profile, 0x1p28).empty());
    EXPECT_THROW((void)reference_engine().run(
                     operation::CosineProfile{similarity(128, 1e4), {0, std::int64_t{1} << 24}}, Job{}),
                 TooLarge);
    EXPECT_TRUE(cpu_engine().unsupported_reason(Operation::cosine_profile, 0x1p30).empty());
}

}  // namespace
}  // namespace poslab
