#include "core/encoding/scaling_parts.hpp"

namespace poslab {

/// base' = base·s^(d/(d−2)).
const Scaling& ntk_scaling() {
    static const Scaling scaling{
        .id = "ntk",
        .label = "NTK-aware"_tr,
        .effect = "A larger base slows the slowest pair s times and leaves the fastest unchanged."_tr,
        .source = "bloc97, 2023; Su Jianlin, spaces.ac.cn/archives/9675",
        .parameters = {&RotarySpec::factor},
        .apply =
            [](const RotarySpec& spec, RotaryFrequencies& result) {
                scaling_parts::change_base(ntk_base(spec.base, spec.factor, result.rotary_dim), result);
            },
        .definition = R"(\theta_p' &= B^{-2p/d}, \quad B = b s^{d/(d-2)})",
        .with_numbers = scaling_parts::base_with_numbers,
        .needs_two_pairs = true,
        .compared = true,
    };
    return scaling;
}

}  // namespace poslab
