#include "core/encoding/frequencies.hpp"

namespace poslab {

/// θ_p / (3 s).
const Scaling& thirds_scaling() {
    static const Scaling scaling{
        .id = "thirds",
        .label = "Thirds"_tr,
        .source = "a test",
        .parameters = {&RotarySpec::factor},
        .apply =
            [](const RotarySpec& spec, RotaryFrequencies& result) {
                for (double& frequency : result.inverse_frequency) frequency /= 3 * spec.factor;
                result.effective_base.reset();
            },
        .definition = R"(\theta_p' &= \frac{\theta_p}{3 s})",
        .divides_positions = true,
    };
    return scaling;
}

}  // namespace poslab
