// Compares the engines with the float64 reference for every position map under every scaling and every bias.

#include "core/base/masked.hpp"
#include "core/engine/attention.hpp"
#include "core/engine/cell_logit.hpp"
#include "core/params/groups/bias.hpp"
#include "core/params/groups/position_map.hpp"
#include "core/params/groups/rotary.hpp"
#include "tests/attention/plan_cases.hpp"

#include <gtest/gtest.h>
#include <cmath>

namespace poslab {
namespace {

constexpr std::int64_t tokens = 75, dim = 16;  // no multiple of the kernels' tiles, and more than one block

AttentionSpec scheme(OneOf<PositionMap> map, OneOf<Scaling> scaling, OneOf<Bias> bias, bool causal) {
    AttentionSpec spec = small_spec(tokens, dim);
    spec.map.map = map;
    spec.map.causal = causal;
    spec.rotary.scaling = scaling;
    spec.rotary.factor = 4;
    spec.rotary.short_factors.assign(dim / 2, 1.25);
    spec.rotary.long_factors = {1, 1.5, 2, 3, 4, 4, 4, 4};
    spec.bias.bias = bias;
    spec.pairing = causal ? Pairing::gpt_neox : Pairing::gpt_j;
    return spec;
}

/// |q_i| |k_j| scale, which bounds the error of a logit.
double size_of(const AttentionInput& input, std::int64_t i, std::int64_t j) {
    const auto q = row_of(*input.queries, i), k = row_of(*input.keys, j);
    return std::sqrt(dot(q, q) * dot(k, k)) * input.plan.scale * input.plan.attention_factor_squared;
}

void expect_alike(const AttentionInput& input, const Engine& engine, const std::string& name) {
    const AttentionResult logits = all_of(input, AttentionQuantity::logits),
                          found = all_of(input, AttentionQuantity::logits, engine);
    const AttentionResult weights = all_of(input, AttentionQuantity::weights),
                          shares = all_of(input, AttentionQuantity::weights, engine);
    for (std::int64_t i = 0; i < tokens; ++i) {
        double sum = 0;
        for (std::int64_t j = 0; j < tokens; ++j) {
            const double right = cell(logits, i, j);
            ASSERT_EQ(is_masked(cell(found, i, j)), is_masked(right)) << name << " at " << i << ", " << j;
            if (is_masked(right)) continue;
            const double bias = std::abs(cell_bias(input.plan, i - j, cell_position(input.plan, i, j)));
            ASSERT_NEAR(cell(found, i, j), right, 2e-6 * (1 + size_of(input, i, j) + bias))
                << name << " at " << i << ", " << j;
            ASSERT_NEAR(cell(shares, i, j), cell(weights, i, j), 1e-5) << name << " at " << i << ", " << j;
            sum += cell(shares, i, j);
        }
        const auto row = static_cast<std::size_t>(i);
        if (weights.rows.keys[row] > 0) {
            ASSERT_NEAR(sum, 1, 1e-5) << name << " row " << i;
        }
        ASSERT_EQ(shares.rows.keys[row], weights.rows.keys[row]) << name;
        ASSERT_NEAR(shares.rows.entropy[row], weights.rows.entropy[row], 1e-4) << name << " row " << i;
        ASSERT_NEAR(shares.rows.near_mass[row], weights.rows.near_mass[row], 1e-5) << name << " row " << i;
        ASSERT_NEAR(shares.rows.beyond_mass[row], weights.rows.beyond_mass[row], 1e-5)
            << name << " row " << i;
    }
}

class EveryScheme : public testing::TestWithParam<int> {};

TEST_P(EveryScheme, IsTheReferenceWithinFloat32) {
    const auto map = OneOf<PositionMap>::at(GetParam());
    for (std::size_t scaling = 0; scaling < Scaling::all().size(); ++scaling)
        for (std::size_t bias = 0; bias < Bias::all().size(); ++bias)
            for (const bool causal : {true, false}) {
                const AttentionSpec spec =
                    scheme(map, OneOf<Scaling>::at(scaling), OneOf<Bias>::at(bias), causal);
                const std::string name = std::string(Scaling::all()[scaling]->id) + ", " +
                                         std::string(Bias::all()[bias]->id) +
                                         (causal ? ", causal" : ", both sides");
                expect_alike(input_of(spec), cpu_engine(), name);
            }
}

INSTANTIATE_TEST_SUITE_P(Maps, EveryScheme, testing::Range(0, static_cast<int>(PositionMap::all().size())),
                         [](const testing::TestParamInfo<int>& map) {
                             std::string name(OneOf<PositionMap>::at(map.param)->id);
                             std::replace(name.begin(), name.end(), '-', '_');
                             return name;
                         });

}  // namespace
}  // namespace poslab
