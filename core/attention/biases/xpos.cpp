#include "core/attention/attention_spec.hpp"

namespace poslab {

/// Multiplies pair n by zeta_n^(D / 512), zeta_n = (2n/d + 0.4) / 1.4.
const Bias& xpos_bias() {
    static const Bias bias{
        .id = "xpos",
        .label = "XPOS"_tr,
        .effect = "The product of each pair shrinks as the distance grows."_tr,
        .source = "Sun et al., arXiv 2212.10554; torchscale",
        .apply = [](const BiasedAttention&,
                    AttentionPlan& plan) { plan.decay = xpos_decay(plan.inverse_frequency.size()); },
        .warning = [](const AttentionSpec& spec) -> std::optional<Message> {
            if (spec.map.causal) return std::nullopt;
            return "XPOS is made for causal attention: for keys after the query its factor grows without bound."_tr;
        },
    };
    return bias;
}

}  // namespace poslab
