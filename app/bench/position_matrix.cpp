// The whole matrix of relative positions of Leaky ReRoPE (w = length / 8, k = 16), each pixel the mean of its
// cells.
#include "app/bench/probes.hpp"
#include "core/base/job.hpp"
#include "core/encoding/positions.hpp"
#include "core/encoding/precision.hpp"
#include "core/engine/engine.hpp"
#include "core/engine/field.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace poslab {
namespace {

Trial position_matrix_trial(Precision, std::int64_t tokens) {
    const std::int64_t side = std::min<std::int64_t>(tokens, 1024);
    const std::int64_t bytes = 8 * side * side;
    const FieldWindow window{{0, tokens}, {0, tokens}, side, side, Pool::mean};
    const auto subject = [&](const std::string& name, OneOf<PositionMap> map) {
        const PositionPlan plan = position_plan({.map = map, .w = tokens / 8, .k = 16});
        return Subject{name,
                       {static_cast<double>(bytes)},
                       [plan, window](const Engine& engine, const Job& job) {
                           static_cast<void>(engine.run(operation::PositionField{plan, window}, job));
                       },
                       false,
                       {.bytes = static_cast<double>(bytes)}};
    };
    return {fmt::format("{} x {} tokens, pooled to {} x {}", tokens, tokens, side, side),
            {subject("rope", "rope"), subject("rerope", "rerope"), subject("leaky-rerope", "leaky-rerope"),
             subject("self-extend", "self-extend")},
            {result_bound(bytes)}};
}

}  // namespace

Benchmark position_matrix_benchmark() {
    return {.name = "position-matrix",
            .help = "matrix of relative positions, each pixel the exact mean of its cells",
            .length = 1'000'000,
            .quick_length = 1024,
            .rounds = 31,
            .prepare = position_matrix_trial};
}

}  // namespace poslab
