#pragma once

#include "core/base/text.hpp"

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

namespace poslab {

/// One kind of a model's layers where not all rotate alike.
struct LayerKind {
    std::string_view name;            // as rope_parameters, or layer_types, call it
    std::string_view base_key{};      // of the model's object; empty: rope_theta, as for all others
    double base = 0;                  // where that key is missing
    bool scaled = true;               // whether rope_scaling holds for it
    std::string_view head_dim_key{};  // of the model's object; empty: head_dim
    double attention_factor = 0;      // what it is under YaRN where the config does not say; 0: by its formula
    bool operator==(const LayerKind&) const = default;
};

/// Two kinds of layers that a config tells apart by keys of its own; the first is what is taken unless one asks for the other.
struct LayerSplit {
    std::string_view key;  // where it is there, the split holds whatever the type; empty: only for types that name it
    std::array<LayerKind, 2> kinds;
    std::string_view source;
};

/// A key that decides whether a model rotates at all: where its value (as JSON, a text without quotes) is `value`.
struct RotaryIf {
    std::string_view key;  // "attn_config.rope" stands in an object of the model's
    std::string_view value;
    std::string_view otherwise;  // what counts where the key is missing
};

/// What is known of a type of model, and what Transformers takes where its config.json is silent; 0: nothing of its own.
struct ModelTypeFacts {
    std::string_view model_type;
    std::string_view since{};             // release of Transformers that had it first; empty: the model's own code
    std::string_view source{};            // folder of src/transformers/models; empty: that of the type's name
    Text instead{};                       // what it has instead of a rotary embedding; empty: it has one
    const RotaryIf* rotary_if = nullptr;  // has one after all where this holds
    const LayerSplit* split = nullptr;
    double base = 0;
    double rotary_fraction = 0;
    std::int64_t hidden_size = 0, heads = 0;
    std::int64_t max_positions = 0;
    int head_dim = 0, global_head_dim = 0;
    bool adjacent_pairs = false;   // rotates (2p, 2p+1), the pairing gpt-j
    bool base_in_code = false;     // there is no key for it
    bool max_is_extended = false;  // max_position_embeddings includes the factor of a linear scaling
};

/// One row for each type. docs/model-types.md is this table.
[[nodiscard]] std::span<const ModelTypeFacts> model_types();
/// The facts of a type, or none of any for one that is not in the table.
[[nodiscard]] ModelTypeFacts facts_of(std::string_view model_type);
/// All splits; that of a type is among them.
[[nodiscard]] std::span<const LayerSplit> layer_splits();

}  // namespace poslab
