#include "core/encoding/scaling_parts.hpp"

#include <fmt/format.h>

namespace poslab {

namespace {

using namespace scaling_parts;

std::vector<std::string> unscaled_with_numbers(const RotarySpec& spec, const ScaledPair& pair) {
    return {fmt::format(R"(\theta_{{{}}} &= {}^{{-{} / {}}} = {})", live(pair.index), raised(spec.base),
                        live(2 * pair.index), live_number(static_cast<double>(pair.rotary_dim)),
                        live_number(pair.scaled))};
}

}  // namespace

/// θ_p.
const Scaling& none_scaling() {
    static const Scaling scaling{
        .id = "none",
        .label = "None (RoPE)"_tr,
        .effect = "Frequencies stay as they were in training."_tr,
        .source = "Su et al., arXiv 2104.09864",
        .definition = R"(\theta_p &= b^{-2p/d})",
        .with_numbers = unscaled_with_numbers,
    };
    return scaling;
}

}  // namespace poslab
