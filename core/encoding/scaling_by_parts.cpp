// Scalings that treat pairs by how often they turn within the trained length.

#include "core/encoding/scalings.hpp"

#include "core/base/errors.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <cmath>
#include <numbers>

namespace poslab::scalings {

namespace {

/// The pair, as a real number, that turns `turns` times within `trained` tokens: c(r) = d·ln(T/2πr)/(2 ln base).
double pair_of_turns(double turns, double d, double base, double trained) {
    return d * std::log(trained / (2 * std::numbers::pi * turns)) / (2 * std::log(base));
}

/// From pair `low` to pair `high`, clamped to 0 … d−1 as deployed.
struct Ramp {
    double low = 0, high = 0;

    [[nodiscard]] double at(std::size_t p) const {
        const double end = high == low ? high + 0.001 : high;  // as deployed, against a division by zero
        return std::clamp((static_cast<double>(p) - low) / (end - low), 0.0, 1.0);
    }
};

Ramp ramp_of(double fast, double slow, bool rounded, double d, double base, double trained) {
    Ramp ramp{pair_of_turns(fast, d, base, trained), pair_of_turns(slow, d, base, trained)};
    if (rounded) ramp = {std::floor(ramp.low), std::ceil(ramp.high)};
    return {std::max(ramp.low, 0.0), std::min(ramp.high, d - 1)};
}

double blend(double from, double to, double share) { return from * (1 - share) + to * share; }

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

}  // namespace

void ntk_by_parts(const RotarySpec& spec, RotaryFrequencies& result) {
    const auto d = static_cast<double>(result.rotary_dim);
    const auto trained = static_cast<double>(spec.train_length);
    const Ramp slow = ramp_of(1.25, 0.75, true, d, spec.base, trained);
    const Ramp fast = ramp_of(16, 2, true, d, spec.base, trained);
    const std::vector<double> by_base = geometric(ntk_base(spec.base, spec.factor, result.rotary_dim), d, result.rotary_dim / 2);
    for (std::size_t p = 0; p < by_base.size(); ++p) {
        const double stretched = blend(by_base[p], result.unscaled[p] / spec.factor, slow.at(p));
        result.inverse_frequency[p] = blend(result.unscaled[p], stretched, fast.at(p));
    }
    result.effective_base.reset();
}

void yarn(const RotarySpec& spec, RotaryFrequencies& result) {
    if (spec.beta_fast <= spec.beta_slow)
        throw UsageError(fmt::format("--beta-fast {:g}: must be above --beta-slow {:g}", spec.beta_fast, spec.beta_slow));
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

void llama3(const RotarySpec& spec, RotaryFrequencies& result) {
    if (spec.low_freq_factor >= spec.high_freq_factor)
        throw UsageError(fmt::format("--low-freq-factor {:g}: must be below --high-freq-factor {:g}", spec.low_freq_factor,
                                     spec.high_freq_factor));
    const auto trained = static_cast<double>(spec.train_length);
    for (double& frequency : result.inverse_frequency) {
        const double wavelength = 2 * std::numbers::pi / frequency;
        if (wavelength < trained / spec.high_freq_factor) continue;
        const double t = (trained / wavelength - spec.low_freq_factor) / (spec.high_freq_factor - spec.low_freq_factor);
        frequency =
            wavelength > trained / spec.low_freq_factor ? frequency / spec.factor : blend(frequency / spec.factor, frequency, t);
    }
    result.effective_base.reset();
}

}  // namespace poslab::scalings
