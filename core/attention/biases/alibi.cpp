#include "core/attention/biases.hpp"

namespace poslab {

/// -slope |D|.
const Bias& alibi_bias() {
    static const Bias bias{
        .id = "alibi",
        .label = "ALiBi"_tr,
        .effect = "Each logit falls in proportion to the distance."_tr,
        .source = "Press et al., arXiv 2108.12409",
        .parameters =
            [](const BiasSpec&) {
                return std::vector<BiasParameter>{&BiasSpec::heads, &BiasSpec::slope_head};
            },
        .in_logit = R"( - m\Delta)",
        .at =
            [](const BiasSpec& spec, std::int64_t distance, bool) {
                return -alibi_slope(spec.heads, spec.slope_head) * static_cast<double>(std::abs(distance));
            },
        .check = check_slope,
    };
    return bias;
}

}  // namespace poslab
