#include "core/attention/attention_spec.hpp"
#include "core/attention/bias_vectors.hpp"

namespace poslab {

namespace {

/// Applies f^2 to rotary dimensions. A vector that is not given is replaced by Sandwich's.
void apply_gau(const BiasedAttention& attention, AttentionPlan& plan) {
    const AttentionSpec& spec = attention.spec;
    const Rotary rotary{plan.inverse_frequency, plan.pairing, plan.rope_dims};
    QueryKeyBias bias = bias_vectors(
        {.bias = SyntheticBias::sandwich, .lambda = spec.bias.lambda, .dim = spec.rotary.dim}, rotary);
    if (!spec.query_bias.empty()) bias.query = spec.query_bias;
    if (!spec.key_bias.empty()) bias.key = spec.key_bias;
    RotatedProduct product = rotated_product(bias.query, bias.key, rotary);
    for (double& weight : product.sum.cosine_weights) weight *= plan.attention_factor_squared;
    for (double& weight : product.sum.sine_weights) weight *= plan.attention_factor_squared;
    plan.position_bias = std::move(product.sum);
    plan.position_bias_constant = product.constant;
}

}  // namespace

/// a^T R^(-p) b before the division by sqrt(head dimension).
const Bias& gau_bias() {
    static const Bias bias{
        .id = "gau",
        .label = "GAU"_tr,
        .effect = "A product of two fixed vectors, rotated by position, is added to each logit."_tr,
        .source = "Su Jianlin, spaces.ac.cn/archives/9577",
        .parameters = [](const BiasSpec&) { return std::vector<BiasParameter>{&BiasSpec::lambda}; },
        .in_product = R"( + a^\top R_{-p} b)",
        .apply = apply_gau,
        .takes_vectors = true,
        .warning = [](const AttentionSpec& spec) -> std::optional<Message> {
            if (!spec.query_bias.empty() && !spec.key_bias.empty()) return std::nullopt;
            return "GAU learns a and b; a missing one is replaced by √λ on the first component of each pair."_tr;
        },
    };
    return bias;
}

}  // namespace poslab
