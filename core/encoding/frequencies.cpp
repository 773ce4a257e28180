#include "core/encoding/frequencies.hpp"

#include "core/base/errors.hpp"
#include "core/encoding/scaling_parts.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <cmath>

namespace poslab {

namespace {

void check(const RotarySpec& spec) {
    if (!(spec.base > 1)) throw UsageError(tr("--base {}: must be above 1", spec.base));
    if (spec.dim < 2 || spec.dim % 2 != 0)
        throw UsageError(
            tr("--dim {}: must be even and at least 2, because dimensions rotate in pairs", spec.dim));
    if (!(spec.factor >= min_factor))
        throw UsageError(tr("--factor {}: must be at least {:g}", spec.factor, min_factor));
    if (spec.train_length < 1 || spec.length < 1)
        throw UsageError(
            tr("--train-length {} and --length {}: must be positive", spec.train_length, spec.length));
}

void check_rotary_dim(const RotarySpec& spec, std::int64_t rotary) {
    if (spec.scaling->check != nullptr) spec.scaling->check(spec, rotary);
    if (rotary < 2 || rotary % 2 != 0 || rotary > spec.dim)
        throw UsageError(
            tr("--rotary-fraction {}: {} of the {} dimensions would rotate; must be even, 2 to {}",
               spec.rotary_fraction, rotary, spec.dim, spec.dim));
}

RotaryFrequencies explicit_ones(const RotarySpec& spec) {
    const std::vector<double>& explicit_frequencies = spec.explicit_frequencies;
    if (explicit_frequencies.size() * 2 > static_cast<std::size_t>(spec.dim))
        throw UsageError(tr("--explicit-frequencies has {}, a head of --dim {} has {}",
                            tr_plural("{} number", "{} numbers", std::ssize(explicit_frequencies)), spec.dim,
                            tr_plural("{} pair", "{} pairs", spec.dim / 2)));
    RotaryFrequencies result;
    result.rotary_dim = static_cast<std::int64_t>(explicit_frequencies.size()) * 2;
    result.inverse_frequency = explicit_frequencies;
    if (spec.frequency_span > 0)
        for (double& frequency : result.inverse_frequency)
            frequency *= spec.frequency_span / static_cast<double>(spec.length);
    result.unscaled = result.inverse_frequency;
    return result;
}

}  // namespace

std::int64_t rotary_dim(std::int64_t dim, double rotary_fraction) {
    return static_cast<std::int64_t>(static_cast<double>(dim) * rotary_fraction);
}

double rotary_fraction_for(std::int64_t rotary, std::int64_t dim) {
    double fraction = static_cast<double>(rotary) / static_cast<double>(dim);
    while (rotary_dim(dim, fraction) < rotary) fraction = std::nextafter(fraction, 2.0);
    return fraction;
}

std::int64_t rotary_dim(const RotarySpec& spec) {
    if (!spec.explicit_frequencies.empty())
        return static_cast<std::int64_t>(spec.explicit_frequencies.size()) * 2;
    if (spec.scaling->stills_pairs) return spec.dim;
    return rotary_dim(spec.dim, spec.rotary_fraction);
}

RotaryFrequencies rotary_frequencies(const RotarySpec& spec) {
    check(spec);
    if (!spec.explicit_frequencies.empty()) return explicit_ones(spec);
    RotaryFrequencies result;
    result.rotary_dim = rotary_dim(spec);
    check_rotary_dim(spec, result.rotary_dim);
    result.unscaled =
        scaling_parts::geometric(spec.base, static_cast<double>(result.rotary_dim), result.rotary_dim / 2);
    result.inverse_frequency = result.unscaled;
    result.effective_base = spec.base;
    result.factor = spec.factor;
    if (spec.scaling->apply != nullptr) spec.scaling->apply(spec, result);
    return result;
}

RotarySpec nearest_meaningful(RotarySpec spec) {
    const std::int64_t least = spec.scaling->needs_two_pairs ? 4 : 2;
    const auto explicit_dims = static_cast<std::int64_t>(spec.explicit_frequencies.size()) * 2;
    spec.dim = std::max({spec.dim - spec.dim % 2, least, explicit_dims});
    const std::int64_t rotary = rotary_dim(spec);
    if (explicit_dims == 0 && (rotary % 2 != 0 || rotary < least))
        spec.rotary_fraction = rotary_fraction_for(std::max(least, rotary - rotary % 2), spec.dim);
    if (spec.scaling->fit != nullptr) spec.scaling->fit(spec);
    return spec;
}

double ntk_base(double base, double stretch, std::int64_t rotary_dim) {
    if (rotary_dim == 2)
        throw UsageError(
            "--dim: NTK needs at least two rotary pairs (its exponent d/(d − 2) has no value at a rotary dimension of 2)"_tr);
    const auto d = static_cast<double>(rotary_dim);
    return base * std::pow(stretch, d / (d - 2));
}

double yarn_magnitude(double factor, double m) { return factor <= 1 ? 1 : 0.1 * m * std::log(factor) + 1; }

}  // namespace poslab
