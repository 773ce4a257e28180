#include "core/attention/bias_families.hpp"

#include "core/attention/biases.hpp"
#include "core/base/job.hpp"
#include "core/encoding/frequencies.hpp"
#include "core/engine/attention_plan.hpp"
#include "core/engine/engine.hpp"

#include <oneapi/tbb/blocked_range.h>
#include <oneapi/tbb/parallel_for.h>

#include <cmath>
#include <limits>

namespace poslab {

namespace {

constexpr std::int64_t piece = std::int64_t{1} << 18;

std::vector<double> tabulated(OneOf<Bias> bias, std::span<const std::int64_t> distances) {
    BiasSpec spec;
    spec.bias = bias;
    std::vector<double> values;
    values.reserve(distances.size());
    for (const std::int64_t distance : distances) values.push_back(bias->at(spec, distance, false));
    return values;
}

RotatedProduct sum_of_cosines(std::span<const double> inverse_frequency) {
    RotatedProduct product;
    product.sum.frequencies.assign(inverse_frequency.begin(), inverse_frequency.end());
    product.sum.cosine_weights.assign(inverse_frequency.size(), 1.0);
    return product;
}

std::vector<double> xpos_profile(std::span<const double> inverse_frequency,
                                 std::span<const std::int64_t> distances, const Job& job) {
    std::vector<double> logarithms = xpos_decay(inverse_frequency.size());
    for (double& zeta : logarithms) zeta = std::log(zeta) / xpos_scale_base;
    std::vector<Phase> phases;
    for (const double frequency : inverse_frequency) phases.push_back(fixed_frequency(frequency));
    std::vector<double> values(distances.size());
    oneapi::tbb::parallel_for(
        oneapi::tbb::blocked_range<std::size_t>(0, distances.size(), 256), [&](const auto& range) {
            job.check();
            for (std::size_t n = range.begin(); n < range.end(); ++n)
                for (std::size_t p = 0; p < phases.size(); ++p) {
                    const double angle =
                        signed_angle(phase_at(static_cast<std::uint32_t>(distances[n]), phases[p]));
                    values[n] +=
                        std::exp(static_cast<double>(distances[n]) * logarithms[p]) * std::cos(angle);
                }
        });
    return values;
}

}  // namespace

std::vector<double> product_at(const RotatedProduct& product, std::span<const std::int64_t> distances,
                               const Engine& engine, const Job& job) {
    std::vector<double> values;
    values.reserve(distances.size());
    for (std::size_t first = 0; first < distances.size();) {
        job.check();
        std::size_t end = first + 1;
        while (end < distances.size() && distances[end] - distances[first] < piece) ++end;
        const NumberBuffer run = engine.run(
            operation::CosineProfile{product.sum, {distances[first], distances[end - 1] + 1}}, job.quiet());
        for (std::size_t n = first; n < end; ++n)
            values.push_back(product.constant +
                             run[static_cast<std::size_t>(distances[n] - distances[first])]);
        first = end;
        job.progress(static_cast<double>(first) / static_cast<double>(distances.size()));
    }
    return values;
}

RotatedProduct family_product(BiasFamily family, std::span<const double> inverse_frequency) {
    if (family == BiasFamily::sandwich) return sum_of_cosines(inverse_frequency);
    RotarySpec spec;  // of base 10000
    spec.dim = static_cast<std::int64_t>(2 * inverse_frequency.size());
    return sum_of_cosines(rotary_frequencies(spec).unscaled);
}

std::vector<double> family_profile(BiasFamily family, std::span<const double> inverse_frequency,
                                   std::span<const std::int64_t> distances, const Engine& engine,
                                   const Job& job) {
    switch (family) {
        case BiasFamily::alibi:
            return tabulated("alibi", distances);
        case BiasFamily::t5:
            return tabulated("t5", distances);
        case BiasFamily::kerple_log:
            return tabulated("kerple-log", distances);
        case BiasFamily::kerple_power:
            return tabulated("kerple-power", distances);
        case BiasFamily::xpos:
            return xpos_profile(inverse_frequency, distances, job);
        case BiasFamily::sandwich:
        case BiasFamily::sinusoidal:
            break;
    }
    return product_at(family_product(family, inverse_frequency), distances, engine, job);
}

double rounding_error(const RotatedProduct& product) {
    double sizes = std::abs(product.constant);
    for (const double weight : product.sum.cosine_weights) sizes += std::abs(weight);
    for (const double weight : product.sum.sine_weights) sizes += std::abs(weight);
    const std::size_t terms = product.sum.cosine_weights.size() + product.sum.sine_weights.size();
    return static_cast<double>(terms) * std::numeric_limits<double>::epsilon() * sizes;
}

std::optional<std::vector<double>> normalised(std::vector<double> values, double at_zero, double at_reference,
                                              double rounding) {
    // The relative error of the divisor is about rounding / |difference|.
    constexpr double accuracy = 1e-6;
    if (!(accuracy * std::abs(at_zero - at_reference) > rounding)) return std::nullopt;
    for (double& value : values) value = (value - at_zero) / (at_zero - at_reference);
    return values;
}

}  // namespace poslab
