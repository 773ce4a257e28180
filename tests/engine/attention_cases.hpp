#pragma once

#include "core/encoding/positions.hpp"
#include "core/engine/engine.hpp"

#include <cmath>
#include <cstdint>
#include <memory>
#include <random>
#include <string>
#include <vector>

namespace poslab::test {

inline std::shared_ptr<const TokenVectors> normal_vectors(std::mt19937_64& random, std::int64_t tokens, std::int64_t dim) {
    std::normal_distribution<float> normal;
    std::vector<float> numbers(static_cast<std::size_t>(tokens * dim));
    for (float& number : numbers) number = normal(random);
    return std::make_shared<TokenVectors>(std::move(numbers), dim);
}

inline std::vector<double> uniform(std::mt19937_64& random, std::int64_t count, double low, double high) {
    std::uniform_real_distribution<> number(low, high);
    std::vector<double> list(static_cast<std::size_t>(count));
    for (double& entry : list) entry = number(random);
    return list;
}

/// Rotary attention of unit-variance queries and keys, theta_p = 10000^(-p / pairs).
inline AttentionInput plain_attention(std::mt19937_64& random, std::int64_t tokens, std::int64_t dim, std::int64_t rotary,
                                      const PositionPlan& positions) {
    AttentionInput input;
    input.plan.positions = positions;
    for (std::int64_t p = 0; p < rotary / 2; ++p)
        input.plan.inverse_frequency.push_back(std::pow(10000.0, -2.0 * static_cast<double>(p) / static_cast<double>(rotary)));
    input.plan.scale = 1 / std::sqrt(static_cast<double>(dim));
    input.queries = normal_vectors(random, tokens, dim);
    input.keys = normal_vectors(random, tokens, dim);
    return input;
}

/// Each map with parameters that put several borders into a few hundred tokens.
inline std::vector<std::pair<std::string, PositionPlan>> all_maps() {
    std::vector<std::pair<std::string, PositionPlan>> plans;
    for (const bool causal : {true, false}) {
        for (const PositionMap map :
             {PositionMap::rope, PositionMap::pi, PositionMap::rerope, PositionMap::leaky_rerope, PositionMap::inv_leaky_rerope,
              PositionMap::self_extend, PositionMap::dual_chunk, PositionMap::sinks}) {
            PositionMapSpec spec;
            spec.map = map;
            spec.w = 40;
            spec.k = 4;
            spec.group = 5;
            spec.chunk = 70;
            spec.local = 13;
            spec.sinks = 4;
            spec.recent = 61;
            spec.causal = causal;
            plans.emplace_back("map " + std::to_string(static_cast<int>(map)) + (causal ? " causal" : " both ways"),
                               position_plan(spec));
        }
    }
    return plans;
}

/// The whole matrix at `height` x `width`, and all rows.
inline AttentionRequest whole_request(std::int64_t tokens, std::int64_t height, std::int64_t width, Pool pool) {
    AttentionRequest request;
    request.window = {{0, tokens}, {0, tokens}, height, width, pool};
    request.rows = {0, tokens};
    request.near = tokens / 3;
    request.trained = tokens / 4 + 1;
    return request;
}

}  // namespace poslab::test
