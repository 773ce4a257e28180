#include "core/encoding/scaling_parts.hpp"

namespace poslab {

namespace {

using namespace scaling_parts;

void apply_ntk_by_parts(const RotarySpec& spec, RotaryFrequencies& result) {
    const auto d = static_cast<double>(result.rotary_dim);
    const auto trained = static_cast<double>(spec.train_length);
    const Ramp slow = ramp_of(1.25, 0.75, true, d, spec.base, trained);
    const Ramp fast = ramp_of(16, 2, true, d, spec.base, trained);
    const std::vector<double> by_base =
        geometric(ntk_base(spec.base, spec.factor, result.rotary_dim), d, result.rotary_dim / 2);
    for (std::size_t p = 0; p < by_base.size(); ++p) {
        const double stretched = blend(by_base[p], result.unscaled[p] / spec.factor, slow.at(p));
        result.inverse_frequency[p] = blend(result.unscaled[p], stretched, fast.at(p));
    }
    result.effective_base.reset();
}

}  // namespace

/// linear if fewer than 0.75 turns fit into T, ntk from 1.25 turns on, unscaled from 16 on; ramps between
/// them and between 2 and 16.
const Scaling& ntk_by_parts_scaling() {
    static const Scaling scaling{
        .id = "ntk-by-parts",
        .label = "NTK-by-parts"_tr,
        .effect =
            "Fast pairs stay, slow pairs are divided by s, and pairs between them follow NTK-aware scaling."_tr,
        .source = "jquesnelle/yarn, LlamaPartNTK",
        .parameters = {&RotarySpec::factor},
        .apply = apply_ntk_by_parts,
        .definition =
            R"(\theta_p' &= \theta_p(1 - \gamma_p) + \theta_p^* \gamma_p \\ \theta_p^* &= \theta_p^{ntk}(1 - \delta_p) + \frac{\theta_p}{s} \delta_p)",
        .needs_two_pairs = true,
    };
    return scaling;
}

}  // namespace poslab
