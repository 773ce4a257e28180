#pragma once

#include "core/base/sentence.hpp"
#include "core/models/rope_export.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace poslab {

/// What `poslab train` writes into config.json under "poslab": the attention that a model was trained with, where Llama's own keys
/// have no word for it. Layers that are windowed are among those of the shape.
struct TrainedAttention {
    bool rotates = true;     // false: queries and keys rotate in no layer (NoPE, ALiBi)
    bool alibi = false;      // -m_h (i - j) is added, m as alibi_slope() has it
    bool full_last = false;  // HFWA: the last layer sees all keys, without rotation and with log n
    bool log_n = false;      // in all layers
};

/// A decoder of the Llama family as its config.json has it (docs/formulas.md §10.1): for each layer
///     h += W_o attention(W_q n + b_q, W_k n + b_k, W_v n + b_v),   n = g1 h / sqrt(mean(h^2) + norm_epsilon)
///     h += W_down (silu(W_gate m) * (W_up m)),                     m = g2 h / sqrt(mean(h^2) + norm_epsilon)
/// and logits = W_out (g h / sqrt(mean(h^2) + norm_epsilon)) at the end; queries and keys are normed head by head before they
/// rotate where `query_key_norm` (Qwen3). Llama: Touvron et al., arXiv 2302.13971; grouped queries: arXiv 2305.13245.
struct DecoderShape {
    std::string model_type;             // "llama", "mistral", "qwen2", "qwen3"
    std::int64_t vocabulary = 0;        // tokens are 0 ... vocabulary - 1
    std::int64_t width = 0;             // hidden_size
    std::int64_t layers = 0;            // num_hidden_layers
    std::int64_t heads = 0;             // num_attention_heads
    std::int64_t key_value_heads = 0;   // a divisor of `heads`; query head h reads key head h / (heads / key_value_heads)
    std::int64_t head_dim = 0;          // heads * head_dim need not be `width`
    std::int64_t intermediate = 0;      // intermediate_size, of gate and up
    double norm_epsilon = 1e-6;         // rms_norm_eps
    bool tied = false;                  // W_out is the table of embeddings
    bool query_key_value_bias = false;  // Qwen2; Llama's attention_bias
    bool output_bias = false;           // of W_o: Llama's attention_bias
    bool mlp_bias = false;              // of gate, up and down
    bool query_key_norm = false;        // Qwen3: RMS norm of each head's queries and keys
    std::int64_t window = 0;            // a query sees the `window` keys up to its own; 0: all
    std::vector<bool> windowed{};       // [layers]: which layers have that window
    TrainedAttention trained{};
    RopeExport rope{};                 // base, scaling, pairing; its train_length and length as ModelConfig has them
    std::vector<Sentence> warnings{};  // what was taken for granted

    [[nodiscard]] std::int64_t query_width() const { return heads * head_dim; }
    [[nodiscard]] std::int64_t key_width() const { return key_value_heads * head_dim; }
    /// Query heads that share a key head.
    [[nodiscard]] std::int64_t group() const { return heads / key_value_heads; }
};

/// Of the text of a config.json, as `parse_model_config` reads its rotary part. Throws InputError for another architecture than
/// those of the Llama family that this reads, naming it and them, for a scheme under "poslab" that is unknown, and for sizes that
/// are missing or do not fit each other.
[[nodiscard]] DecoderShape parse_decoder_shape(std::string_view text, std::string_view name);

/// The names and shapes of the tensors of a layer, and of those around the layers, as Hugging Face's LlamaForCausalLM has them.
struct TensorSpec {
    std::string name;                 // "model.layers.0.self_attn.q_proj.weight"
    std::vector<std::int64_t> shape;  // [out, in] of products
};
[[nodiscard]] std::vector<TensorSpec> outer_tensors(const DecoderShape& shape);
[[nodiscard]] std::vector<TensorSpec> layer_tensors(const DecoderShape& shape, std::int64_t layer);

/// How many numbers all of them are.
[[nodiscard]] std::int64_t parameter_count(const DecoderShape& shape);

}  // namespace poslab
