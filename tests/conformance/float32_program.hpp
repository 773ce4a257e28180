#pragma once

// Rotary embeddings computed in float32 from the formulas of docs/formulas.md §3.1, without any of PosLab's
// arithmetic.

#include "core/encoding/precision.hpp"
#include "core/encoding/rotation.hpp"
#include "core/encoding/scaling.hpp"
#include "core/files/array_file.hpp"

#include <cmath>
#include <cstdint>
#include <numbers>
#include <string>
#include <utility>
#include <vector>

namespace poslab::test {

/// Frequencies for none, linear, ntk, llama3 and yarn.
inline std::vector<float> float32_frequencies(const RotarySpec& spec) {
    const auto dim = static_cast<std::int64_t>(static_cast<double>(spec.dim) * spec.rotary_fraction);
    const auto d = static_cast<float>(dim);
    float base = static_cast<float>(spec.base);
    const auto factor = static_cast<float>(spec.factor), trained = static_cast<float>(spec.train_length);
    const std::string scaling(spec.scaling->id);
    if (scaling == "ntk")
        base = static_cast<float>(spec.base * std::pow(spec.factor, double(dim) / double(dim - 2)));
    std::vector<float> all;
    for (std::int64_t n = 0; n < dim; n += 2) all.push_back(1.0F / std::pow(base, static_cast<float>(n) / d));
    constexpr float turn = 2 * std::numbers::pi_v<float>;
    const auto dimension = [&](double turns) {
        return double(dim) * std::log(double(spec.train_length) / (turns * 2 * std::numbers::pi)) /
               (2 * std::log(spec.base));
    };
    const auto low = static_cast<float>(std::max(std::floor(dimension(spec.beta_fast)), 0.0)),
               high = static_cast<float>(std::min(std::ceil(dimension(spec.beta_slow)), double(dim - 1)));
    for (std::size_t p = 0; p < all.size(); ++p) {
        const float theta = all[p], wavelength = turn / theta;
        if (scaling == "linear") all[p] = theta / factor;
        if (scaling == "yarn") {
            const float ramp =
                std::clamp((static_cast<float>(p) - low) / (high == low ? 0.001F : high - low), 0.0F, 1.0F);
            all[p] = theta / factor * ramp + theta * (1 - ramp);
        }
        if (scaling == "llama3") {
            const auto l = static_cast<float>(spec.low_freq_factor),
                       h = static_cast<float>(spec.high_freq_factor);
            const float smooth = (trained / wavelength - l) / (h - l);
            if (wavelength > trained / l)
                all[p] = theta / factor;
            else if (wavelength >= trained / h)
                all[p] = (1 - smooth) * theta / factor + smooth * theta;
        }
    }
    return all;
}

/// Returns the attention factor, which is 1 for all of these scalings except YaRN.
inline float float32_factor(const RotarySpec& spec) {
    return spec.scaling->id == "yarn" ? static_cast<float>(0.1 * std::log(spec.factor) + 1) : 1.0F;
}

/// A float32 program; tests change the members in which an implementation may differ.
struct Float32Program {
    RotarySpec spec;
    Pairing pairing = Pairing::gpt_neox;
    std::vector<float> theta = float32_frequencies(spec);
    float factor = float32_factor(spec);

    [[nodiscard]] std::int64_t pairs() const { return std::ssize(theta); }
    [[nodiscard]] float angle(std::int64_t position, std::int64_t pair) const {
        return static_cast<float>(position) * theta[static_cast<std::size_t>(pair)];
    }
    [[nodiscard]] std::vector<float> turned(std::vector<float> x, std::int64_t position) const {
        for (std::int64_t pair = 0; pair < pairs(); ++pair) {
            const std::int64_t a = pairing == Pairing::gpt_neox ? pair : 2 * pair,
                               b = pairing == Pairing::gpt_neox ? pair + pairs() : 2 * pair + 1;
            const float c = std::cos(angle(position, pair)) * factor,
                        s = std::sin(angle(position, pair)) * factor;
            const float before = x[static_cast<std::size_t>(a)], other = x[static_cast<std::size_t>(b)];
            x[static_cast<std::size_t>(a)] = before * c - other * s;
            x[static_cast<std::size_t>(b)] = other * c + before * s;
        }
        return x;
    }
};

inline Precision precision_called(const std::string& type) {
    return type == "float16"    ? Precision::float16
           : type == "bfloat16" ? Precision::bfloat16
           : type == "float32"  ? Precision::float32
                                : Precision::float64;
}

/// Numbers as read from a file of that type.
template <class Numbers>
NumberArray saved(const Numbers& numbers, std::vector<std::int64_t> shape, const std::string& type) {
    NumberArray array{"dump", std::move(shape), type, {}};
    for (const auto value : numbers)
        array.values.push_back(held(static_cast<double>(value), precision_called(type)));
    return array;
}

}  // namespace poslab::test
