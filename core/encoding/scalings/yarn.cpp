#include "core/encoding/scaling_parts.hpp"

#include <fmt/format.h>

#include <cmath>

namespace poslab {

namespace {

using namespace scaling_parts;

bool reads_mscale(const RotarySpec& spec) {
    const ConventionRules& rules = rules_of(spec.convention);
    return spec.mscale_on_logits ? rules.reads_mscale_of_deepseek : rules.reads_mscale;
}

double attention_factor_of(const RotarySpec& spec, double factor) {
    if (!spec.apply_yarn_scaling && rules_of(spec.convention).reads_apply_yarn_scaling) return 1;
    if (spec.attention_factor && rules_of(spec.convention).reads_attention_factor)
        return *spec.attention_factor;
    const bool both =
        reads_mscale(spec) && spec.mscale.value_or(0) != 0 && spec.mscale_all_dim.value_or(0) != 0;
    return both ? yarn_magnitude(factor, *spec.mscale) / yarn_magnitude(factor, *spec.mscale_all_dim)
                : yarn_magnitude(factor, 1);
}

double ratio_of_lengths(const RotarySpec& spec) {
    return served_positions(spec) / static_cast<double>(spec.train_length);
}

/// Warns if releases of transformers or other programs compute something else from the same config.
void warn_of_lengths(const RotarySpec& spec, RotaryFrequencies& result) {
    const double ratio = ratio_of_lengths(spec);
    if (std::abs(ratio - spec.factor) <= 1e-9 * ratio) return;
    result.warnings.push_back(
        tr("YaRN's factor is {:.6g}, max positions over trained length {:.6g}: transformers 4.51 to 4.55 "
           "replaces the factor by that ratio, later ones keep the factor, the first release computes the "
           "ramp from the max positions ({:.10g}) instead of the trained length.",
           spec.factor, ratio, served_positions(spec)));
}

void warn_of_ramp(std::pair<double, double> ramp, RotaryFrequencies& result) {
    result.warnings.push_back(
        tr("YaRN's ramp runs from pair {:g} to pair {:g}: with these lengths and turns it does not separate "
           "fast from slow pairs, so the deployed formula (used here) loses its purpose.",
           ramp.first, ramp.second));
}

void warn_of_softmax_scale(const RotarySpec& spec, RotaryFrequencies& result) {
    if (spec.mscale_all_dim.value_or(0) == 0 || result.softmax_scale == 1) return;
    result.warnings.push_back(
        tr("DeepSeek's models also multiply the softmax scale by {:.4g} (mscale-all-dim {:g}): the attention "
           "factor is {:.4g}, but logits scale by {:.4g}.",
           result.softmax_scale, *spec.mscale_all_dim, result.attention_factor,
           result.attention_factor * result.attention_factor * result.softmax_scale));
}

void apply_yarn(const RotarySpec& spec, RotaryFrequencies& result) {
    const ConventionRules& rules = rules_of(spec.convention);
    const auto d = static_cast<double>(result.rotary_dim);
    const double trained =
        rules.ramp_from_trained ? static_cast<double>(spec.train_length) : served_positions(spec);
    const double factor = rules.own_factor ? spec.factor : ratio_of_lengths(spec);
    const bool rounded = spec.truncate || !rules.reads_truncate;
    const Ramp ramp = ramp_of(spec.beta_fast, spec.beta_slow, rounded, d, spec.base, trained);
    for (std::size_t p = 0; p < result.inverse_frequency.size(); ++p)
        result.inverse_frequency[p] = blend(result.unscaled[p], result.unscaled[p] / factor, ramp.at(p));
    result.ramp = {ramp.low, ramp.high + 0.0};  // no negative zero
    result.factor = factor;
    if (ramp.low >= ramp.high) warn_of_ramp(*result.ramp, result);
    result.effective_base.reset();
    result.attention_factor = attention_factor_of(spec, factor);
    if (spec.mscale_all_dim && spec.mscale_on_logits && reads_mscale(spec)) {
        const double magnitude = yarn_magnitude(factor, *spec.mscale_all_dim);
        result.softmax_scale = magnitude * magnitude;
    }
    warn_of_lengths(spec, result);
    warn_of_softmax_scale(spec, result);
}

std::vector<std::string> yarn_with_numbers(const RotarySpec&, const ScaledPair& pair) {
    const double low = pair.ramp_low, high = pair.ramp_high;
    const double gamma = Ramp{low, high}.at(static_cast<std::size_t>(pair.index));
    const bool inside = gamma > 0 && gamma < 1;
    const std::string index = live(pair.index);
    return {inside ? fmt::format(R"(\gamma_{{{}}} &= \frac{{{} - {}}}{{{} - {}}} = {})", index, index,
                                 live_number(low), live_number(high), live_number(low), live_number(gamma))
                   : fmt::format(R"(\gamma_{{{}}} &= {})", index, live_number(gamma)),
            fmt::format("{} &= {}", theta_of(pair), live_number(pair.scaled))};
}

}  // namespace

/// θ_p(1 − γ_p) + θ_p/s·γ_p, where γ is a ramp from lo to hi, the pairs that rotate beta_fast and beta_slow
/// times in T: c(r) = d·ln(T/2πr)/(2 ln base), lo = ⌊c(beta_fast)⌋, hi = ⌈c(beta_slow)⌉ (rounded only if
/// truncate).
const Scaling& yarn_scaling() {
    static const Scaling scaling{
        .id = "yarn",
        .label = "YaRN"_tr,
        .effect =
            "Pairs with many turns in training stay, those with few are divided by s, and a ramp joins them."_tr,
        .source = "Peng et al., arXiv 2309.00071",
        .parameters = {&RotarySpec::factor, &RotarySpec::beta_fast, &RotarySpec::beta_slow,
                       &RotarySpec::truncate, &RotarySpec::mscale, &RotarySpec::mscale_all_dim,
                       &RotarySpec::mscale_on_logits, &RotarySpec::apply_yarn_scaling,
                       &RotarySpec::attention_factor, &RotarySpec::max_positions, &RotarySpec::convention},
        .apply = apply_yarn,
        .definition = R"(\theta_p' &= \theta_p(1 - \gamma_p) + \frac{\theta_p}{s} \gamma_p)",
        .with_numbers = yarn_with_numbers,
        .compared = true,
        .by_length = [](const RotarySpec& spec) { return !rules_of(spec.convention).own_factor; },
    };
    return scaling;
}

}  // namespace poslab
