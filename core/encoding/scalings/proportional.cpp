#include "core/base/errors.hpp"
#include "core/encoding/scaling_parts.hpp"

#include <fmt/format.h>

namespace poslab {

namespace {

void apply_proportional(const RotarySpec& spec, RotaryFrequencies& result) {
    const auto turning = static_cast<std::size_t>(scaling_parts::turning_pairs(spec));
    // These pairs do not rotate in training either, so the unscaled frequencies are 0, too.
    for (std::size_t p = turning; p < result.unscaled.size(); ++p) result.unscaled[p] = 0;
    const double factor = rules_of(spec.convention).divides_proportional ? spec.factor : 1;
    for (std::size_t p = 0; p < result.unscaled.size(); ++p)
        result.inverse_frequency[p] = result.unscaled[p] / factor;
    result.factor = factor;
    result.effective_base.reset();
    if (turning == result.inverse_frequency.size() && factor == 1) result.effective_base = spec.base;
}

void check_proportional(const RotarySpec& spec, std::int64_t rotary_dim) {
    if (scaling_parts::turning_pairs(spec) == 0)
        throw UsageError(tr("--rotary-fraction {}: none of the {} pairs would rotate", spec.rotary_fraction,
                            rotary_dim / 2));
}

void fit_proportional(RotarySpec& spec) {
    if (spec.is_computed() && scaling_parts::turning_pairs(spec) == 0)
        spec.rotary_fraction = rotary_fraction_for(2, spec.dim);
}

}  // namespace

/// Exponents use the head dimension; pairs from int(fraction·dim/2) on do not rotate; the others are divided
/// by s.
const Scaling& proportional_scaling() {
    static const Scaling scaling{
        .id = "proportional",
        .label = "Proportional"_tr,
        .effect = "The slowest pairs do not rotate; the others are divided by s."_tr,
        .source = "Gemma 4; transformers, \"proportional\"",
        .parameters = {&RotarySpec::factor, &RotarySpec::convention},
        .apply = apply_proportional,
        .definition = R"(\theta_p' &= \begin{cases} \theta_p / s & p < n \\ 0 & p \ge n \end{cases})",
        .stills_pairs = true,
        .fit = fit_proportional,
        .check = check_proportional,
    };
    return scaling;
}

}  // namespace poslab
