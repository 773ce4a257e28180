#include "core/engine/attention.hpp"
#include "tests/engine/attention_cases.hpp"
#include "tests/support/engine_cases.hpp"
#include "tests/support/seed.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace poslab {
namespace {

using test::all_maps;
using test::normal_vectors;
using test::plain_attention;
using test::uniform;
using test::whole_request;

AttentionInput with_values(AttentionInput input, std::mt19937_64& random, std::int64_t dim) {
    input.values = normal_vectors(random, input.keys->tokens(), dim);
    return input;
}

// A random plan with every feature.
AttentionInput random_attention(std::mt19937_64& random, std::int64_t tokens, const PositionPlan& positions) {
    const std::int64_t dim = 2 + static_cast<std::int64_t>(random() % 40);
    const std::int64_t rotary =
        2 * static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(dim / 2 + 1));
    AttentionInput input = plain_attention(random, tokens, dim, rotary, positions);
    AttentionPlan& plan = input.plan;
    const auto chance = [&random] { return random() % 2 == 0; };
    if (chance()) plan.pairing = Pairing::gpt_neox;
    if (chance()) plan.rope_dims = RotaryDims::last;
    if (chance()) plan.reach = 1 + static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(tokens));
    if (chance()) plan.rotary_scale = 1.3;
    if (chance()) plan.temperature = 1.7;
    if (chance()) plan.decay = uniform(random, rotary / 2, 0.3, 1);
    if (chance()) plan.query_scale = uniform(random, tokens, 0.5, 1.5);
    if (chance()) plan.query_bias = uniform(random, dim, -1, 1);
    if (chance()) plan.key_bias = uniform(random, dim, -1, 1);
    if (chance()) plan.distance_bias = uniform(random, tokens, -3, 3);
    if (chance()) plan.distance_bias_above = uniform(random, tokens, -3, 3);
    if (chance()) plan.position_bias_constant = 0.5;
    if (chance())
        plan.position_bias = {
            {0.5, 0.01}, {1, -2}, chance() ? std::vector<double>{} : std::vector<double>{0.5, 1.5}};
    return chance() ? with_values(input, random, 1 + static_cast<std::int64_t>(random() % 30)) : input;
}

class AttentionOfEngine : public test::TestOfEngine<std::tuple<std::string, std::size_t>> {
  protected:
    static void compare(const AttentionInput& input, const AttentionRequest& request,
                        const std::string& what) {
        test::compare(engine(), input, request, what);
    }

    // An emulated device is slow, so only means of weights and maxima of logits run there: they exercise the
    // most.
    [[nodiscard]] static bool is_supported(Pool pool, AttentionQuantity quantity) {
        return !slow() || (pool == Pool::mean && quantity == AttentionQuantity::weights) ||
               (pool == Pool::max && quantity == AttentionQuantity::logits);
    }

    [[nodiscard]] static std::size_t map() { return std::get<1>(GetParam()); }

    // Makes every request of a view for one input.
    static void compare_requests(const AttentionInput& input, const std::string& what) {
        for (const Pool pool : {Pool::mean, Pool::max, Pool::sample}) {
            for (const AttentionQuantity quantity : {AttentionQuantity::weights, AttentionQuantity::logits}) {
                if (!is_supported(pool, quantity)) continue;
                const std::string name = what + " pool " + std::to_string(static_cast<int>(pool)) +
                                         (quantity == AttentionQuantity::weights ? " weights" : " logits");
                ASSERT_NO_FATAL_FAILURE(compare_windows(input, pool, quantity, name));
            }
        }
        ASSERT_NO_FATAL_FAILURE(compare_rows(input, what));
    }

  private:
    static void compare_windows(const AttentionInput& input, Pool pool, AttentionQuantity quantity,
                                const std::string& name) {
        const std::int64_t tokens = input.keys->tokens();
        AttentionRequest request = whole_request(tokens, std::max<std::int64_t>(tokens / 3, 1),
                                                 std::max<std::int64_t>(tokens / 5, 1), pool);
        request.quantity = quantity;
        ASSERT_NO_FATAL_FAILURE(compare(input, request, name + " and rows"));
        request.window = {{tokens / 4, tokens - tokens / 5}, {tokens / 7, tokens - tokens / 3}, 1, 1, pool};
        request.window.height = std::max<std::int64_t>(request.window.rows.size() / 2, 1);
        request.window.width = std::max<std::int64_t>(request.window.columns.size() / 3, 1);
        request.rows = {tokens / 2, tokens / 2 + tokens / 3};
        ASSERT_NO_FATAL_FAILURE(compare(input, request, name + " part and some rows"));
        request.rows = {0, 0};
        ASSERT_NO_FATAL_FAILURE(compare(input, request, name + " part"));
        const std::vector<double> sums =
            attention_by_loops(input, whole_request(tokens, 1, 1, Pool::mean), Job{}).rows.log_sum_exp;
        request.log_sum_exp = sums;
        ASSERT_NO_FATAL_FAILURE(compare(input, request, name + " part, sums known"));
        request.rows = {tokens / 3, tokens / 2};
        ASSERT_NO_FATAL_FAILURE(compare(input, request, name + " part, sums known, some rows"));
    }

    static void compare_rows(const AttentionInput& input, const std::string& what) {
        const std::int64_t tokens = input.keys->tokens();
        AttentionRequest rows;
        rows.rows = {0, tokens};
        rows.near = 3;
        rows.trained = 20;
        rows.weight_by_distance = true;
        ASSERT_NO_FATAL_FAILURE(compare(input, rows, what + " rows alone"));
        rows.rows = {tokens / 3, tokens - tokens / 4};
        ASSERT_NO_FATAL_FAILURE(compare(input, rows, what + " some rows alone"));
    }
};

TEST_P(AttentionOfEngine, MatchesTheLoopsForPlainAttention) {
    if (emulated() && map() % 3 != 0) GTEST_SKIP() << name() << ": every third map";
    std::mt19937_64 random(test::test_seed());
    const auto [title, positions] = all_maps()[map()];
    const AttentionInput input =
        with_values(plain_attention(random, slow() ? 150 : 300, 24, 16, positions), random, 13);
    compare_requests(input, title);
}

TEST_P(AttentionOfEngine, MatchesTheLoopsForEveryPlan) {
    if (emulated() && map() % 3 != 1) GTEST_SKIP() << name() << ": every third map";
    const std::vector<std::int64_t> lengths =
        slow() ? std::vector<std::int64_t>{1, 37, 131} : std::vector<std::int64_t>{1, 2, 37, 131, 203, 260};
    std::mt19937_64 random(test::test_seed(map()));
    const auto [title, positions] = all_maps()[map()];
    for (const std::int64_t tokens : lengths)
        ASSERT_NO_FATAL_FAILURE(compare_requests(random_attention(random, tokens, positions),
                                                 title + ' ' + std::to_string(tokens) + " tokens"));
}

INSTANTIATE_TEST_SUITE_P(Engines, AttentionOfEngine,
                         testing::Combine(testing::ValuesIn(test::fast_engines()),
                                          testing::Range<std::size_t>(0, 16)),
                         [](const auto& of) {
                             return std::get<0>(of.param) + "_map_" + std::to_string(std::get<1>(of.param));
                         });

}  // namespace
}  // namespace poslab
