#include "core/encoding/scaling_parts.hpp"

#include <cmath>

namespace poslab {

namespace {

void apply_ntk_fixed(const RotarySpec& spec, RotaryFrequencies& result) {
    const auto d = static_cast<double>(result.rotary_dim);
    for (std::size_t p = 0; p < result.inverse_frequency.size(); ++p)
        result.inverse_frequency[p] *= std::pow(spec.factor, -2 * static_cast<double>(p + 1) / d);
    result.effective_base.reset();
}

}  // namespace

/// θ_p·s^(−2(p+1)/d): the last pair is divided by exactly s.
const Scaling& ntk_fixed_scaling() {
    static const Scaling scaling{
        .id = "ntk-fixed",
        .label = "NTK-fixed"_tr,
        .effect = "Each pair is slowed more than the one before it, the last one exactly s times."_tr,
        .source = "Su Jianlin, spaces.ac.cn/archives/9706",
        .parameters = {&RotarySpec::factor},
        .apply = apply_ntk_fixed,
        .definition = R"(\theta_p' &= \theta_p s^{-2(p+1)/d})",
    };
    return scaling;
}

}  // namespace poslab
