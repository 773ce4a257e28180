#include "core/encoding/scaling_parts.hpp"

namespace poslab {

namespace {

void apply_dynamic(const RotarySpec& spec, RotaryFrequencies& result) {
    const auto trained = static_cast<double>(spec.train_length);
    const auto length = static_cast<double>(spec.length);
    const bool vllm = rules_of(spec.convention).fixed_when_loaded;
    const double seen = vllm ? spec.factor * trained : std::max(length, trained);
    scaling_parts::change_base(ntk_base(spec.base, spec.factor * seen / trained - (spec.factor - 1), result.rotary_dim), result);
    result.warnings.push_back(
        "Dynamic NTK re-rotates future keys only: keys that a cache already holds keep the base of the length they were made at."_tr);
    if (!vllm && length < trained)
        result.warnings.push_back(
            tr("Served at {} tokens, shorter than trained ({}): without max(L, T) the base would be multiplied by ({:.4g})"
               "^(d/(d−2)); where that is negative the frequencies become complex, a bug that was shipped. Here L counts as T.",
               spec.length, spec.train_length, spec.factor * length / trained - (spec.factor - 1)));
    if (vllm)
        result.warnings.push_back(
            tr("vLLM fixes the base when it loads, for {:.10g} tokens; transformers follows the present "
               "length ({}).",
               spec.factor * trained, spec.length));
}

}  // namespace

/// base' = base·(s·ℓ/T − (s − 1))^(d/(d−2)), ℓ = max(L, T).
const Scaling& dynamic_scaling();
const Scaling& dynamic_scaling() {
    static const Scaling scaling{
        .id = "dynamic",
        .label = "Dynamic NTK"_tr,
        .source = "emozilla, 2023; transformers, \"dynamic\"",
        .parameters = {&RotarySpec::factor, &RotarySpec::convention},
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
