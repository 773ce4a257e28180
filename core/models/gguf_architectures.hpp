#pragma once

#include "core/models/model_types.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace poslab {

// The facts of llama.cpp's code about positions: assets/gguf_architectures.json, one row per
// general.architecture. Every fact was read in ggml-org/llama.cpp in November 2026:
// llama_model_rope_type() of src/llama-model.cpp, load_arch_hparams() and the graphs of src/models, and for
// reordered weights the converter.

/// The pairs that llama.cpp rotates in an architecture.
enum class GgufRotation {
    none,
    adjacent,             // (2p, 2p + 1), its "NORM"
    halves,               // (p, p + d/2), its "NEOX"
    sections,             // halves, in sections of several positions, its "MROPE"
    interleaved_sections  // its "IMROPE"
};

/// The kinds of layers of an architecture. Layers count from 0; keys follow "ARCHITECTURE.".
struct GgufLayers {
    /// The rule that finds the layers of the second kind.
    enum class By { none, window, heads, interval, ratios };
    /// Which models have windows: all; all but those whose attention.sliding_window is 0; those that name one
    /// above 0; those that name rope.freq_base_swa.
    enum class Windows { always, unless_zero, if_named, if_own_base };
    /// In models without windows layers of no_rope_step stay unrotated, rotate, or only the last layer is unrotated.
    enum class Unrotated { stay, rotate, last };

    /// Two kinds: that of most architectures' layers, and that of the layers which `by` finds; empty: all
    /// layers are equal.
    std::vector<LayerKind> kinds{};
    /// Layers of the second kind are those that attention.sliding_window_pattern flags, a list or a period
    /// (window); those whose attention.head_count_kv is 0 (heads); those of attention.recurrent_layers, else all
    /// but each full_attention_interval-th (interval); those with attention.compress_ratios (ratios); none.
    By by = By::none;
    std::int64_t period = 0;   // if the file names none; 0: unknown
    bool dense_first = false;  // the first layer of each period is the full one, not the last
    bool flags_only = false;   // a number at attention.sliding_window_pattern is a flag for all layers
    Windows windows = Windows::always;
    std::int64_t only_blocks = 0;                 // only models with this many layers have windows; 0: all have
    std::int64_t no_rope_step = 0;                // every n-th layer does not rotate, whatever its kind; 0: by the kind
    Unrotated without_windows = Unrotated::stay;  // the layers of no_rope_step in a model without windows
    bool dense_rotates = false;                   // the first leading_dense_block_count layers rotate
    double full_share = 1;                        // the share of rope.dimension_count that the first kind rotates
};

/// The meaning of rope.scaling.yarn_log_multiplier in llama.cpp.
enum class GgufLogMultiplier {
    ignored,
    as_is,     // mscale_all_dim
    tenth,     // a tenth of mscale_all_dim
    tenth_own  // the same; cos and sin have no factor, unless mscale_all_dim is 1
};

/// The factor on queries that depends on their position.
enum class GgufQueryScaling {
    none,
    llama4,                // in layers without rotation, by constants of the code
    temperature,           // attention.temperature_scale and attention.temperature_length
    temperature_original,  // attention.temperature_scale and the original length
};

/// The facts of a general.architecture.
struct GgufArchitecture {
    enum class Lists { all, first_kind, none };

    std::string name;
    GgufRotation rotation = GgufRotation::halves;
    bool reorders_weights = false;   // converters reorder the rows of queries and keys so that halves become neighbours
    bool rotary_last = false;        // the rotary dimensions are the last ones of a head
    bool sections_if_named = false;  // rope.dimension_sections makes it rotate halves in sections
    bool whole_heads = false;        // heads are embedding_length / attention.head_count, and nothing is scaled
    bool finetuned_switch = false;   // rope.scaling.finetuned false: no layer rotates
    bool reads_alpha = false;        // rope.scaling.alpha multiplies the base
    bool reads_turns = false;        // rope.scaling.yarn_beta_fast, yarn_beta_slow
    bool reads_ext_factor = false;   // rope.scaling.yarn_ext_factor
    double beta_fast = 0;            // if the file names none; 0: 32
    bool max_is_extended = false;    // context_length includes the factor of a linear scaling
    Lists lists = Lists::all;        // which layers the lists of divisors apply to
    std::int64_t alibi_blocks = 0;   // models with this many layers have ALiBi instead; 0: none
    double alibi_bias_max = 0;       // of ALiBi, in the code; 0: by attention.max_alibi_bias
    GgufLayers layers{};
    GgufLogMultiplier log_multiplier = GgufLogMultiplier::ignored;
    bool mscale_on_logits = false;  // logits are also multiplied by the square of DeepSeek's mscale
    SoftmaxScale softmax{};         // by keys after "ARCHITECTURE."
    std::int64_t wide_blocks = 0;  // models with this many layers multiply logits by (embedding_length/attention.head_count)^(−1/2)
    GgufQueryScaling query_scaling = GgufQueryScaling::none;
};

/// Every row, in alphabetical order.
[[nodiscard]] std::span<const GgufArchitecture> gguf_architectures();
/// The row of an architecture; null if it has none.
[[nodiscard]] const GgufArchitecture* gguf_architecture(std::string_view name);
/// The facts that an architecture without a row is read by.
[[nodiscard]] const GgufArchitecture& unknown_gguf_architecture();

/// A table of that form.
struct GgufTable {
    std::vector<GgufArchitecture> architectures;
    GgufArchitecture unknown;
};
/// Throws std::runtime_error naming the row and the key that is wrong.
[[nodiscard]] GgufTable parse_gguf_architectures(std::string_view json);

}  // namespace poslab
