#include "core/training/parameter_layout.hpp"

#include "core/base/random.hpp"

#include <fmt/format.h>
#include <cmath>

namespace poslab {

namespace {

class LayoutMaker {
  public:
    std::size_t add(std::string name, std::vector<std::int64_t> shape) {
        std::size_t count = 1;
        for (const std::int64_t size : shape) count *= static_cast<std::size_t>(size);
        layout.tensors.push_back({std::move(name), std::move(shape), layout.size, count});
        layout.size += count;
        return layout.tensors.back().first;
    }

    void add_layer(const ModelSettings& model, std::int64_t layer) {
        const std::string prefix = fmt::format("model.layers.{}.", layer);
        const std::int64_t width = model.width, queries = model.query_width(), between = model.intermediate;
        LayerOffsets places{};
        places.attention_norm = add(prefix + "input_layernorm.weight", {width});
        places.queries_keys_values = add(prefix + "self_attn.q_proj.weight", {queries, width});
        add(prefix + "self_attn.k_proj.weight", {queries, width});
        add(prefix + "self_attn.v_proj.weight", {queries, width});
        places.attention_out = add(prefix + "self_attn.o_proj.weight", {width, queries});
        places.gated_norm = add(prefix + "post_attention_layernorm.weight", {width});
        places.gate_up = add(prefix + "mlp.gate_proj.weight", {between, width});
        add(prefix + "mlp.up_proj.weight", {between, width});
        places.down = add(prefix + "mlp.down_proj.weight", {width, between});
        layout.layers.push_back(places);
    }

    ParameterLayout layout{};
};

/// The deviation decreases with the input width; embeddings are large enough not to be dominated by the
/// layers' outputs. With 0.02 for all, as in large models, models of this size take several times as many
/// steps until they learn to look back.
double deviation_of(const NamedTensor& tensor) {
    constexpr double of_embeddings = 0.1, of_products = 0.6;
    if (tensor.name == "model.embed_tokens.weight") return of_embeddings;
    return of_products / std::sqrt(static_cast<double>(tensor.shape.back()));
}

}  // namespace

ParameterLayout parameter_layout(const ModelSettings& model) {
    LayoutMaker maker;
    maker.layout.embeddings = maker.add("model.embed_tokens.weight", {model.vocabulary, model.width});
    for (std::int64_t layer = 0; layer < model.layers; ++layer) maker.add_layer(model, layer);
    maker.layout.norm = maker.add("model.norm.weight", {model.width});
    maker.layout.output =
        model.tied ? maker.layout.embeddings : maker.add("lm_head.weight", {model.vocabulary, model.width});
    return maker.layout;
}

std::vector<float> first_parameters(const ModelSettings& model, std::uint64_t seed) {
    const ParameterLayout layout = parameter_layout(model);
    const double of_branches = 1 / std::sqrt(2 * static_cast<double>(model.layers));
    std::vector<float> parameters(layout.size, 1.0F);
    std::vector<double> normals;
    for (const NamedTensor& tensor : layout.tensors) {
        if (!tensor.is_matrix()) continue;
        normals.resize(tensor.count);
        random_normals(seed, RandomStream::weights, tensor.first, normals);
        const double scale = deviation_of(tensor) * (tensor.ends_branch() ? of_branches : 1);
        for (std::size_t n = 0; n < tensor.count; ++n)
            parameters[tensor.first + n] = static_cast<float>(scale * normals[n]);
    }
    return parameters;
}

}  // namespace poslab
