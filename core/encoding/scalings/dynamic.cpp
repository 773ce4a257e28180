#include "core/encoding/scaling_parts.hpp"

#include <algorithm>

namespace poslab {

namespace {

/// Returns the length ℓ for which the base is computed, in tokens.
double tokens_of(DynamicRule rule, const RotarySpec& spec) {
    const auto trained = static_cast<double>(spec.train_length);
    if (rule == DynamicRule::for_extended_length) return spec.factor * trained;
    if (rule == DynamicRule::for_served_length)
        return std::max(trained, spec.max_positions.value_or(trained));
    return std::max(static_cast<double>(spec.length), trained);
}

void apply_dynamic(const RotarySpec& spec, RotaryFrequencies& result) {
    const auto trained = static_cast<double>(spec.train_length);
    const auto length = static_cast<double>(spec.length);
    const DynamicRule rule = rules_of(spec.convention).dynamic;
    if (rule == DynamicRule::ignored) {
        result.warnings.push_back("llama.cpp ignores dynamic NTK: frequencies are unscaled."_tr);
        return;
    }
    const double seen = tokens_of(rule, spec);
    scaling_parts::change_base(
        ntk_base(spec.base, spec.factor * seen / trained - (spec.factor - 1), result.rotary_dim), result);
    result.warnings.push_back(
        "Dynamic NTK affects new keys only: cached keys keep the base of the length at which they were computed."_tr);
    if (rule == DynamicRule::by_text && length < trained)
        result.warnings.push_back(
            tr("Length {} is below the trained length ({}): without max(L, T) the base would be multiplied "
               "by ({:.4g})^(d/(d−2)); if that is negative, frequencies become complex, a bug in released "
               "code. Here T replaces L.",
               spec.length, spec.train_length, spec.factor * length / trained - (spec.factor - 1)));
    if (rule != DynamicRule::by_text)
        result.warnings.push_back(
            tr("vLLM fixes the base at load time, for {:.10g} tokens; transformers follows the current "
               "length ({}).",
               seen, spec.length));
}

}  // namespace

/// base' = base·(s·ℓ/T − (s − 1))^(d/(d−2)), ℓ = max(L, T).
const Scaling& dynamic_scaling() {
    static const Scaling scaling{
        .id = "dynamic",
        .label = "Dynamic NTK"_tr,
        .effect = "The base grows with the length of the text."_tr,
        .source = "emozilla, 2023; transformers, \"dynamic\"",
        .parameters = {&RotarySpec::factor, &RotarySpec::max_positions, &RotarySpec::convention},
        .apply = apply_dynamic,
        .definition =
            R"(B &= b \left(\frac{s \ell}{T} - (s - 1)\right)^{d/(d-2)} \\ \theta_p' &= B^{-2p/d}, \quad \ell = \max(L, T))",
        .with_numbers = scaling_parts::base_with_numbers,
        .needs_two_pairs = true,
        .by_length = [](const RotarySpec&) { return true; },
    };
    return scaling;
}

}  // namespace poslab
