#include "core/base/errors.hpp"
#include "core/engine/attention.hpp"
#include "core/engine/engine.hpp"
#include "gpu/device.hpp"
#include "tests/engine/attention_cases.hpp"
#include "tests/support/engine_cases.hpp"
#include "tests/support/seed.hpp"

#include <gtest/gtest.h>
#include <hwy/targets.h>

#include <algorithm>
#include <atomic>
#include <limits>
#include <mutex>
#include <numbers>

namespace poslab {
namespace {

using test::constant_vectors;
using test::normal_vectors;
using test::plain_attention;
using test::rerope;
using test::rope;
using test::rope_both_ways;
using test::uniform;
using test::whole_request;

constexpr float infinity = std::numeric_limits<float>::infinity();
constexpr float nan = std::numeric_limits<float>::quiet_NaN();

// Sets the last dimension, which is not rotated: a rotated infinity may or may not become infinity minus
// infinity, depending on the order of summation.
std::shared_ptr<const TokenVectors> changed(const TokenVectors& vectors, std::int64_t token, float number) {
    std::vector<float> numbers(static_cast<std::size_t>(vectors.tokens() * vectors.dim()));
    vectors.read({0, vectors.tokens()}, numbers);
    numbers[static_cast<std::size_t>((token + 1) * vectors.dim()) - 1] = number;
    return std::make_shared<TokenVectors>(std::move(numbers), vectors.dim());
}

class AttentionEdges : public test::EngineTest {
  protected:
    static void compare(const AttentionInput& input, const AttentionRequest& request,
                        const std::string& what) {
        test::compare(engine(), input, request, what);
    }
    static AttentionResult attention(const AttentionInput& input, const AttentionRequest& request) {
        return engine().run(operation::Attention{input, request}, Job{});
    }

    // Tries NaN and both infinities in turn, with 150 tokens.
    static void compare_not_finite(const AttentionInput& sound, const AttentionRequest& request) {
        AttentionInput input;
        for (const float number : {nan, infinity, -infinity}) {
            input = sound;
            input.queries = changed(*sound.queries, 77, number);
            ASSERT_NO_FATAL_FAILURE(compare(input, request, "query " + std::to_string(number)));
            input = sound;
            input.keys = changed(*sound.keys, 101, number);
            ASSERT_NO_FATAL_FAILURE(compare(input, request, "key " + std::to_string(number)));
            input = sound;
            input.values = changed(*sound.values, 120, number);
            ASSERT_NO_FATAL_FAILURE(compare(input, request, "value " + std::to_string(number)));
            input = sound;
            input.plan.distance_bias.assign(150, 0);
            input.plan.distance_bias[60] = number;
            ASSERT_NO_FATAL_FAILURE(compare(input, request, "bias " + std::to_string(number)));
        }
        input = sound;
        input.plan.distance_bias.assign(150, -std::numeric_limits<double>::infinity());
        if (!sound.plan.positions.causal) input.plan.distance_bias_above = input.plan.distance_bias;
        ASSERT_NO_FATAL_FAILURE(compare(input, request, "no finite logit"));
    }
};

TEST_P(AttentionEdges, LongSequencesAndOddShapes) {
    std::mt19937_64 random(test::test_seed());
    const std::int64_t tokens = slow() ? 321 : 1025;
    AttentionInput input = plain_attention(random, tokens, 64, 64, rerope());
    AttentionRequest request = whole_request(tokens, 101, 133, Pool::mean);
    request.weight_by_distance = true;
    ASSERT_NO_FATAL_FAILURE(compare(input, request, "many tokens"));
    request.window = {{0, tokens}, {0, tokens}, 1, 1, Pool::mean};  // one row consists of many strips
    ASSERT_NO_FATAL_FAILURE(compare(input, request, "one cell"));
    input.plan.pairing = Pairing::gpt_neox;
    request.window = {{tokens - 1, tokens}, {0, tokens}, 1, tokens, Pool::mean};
    request.rows = {tokens - 1, tokens};
    ASSERT_NO_FATAL_FAILURE(compare(input, request, "the last row"));
}

TEST_P(AttentionEdges, RowsSumToOneAndRunsAreAlike) {
    std::mt19937_64 random(test::test_seed());
    const std::int64_t half = slow() ? 200 : 1000;
    const AttentionInput input = plain_attention(random, 2 * half, 32, 32, rope());
    AttentionRequest request;
    // each column pools 20 keys
    request.window = {{half, 2 * half}, {0, 2 * half}, half, half / 10, Pool::mean};
    const AttentionResult result = attention(input, request);
    for (std::int64_t a = 0; a < half; ++a) {
        double sum = 0;
        for (std::int64_t b = 0; b < half / 10; ++b) {
            const auto keys = static_cast<double>(std::min<std::int64_t>(20, half + a + 1 - 20 * b));
            if (keys > 0) sum += keys * result.field.values[static_cast<std::size_t>(half / 10 * a + b)];
        }
        ASSERT_NEAR(sum, 1, 1e-5) << a;
    }
    const AttentionResult again = attention(input, request);
    for (std::size_t n = 0; n < again.field.values.size(); ++n)
        ASSERT_TRUE(is_masked(again.field.values[n]) || again.field.values[n] == result.field.values[n]) << n;
}

// Compares each cell with its own bound, for dimensions that are summed in blocks.
TEST_P(AttentionEdges, EachLogitIsWithinItsBound) {
    std::mt19937_64 random(test::test_seed());
    for (const std::int64_t dim : {128, 513, 4096}) {
        const std::int64_t tokens = dim > 1000 ? 40 : slow() ? 70 : 150;
        AttentionInput input = plain_attention(random, tokens, dim, dim / 4 * 2, rerope());
        if (dim == 513) {  // errors of one sign do not cancel
            input.queries = constant_vectors(tokens, std::vector<float>(513, 1.1F));
            input.keys = constant_vectors(tokens, std::vector<float>(513, 0.9F));
        }
        AttentionRequest request;
        request.window = {{0, tokens}, {0, tokens}, tokens, tokens, Pool::mean};
        request.quantity = AttentionQuantity::logits;
        const NumberBuffer expected = reference_attention(input, request, Job{}).field.values;
        const NumberBuffer actual = attention(input, request).field.values;
        const auto norm = [&](const TokenVectors& vectors, std::int64_t t) {
            std::vector<double> row(static_cast<std::size_t>(dim));
            vectors.read({t, t + 1}, row);
            double square = 0;
            for (const double number : row) square += number * number;
            return std::sqrt(square);
        };
        for (std::int64_t i = 0; i < tokens; ++i)
            for (std::int64_t j = 0; j <= i; ++j) {
                const auto cell = static_cast<std::size_t>(i * tokens + j);
                const double bound =
                    2e-6 * (1 + norm(*input.queries, i) * norm(*input.keys, j) * input.plan.scale);
                ASSERT_NEAR(actual[cell], expected[cell], bound) << dim << ": " << i << ' ' << j;
            }
    }
}

AttentionRequest everything(std::int64_t tokens, Pool pool, AttentionQuantity quantity) {
    AttentionRequest request = whole_request(tokens, tokens / 4, tokens / 3, pool);
    request.weight_by_distance = true;
    request.quantity = quantity;
    return request;
}

// NaN and infinity in queries, keys, values and biases affect only the rows and cells that they belong to.
TEST_P(AttentionEdges, NumbersThatAreNotFiniteStayWhereTheyAre) {
    std::mt19937_64 random(test::test_seed());
    for (const PositionPlan& positions : {rope(), rerope(), rope_both_ways()}) {
        AttentionInput sound = plain_attention(random, 150, 16, 12, positions);
        sound.values = normal_vectors(random, 150, 5);
        for (const Pool pool : {Pool::mean, Pool::max, Pool::sample}) {
            for (const AttentionQuantity quantity : {AttentionQuantity::weights, AttentionQuantity::logits}) {
                if (slow() && (pool == Pool::sample || positions != rerope())) continue;
                if (emulated() && (pool == Pool::mean) != (quantity == AttentionQuantity::weights)) continue;
                ASSERT_NO_FATAL_FAILURE(compare_not_finite(sound, everything(150, pool, quantity)));
            }
        }
    }
}

// Logits rise by hundreds along the keys: the running maximum has to follow, and earlier sums must be
// rescaled.
TEST_P(AttentionEdges, SteepLogits) {
    std::mt19937_64 random(test::test_seed());
    for (const double slope : {3.0, -3.0, 0.3}) {
        if (slow() && slope < 0) continue;
        AttentionInput input = plain_attention(random, 400, 8, 8, rope());
        input.values = normal_vectors(random, 400, 3);
        for (int distance = 0; distance < 400; ++distance)
            input.plan.distance_bias.push_back(slope * (200 - distance));
        for (const Pool pool : {Pool::mean, Pool::max, Pool::sample}) {
            if (slow() && pool != Pool::mean) continue;
            AttentionRequest request = everything(400, pool, AttentionQuantity::weights);
            const AttentionResult expected = reference_attention(input, request, Job{});
            const AttentionResult actual = attention(input, request);
            // Weights have the rounding error of logits near 600: 600 * 2^-24 and somewhat more.
            const double tolerance = 2e-4;
            test::expect_close(actual.field.values, expected.field.values, tolerance, "steep field");
            test::expect_close(actual.rows.log_sum_exp, expected.rows.log_sum_exp, 2e-6 * 1200, "steep sums");
            test::expect_close(actual.rows.maximum, expected.rows.maximum, tolerance, "steep maximum");
            test::expect_close(actual.rows.entropy, expected.rows.entropy, 1e-3, "steep entropy");
            test::expect_close(actual.rows.mean_distance, expected.rows.mean_distance, 1e-2,
                               "steep distance");
            test::expect_close(actual.weight_by_distance, expected.weight_by_distance, tolerance,
                               "steep weights by distance");
            test::expect_close(actual.output, expected.output, 2e-3, "steep output");
        }
    }
}

// Rotations are equally precise far from the first token.
TEST_P(AttentionEdges, FarTokens) {
    std::mt19937_64 random(test::test_seed());
    const AttentionInput input = plain_attention(random, 60000, 16, 16, rope());
    AttentionRequest request;
    request.quantity = AttentionQuantity::logits;
    for (const IndexRange& columns : {IndexRange{50, 170}, IndexRange{59870, 59990}}) {
        request.window = {{59975, 60000}, columns, 25, 120, Pool::mean};
        ASSERT_NO_FATAL_FAILURE(compare(input, request, "far tokens"));
    }
}

// Axes that count in different units, which devices refuse, and rotations beyond the range of phases per
// token.
TEST_P(AttentionEdges, BranchesOfTwoUnits) {
    std::mt19937_64 random(test::test_seed());
    Branch branch;
    branch.query.scale = 0.75;
    branch.key.scale = 0.5;
    branch.key.offset = 3.25;
    for (const bool causal : {true, false}) {
        AttentionInput input = plain_attention(random, 130, 8, 6, {{branch}, causal});
        input.plan.position_bias = {{0.4}, {1}, {0.5}};
        AttentionRequest request = everything(130, Pool::mean, AttentionQuantity::logits);
        request.trained = 20;
        if (on_device()) {
            EXPECT_THROW((void)attention(input, request), gpu::DeviceFailure);
        } else {
            ASSERT_NO_FATAL_FAILURE(compare(input, request, "two units"));
        }
    }
    branch.key = branch.query = {};
    branch.query.scale = branch.key.scale = 4e6;
    AttentionInput input = plain_attention(random, 50, 4, 4, {{branch}, true});
    input.plan.position_bias = {{1.5}, {1}, {}};
    // Angles near 2e8 rad are right to 1e-8 in the float64 loops.
    ASSERT_NO_FATAL_FAILURE(
        compare(input, everything(50, Pool::mean, AttentionQuantity::logits), "fast turns"));
}

TEST_P(AttentionEdges, APlanWithoutCells) {
    std::mt19937_64 random(test::test_seed());
    const AttentionInput input = plain_attention(random, 50, 4, 4, {{}, true});
    ASSERT_NO_FATAL_FAILURE(
        compare(input, everything(50, Pool::mean, AttentionQuantity::weights), "no branch"));
    ASSERT_NO_FATAL_FAILURE(compare(input, AttentionRequest{}, "nothing wanted"));
}

TEST(AttentionInstructions, FasterAndSlowerSetsAgree) {
    std::mt19937_64 random(test::test_seed());
    AttentionInput input = plain_attention(random, 260, 300, 60, rerope());
    input.values = normal_vectors(random, 260, 17);
    input.plan.decay = uniform(random, 30, 0.5, 1);
    input.plan.distance_bias = uniform(random, 260, -1, 1);
    input.plan.position_bias = {{0.5, 0.01}, {1, -2}, {}};
    for (const std::int64_t target : hwy::SupportedAndGeneratedTargets()) {
        hwy::GetChosenTarget().Update(target);
        for (const Pool pool : {Pool::mean, Pool::max, Pool::sample})
            for (const AttentionQuantity quantity : {AttentionQuantity::weights, AttentionQuantity::logits})
                test::compare(cpu_engine(), input, everything(260, pool, quantity), hwy::TargetName(target));
    }
    hwy::GetChosenTarget().DeInit();
}

AttentionInput long_attention(std::int64_t tokens, std::int64_t dim) {
    std::mt19937_64 random(test::test_seed());
    AttentionInput input = plain_attention(random, 64, dim, dim, rope());
    std::vector<float> numbers(static_cast<std::size_t>(tokens * dim), 0.1F);
    input.queries = input.keys = std::make_shared<TokenVectors>(std::move(numbers), dim);
    return input;
}

// Cancelled at its first progress report, the computation finishes only the work in flight.
TEST_P(AttentionEdges, StopsSoon) {
    const std::int64_t tokens = slow() ? 4000 : 40000;
    const AttentionInput input = long_attention(tokens, 64);
    AttentionRequest request;
    request.rows = {0, tokens};
    std::stop_source source;
    std::atomic<double> reached = 0;
    const Job job(source.get_token(), [&](double fraction) {
        if (fraction <= 0) return;
        reached = std::max(reached.load(), fraction);
        source.request_stop();
    });
    EXPECT_THROW((void)engine().run(operation::Attention{input, request}, job), Cancelled);
    EXPECT_GT(reached, 0);
    EXPECT_LT(reached, 0.5);
}

TEST_P(AttentionEdges, ShowsHowFarItIs) {
    const std::int64_t tokens = slow() ? 1024 : 8192;
    const AttentionInput input = long_attention(tokens, slow() ? 64 : 512);
    AttentionRequest request;
    request.window = {{0, tokens}, {0, tokens}, 256, 256, Pool::mean};
    std::atomic<bool> inside = false;
    std::vector<std::pair<Field, std::vector<char>>> published;
    request.publish = [&](const Field& field, std::span<const char> finished) {
        EXPECT_FALSE(inside.exchange(true)) << "called concurrently";
        published.emplace_back(field, std::vector<char>(finished.begin(), finished.end()));
        inside = false;
    };
    std::mutex mutex;
    double progress = 0;
    const Job job({}, [&](double fraction) {
        const std::lock_guard lock(mutex);
        EXPECT_GE(fraction, 0);
        EXPECT_LE(fraction, 1);
        progress = std::max(progress, fraction);
    });
    const AttentionResult result = engine().run(operation::Attention{input, request}, job);
    EXPECT_NEAR(progress, 1, 1e-6);
    for (const auto& [field, finished] : published)
        for (std::size_t a = 0; a < 256; ++a)
            for (std::size_t b = 0; b < 256 && finished[a] != 0; ++b) {
                const double expected = result.field.values[256 * a + b], actual = field.values[256 * a + b];
                ASSERT_TRUE(actual == expected || (is_masked(actual) && is_masked(expected)))
                    << a << ' ' << b;
            }
}

TEST_P(AttentionEdges, SaysWhatItWouldNeed) {
    constexpr std::int64_t tokens = std::int64_t{1} << 19;
    const AttentionInput input = long_attention(tokens, 2);
    AttentionRequest request;
    request.window = {{0, tokens}, {0, tokens}, tokens, tokens, Pool::mean};
    EXPECT_THROW((void)attention(input, request), TooLarge);
}

INSTANTIATE_TEST_SUITE_P(Engines, AttentionEdges, testing::ValuesIn(test::fast_engines()), test::engine_name);

}  // namespace
}  // namespace poslab
