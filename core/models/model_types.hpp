#pragma once

#include <cstdint>
#include <string_view>

namespace poslab {

/// What Transformers takes for a type of model where its config.json is silent; 0: nothing of its own.
struct ModelTypeFacts {
    std::string_view model_type;
    bool adjacent_pairs = false;  // rotates (2p, 2p+1), the pairing gpt-j
    bool rotary = true;           // false: has no rotary embedding
    double base = 0;
    double local_base = 0;  // of layers with a sliding window
    double rotary_fraction = 0;
    int head_dim = 0, global_head_dim = 0;
    std::int64_t hidden_size = 0, heads = 0;
    std::int64_t max_positions = 0;
    bool max_is_extended = false;  // max_position_embeddings includes the factor of a linear scaling
};

/// The facts of a type, or none of any for one that is not in the table.
[[nodiscard]] ModelTypeFacts facts_of(std::string_view model_type);

}  // namespace poslab
