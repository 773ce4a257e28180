#pragma once

#include "core/conformance/evidence.hpp"
#include "core/conformance/mistake.hpp"

#include <vector>

namespace poslab::parameter_fits {

// Parameters of the definition that explain the frequencies or the amplitude in a dump. Each function returns
// the values that are close enough to be compared with the dump; for logits, which show no frequencies,
// typical values.

using FittedWay = Mistake::FittedWay;

[[nodiscard]] std::vector<FittedWay> other_base(const Evidence& evidence);
[[nodiscard]] std::vector<FittedWay> other_factor(const Evidence& evidence);
[[nodiscard]] std::vector<FittedWay> other_original_length(const Evidence& evidence);
[[nodiscard]] std::vector<FittedWay> other_scaling(const Evidence& evidence);
/// base^(−2p/n) with an n that is not the rotary dimension.
[[nodiscard]] std::vector<FittedWay> other_exponent(const Evidence& evidence);
/// YaRN's ramp between other pairs; llama3's band between other wavelengths.
[[nodiscard]] std::vector<FittedWay> other_ramp(const Evidence& evidence);
[[nodiscard]] std::vector<FittedWay> other_band(const Evidence& evidence);
[[nodiscard]] std::vector<FittedWay> other_attention_factor(const Evidence& evidence);
/// Logits multiplied by a number, by least squares.
[[nodiscard]] std::vector<FittedWay> other_logit_scale(const Evidence& evidence);
/// The frequencies for the length of the text in the dump, if they depend on it.
[[nodiscard]] std::vector<FittedWay> other_text_length(const Evidence& evidence);

}  // namespace poslab::parameter_fits
