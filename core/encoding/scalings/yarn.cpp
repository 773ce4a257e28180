#include "core/base/errors.hpp"
#include "core/encoding/scaling_parts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace poslab {

namespace {

using namespace scaling_parts;

double attention_factor_of(const RotarySpec& spec, double factor) {
    if (spec.attention_factor) return *spec.attention_factor;
    const bool both = spec.mscale.value_or(0) != 0 && spec.mscale_all_dim.value_or(0) != 0;
    return both ? yarn_magnitude(factor, *spec.mscale) / yarn_magnitude(factor, *spec.mscale_all_dim) : yarn_magnitude(factor, 1);
}

/// Where releases of transformers and other programs would compute something else from the same config.
void warn_of_lengths(const RotarySpec& spec, RotaryFrequencies& result) {
    const double ratio = static_cast<double>(spec.length) / static_cast<double>(spec.train_length);
    if (std::abs(ratio - spec.factor) <= 1e-9 * ratio) return;
    result.warnings.push_back(
        tr("YaRN's factor is {:.6g}, length over trained length {:.6g}: transformers 4.5x replaces the factor by that ratio, "
           "version 5 keeps the factor, the first release computes the ramp from the length ({}) instead of the trained one.",
           spec.factor, ratio, spec.length));
}

void warn_of_ramp(std::pair<double, double> ramp, RotaryFrequencies& result) {
    result.warnings.push_back(
        tr("YaRN's ramp runs from pair {:g} to pair {:g}: with these lengths and turns it separates nothing, and the deployed "
           "formula, which is computed here, no longer does what it is meant for.",
           ramp.first, ramp.second));
}

void warn_of_softmax_scale(const RotarySpec& spec, RotaryFrequencies& result) {
    if (spec.mscale_all_dim.value_or(0) == 0 || result.softmax_scale == 1) return;
    result.warnings.push_back(
        tr("DeepSeek's models also multiply the softmax scale by {:.4g} (mscale-all-dim {:g}): attention factor {:.4g}, yet "
           "logits scale by {:.4g}.",
           result.softmax_scale, *spec.mscale_all_dim, result.attention_factor,
           result.attention_factor * result.attention_factor * result.softmax_scale));
}

void apply_yarn(const RotarySpec& spec, RotaryFrequencies& result) {
    if (spec.beta_fast <= spec.beta_slow)
        throw UsageError(tr("--beta-fast {:g}: must be above --beta-slow {:g}", spec.beta_fast, spec.beta_slow));
    const auto d = static_cast<double>(result.rotary_dim);
    const auto trained = static_cast<double>(spec.convention == Convention::transformers_first ? spec.length : spec.train_length);
    double factor = spec.factor;
    if (spec.convention == Convention::transformers_4)
        factor = std::max(1.0, static_cast<double>(spec.length) / static_cast<double>(spec.train_length));
    const Ramp ramp = ramp_of(spec.beta_fast, spec.beta_slow, spec.truncate, d, spec.base, trained);
    for (std::size_t p = 0; p < result.inverse_frequency.size(); ++p)
        result.inverse_frequency[p] = blend(result.unscaled[p], result.unscaled[p] / factor, ramp.at(p));
    result.ramp = {ramp.low, ramp.high + 0.0};  // no negative zero
    result.factor = factor;
    if (ramp.low >= ramp.high) warn_of_ramp(*result.ramp, result);
    result.effective_base.reset();
    result.attention_factor = attention_factor_of(spec, factor);
    if (spec.mscale_all_dim) {
        const double magnitude = yarn_magnitude(factor, *spec.mscale_all_dim);
        result.softmax_scale = magnitude * magnitude;
    }
    warn_of_lengths(spec, result);
    warn_of_softmax_scale(spec, result);
}

std::vector<std::string> yarn_with_numbers(const RotarySpec&, const ScaledPair& pair) {
    const double low = pair.ramp_low, high = pair.ramp_high;
    const double gamma = std::clamp((static_cast<double>(pair.index) - low) / (high - low), 0.0, 1.0);
    const bool inside = gamma > 0 && gamma < 1;
    const std::string index = live(pair.index);
    return {inside ? fmt::format(R"(\gamma_{{{}}} &= \frac{{{} - {}}}{{{} - {}}} = {})", index, index, live_number(low),
                                 live_number(high), live_number(low), live_number(gamma))
                   : fmt::format(R"(\gamma_{{{}}} &= {})", index, live_number(gamma)),
            fmt::format("{} &= {}", theta_of(pair), live_number(pair.scaled))};
}

}  // namespace

/// θ_p(1 − γ_p) + θ_p/s·γ_p, γ a ramp from lo to hi, the pairs that turn beta_fast and beta_slow times in T:
/// c(r) = d·ln(T/2πr)/(2 ln base), lo = ⌊c(beta_fast)⌋, hi = ⌈c(beta_slow)⌉ (not rounded unless truncate).
const Scaling& yarn_scaling();
const Scaling& yarn_scaling() {
    static const Scaling scaling{
        .id = "yarn",
        .label = "YaRN"_tr,
        .source = "Peng et al., arXiv 2309.00071",
        .parameters = {&RotarySpec::factor, &RotarySpec::beta_fast, &RotarySpec::beta_slow, &RotarySpec::truncate,
                       &RotarySpec::mscale, &RotarySpec::mscale_all_dim, &RotarySpec::attention_factor, &RotarySpec::convention},
        .apply = apply_yarn,
        .definition = R"(\theta_p' &= \theta_p(1 - \gamma_p) + \frac{\theta_p}{s} \gamma_p)",
        .with_numbers = yarn_with_numbers,
        .compared = true,
        .by_length = [](const RotarySpec& spec) { return spec.convention == Convention::transformers_4; },
        .fit = [](RotarySpec& spec) { spec.beta_slow = std::min(spec.beta_slow, spec.beta_fast * 0.99); },
    };
    return scaling;
}

}  // namespace poslab
