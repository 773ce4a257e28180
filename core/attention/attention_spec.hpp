#pragma once

#include "core/attention/biases.hpp"
#include "core/base/job.hpp"
#include "core/base/message.hpp"
#include "core/encoding/frequencies.hpp"
#include "core/encoding/positions.hpp"
#include "core/engine/attention_plan.hpp"

namespace poslab {

class Engine;

/// All parameters of logits and weights apart from queries and keys (docs/formulas.md §4.1).
struct AttentionSpec {
    PositionMapSpec map;
    // its length is the number of tokens, its train_length the reference of log-n scaling, its dim the head
    // dimension
    RotarySpec rotary;
    Pairing pairing = Pairing::gpt_j;
    RotaryDims rope_dims = RotaryDims::first;
    BiasSpec bias;
    // multiply queries by max(1, ln n / ln train_length), n = i + 1 if causal, else length
    bool log_n = false;
    double temperature = 1;
    std::vector<double> query_bias, key_bias;  // a, b, [dim] or empty; added unless the bias uses them itself
};

/// Selects the position map, or one of the two passes from which it is merged (9708), applied to all cells
/// (docs/formulas.md §2.4).
enum class Pass {
    merged,
    near,  // the branch of the smallest distances
    far    // the branch of the largest distances
};

/// True if near and far differ from the map: maps merged at a distance, and Dual Chunk.
[[nodiscard]] bool has_two_passes(const PositionMapSpec& spec);

struct BuiltPlan {
    AttentionPlan plan;
    std::vector<Message> warnings;  // position interpolated twice, placeholders for learned values, ...
};

/// Returns the plan for engines. Sandwich's table is a cosine profile of `engine`. Throws UsageError as
/// position_plan, rotary_frequencies and check_bias do, and if the size of a or b is not dim.
[[nodiscard]] BuiltPlan attention_plan(const AttentionSpec& spec, Pass pass, const Engine& engine,
                                       const Job& job);

}  // namespace poslab
