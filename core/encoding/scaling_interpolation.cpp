// Scalings by one rule for all pairs: interpolation, the NTK family, clipping.

#include "core/encoding/scalings.hpp"

#include "core/base/errors.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <cmath>
#include <numbers>

namespace poslab {

double ntk_base(double base, double stretch, std::int64_t rotary_dim) {
    if (rotary_dim == 2)
        throw UsageError(
            "--dim: NTK needs at least two rotary pairs (its exponent d/(d − 2) has no value at a rotary dimension of 2)");
    const auto d = static_cast<double>(rotary_dim);
    return base * std::pow(stretch, d / (d - 2));
}

namespace scalings {

std::vector<double> geometric(double base, double dim, std::int64_t pairs) {
    std::vector<double> frequencies(static_cast<std::size_t>(pairs));
    for (std::size_t p = 0; p < frequencies.size(); ++p) frequencies[p] = std::pow(base, -2.0 * static_cast<double>(p) / dim);
    return frequencies;
}

void linear(const RotarySpec& spec, RotaryFrequencies& result) {
    for (double& frequency : result.inverse_frequency) frequency /= spec.factor;
    result.effective_base.reset();
    if (spec.factor == 1) result.effective_base = spec.base;
}

void ntk(const RotarySpec& spec, RotaryFrequencies& result) {
    result.effective_base = ntk_base(spec.base, spec.factor, result.rotary_dim);
    result.inverse_frequency = geometric(*result.effective_base, static_cast<double>(result.rotary_dim), result.rotary_dim / 2);
}

void ntk_fixed(const RotarySpec& spec, RotaryFrequencies& result) {
    const auto d = static_cast<double>(result.rotary_dim);
    for (std::size_t p = 0; p < result.inverse_frequency.size(); ++p)
        result.inverse_frequency[p] *= std::pow(spec.factor, -2 * static_cast<double>(p + 1) / d);
    result.effective_base.reset();
}

void ntk_mixed(const RotarySpec& spec, RotaryFrequencies& result) {
    const double b = spec.mixed_exponent;
    const double a = std::log(spec.factor) / std::pow(static_cast<double>(result.rotary_dim) / 2, b);
    for (std::size_t p = 0; p < result.inverse_frequency.size(); ++p)
        result.inverse_frequency[p] *= std::exp(-a * std::pow(static_cast<double>(p + 1), b));
    result.effective_base.reset();
}

void dynamic(const RotarySpec& spec, RotaryFrequencies& result) {
    const auto trained = static_cast<double>(spec.train_length);
    const auto length = static_cast<double>(spec.length);
    const bool vllm = spec.convention == Convention::vllm;
    const double seen = vllm ? spec.factor * trained : std::max(length, trained);
    result.effective_base = ntk_base(spec.base, spec.factor * seen / trained - (spec.factor - 1), result.rotary_dim);
    result.inverse_frequency = geometric(*result.effective_base, static_cast<double>(result.rotary_dim), result.rotary_dim / 2);
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

void clip(const RotarySpec& spec, RotaryFrequencies& result) {
    const double most = 2 * std::numbers::pi / static_cast<double>(spec.length);
    for (double& frequency : result.inverse_frequency) frequency = std::min(frequency, most);
    result.effective_base.reset();
    result.warnings.push_back(
        tr("Clipping slows every pair to at most one turn in {} tokens: neighbours can hardly be told apart.", spec.length));
}

}  // namespace scalings

}  // namespace poslab
