#include "core/attention/biases.hpp"

#include <cmath>

namespace poslab {

/// -r1 ln(1 + r2 |D|).
const Bias& kerple_log_bias() {
    static const Bias bias{
        .id = "kerple-log",
        .label = "KERPLE, log"_tr,
        .effect = "Each logit falls with the logarithm of the distance."_tr,
        .source = "Chi et al., arXiv 2205.09921",
        .parameters = kerple_parameters,
        .in_logit = R"( - r_1 \ln(1 + r_2 \Delta))",
        .at = [](const BiasSpec& spec, std::int64_t distance,
                 bool) { return -spec.r1 * std::log1p(spec.r2 * static_cast<double>(std::abs(distance))); },
        .preset_values = {{"r1", 1.0}, {"r2", 1.0}},
        .warning = kerple_warning,
    };
    return bias;
}

}  // namespace poslab
