#include "core/attention/sampled_softmax.hpp"

#include "core/base/errors.hpp"
#include "tests/attention/sampled_softmax_cases.hpp"

#include <gtest/gtest.h>
#include <hwy/targets.h>
#include <oneapi/tbb/global_control.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <numeric>
#include <vector>

// Tolerance between two computations from the same numbers: entropies up to ln 10^5 from sums of up to 10^5
// terms, 1e-12.
namespace poslab {
namespace {

using Lengths = std::vector<std::int64_t>;
constexpr double rounding = 1e-12;

Lengths all_up_to(std::int64_t length) {
    Lengths lengths(static_cast<std::size_t>(length));
    std::iota(lengths.begin(), lengths.end(), 1);
    return lengths;
}

// Entropies at each length, [lengths][samples], and weights at each distance.
struct Literal {
    explicit Literal(std::size_t lengths) : plain(lengths), bias(lengths), weight(lengths) {}
    void add(const Lengths& lengths, const std::vector<double>& plain_logits,
             const std::vector<double>& bias_logits) {
        const std::vector<double> weights =
            test::softmax(bias_logits, static_cast<std::size_t>(lengths.back()));
        for (std::size_t i = 0; i < lengths.size(); ++i) {
            const std::int64_t begin = i == 0 ? 0 : lengths[i - 1];
            plain[i].push_back(test::entropy(plain_logits, static_cast<std::size_t>(lengths[i])));
            bias[i].push_back(test::entropy(bias_logits, static_cast<std::size_t>(lengths[i])));
            weight[i].push_back(std::accumulate(weights.begin() + begin, weights.begin() + lengths[i], 0.0) /
                                static_cast<double>(lengths[i] - begin));
        }
    }
    std::vector<std::vector<double>> plain, bias, weight;
};

// Draws and rotates every component of every key.
Literal sampled_literally(const SampledSoftmaxSpec& spec, const Lengths& lengths, std::uint64_t samples) {
    Literal literal(lengths.size());
    std::uint64_t n = 0;
    const auto draw = [&] {
        std::vector<double> x(spec.query_bias.size());
        for (double& component : x) component = random_normal(977, RandomStream::signal, n++);
        return x;
    };
    for (std::uint64_t sample = 0; sample < samples; ++sample) {
        const std::vector<double> q = draw();
        std::vector<double> plain, bias;
        for (std::int64_t distance = 0; distance < lengths.back(); ++distance) {
            const std::vector<double> k = draw();
            plain.push_back(test::logit(spec, q, k, distance));
            bias.push_back(test::logit(spec, test::sum_of(q, spec.query_bias), test::sum_of(k, spec.key_bias),
                                       distance));
        }
        literal.add(lengths, plain, bias);
    }
    return literal;
}

// Uses the numbers that the header documents: the query's components and one number per key.
Literal from_named_numbers(const SampledSoftmaxSpec& spec, const Lengths& lengths) {
    Literal literal(lengths.size());
    const auto seed = static_cast<std::uint64_t>(spec.seed);
    const std::size_t dim = spec.query_bias.size(), rotating = 2 * spec.rotary.inverse_frequency.size();
    const auto norm = [&](const std::vector<double>& x) {
        double square = 0;
        for (std::size_t n = 0; n < dim; ++n)
            square += std::pow((n < rotating ? spec.attention_factor_squared : 1) * x[n], 2);
        return std::sqrt(square);
    };
    for (std::uint64_t sample = 0; sample < static_cast<std::uint64_t>(spec.samples); ++sample) {
        std::vector<double> q;
        for (std::size_t n = 0; n < dim; ++n)
            q.push_back(random_normal(seed, RandomStream::queries, sample * dim + n));
        const std::vector<double> x = test::sum_of(q, spec.query_bias);
        std::vector<double> plain, bias;
        for (std::int64_t distance = 0; distance < lengths.back(); ++distance) {
            const double z = random_normal(seed, RandomStream::keys,
                                           (sample << 24U) + static_cast<std::uint64_t>(distance));
            plain.push_back(spec.scale * norm(q) * z);
            bias.push_back(test::logit(spec, x, spec.key_bias, distance) + spec.scale * norm(x) * z);
        }
        literal.add(lengths, plain, bias);
    }
    return literal;
}

void expect_equal(const SoftmaxByLength& result, const Literal& expected) {
    for (std::size_t i = 0; i < expected.plain.size(); ++i) {
        const test::MeanSpread plain = test::mean_and_sd(expected.plain[i]),
                               bias = test::mean_and_sd(expected.bias[i]);
        EXPECT_NEAR(result.entropy_plain[i], plain.mean, rounding) << i;
        EXPECT_NEAR(result.entropy_plain_sd[i], plain.sd, rounding) << i;
        EXPECT_NEAR(result.entropy_bias[i], bias.mean, rounding) << i;
        EXPECT_NEAR(result.entropy_bias_sd[i], bias.sd, rounding) << i;
        EXPECT_NEAR(result.weight_bias[i], test::mean_and_sd(expected.weight[i]).mean, rounding) << i;
    }
}

std::vector<SampledSoftmaxSpec> every_kind() {
    std::vector<SampledSoftmaxSpec> specs{test::gaussian_biases(8, 4, 1), test::gaussian_biases(8, 4, 1),
                                          test::gaussian_biases(12, 4, 0.7),
                                          test::gaussian_biases(32, 13, 0.4), test::gaussian_biases(5, 0, 1)};
    specs[1].rotary.pairing = specs[3].rotary.pairing = Pairing::gpt_neox;
    specs[2].attention_factor_squared = 1.4;
    specs[3].attention_factor_squared = 0.6;
    specs[3].seed = 12;
    return specs;
}

TEST(SampledSoftmax, IsMadeOfTheNumbersThatAreNamed) {
    const Lengths lengths{1, 2, 3, 10, 31, 32, 33, 500, 2100};
    for (SampledSoftmaxSpec spec : every_kind()) {
        for (const std::int64_t samples : {1, 8, 21}) {
            spec.samples = samples;
            const SoftmaxByLength result = sampled_softmax(spec, lengths, {});
            EXPECT_EQ(result.samples, samples);
            expect_equal(result, from_named_numbers(spec, lengths));
        }
    }
}

TEST(SampledSoftmax, EveryInstructionSetAgrees) {
    const Lengths lengths{1, 5, 64, 300};
    for (const std::int64_t target : hwy::SupportedAndGeneratedTargets()) {
        hwy::GetChosenTarget().Update(target);
        for (SampledSoftmaxSpec spec : every_kind()) {
            spec.samples = 9;
            expect_equal(sampled_softmax(spec, lengths, {}), from_named_numbers(spec, lengths));
        }
    }
    hwy::GetChosenTarget().DeInit();
}

// Two sets of draws from one distribution differ by at most five standard errors of their difference. The
// standard error of a variance is sqrt((m4 - sd^4) / N), with the fourth moment m4 estimated from the literal
// draws.
void expect_same_distribution(double mean, double sd, const std::vector<double>& estimates, double samples) {
    const test::MeanSpread expected = test::mean_and_sd(estimates);
    const auto count = static_cast<double>(estimates.size());
    double fourth = 0;
    for (const double number : estimates) fourth += std::pow(number - expected.mean, 4) / count;
    const double variance = expected.sd * expected.sd;
    const double variance_error = std::sqrt((fourth - variance * variance) * (1 / samples + 1 / count));
    EXPECT_NEAR(mean, expected.mean, 5 * std::sqrt(sd * sd / samples + variance / count));
    EXPECT_NEAR(sd * sd, variance, 5 * variance_error);
}

TEST(SampledSoftmax, IsThatOfKeysDrawnComponentByComponent) {
    const Lengths lengths{1, 2, 16, 100, 256};
    for (SampledSoftmaxSpec spec : every_kind()) {
        spec.samples = 300;
        const SoftmaxByLength result = sampled_softmax(spec, lengths, {});
        const Literal literal = sampled_literally(spec, lengths, 300);
        for (std::size_t i = 0; i < lengths.size(); ++i) {
            SCOPED_TRACE(testing::Message()
                         << spec.query_bias.size() << " dimensions, length " << lengths[i]);
            expect_same_distribution(result.entropy_plain[i], result.entropy_plain_sd[i], literal.plain[i],
                                     300);
            expect_same_distribution(result.entropy_bias[i], result.entropy_bias_sd[i], literal.bias[i], 300);
            const test::MeanSpread weight = test::mean_and_sd(literal.weight[i]);
            EXPECT_NEAR(result.weight_bias[i], weight.mean, 5 * std::sqrt(2.0 / 300) * weight.sd);
        }
    }
}

// The bounds above are narrow enough: the entropies with and without bias differ by more than their width.
TEST(SampledSoftmax, BoundsOfTheDrawsTellABiasFromNone) {
    SampledSoftmaxSpec spec = every_kind()[0];
    spec.samples = 300;
    const SoftmaxByLength result = sampled_softmax(spec, Lengths{256}, {});
    const double width =
        5 * std::hypot(result.entropy_plain_sd[0], result.entropy_bias_sd[0]) / std::sqrt(300);
    EXPECT_GT(result.entropy_plain[0] - result.entropy_bias[0], 2 * width);
}

TEST(SampledSoftmax, ScaleZeroSpreadsEvenly) {
    SampledSoftmaxSpec spec = test::gaussian_biases(16, 8, 1);
    spec.scale = 0;
    const Lengths lengths{1, 7, 1000, 5000};
    const SoftmaxByLength result = sampled_softmax(spec, lengths, {});
    for (std::size_t i = 0; i < lengths.size(); ++i) {
        EXPECT_NEAR(result.entropy_plain[i], std::log(static_cast<double>(lengths[i])), rounding);
        EXPECT_NEAR(result.entropy_bias[i], std::log(static_cast<double>(lengths[i])), rounding);
        EXPECT_NEAR(5000 * result.weight_bias[i], 1, rounding);
        EXPECT_NEAR(result.entropy_bias_sd[i], 0, rounding);
    }
}

// Biases are 10^10 times as long as the vectors, and the scale brings the logits back to their former size:
// the drawn part changes them by 1e-9.
TEST(SampledSoftmax, HugeBiasesLeaveTheirOwnSumOfCosines) {
    for (const Pairing pairing : {Pairing::gpt_j, Pairing::gpt_neox}) {
        SampledSoftmaxSpec spec = test::gaussian_biases(10, 4, 1);
        spec.rotary.pairing = pairing;
        spec.attention_factor_squared = 1.2;
        const Lengths lengths{1, 10, 1023, 1024, 33'000, 100'000};  // beyond 32 blocks of 1023
        std::vector<double> logits;
        for (std::int64_t distance = 0; distance < lengths.back(); ++distance)
            logits.push_back(test::logit(spec, spec.query_bias, spec.key_bias, distance));
        Literal expected(lengths.size());
        expected.add(lengths, logits, logits);
        for (auto* bias : {&spec.query_bias, &spec.key_bias})
            for (double& component : *bias) component *= 1e10;
        spec.scale *= 1e-20;
        spec.samples = 3;
        const SoftmaxByLength result = sampled_softmax(spec, lengths, {});
        for (std::size_t i = 0; i < lengths.size(); ++i) {
            EXPECT_NEAR(result.entropy_bias[i], expected.bias[i][0], 2e-8) << lengths[i];
            EXPECT_NEAR(result.weight_bias[i] / expected.weight[i][0], 1, 2e-8) << lengths[i];
        }
    }
}

TEST(SampledSoftmax, WithoutBiasesNothingIsAdded) {
    SampledSoftmaxSpec spec = test::gaussian_biases(16, 8, 0);
    const SoftmaxByLength result = sampled_softmax(spec, Lengths{1, 30, 2000}, {});
    EXPECT_EQ(result.entropy_bias, result.entropy_plain);
    EXPECT_EQ(result.entropy_bias_sd, result.entropy_plain_sd);
}

TEST(SampledSoftmax, ABiasOfKeysThatPassesThroughCancels) {
    SampledSoftmaxSpec spec = test::gaussian_biases(16, 6, 1);
    std::fill(spec.query_bias.begin(), spec.query_bias.end(), 0);
    std::fill_n(spec.key_bias.begin(), 12, 0);
    const SoftmaxByLength result = sampled_softmax(spec, Lengths{1, 30, 2000}, {});
    EXPECT_EQ(result.entropy_bias, result.entropy_plain);
}

TEST(SampledSoftmax, LargeLogitsStayFinite) {
    for (const double scale : {1e4, 1e6, -1e6}) {
        SampledSoftmaxSpec spec = test::gaussian_biases(16, 8, 1);
        spec.scale = scale;
        const Lengths lengths{1, 2, 50, 3000};
        const SoftmaxByLength result = sampled_softmax(spec, lengths, {});
        EXPECT_EQ(result.entropy_bias[0], 0);
        EXPECT_EQ(result.entropy_plain[0], 0);
        double sum = 0;
        for (std::size_t i = 0; i < lengths.size(); ++i) {
            EXPECT_TRUE(result.entropy_plain[i] >= 0 && result.entropy_bias[i] >= 0) << i;
            // one key has all the weight
            EXPECT_TRUE(result.entropy_plain[i] < 0.1 && result.entropy_bias[i] < 0.1) << i;
            sum += result.weight_bias[i] * static_cast<double>(lengths[i] - (i == 0 ? 0 : lengths[i - 1]));
        }
        EXPECT_NEAR(sum, 1, rounding);
    }
}

// The other lengths change blocks and groups of samples: 9,000 lengths are summed for 128 samples at a time.
TEST(SampledSoftmax, OtherLengthsDoNotMatter) {
    SampledSoftmaxSpec spec = test::gaussian_biases(8, 4, 1);
    spec.samples = 140;
    const SoftmaxByLength all = sampled_softmax(spec, all_up_to(9000), {});
    const Lengths some{1, 2, 9, 777, 1023, 1024, 4500};
    const SoftmaxByLength few = sampled_softmax(spec, some, {});
    for (std::size_t i = 0; i < some.size(); ++i) {
        const auto n = static_cast<std::size_t>(some[i]) - 1;
        EXPECT_NEAR(few.entropy_plain[i], all.entropy_plain[n], rounding);
        EXPECT_NEAR(few.entropy_bias[i], all.entropy_bias[n], rounding);
        EXPECT_NEAR(few.entropy_bias_sd[i], all.entropy_bias_sd[n], rounding);
    }
    EXPECT_NEAR(std::accumulate(all.weight_bias.begin(), all.weight_bias.end(), 0.0), 1, rounding);
}

SoftmaxByLength with_threads(std::size_t threads, const SampledSoftmaxSpec& spec, const Lengths& lengths) {
    const oneapi::tbb::global_control limit(oneapi::tbb::global_control::max_allowed_parallelism, threads);
    return sampled_softmax(spec, lengths, {});
}

TEST(SampledSoftmax, TheNumberOfThreadsDoesNotMatter) {
    SampledSoftmaxSpec spec = test::gaussian_biases(32, 16, 1);
    spec.samples = 203;
    const Lengths lengths{1, 10, 100, 1000, 3000};
    const SoftmaxByLength single = with_threads(1, spec, lengths), four = with_threads(4, spec, lengths);
    EXPECT_EQ(single.entropy_plain, four.entropy_plain);
    EXPECT_EQ(single.entropy_plain_sd, four.entropy_plain_sd);
    EXPECT_EQ(single.entropy_bias, four.entropy_bias);
    EXPECT_EQ(single.entropy_bias_sd, four.entropy_bias_sd);
    EXPECT_EQ(single.weight_bias, four.weight_bias);
}

TEST(SampledSoftmax, ProgressEndsAtOne) {
    std::atomic<double> greatest{0};
    std::atomic<bool> inside{true};
    const Job job({}, [&](double fraction) {
        if (fraction < 0 || fraction > 1) inside = false;
        double known = greatest;
        while (fraction > known && !greatest.compare_exchange_weak(known, fraction)) {
        }
    });
    SampledSoftmaxSpec spec = test::gaussian_biases(8, 4, 1);
    spec.samples = 50;
    static_cast<void>(sampled_softmax(spec, Lengths{10, 20'000}, job));
    EXPECT_TRUE(inside);
    EXPECT_EQ(greatest, 1);
}

// Progress is reported after each block of a group (a tenth of a millisecond), so hardly any reports follow
// the cancellation.
TEST(SampledSoftmax, StopsAtOnce) {
    std::stop_source stop;
    std::atomic<int> after{0};
    const Job job(stop.get_token(), [&](double fraction) {
        if (stop.stop_requested()) ++after;
        if (fraction > 0.1) stop.request_stop();
    });
    const SampledSoftmaxSpec spec = test::gaussian_biases(128, 64, 1);
    EXPECT_THROW(static_cast<void>(sampled_softmax(spec, Lengths{10, 100'000}, job)), Cancelled);
    EXPECT_LE(after, 256);  // one per thread
    EXPECT_THROW(static_cast<void>(sampled_softmax(spec, Lengths{1}, job)), Cancelled);
}

TEST(SampledSoftmax, FrequenciesOutOfRangeAreRefused) {
    SampledSoftmaxSpec spec = test::gaussian_biases(8, 4, 1);
    spec.rotary.inverse_frequency[2] = -1;
    EXPECT_THROW(static_cast<void>(sampled_softmax(spec, Lengths{5}, {})), UsageError);
}

TEST(SampledSoftmax, NoLengthsNoEntropies) {
    EXPECT_TRUE(sampled_softmax(test::gaussian_biases(8, 4, 1), {}, {}).entropy_bias.empty());
}

}  // namespace
}  // namespace poslab
