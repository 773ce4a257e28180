#include "core/encoding/scaling_parts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numbers>

namespace poslab {

namespace {

void apply_clip(const RotarySpec& spec, RotaryFrequencies& result) {
    const double most = 2 * std::numbers::pi / static_cast<double>(spec.length);
    for (double& frequency : result.inverse_frequency) frequency = std::min(frequency, most);
    result.effective_base.reset();
    result.warnings.push_back(
        tr("Clipping slows every pair to at most one turn in {} tokens: adjacent positions are hardly "
           "distinguishable.",
           spec.length));
}

std::vector<std::string> clip_with_numbers(const RotarySpec& spec, const ScaledPair& pair) {
    return {fmt::format(R"({} &= \min({}, 2\pi / {}) = {})", scaling_parts::theta_of(pair),
                        live_number(pair.unscaled), live(spec.length), live_number(pair.scaled))};
}

}  // namespace

/// min(θ_p, 2π/L): no pair completes a turn; this destroys local resolution.
const Scaling& clip_scaling() {
    static const Scaling scaling{
        .id = "clip",
        .label = "Angle clipping"_tr,
        .effect = "No pair turns more than once within the text."_tr,
        .source = "QA 8",
        .apply = apply_clip,
        .definition = R"(\theta_p' &= \min(\theta_p, 2\pi / L))",
        .with_numbers = clip_with_numbers,
        .by_length = [](const RotarySpec&) { return true; },
    };
    return scaling;
}

}  // namespace poslab
