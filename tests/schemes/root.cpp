#include "core/attention/bias.hpp"

#include <cmath>

namespace poslab {

/// -lambda sqrt |D|.
const Bias& root_bias() {
    static const Bias bias{
        .id = "root",
        .label = "Root"_tr,
        .source = "a test",
        .parameters = [](const BiasSpec&) { return std::vector<BiasParameter>{&BiasSpec::lambda}; },
        .in_logit = R"( - \lambda \sqrt{\Delta})",
        .at = [](const BiasSpec& spec, std::int64_t distance,
                 bool) { return -spec.lambda * std::sqrt(static_cast<double>(std::abs(distance))); },
        .preset_values = {{"lambda", 0.25}},
    };
    return bias;
}

}  // namespace poslab
