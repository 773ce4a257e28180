#include "core/encoding/scaling_parts.hpp"

#include <fmt/format.h>

#include <numbers>

namespace poslab {

namespace {

void apply_llama3(const RotarySpec& spec, RotaryFrequencies& result) {
    const auto trained = static_cast<double>(spec.train_length);
    const double width = spec.high_freq_factor - spec.low_freq_factor;
    for (double& frequency : result.inverse_frequency) {
        const double wavelength = 2 * std::numbers::pi / frequency;
        if (wavelength > trained / spec.low_freq_factor) {
            frequency /= spec.factor;
        } else if (wavelength >= trained / spec.high_freq_factor && width > 0) {
            const double t = (trained / wavelength - spec.low_freq_factor) / width;
            frequency = scaling_parts::blend(frequency / spec.factor, frequency, t);
        }
    }
    result.effective_base.reset();
}

}  // namespace

/// θ_p/s if λ > T/low, else θ_p if λ < T/high, between them (1 − t)θ_p/s + tθ_p, t = (T/λ − low)/(high −
/// low). The range between is empty if low >= high, as in Llama 4 Scout.
const Scaling& llama3_scaling() {
    static const Scaling scaling{
        .id = "llama3",
        .label = "Llama-3"_tr,
        .effect = "Short wavelengths stay, long ones become s times longer, and a ramp joins them."_tr,
        .source = "Meta, 2024; transformers, \"llama3\"",
        .parameters = {&RotarySpec::factor, &RotarySpec::low_freq_factor, &RotarySpec::high_freq_factor},
        .apply = apply_llama3,
        .definition =
            R"(\theta_p' &= \begin{cases} \theta_p & \lambda_p < T/h \\ \theta_p / s & \lambda_p > T/l \\ (1-t)\frac{\theta_p}{s} + t \theta_p & t = \frac{T/\lambda_p - l}{h - l} \end{cases})",
        .compared = true,
    };
    return scaling;
}

}  // namespace poslab
