#include "core/encoding/scaling_parts.hpp"

#include <fmt/format.h>

namespace poslab {

namespace {

using namespace scaling_parts;

void apply_linear(const RotarySpec& spec, RotaryFrequencies& result) {
    for (double& frequency : result.inverse_frequency) frequency /= spec.factor;
    result.effective_base.reset();
    if (spec.factor == 1) result.effective_base = spec.base;
}

std::vector<std::string> linear_with_numbers(const RotarySpec& spec, const ScaledPair& pair) {
    return {fmt::format(R"({} &= \frac{{{}}}{{{}}} = {})", theta_of(pair), live_number(pair.unscaled),
                        live_number(spec.factor), live_number(pair.scaled))};
}

}  // namespace

/// θ_p / s: position interpolation, PI.
const Scaling& linear_scaling() {
    static const Scaling scaling{
        .id = "linear",
        .label = "Linear (PI)"_tr,
        .effect = "All frequencies are divided by s, as if all positions were."_tr,
        .source = "Chen et al., arXiv 2306.15595",
        .parameters = {&RotarySpec::factor},
        .apply = apply_linear,
        .definition = R"(\theta_p' &= \frac{\theta_p}{s})",
        .with_numbers = linear_with_numbers,
        .divides_positions = true,
        .compared = true,
    };
    return scaling;
}

}  // namespace poslab
