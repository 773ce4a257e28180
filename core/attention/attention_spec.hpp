#pragma once

#include "core/attention/biases.hpp"
#include "core/base/job.hpp"
#include "core/base/sentence.hpp"
#include "core/encoding/frequencies.hpp"
#include "core/encoding/positions.hpp"
#include "core/engine/attention_plan.hpp"

namespace poslab {

class Engine;

/// Everything that logits and weights depend on beside queries and keys (docs/formulas.md §4.1).
struct AttentionSpec {
    PositionMapSpec map;
    RotarySpec rotary;  // its length is the number of tokens, its train_length log-n's reference, its dim the head dimension
    Pairing pairing = Pairing::gpt_j;
    RotaryPlace place = RotaryPlace::first;
    BiasSpec bias;
    bool log_n = false;  // queries times max(1, ln n / ln train_length), n = i + 1 where causal, else length
    double temperature = 1;
    std::vector<double> query_bias, key_bias;  // a, b, [dim] or empty; added unless the bias takes them
};

/// What is computed of it (docs/formulas.md §2.4): the map, or one of the two passes that it is merged from (9708), everywhere.
enum class Pass {
    merged,
    near,  // the branch of the smallest distances
    far    // the branch of the largest ones
};

/// Whether near and far differ from the map: those that are merged at a distance, and Dual Chunk.
[[nodiscard]] bool has_two_passes(const PositionMapSpec& spec);

struct BuiltPlan {
    AttentionPlan plan;
    std::vector<Sentence> warnings;  // position interpolated twice, stand-ins for what is learned, ...
};

/// The plan that engines take. Sandwich's table is a cosine profile of `engine`.
/// Throws UsageError as position_plan, rotary_frequencies and check_bias do, and for biases a, b of another size than dim.
[[nodiscard]] BuiltPlan attention_plan(const AttentionSpec& spec, Pass pass, const Engine& engine, const Job& job);

}  // namespace poslab
