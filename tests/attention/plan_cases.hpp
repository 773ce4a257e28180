#pragma once

#include "core/attention/attention_spec.hpp"
#include "core/attention/sources.hpp"
#include "core/engine/attention.hpp"
#include "core/engine/engine.hpp"
#include "core/engine/field.hpp"

#include <gtest/gtest.h>

namespace poslab {

inline AttentionSpec small_spec(std::int64_t tokens, std::int64_t dim) {
    AttentionSpec spec;
    spec.map = {.map = "rope", .w = 8, .k = 3, .group = 4, .chunk = 24, .local = 6, .sinks = 3, .recent = 16};
    spec.rotary.dim = dim;
    spec.rotary.length = tokens;
    spec.rotary.train_length = std::max<std::int64_t>(tokens / 4, 2);
    return spec;
}

inline AttentionInput input_of(const AttentionSpec& spec, VectorSourceSpec source = {},
                               Precision precision = Precision::float64, Pass pass = Pass::merged) {
    source.tokens = spec.rotary.length;
    source.dim = spec.rotary.dim;
    const HeadVectors vectors = random_vectors(source, precision, {});
    return {attention_plan(spec, pass, reference_engine(), {}).plan, vectors.queries, vectors.keys};
}

/// All cells of a matrix, with the statistics of its rows.
inline AttentionResult all_of(const AttentionInput& input, AttentionQuantity quantity,
                              const Engine& engine = reference_engine()) {
    const std::int64_t tokens = input.keys->tokens();
    AttentionRequest request;
    request.window = {{0, tokens}, {0, tokens}, tokens, tokens, Pool::mean};
    request.quantity = quantity;
    request.rows = {0, tokens};
    request.near = 8;
    request.trained = std::max<std::int64_t>(tokens / 4, 2);
    return engine.run(operation::Attention{input, request}, {});
}

inline double cell(const AttentionResult& result, std::int64_t i, std::int64_t j) {
    return result.field.values[static_cast<std::size_t>(i * result.field.width + j)];
}

inline std::vector<double> row_of(const TokenVectors& vectors, std::int64_t token) {
    std::vector<double> row(static_cast<std::size_t>(vectors.dim()));
    vectors.read({token, token + 1}, row);
    return row;
}

inline double dot(const std::vector<double>& x, const std::vector<double>& y) {
    double sum = 0;
    for (std::size_t n = 0; n < x.size(); ++n) sum += x[n] * y[n];
    return sum;
}

}  // namespace poslab
