#include "core/attention/attention_spec.hpp"
#include "core/engine/engine.hpp"

namespace poslab {

namespace {

void apply_sandwich(const BiasedAttention& attention, AttentionPlan& plan) {
    const std::vector<double>& unscaled = attention.rotary.unscaled;
    const CosineSum sum{unscaled, std::vector<double>(unscaled.size(), attention.spec.bias.lambda), {}};
    const NumberBuffer profile =
        attention.engine.run(operation::CosineProfile{sum, {0, attention.spec.rotary.length}}, attention.job);
    plan.distance_bias.assign(profile.begin(), profile.end());
    if (!attention.spec.map.causal) plan.distance_bias_above = plan.distance_bias;
}

}  // namespace

/// lambda * sum over pairs of cos(D theta), theta before any scaling: a table, computed as a cosine profile
/// by the engine.
const Bias& sandwich_bias() {
    static const Bias bias{
        .id = "sandwich",
        .label = "Sandwich"_tr,
        .effect = "A sum of cosines of the distance is added to each logit."_tr,
        .source = "Chi et al., arXiv 2212.10356; Su Jianlin, spaces.ac.cn/archives/9431",
        .parameters = [](const BiasSpec&) { return std::vector<BiasParameter>{&BiasSpec::lambda}; },
        .in_logit = R"( + \lambda \sum_p \cos \Delta\theta_p)",
        .apply = apply_sandwich,
    };
    return bias;
}

}  // namespace poslab
