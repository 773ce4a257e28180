#pragma once

#include "core/training/training_settings.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace poslab {

/// A tensor in the flat vector of all parameters, with its name in Hugging Face's LlamaForCausalLM.
struct NamedTensor {
    std::string name;
    std::vector<std::int64_t> shape;  // [out, in] of a product, [width] of a norm
    std::size_t first = 0, count = 0;

    [[nodiscard]] bool is_matrix() const { return shape.size() == 2; }
    /// True for products whose results are added to the residual stream.
    [[nodiscard]] bool ends_branch() const {
        return name.ends_with("o_proj.weight") || name.ends_with("down_proj.weight");
    }
};

/// Offsets of a layer's parameters, each row-major. The matrices of queries, keys and values are contiguous,
/// and so are gate and up, so that one product computes them.
struct LayerOffsets {
    std::size_t attention_norm, queries_keys_values, attention_out, gated_norm, gate_up, down;
};

struct ParameterLayout {
    std::vector<NamedTensor> tensors;
    std::vector<LayerOffsets> layers;
    std::size_t embeddings = 0, norm = 0, output = 0;  // `output` equals `embeddings` if they are tied
    std::size_t size = 0;
};
[[nodiscard]] ParameterLayout parameter_layout(const ModelSettings& model);

/// Initializes matrices with normal numbers: embeddings with deviation 0.1, products with 0.6 / sqrt(in),
/// those that end a branch with that / sqrt(2 layers). Gains of norms are 1.
[[nodiscard]] std::vector<float> first_parameters(const ModelSettings& model, std::uint64_t seed);

}  // namespace poslab
