#include "core/attention/attention_spec.hpp"

namespace poslab {

/// No bias, but keys at |D| >= w are masked.
const Bias& window_bias() {
    static const Bias bias{
        .id = "window",
        .label = "Sliding-window mask"_tr,
        .effect = "Keys at the distance w and beyond are masked."_tr,
        .source = "Beltagy et al., arXiv 2004.05150",
        .apply = [](const BiasedAttention& attention,
                    AttentionPlan& plan) { plan.reach = std::max<std::int64_t>(attention.spec.map.w, 1); },
        .masks_from_w = true,
    };
    return bias;
}

}  // namespace poslab
