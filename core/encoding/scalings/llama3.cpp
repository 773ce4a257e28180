#include "core/base/errors.hpp"
#include "core/encoding/scaling_parts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numbers>

namespace poslab {

namespace {

void apply_llama3(const RotarySpec& spec, RotaryFrequencies& result) {
    if (spec.low_freq_factor >= spec.high_freq_factor)
        throw UsageError(
            tr("--low-freq-factor {:g}: must be below --high-freq-factor {:g}", spec.low_freq_factor, spec.high_freq_factor));
    const auto trained = static_cast<double>(spec.train_length);
    for (double& frequency : result.inverse_frequency) {
        const double wavelength = 2 * std::numbers::pi / frequency;
        if (wavelength < trained / spec.high_freq_factor) continue;
        const double t = (trained / wavelength - spec.low_freq_factor) / (spec.high_freq_factor - spec.low_freq_factor);
        frequency = wavelength > trained / spec.low_freq_factor ? frequency / spec.factor
                                                                : scaling_parts::blend(frequency / spec.factor, frequency, t);
    }
    result.effective_base.reset();
}

}  // namespace

/// θ_p/s where λ > T/low, θ_p where λ < T/high, between them (1 − t)θ_p/s + tθ_p, t = (T/λ − low)/(high − low).
const Scaling& llama3_scaling();
const Scaling& llama3_scaling() {
    static const Scaling scaling{
        .id = "llama3",
        .label = "Llama-3"_tr,
        .source = "Meta, 2024; transformers, \"llama3\"",
        .parameters = {&RotarySpec::factor, &RotarySpec::low_freq_factor, &RotarySpec::high_freq_factor},
        .apply = apply_llama3,
        .definition =
            R"(\theta_p' &= \begin{cases} \theta_p & \lambda_p < T/h \\ \theta_p / s & \lambda_p > T/l \\ (1-t)\frac{\theta_p}{s} + t \theta_p & t = \frac{T/\lambda_p - l}{h - l} \end{cases})",
        .compared = true,
        .fit = [](RotarySpec& spec) { spec.low_freq_factor = std::min(spec.low_freq_factor, spec.high_freq_factor * 0.99); },
    };
    return scaling;
}

}  // namespace poslab
