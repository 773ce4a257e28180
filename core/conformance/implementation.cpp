#include "core/conformance/implementation.hpp"

#include <cmath>
#include <numbers>

namespace poslab {

Implementation::Implementation(const RotarySpec& spec, Pairing paired) : pairing(paired) { take(spec); }

void Implementation::take(const RotarySpec& spec) {
    const RotaryFrequencies made = rotary_frequencies(spec);
    rotary = spec;
    inverse_frequency = made.inverse_frequency;
    unscaled = made.unscaled;
    rotary_dim = made.rotary_dim;
    attention_factor = made.attention_factor;
    softmax_scale = made.softmax_scale;
    effective_base = made.effective_base;
    ramp = made.ramp;
}

double Implementation::phase(double position, std::int64_t pair) const {
    const bool far = !far_frequency.empty() && position >= far_from;
    double theta =
        held((far ? far_frequency : inverse_frequency)[static_cast<std::size_t>(pair)], frequency_format);
    const double at = held(positions.of(position), position_format);
    // Programs round float32 values to 16 bits.
    const bool is_short = phase_format == Precision::float16 || phase_format == Precision::bfloat16;
    if (is_short) theta = held(theta, Precision::float32);
    const double product = is_short ? held(at * theta, Precision::float32) : at * theta;
    const double angle = direction * held(product, phase_format);
    return exchanged ? std::numbers::pi / 2 - angle : angle;
}

double Implementation::scale_of_logits(std::int64_t dimensions) const {
    return logit_multiplier * logit_scale.value_or(1 / std::sqrt(static_cast<double>(dimensions)));
}

double Implementation::amplitude() const { return std::pow(attention_factor, attention_factors); }

std::int64_t Implementation::pair_of_column(std::int64_t column) const {
    const bool halves = (pairing == Pairing::gpt_neox) != repeats_otherwise;
    return halves ? column % pairs() : column / 2;
}

void Implementation::rotate(std::span<double> vector, double position) const {
    if (position >= unrotated_from) return;
    const std::span<double> turning = vector.subspan(
        static_cast<std::size_t>(rotary_begin(std::ssize(vector))), static_cast<std::size_t>(rotary_dim));
    for (int times = 0; times < rotations; ++times)
        if (partner == Partner::neighbours_in_halves || partner == Partner::halves_side_by_side)
            rotate_with_partner(turning, position);
        else
            rotate_once(turning, position);
    if (reorders_output) reorder(turning);
}

void Implementation::reorder(std::span<double> turning) const {
    const std::vector<double> x(turning.begin(), turning.end());
    const Pairing other = pairing == Pairing::gpt_j ? Pairing::gpt_neox : Pairing::gpt_j;
    for (std::int64_t pair = 0; pair < pairs(); ++pair) {
        const auto [first, second] = dimensions_of_pair(pairing, pair, rotary_dim);
        const auto [to_first, to_second] = dimensions_of_pair(other, pair, rotary_dim);
        turning[static_cast<std::size_t>(to_first)] = x[static_cast<std::size_t>(first)];
        turning[static_cast<std::size_t>(to_second)] = x[static_cast<std::size_t>(second)];
    }
}

void Implementation::rotate_once(std::span<double> turning, double position) const {
    const double size = amplitude_at(position);
    for (std::int64_t pair = 0; pair < pairs(); ++pair) {
        const auto [first, second] = dimensions_of_pair(pairing, pair, rotary_dim);
        // Computes x·cos + turned(x)·sin: each of the two dimensions uses the angle of its own column.
        const double at_first = phase(position, pair_of_column(first)),
                     at_second = phase(position, pair_of_column(second));
        double &x = turning[static_cast<std::size_t>(first)], &y = turning[static_cast<std::size_t>(second)];
        const double before = x, sign = partner == Partner::same_sign ? 1 : -1;
        x = size * (before * std::cos(at_first) + sign * y * std::sin(at_first));
        y = size *
            (y * std::cos(at_second) + (partner == Partner::overwritten ? x : before) * std::sin(at_second));
    }
}

void Implementation::rotate_with_partner(std::span<double> turning, double position) const {
    const std::vector<double> x(turning.begin(), turning.end());
    const auto half = static_cast<std::size_t>(pairs());
    const bool in_halves = partner == Partner::neighbours_in_halves;
    const double size = amplitude_at(position);
    for (std::size_t n = 0; n < x.size(); ++n) {
        const std::size_t pair = in_halves ? n % half : n / 2;
        const bool is_first = in_halves ? n < half : n % 2 == 0;
        const double other =
            in_halves ? (is_first ? -x[2 * pair + 1] : x[2 * pair]) : (is_first ? -x[pair + half] : x[pair]);
        const double angle = phase(position, pair_of_column(static_cast<std::int64_t>(n)));
        turning[n] = size * (x[n] * std::cos(angle) + other * std::sin(angle));
    }
}

}  // namespace poslab
