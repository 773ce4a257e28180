#pragma once

#include "core/models/model_types.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace poslab {

// Facts about positions in llama.cpp's code: assets/gguf_architectures.json, one row per
// general.architecture. Every fact was read in ggml-org/llama.cpp in November 2026: llama_model_rope_type()
// of src/llama-model.cpp, load_arch_hparams() and the graphs of src/models, and the converter for reordered
// weights.

/// The pairs that llama.cpp rotates in an architecture.
enum class GgufRotation {
    none,
    adjacent,             // (2p, 2p + 1), "NORM" in llama.cpp
    halves,               // (p, p + d/2), "NEOX" in llama.cpp
    sections,             // halves, in sections of several positions, "MROPE" in llama.cpp
    interleaved_sections  // "IMROPE" in llama.cpp
};

/// The kinds of layers of an architecture. Layers count from 0; keys follow "ARCHITECTURE.".
struct GgufLayers {
    /// The rule that selects the layers of the second kind.
    enum class By { none, window, heads, interval, ratios };
    /// The models that have windows: all; all except those whose attention.sliding_window is 0; those whose
    /// attention.sliding_window is above 0; those that have rope.freq_base_swa.
    enum class Windows { always, unless_zero, if_named, if_own_base };
    /// In models without windows, the layers of no_rope_step stay unrotated, rotate, or only the last layer
    /// is unrotated.
    enum class Unrotated { stay, rotate, last };

    /// Two kinds: that of most layers, and that of the layers selected by `by`. Empty: all layers are equal.
    std::vector<LayerKind> kinds{};
    /// The layers of the second kind: those flagged by attention.sliding_window_pattern, a list or a period
    /// (window); those whose attention.head_count_kv is 0 (heads); those of attention.recurrent_layers, else
    /// all except each full_attention_interval-th (interval); those with attention.compress_ratios (ratios);
    /// none.
    By by = By::none;
    std::int64_t period = 0;   // if the file has none; 0: unknown
    bool dense_first = false;  // the first layer of each period is the full one, not the last
    bool flags_only = false;   // a number at attention.sliding_window_pattern is a flag for all layers
    Windows windows = Windows::always;
    std::int64_t only_blocks = 0;  // only models with this many layers have windows; 0: all models do
    /// Every n-th layer does not rotate, whatever its kind; 0: determined by the kind.
    std::int64_t no_rope_step = 0;
    Unrotated without_windows = Unrotated::stay;  // the layers of no_rope_step in a model without windows
    bool dense_rotates = false;                   // the first leading_dense_block_count layers rotate
    double full_share = 1;  // the share of rope.dimension_count that rotates in the first kind
};

/// The meaning of rope.scaling.yarn_log_multiplier in llama.cpp.
enum class GgufLogMultiplier {
    ignored,
    as_is,     // mscale_all_dim
    tenth,     // a tenth of mscale_all_dim
    tenth_own  // a tenth of mscale_all_dim; cos and sin have no factor unless mscale_all_dim is 1
};

/// The factor on queries that depends on their position.
enum class GgufQueryScaling {
    none,
    llama4,                // in layers without rotation, with constants of the code
    temperature,           // attention.temperature_scale and attention.temperature_length
    temperature_original,  // attention.temperature_scale and the original length
};

/// The facts of a general.architecture.
struct GgufArchitecture {
    enum class Lists { all, first_kind, none };

    std::string name;
    GgufRotation rotation = GgufRotation::halves;
    /// Converters reorder the rows of queries and keys so that halves become neighbours.
    bool reorders_weights = false;
    bool rotary_last = false;        // the rotary dimensions are the last ones of a head
    bool sections_if_named = false;  // rope.dimension_sections makes the model rotate halves in sections
    /// The head dimension is embedding_length / attention.head_count, and nothing is scaled.
    bool whole_heads = false;
    bool finetuned_switch = false;  // if rope.scaling.finetuned is false, no layer rotates
    bool reads_alpha = false;       // rope.scaling.alpha multiplies the base
    bool reads_turns = false;       // rope.scaling.yarn_beta_fast, yarn_beta_slow
    bool reads_ext_factor = false;  // rope.scaling.yarn_ext_factor
    double beta_fast = 0;           // if the file has none; 0: 32
    bool max_is_extended = false;   // context_length includes the factor of a linear scaling
    Lists lists = Lists::all;       // the layers to which the lists of divisors apply
    std::int64_t alibi_blocks = 0;  // models with this many layers have ALiBi instead; 0: none
    double alibi_bias_max = 0;      // ALiBi's maximum bias in the code; 0: attention.max_alibi_bias
    GgufLayers layers{};
    GgufLogMultiplier log_multiplier = GgufLogMultiplier::ignored;
    bool mscale_on_logits = false;  // logits are also multiplied by the square of DeepSeek's mscale
    SoftmaxScale softmax{};         // by keys after "ARCHITECTURE."
    std::int64_t wide_blocks =
        0;  // models with this many layers multiply logits by (embedding_length/attention.head_count)^(−1/2)
    GgufQueryScaling query_scaling = GgufQueryScaling::none;
};

/// Returns every row, in alphabetical order.
[[nodiscard]] std::span<const GgufArchitecture> gguf_architectures();
/// Returns the row of an architecture; null if it has none.
[[nodiscard]] const GgufArchitecture* gguf_architecture(std::string_view name);
/// Returns the facts assumed for an architecture without a row.
[[nodiscard]] const GgufArchitecture& unknown_gguf_architecture();

/// The parsed table.
struct GgufTable {
    std::vector<GgufArchitecture> architectures;
    GgufArchitecture unknown;
};
/// Parses the table. Throws std::runtime_error with the row and the invalid key.
[[nodiscard]] GgufTable parse_gguf_architectures(std::string_view json);

}  // namespace poslab
