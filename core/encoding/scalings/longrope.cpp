#include "core/base/errors.hpp"
#include "core/encoding/scaling_parts.hpp"

#include <fmt/format.h>

#include <cmath>

namespace poslab {

namespace {

void check_list(std::string_view id, const std::vector<double>& list, std::size_t pairs) {
    if (!list.empty() && list.size() != pairs)
        throw UsageError(tr("--{} has {}, the rotary dimension has {}", id,
                            tr_plural("{} number", "{} numbers", std::ssize(list)),
                            tr_plural("{} pair", "{} pairs", static_cast<std::int64_t>(pairs))));
}

/// Returns √(1 + ln s/ln T), or the config's value.
double longrope_magnitude(const RotarySpec& spec, const ConventionRules& rules, double served,
                          bool use_long) {
    const auto trained = static_cast<double>(spec.train_length);
    if (const auto& mscale = use_long ? spec.long_mscale : spec.short_mscale) return *mscale;
    if (spec.attention_factor && rules.own_attention_factor) return *spec.attention_factor;
    const double factor = rules.factor_of_lengths ? served / trained : spec.factor;
    return factor > 1 ? std::sqrt(1 + std::log(factor) / std::log(trained)) : 1;
}

void apply_longrope(const RotarySpec& spec, RotaryFrequencies& result) {
    const std::size_t pairs = result.inverse_frequency.size();
    check_list("short-factors", spec.short_factors, pairs);
    check_list("long-factors", spec.long_factors, pairs);
    const auto trained = static_cast<double>(spec.train_length);
    const ConventionRules& rules = rules_of(spec.convention);
    const double served = scaling_parts::served_positions(spec);
    const bool by_length = spec.length > spec.train_length;
    const bool by_served = served > trained;
    const bool use_long = rules.fixed_when_loaded ? by_served : by_length;
    const std::vector<double>& factors = use_long ? spec.long_factors : spec.short_factors;
    if (factors.empty())
        result.warnings.push_back(use_long ? "LongRoPE has no long list: every factor is 1."_tr
                                           : "LongRoPE has no short list: every factor is 1."_tr);
    for (std::size_t p = 0; p < factors.size(); ++p) result.inverse_frequency[p] /= factors[p];
    result.effective_base.reset();
    result.attention_factor = longrope_magnitude(spec, rules, served, use_long);
    if (by_length != by_served)
        result.warnings.push_back(by_length ? tr("At {} tokens transformers uses the long list, vLLM, "
                                                 "serving {:.10g}, the short one: short prompts differ.",
                                                 spec.length, served)
                                            : tr("At {} tokens transformers uses the short list, vLLM, "
                                                 "serving {:.10g}, the long one: short prompts differ.",
                                                 spec.length, served));
}

}  // namespace

/// θ_p / e_p, where e is the long list if L > T, else the short one.
const Scaling& longrope_scaling() {
    static const Scaling scaling{
        .id = "longrope",
        .label = "LongRoPE"_tr,
        .effect = "Each pair is divided by its own factor from a list."_tr,
        .source = "Ding et al., arXiv 2402.13753; microsoft/LongRoPE",
        .parameters = {&RotarySpec::factor, &RotarySpec::attention_factor, &RotarySpec::short_factors,
                       &RotarySpec::long_factors, &RotarySpec::short_mscale, &RotarySpec::long_mscale,
                       &RotarySpec::max_positions, &RotarySpec::convention},
        .apply = apply_longrope,
        .definition = R"(\theta_p' &= \frac{\theta_p}{e_p})",
        .by_length = [](const RotarySpec&) { return true; },
    };
    return scaling;
}

}  // namespace poslab
