#pragma once

#include "core/base/message.hpp"
#include "core/models/rope_export.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace poslab {

/// The attention with which a model was trained, if Llama's own keys cannot express it; `poslab train` writes
/// it into config.json under "poslab". Windowed layers are part of the shape.
struct TrainedAttention {
    bool rotates = true;     // false: queries and keys rotate in no layer (NoPE, ALiBi)
    bool alibi = false;      // adds -m_h (i - j), with slopes m from alibi_slope()
    bool full_last = false;  // HFWA: the last layer attends to all keys, without rotation and with log n
    bool log_n = false;      // in all layers
};

/// A decoder of the Llama family, read from its config.json (docs/formulas.md §10.1): for each layer
///     h += W_o attention(W_q n + b_q, W_k n + b_k, W_v n + b_v),   n = g1 h / sqrt(mean(h^2) + norm_epsilon)
///     h += W_down (silu(W_gate m) * (W_up m)),                     m = g2 h / sqrt(mean(h^2) + norm_epsilon)
/// and logits = W_out (g h / sqrt(mean(h^2) + norm_epsilon)) at the end. If `query_key_norm` (Qwen3), queries
/// and keys are normalised per head before they rotate. Llama: Touvron et al., arXiv 2302.13971; grouped
/// queries: arXiv 2305.13245.
struct DecoderShape {
    std::string model_type;       // "llama", "mistral", "qwen2", "qwen3"
    std::int64_t vocabulary = 0;  // tokens are 0 ... vocabulary - 1
    std::int64_t width = 0;       // hidden_size
    std::int64_t layers = 0;      // num_hidden_layers
    std::int64_t heads = 0;       // num_attention_heads
    // divides `heads`; query head h reads key head h / (heads / key_value_heads)
    std::int64_t key_value_heads = 0;
    std::int64_t head_dim = 0;          // heads * head_dim may differ from `width`
    std::int64_t intermediate = 0;      // intermediate_size, the width of gate and up
    double norm_epsilon = 1e-6;         // rms_norm_eps
    bool tied = false;                  // W_out is the embedding table
    bool query_key_value_bias = false;  // Qwen2; Llama's attention_bias
    bool output_bias = false;           // bias of W_o: Llama's attention_bias
    bool mlp_bias = false;              // biases of gate, up and down
    bool query_key_norm = false;        // Qwen3: RMS norm of each head's queries and keys
    std::int64_t window = 0;            // a query attends to the `window` keys up to its own; 0: all
    std::vector<bool> windowed{};       // [layers]: the layers with that window
    TrainedAttention trained{};
    RopeConfig rope{};                // base, scaling, pairing; train_length and length as in ModelConfig
    std::vector<Message> warnings{};  // assumptions made

    [[nodiscard]] std::int64_t query_width() const { return heads * head_dim; }
    [[nodiscard]] std::int64_t key_width() const { return key_value_heads * head_dim; }
    /// Number of query heads that share a key head.
    [[nodiscard]] std::int64_t group() const { return heads / key_value_heads; }
};

/// Parses the text of a config.json; `parse_model_config` reads its rotary part. Throws InputError for an
/// unsupported architecture, listing the supported ones, for an unknown scheme under "poslab", and for sizes
/// that are missing or inconsistent.
[[nodiscard]] DecoderShape parse_decoder_shape(std::string_view text, std::string_view name);

/// A tensor of a layer, or outside the layers, with its name and shape in Hugging Face's LlamaForCausalLM.
struct TensorSpec {
    std::string name;                 // "model.layers.0.self_attn.q_proj.weight"
    std::vector<std::int64_t> shape;  // [out, in] for matrices
};
[[nodiscard]] std::vector<TensorSpec> outer_tensors(const DecoderShape& shape);
[[nodiscard]] std::vector<TensorSpec> layer_tensors(const DecoderShape& shape, std::int64_t layer);

/// Returns the total number of parameters.
[[nodiscard]] std::int64_t parameter_count(const DecoderShape& shape);

}  // namespace poslab
