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

// Facts about types of models beyond their config.json: assets/model_types.json, one row per type. Every fact
// was read in the model's own code (`source`); nothing is inferred from the name.

/// A kind of a model's layers, by the use of positions in its attention code. Keys are keys of the model's
/// object.
struct LayerKind {
    std::string name;                    // as in layer_types or in the model's code
    std::vector<std::string> aliases{};  // other names that select it
    bool rotates = true;                 // false: no rotary embedding in these layers
    std::string base_key{};              // key of the base; empty: rope_theta, as in every other kind
    double base = 0;                     // if that key is missing; 0: the model's base
    bool scaled = true;                  // false: rope_scaling does not apply
    std::string head_dim_key{};          // empty: head_dim
    std::string fraction_key{};          // key of the share that rotates; empty: the model's
    std::string rotary_dim_key{};        // key of the number of dimensions that rotate; empty: the model's
    double attention_factor = 0;         // under YaRN if the config has none; 0: YaRN's formula
    std::string window_key{};            // key of the attention window in tokens; empty: no window
    std::optional<bool> interleaved{};   // pairs (2p, 2p + 1); unset: as in the model
    std::string place{};                 // "first" or "last" rotary dimensions; empty: as in the model
    bool operator==(const LayerKind&) const = default;
};

/// The rule by which a model's code distinguishes its kinds of layers.
struct LayerRule {
    std::string id, source;
    /// The rule applies to every type whose config has this key; empty: to types that name it.
    std::string trigger;
    std::string list_key = "layer_types";  // key of a list with the kind of each layer
    std::string flag_key{};   // key of a list of numbers instead: nonzero is the first kind, 0 the second
    bool flags_last = false;  // reversed: nonzero is the second kind
    std::string index_key{};  // key of a list of layer indices instead: these layers are of the first kind
    bool lists_last = false;  // reversed: these layers are of the second kind
    /// Without a list, every period-th layer is of the last kind, all others of the first.
    std::vector<std::string> period_keys{};
    std::string period_kind{};       // or every period-th layer is of this kind, all others of the other one
    bool period_from_first = false;  // periods begin with such a layer instead of ending with it
    bool period_and_first = false;   // the first layer is one of them, too
    std::int64_t period = 0;         // if these keys are missing; 0: unknown
    std::string needs_key{};         // if this key is null, the layers without rotation rotate
    bool both = false;               // each layer has both kinds, such as an indexer next to its attention
    std::vector<LayerKind> kinds{};  // the first that rotates is the default
    bool operator==(const LayerRule&) const = default;
};

/// A condition for a rotary embedding: the model has one if the value of `key` (as JSON, a string without
/// quotes) is `value`.
struct RotaryIf {
    std::string key;  // "attn_config.rope" is the key rope of the object attn_config
    std::string value;
    std::string otherwise;  // the value if the key is missing
    bool operator==(const RotaryIf&) const = default;
};

/// The factor on logits in place of 1/√head_dim.
struct SoftmaxScale {
    enum class Rule { head_dim, inverse_sqrt_of_key, key, constant };
    Rule rule = Rule::head_dim;
    std::string key{};  // for head_dim: key of an additional factor
    /// The constant, or the key's value if it is missing; for head_dim: an additional constant factor.
    double value = 0;
    bool operator==(const SoftmaxScale&) const = default;
};

/// The position-dependent factor by which a model's attention code multiplies queries.
enum class QueryScalingRule { none, llama4, llama4_beta, log_n };

/// The facts of one type of model.
struct ModelTypeFacts {
    std::string model_type;
    std::string since{};  // first release of Transformers that has it; empty: the model's own code
    /// Folder of src/transformers/models, or file of the model's own code; empty: the folder with the type's
    /// name.
    std::string source{};
    /// The encoding that it has instead of a rotary embedding; empty: it has a rotary embedding.
    Text instead{};
    std::optional<RotaryIf> rotary_if{};  // it has a rotary embedding if this condition holds
    const LayerRule* layers = nullptr;    // null: all layers are equal
    bool interleaved = false;             // pairs (2p, 2p + 1), else (p, p + d/2)
    /// Pairs (2p, 2p + 1) whose two columns have the angles of a table repeated in halves.
    bool halves_tables = false;
    double direction = 1;                  // −1: rotates by −angle
    std::optional<double> base_in_code{};  // the base, if no key has it
    /// rope_parameters of the configuration class, for a file that has neither these nor rope_scaling; null
    /// if the class has none.
    nlohmann::json rope_parameters{};
    std::int64_t layer_period = 0;  // replaces the period of `layers`; 0: it does not
    bool whole_head = false;        // Transformers' code ignores the share of the head that rotates
    /// If no key has it, head_dim is hidden_size/num_attention_heads times this.
    std::int64_t head_dim_times = 1;
    bool max_is_extended = false;  // max_position_embeddings includes the factor of a linear scaling
    bool mscale_on_softmax =
        false;  // DeepSeek's family: logits are also multiplied by yarn's mscale(mscale_all_dim)²
    SoftmaxScale softmax{};
    QueryScalingRule query_scaling = QueryScalingRule::none;
    std::string section_order{};  // of M-RoPE: "interleaved", "alternating"; empty: blocks, or as in the file
    std::string grid{};           // id of a vision encoder's PictureLayout; empty: one axis
    std::string coordinates = "patches";  // id of PictureCoordinates
    /// Key of the trained side in patches, to which positions of larger pictures are interpolated.
    std::string interpolates_from{};
    const ModelNote* note = nullptr;  // a fact that parameters cannot express; null: none
    std::vector<std::pair<std::string, double>> defaults{};    // of the configuration class, by key
    std::vector<std::pair<std::string, std::string>> keys{};   // this type's names of usual keys
    std::vector<std::pair<std::string, std::string>> parts{};  // model types of nested objects that have none

    /// Returns the default of a key; 0 if the class has none.
    [[nodiscard]] double default_of(std::string_view key) const;
    /// Returns this type's name of a usual key.
    [[nodiscard]] std::string_view key_of(std::string_view key) const;
};

/// True for the layouts of several axes that model_config_grid.cpp reads.
[[nodiscard]] bool is_known_grid(std::string_view grid);

[[nodiscard]] std::span<const ModelTypeFacts> model_types();
/// Returns the facts of a type; those of a type that is not in the table are empty.
[[nodiscard]] const ModelTypeFacts& facts_of(std::string_view model_type);
/// Returns all rules, including those of single types.
[[nodiscard]] std::span<const LayerRule> layer_rules();

/// Parts of the names of keys about positions, and names that have such a part but are not about positions.
struct PositionWords {
    std::vector<std::string> parts, exceptions;
};
[[nodiscard]] const PositionWords& position_words();

/// The parsed table.
struct ModelTypeTable {
    std::vector<LayerRule> rules;
    std::vector<ModelTypeFacts> types;
    PositionWords words;
};
[[nodiscard]] ModelTypeTable parse_model_types(std::string_view json);

}  // namespace poslab
