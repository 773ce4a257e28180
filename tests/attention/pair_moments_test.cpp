#include "core/attention/pair_moments.hpp"
#include "core/base/random.hpp"
#include "core/encoding/frequencies.hpp"
#include "tests/attention/plain_rotations.hpp"

#include <gtest/gtest.h>
#include <hwy/targets.h>
#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/task_arena.h>

#include <atomic>
#include <cmath>
#include <limits>
#include <thread>

namespace poslab {
namespace {

using test::plain_rotation;
using test::Rows;

// Products are rounded to float32, by 2e-6 of |x||y| each; means and deviations are no less precise.
constexpr double float_rounding = 2e-6;

constexpr std::array<Moments TermMoments::*, 4> all_terms{&TermMoments::content, &TermMoments::bias_key,
                                                          &TermMoments::query_bias, &TermMoments::total};

Rotary rotary_of(std::int64_t pairs, Pairing pairing = Pairing::gpt_j) {
    RotarySpec spec;
    spec.dim = 2 * pairs;
    return {rotary_frequencies(spec).inverse_frequency, pairing};
}

/// Rows of different lengths and directions, with a mean far from zero.
Rows some_rows(std::int64_t tokens, std::int64_t dim, RandomStream stream, double mean = 0.5) {
    Rows rows(static_cast<std::size_t>(tokens), std::vector<double>(static_cast<std::size_t>(dim)));
    std::uint64_t n = 0;
    for (auto& row : rows)
        for (double& number : row) number = mean + random_normal(7, stream, n++);
    return rows;
}

TokenVectors vectors_of(const Rows& rows) {
    std::vector<double> numbers;
    for (const auto& row : rows) numbers.insert(numbers.end(), row.begin(), row.end());
    return {numbers, static_cast<std::int64_t>(rows.front().size())};
}

std::vector<double> some_bias(std::int64_t dim, RandomStream stream, double scale = 2) {
    std::vector<double> bias(static_cast<std::size_t>(dim));
    for (std::size_t n = 0; n < bias.size(); ++n) bias[n] = scale * random_normal(3, stream, n);
    return bias;
}

double dot(std::span<const double> x, std::span<const double> y) {
    double sum = 0;
    for (std::size_t n = 0; n < x.size(); ++n) sum += x[n] * y[n];
    return sum;
}

struct MomentsOfLogits {
    double mean, sd;
};
MomentsOfLogits of(const std::vector<double>& values) {
    const auto count = static_cast<double>(values.size());
    double mean = 0, square = 0;
    for (const double value : values) mean += value / count;
    for (const double value : values) square += (value - mean) * (value - mean) / count;
    return {mean, std::sqrt(square)};
}

/// The four terms at one distance, with every pair multiplied out: x^T (R_(-D) y).
struct Direct {
    std::array<MomentsOfLogits, 4> terms{};

    Direct(const Rows& queries, const Rows& keys, const std::vector<double>& a, const std::vector<double>& b,
           const Rotary& rotary, std::size_t distance) {
        const Rows r = plain_rotation(a.size(), rotary, -static_cast<long double>(distance));
        const std::vector<double> turned_b = test::product(r, b);
        std::array<std::vector<double>, 4> values;
        for (std::size_t i = distance; i < queries.size(); ++i) {
            const std::vector<double> turned = test::product(r, keys[i - distance]);
            values[0].push_back(dot(queries[i], turned));
            values[1].push_back(dot(a, turned));
            values[2].push_back(dot(queries[i], turned_b));
            values[3].push_back(values[0].back() + values[1].back() + values[2].back() + dot(a, turned_b));
        }
        for (std::size_t term = 0; term < 4; ++term) terms[term] = of(values[term]);
    }
};

void expect_direct(const TermMoments& moments, const Direct& direct, std::size_t distance, double tolerance) {
    for (std::size_t term = 0; term < 4; ++term) {
        SCOPED_TRACE("term " + std::to_string(term) + " at " + std::to_string(distance));
        const Moments& found = moments.*all_terms[term];
        EXPECT_NEAR(found.mean[distance], direct.terms[term].mean, tolerance);
        EXPECT_NEAR(found.sd[distance], direct.terms[term].sd, tolerance);
    }
}

// 413 tokens are two blocks and a partial one; 12 of the 20 dimensions rotate; all distances.
TEST(PairMoments, AreThoseOfPlainRotationMatrices) {
    const Rows queries = some_rows(413, 20, RandomStream::queries),
               keys = some_rows(413, 20, RandomStream::keys);
    const std::vector<double> none(20), a = some_bias(20, RandomStream::query_bias),
                                        b = some_bias(20, RandomStream::key_bias);
    for (const Pairing pairing : {Pairing::gpt_j, Pairing::gpt_neox})
        for (const auto& [query_bias, key_bias] : {std::pair{a, b}, {none, b}, {a, none}, {none, none}}) {
            const Rotary rotary = rotary_of(6, pairing);
            const TermMoments moments =
                pair_moments(vectors_of(queries), vectors_of(keys), query_bias, key_bias, rotary, {});
            ASSERT_EQ(moments.total.mean.size(), 413U);
            for (const std::size_t distance :
                 {0, 1, 2, 31, 32, 33, 95, 191, 192, 193, 200, 383, 384, 385, 411, 412}) {
                expect_direct(moments, {queries, keys, query_bias, key_bias, rotary, distance}, distance,
                              150 * float_rounding);
            }
        }
}

TEST(PairMoments, EveryInstructionSetFindsThem) {
    const Rows queries = some_rows(237, 10, RandomStream::queries),
               keys = some_rows(237, 10, RandomStream::keys);
    const std::vector<double> none(10), a = some_bias(10, RandomStream::query_bias),
                                        b = some_bias(10, RandomStream::key_bias);
    for (const std::int64_t target : hwy::SupportedAndGeneratedTargets()) {
        hwy::GetChosenTarget().Update(target);
        SCOPED_TRACE(hwy::TargetName(target));
        for (const auto& [query_bias, key_bias] : {std::pair{a, b}, {none, b}, {a, none}, {none, none}}) {
            const TermMoments moments =
                pair_moments(vectors_of(queries), vectors_of(keys), query_bias, key_bias, rotary_of(5), {});
            for (const std::size_t distance : {0, 3, 100, 192, 236})
                expect_direct(moments, {queries, keys, query_bias, key_bias, rotary_of(5), distance},
                              distance, 100 * float_rounding);
        }
    }
    hwy::GetChosenTarget().DeInit();
}

TEST(PairMoments, CoverSequencesShorterThanABlock) {
    const std::vector<double> a = some_bias(8, RandomStream::query_bias),
                              b = some_bias(8, RandomStream::key_bias);
    for (const std::int64_t tokens : {1, 2, 13, 191, 192, 193}) {
        const Rows queries = some_rows(tokens, 8, RandomStream::queries),
                   keys = some_rows(tokens, 8, RandomStream::keys);
        const TermMoments moments =
            pair_moments(vectors_of(queries), vectors_of(keys), a, b, rotary_of(4), {});
        for (std::size_t distance = 0; distance < static_cast<std::size_t>(tokens);
             distance += 1 + static_cast<std::size_t>(tokens) / 9)
            expect_direct(moments, {queries, keys, a, b, rotary_of(4), distance}, distance,
                          60 * float_rounding);
    }
    EXPECT_EQ(pair_moments(TokenVectors(std::vector<double>{}, 8), TokenVectors(std::vector<double>{}, 8), a,
                           b, rotary_of(4), {})
                  .total.mean.size(),
              0U);
}

// Computed in float32, the angle at token 30,000 would be off by 1e-3.
TEST(PairMoments, OfALongSequenceAreRightFarAway) {
    const std::int64_t tokens = 30'000;
    const Rows queries = some_rows(tokens, 16, RandomStream::queries),
               keys = some_rows(tokens, 16, RandomStream::keys);
    const std::vector<double> a = some_bias(16, RandomStream::query_bias),
                              b = some_bias(16, RandomStream::key_bias);
    const Rotary rotary = rotary_of(8, Pairing::gpt_neox);
    const TermMoments moments = pair_moments(vectors_of(queries), vectors_of(keys), a, b, rotary, {});
    for (const std::size_t distance : {0, 1, 5'000, 17'777, 29'000, 29'990, 29'999})
        expect_direct(moments, {queries, keys, a, b, rotary, distance}, distance, 150 * float_rounding);
}

// With equal vectors, all pairs at one distance are equal. |q||k| = 6400; the deviation from differences of
// squares would be 2 in float32, and 1e-4 in float64 from the plain sums.
TEST(PairMoments, HaveNoDeviationForEqualVectors) {
    const Rows rows(1000, std::vector<double>(64, 10));
    const std::vector<double> a(64, 3), b(64, -2);
    const Rotary rotary = rotary_of(32);
    const TermMoments moments = pair_moments(vectors_of(rows), vectors_of(rows), a, b, rotary, {});
    for (const std::size_t distance : {0, 1, 10, 100, 998, 999}) {
        double cosines = 0;
        for (const double theta : rotary.inverse_frequency)
            cosines += 2 * std::cos(static_cast<double>(distance) * theta);
        const std::array<double, 4> factors{100, 30, -20, 104};
        for (std::size_t term = 0; term < 4; ++term) {
            EXPECT_NEAR((moments.*all_terms[term]).mean[distance], factors[term] * cosines,
                        6400 * float_rounding)
                << term;
            EXPECT_NEAR((moments.*all_terms[term]).sd[distance], 0, 6400 * float_rounding) << term;
            EXPECT_GE((moments.*all_terms[term]).sd[distance], 0);
        }
    }
}

// Tiny deviations around a large mean keep their digits. Without rotation and in numbers that float32
// represents exactly: q k = 2^20 + 0 or 1.
TEST(PairMoments, ATinyDeviationBesideALargeMeanIsKept) {
    Rows queries(2000, {1024, 1}), keys(2000, {1024, 0});
    for (std::size_t n = 0; n < keys.size(); n += 2) keys[n][1] = 1;
    const std::vector<double> zero(2);
    const TermMoments moments = pair_moments(vectors_of(queries), vectors_of(keys), zero, zero, {}, {});
    for (const std::size_t distance : {0, 2, 500, 1998}) {
        EXPECT_NEAR(moments.content.mean[distance], 1'048'576.5, 1e-9);
        EXPECT_NEAR(moments.content.sd[distance], 0.5, 1e-9);
        EXPECT_EQ(moments.total.sd[distance], moments.content.sd[distance]);
    }
}

/// Closed forms for isotropic vectors, within five standard errors of `count` independent pairs. The standard
/// error of a mean is sd / sqrt(n), that of a deviation sd sqrt((kurtosis - 1) / 4n). The kurtosis is 3 for a
/// normal and 3 + 6 / d for q k, a sum of products, which is the largest of the terms.
void expect_isotropic(const TermMoments& moments, std::size_t n, double count, std::span<const double> a,
                      std::span<const double> b, double bias_bias) {
    const auto dim = static_cast<double>(a.size());
    const std::array<double, 4> sd{std::sqrt(dim), std::sqrt(dot(a, a)), std::sqrt(dot(b, b)),
                                   std::sqrt(dim + dot(a, a) + dot(b, b))};
    for (std::size_t term = 0; term < 4; ++term) {
        SCOPED_TRACE("term " + std::to_string(term) + " at " + std::to_string(n));
        const Moments& found = moments.*all_terms[term];
        EXPECT_NEAR(found.mean[n], term == 3 ? bias_bias : 0, 5 * sd[term] / std::sqrt(count));
        EXPECT_NEAR(found.sd[n], sd[term], 5 * sd[term] * std::sqrt((2 + 6 / dim) / (4 * count)));
    }
}

double bias_bias(std::span<const double> a, std::span<const double> b, const Rotary& rotary,
                 std::int64_t distance) {
    return dot(a, test::product(plain_rotation(a.size(), rotary, -static_cast<long double>(distance)), b));
}

TEST(PairMoments, MatchTheClosedFormsForIsotropicVectors) {
    const std::int64_t dim = 64, tokens = 3000;
    const std::vector<double> a = some_bias(dim, RandomStream::query_bias, 0.7),
                              b = some_bias(dim, RandomStream::key_bias, 1.4);
    const auto queries = vectors_of(some_rows(tokens, dim, RandomStream::queries, 0));
    const auto keys = vectors_of(some_rows(tokens, dim, RandomStream::keys, 0));
    const TermMoments moments = pair_moments(queries, keys, a, b, rotary_of(dim / 2), {});
    for (const std::int64_t distance : {0, 1, 10, 100, 1000, 2000})
        expect_isotropic(moments, static_cast<std::size_t>(distance), static_cast<double>(tokens - distance),
                         a, b, bias_bias(a, b, rotary_of(dim / 2), distance));
}

// The distances are unordered and partly beyond any sequence; the samples do not fit one block.
TEST(SampledMoments, FollowTheClosedForms) {
    const std::int64_t dim = 64, samples = 10'000;
    const std::vector<double> a = some_bias(dim, RandomStream::query_bias, 0.7),
                              b = some_bias(dim, RandomStream::key_bias, 1.4);
    for (const Pairing pairing : {Pairing::gpt_j, Pairing::gpt_neox}) {
        const Rotary rotary = rotary_of(24, pairing);
        const std::vector<std::int64_t> distances{0, 1'000'000, 5, 16'777'215, 5};
        const TermMoments moments = sampled_moments(samples, 5, a, b, rotary, distances, {});
        ASSERT_EQ(moments.content.mean.size(), distances.size());
        for (std::size_t n = 0; n < distances.size(); ++n) {
            expect_isotropic(moments, n, samples, a, b, bias_bias(a, b, rotary, distances[n]));
        }
        EXPECT_EQ(moments.total.mean[2], moments.total.mean[4]);
    }
}

// The pairs are those of the definition: the zero-distance pairs of a sequence with the same numbers, with
// the keys rotated.
TEST(SampledMoments, DrawTheNumbersThatAreStated) {
    for (const std::size_t samples : {1U, 5U, 3100U}) {
        const std::size_t dim = 10;
        Rows queries(samples, std::vector<double>(dim)), keys = queries;
        for (std::size_t n = 0; n < samples * dim; ++n) {
            queries[n / dim][n % dim] = random_normal(11, RandomStream::queries, n);
            keys[n / dim][n % dim] = random_normal(11, RandomStream::keys, n);
        }
        const std::vector<double> a = some_bias(10, RandomStream::query_bias),
                                  b = some_bias(10, RandomStream::key_bias);
        const Rotary rotary = rotary_of(4, Pairing::gpt_neox);
        std::vector<std::int64_t> distances;
        for (std::int64_t n = 0; n < 300; ++n) distances.push_back(n * n);
        const TermMoments moments =
            sampled_moments(static_cast<std::int64_t>(samples), 11, a, b, rotary, distances, {});
        for (const std::size_t n : {0, 1, 7, 191, 192, 299}) {
            const Rows r = plain_rotation(dim, rotary, -static_cast<long double>(distances[n]));
            Rows turned;
            for (const auto& key : keys) turned.push_back(test::product(r, key));
            // Keys and b are rotated beforehand, so every pair is at distance 0.
            const Direct direct(queries, turned, a, test::product(r, b), {}, 0);
            for (std::size_t term = 0; term < 4; ++term) {
                EXPECT_NEAR((moments.*all_terms[term]).mean[n], direct.terms[term].mean, 60 * float_rounding)
                    << term << " " << n;
                EXPECT_NEAR((moments.*all_terms[term]).sd[n], direct.terms[term].sd, 60 * float_rounding)
                    << term << " " << n;
            }
        }
    }
}

// A NaN in a key reaches every distance at which a query follows it.
TEST(PairMoments, AreNaNAtTheDistancesOfANaN) {
    Rows queries = some_rows(500, 8, RandomStream::queries), keys = some_rows(500, 8, RandomStream::keys);
    keys[400][3] = std::numeric_limits<double>::quiet_NaN();
    const std::vector<double> a = some_bias(8, RandomStream::query_bias),
                              b = some_bias(8, RandomStream::key_bias);
    const TermMoments moments = pair_moments(vectors_of(queries), vectors_of(keys), a, b, rotary_of(4), {});
    for (std::size_t distance = 0; distance < 500; ++distance)
        for (const auto term : {&TermMoments::content, &TermMoments::bias_key, &TermMoments::total}) {
            ASSERT_EQ(std::isnan((moments.*term).mean[distance]), distance < 100) << distance;
            ASSERT_EQ(std::isnan((moments.*term).sd[distance]), distance < 100) << distance;
        }
    for (const double mean : moments.query_bias.mean) EXPECT_FALSE(std::isnan(mean));
}

TEST(PairMoments, DoNotDependOnThreads) {
    const auto queries = vectors_of(some_rows(1500, 16, RandomStream::queries));
    const auto keys = vectors_of(some_rows(1500, 16, RandomStream::keys));
    const std::vector<double> a = some_bias(16, RandomStream::query_bias),
                              b = some_bias(16, RandomStream::key_bias);
    std::vector<std::int64_t> distances(1500);
    for (std::size_t n = 0; n < distances.size(); ++n) distances[n] = static_cast<std::int64_t>(3 * n);
    const oneapi::tbb::global_control allowed(oneapi::tbb::global_control::max_allowed_parallelism, 4);
    const auto all = [&](int threads) {
        oneapi::tbb::task_arena arena(threads);
        return arena.execute([&] {
            return std::array{pair_moments(queries, keys, a, b, rotary_of(8), {}),
                              sampled_moments(4000, 1, a, b, rotary_of(8), distances, {})};
        });
    };
    const auto one = all(1), many = all(4);
    for (std::size_t kind = 0; kind < one.size(); ++kind)
        for (const auto term : all_terms) {
            EXPECT_EQ((one[kind].*term).mean, (many[kind].*term).mean);
            EXPECT_EQ((one[kind].*term).sd, (many[kind].*term).sd);
        }
}

// The computation takes more than a second and is cancelled at its first progress report. It then stops,
// after no more than the work that the other threads had begun.
TEST(PairMoments, CanBeCancelled) {
    const TokenVectors vectors(std::vector<float>(65'536 * 128, 0.5F), 128);
    const std::vector<double> bias(128, 1);
    const std::vector<std::int64_t> distances(65'536, 7);
    const Rotary rotary = rotary_of(64);
    const SampledSoftmaxSpec spec{rotary, bias, bias, 1, 1, 65'536, 1};
    const std::vector<std::int64_t> lengths{65'536};
    const std::array<std::function<void(const Job&)>, 3> works{
        [&](const Job& job) { static_cast<void>(pair_moments(vectors, vectors, bias, bias, rotary, job)); },
        [&](const Job& job) {
            static_cast<void>(sampled_moments(1'000'000, 1, bias, bias, rotary, distances, job));
        },
        [&](const Job& job) { static_cast<void>(softmax_of_vectors(vectors, vectors, spec, lengths, job)); }};
    for (const auto& work : works) {
        std::stop_source stopped;
        stopped.request_stop();
        EXPECT_THROW(work(Job(stopped.get_token())), Cancelled) << "before it began";
        std::stop_source stop;
        std::atomic<double> first{-1}, last{0};
        const Job job(stop.get_token(), [&](double fraction) {
            double none = -1;
            first.compare_exchange_strong(none, fraction);
            last = std::max(last.load(), fraction);
            stop.request_stop();
        });
        EXPECT_THROW(work(job), Cancelled);
        EXPECT_GE(first, 0);
        EXPECT_LT(last, first + 0.2);
    }
}

TEST(PairMoments, ReportProgress) {
    const auto vectors = vectors_of(some_rows(6000, 16, RandomStream::queries));
    const std::vector<double> bias(16, 1);
    std::atomic<double> most{0};
    std::atomic<int> calls{0};
    static_cast<void>(pair_moments(vectors, vectors, bias, bias, rotary_of(8), Job({}, [&](double fraction) {
                                       ++calls;
                                       EXPECT_GE(fraction, 0);
                                       EXPECT_LE(fraction, 1);
                                       if (fraction > most) most = fraction;
                                   })));
    EXPECT_GE(calls, 20);
    EXPECT_GT(most, 0.9);
}

TEST(Isotropy, IsZeroForEqualVectorsAndOneForOppositeOnes) {
    EXPECT_NEAR(isotropy(TokenVectors(std::vector<float>(300, 0.1F), 3)), 0, 1e-12);
    EXPECT_EQ(isotropy(TokenVectors(std::vector<double>{1, 2, -1, -2, 3, -7, -3, 7}, 2)), 1);
    EXPECT_EQ(isotropy(TokenVectors(std::vector<double>{3, 0, 0, 4}, 2)),
              0.5);  // mean (1.5, 2), of squares 12.5
    EXPECT_TRUE(std::isnan(isotropy(TokenVectors(std::vector<double>(6), 2))));
    EXPECT_TRUE(std::isnan(isotropy(TokenVectors(std::vector<double>{1, std::nan("")}, 2))));
}

}  // namespace
}  // namespace poslab
