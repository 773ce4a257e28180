#pragma once

#include "core/base/text.hpp"

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace poslab {

struct ModelNote;

// Facts about types of models beyond their config.json: assets/model_types.json, one row per type. Every fact was read in the
// model's own code (`source`); nothing is inferred from the name.

/// A kind of a model's layers: what its attention code does with positions there. Keys are of the model's object.
struct LayerKind {
    std::string name;                    // as layer_types or the model's code calls it
    std::vector<std::string> aliases{};  // other names that select it
    bool rotates = true;                 // false: no rotary embedding in these layers
    std::string base_key{};              // of the base; empty: rope_theta, as in every other kind
    double base = 0;                     // where that key is missing; 0: that of the model
    bool scaled = true;                  // false: rope_scaling does not apply
    std::string head_dim_key{};          // empty: head_dim
    std::string fraction_key{};          // of the share that rotates; empty: that of the model
    std::string rotary_dim_key{};        // of the number of dimensions that rotate; empty: that of the model
    double attention_factor = 0;         // under YaRN where the config has none; 0: by YaRN's formula
    std::string window_key{};            // of the attention window in tokens; empty: no window
    std::optional<bool> interleaved{};   // pairs (2p, 2p + 1); unset: as in the model
    std::string place{};                 // "first" or "last" rotary dimensions; empty: as in the model
    bool operator==(const LayerKind&) const = default;
};

/// How a model's code tells its kinds of layers apart.
struct LayerRule {
    std::string id, source;
    std::string trigger;                   // the rule holds for every type whose config has this key; empty: for types that name it
    std::string list_key = "layer_types";  // names the kind of each layer
    std::string flag_key{};                // a list of numbers instead: not 0 is the first kind, 0 the second
    bool flags_last = false;               // or the other way round
    std::string index_key{};               // a list of the numbers of layers instead: those are of the first kind,
    bool lists_last = false;               // or of the second one
    std::vector<std::string> period_keys{};  // without a list, every period-th layer is of the last kind, all others of the first
    std::string period_kind{};               // or of that kind, and all others of the other one
    bool period_from_first = false;          // counted from the first layer on, which is one of them
    bool period_and_first = false;           // and so is the first layer
    std::int64_t period = 0;                 // where these keys are missing; 0: unknown
    std::string needs_key{};                 // layers without rotation rotate after all if this key is null
    bool both = false;                       // each layer does both, as an indexer beside its attention
    std::vector<LayerKind> kinds{};          // the first that rotates is what the plain file means
    bool operator==(const LayerRule&) const = default;
};

/// A key that decides whether a model rotates at all: it does where the value (as JSON, a text without quotes) is `value`.
struct RotaryIf {
    std::string key;  // "attn_config.rope" stands in an object of the model's
    std::string value;
    std::string otherwise;  // the value where the key is missing
    bool operator==(const RotaryIf&) const = default;
};

/// The factor on logits in place of 1/√head_dim.
struct SoftmaxScale {
    enum class Rule { head_dim, inverse_sqrt_of_key, key, constant };
    Rule rule = Rule::head_dim;
    std::string key{};  // of head_dim: a factor beside it
    double value = 0;   // the constant, or the key's value where it is missing; of head_dim: a constant factor beside it
    bool operator==(const SoftmaxScale&) const = default;
};

/// The factor by which a model's attention code multiplies queries, depending on their position.
enum class QueryScalingRule { none, llama4, llama4_beta, log_n };

/// The facts of one type of model.
struct ModelTypeFacts {
    std::string model_type;
    std::string since{};  // release of Transformers that had it first; empty: the model's own code
    std::string
        source{};    // folder of src/transformers/models, or file of the model's own code; empty: the folder of the type's name
    Text instead{};  // what it has instead of a rotary embedding; empty: it has one
    std::optional<RotaryIf> rotary_if{};   // it has one after all where this holds
    const LayerRule* layers = nullptr;     // null: all layers are alike
    bool interleaved = false;              // pairs (2p, 2p + 1), else (p, p + d/2)
    bool halves_tables = false;            // pairs (2p, 2p + 1) whose two columns have the angles of a table repeated in halves
    double direction = 1;                  // −1: rotates by −angle
    std::optional<double> base_in_code{};  // the base, where no key names one
    /// rope_parameters of the configuration class, for a file that has neither them nor rope_scaling; null if the class has none.
    nlohmann::json rope_parameters{};
    std::int64_t layer_period = 0;    // replaces that of `layers`; 0: it does not
    bool whole_head = false;          // Transformers' code reads no share of the head that rotates
    std::int64_t head_dim_times = 1;  // head_dim is hidden_size/num_attention_heads times this where no key names it
    bool max_is_extended = false;     // max_position_embeddings includes the factor of a linear scaling
    bool mscale_on_softmax = false;   // DeepSeek's family: logits are also multiplied by yarn's mscale(mscale_all_dim)²
    SoftmaxScale softmax{};
    QueryScalingRule query_scaling = QueryScalingRule::none;
    std::string section_order{};          // of M-RoPE: "interleaved", "alternating"; empty: blocks, or by the file
    std::string grid{};                   // id of a PictureLayout, of a vision encoder; empty: one axis
    std::string coordinates = "patches";  // id of PictureCoordinates
    std::string interpolates_from{};  // key of the trained side in patches, to which positions of larger pictures are interpolated
    const ModelNote* note = nullptr;  // what no parameter can say; null: nothing
    std::vector<std::pair<std::string, double>> defaults{};    // of the configuration class, by key
    std::vector<std::pair<std::string, std::string>> keys{};   // this type's name of a usual key
    std::vector<std::pair<std::string, std::string>> parts{};  // model type of a nested object that names none

    /// The default of a key; 0 where the class has none.
    [[nodiscard]] double default_of(std::string_view key) const;
    /// This type's name of a usual key.
    [[nodiscard]] std::string_view key_of(std::string_view key) const;
};

/// True for the layouts of several axes that model_config_grid.cpp reads.
[[nodiscard]] bool is_known_grid(std::string_view grid);

[[nodiscard]] std::span<const ModelTypeFacts> model_types();
/// The facts of a type; those of a type that is not in the table are empty.
[[nodiscard]] const ModelTypeFacts& facts_of(std::string_view model_type);
/// Every rule; that of a type is among them.
[[nodiscard]] std::span<const LayerRule> layer_rules();

/// Parts of the names of keys that speak of positions, and names that have one of them and do not.
struct PositionWords {
    std::vector<std::string> parts, exceptions;
};
[[nodiscard]] const PositionWords& position_words();

/// Reads a table of that form. Throws std::runtime_error naming the row and the key where it is wrong.
struct ModelTypeTable {
    std::vector<LayerRule> rules;
    std::vector<ModelTypeFacts> types;
    PositionWords words;
};
[[nodiscard]] ModelTypeTable parse_model_types(std::string_view json);

}  // namespace poslab
