#include "core/encoding/scaling_parts.hpp"

#include <cmath>

namespace poslab {

namespace {

void apply_ntk_mixed(const RotarySpec& spec, RotaryFrequencies& result) {
    const double b = spec.mixed_exponent;
    const double a = std::log(spec.factor) / std::pow(static_cast<double>(result.rotary_dim) / 2, b);
    for (std::size_t p = 0; p < result.inverse_frequency.size(); ++p)
        result.inverse_frequency[p] *= std::exp(-a * std::pow(static_cast<double>(p + 1), b));
    result.effective_base.reset();
}

}  // namespace

/// θ_p·exp(−a(p+1)^b), a = ln s/(d/2)^b, b the exponent: 1 is ntk_fixed, 0 is linear.
const Scaling& ntk_mixed_scaling() {
    static const Scaling scaling{
        .id = "ntk-mixed",
        .label = "NTK-mixed"_tr,
        .effect = "Pairs are slowed along a curve between Linear (PI) and NTK-fixed."_tr,
        .source = "Su Jianlin, spaces.ac.cn/archives/9706",
        .parameters = {&RotarySpec::factor, &RotarySpec::mixed_exponent},
        .apply = apply_ntk_mixed,
        .definition = R"(\theta_p' &= \theta_p e^{-a(p+1)^\nu}, \quad a = \frac{\ln s}{(d/2)^\nu})",
    };
    return scaling;
}

}  // namespace poslab
