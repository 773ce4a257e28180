#include "core/conformance/practice.hpp"

#include <cmath>

namespace poslab {

Practice::Practice(const RotarySpec& spec, Pairing paired) : pairing(paired) { take(spec); }

void Practice::take(const RotarySpec& spec) {
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

double Practice::phase(double position, std::int64_t pair) const {
    const bool far = !far_frequency.empty() && position >= far_from;
    const double theta = held((far ? far_frequency : inverse_frequency)[static_cast<std::size_t>(pair)], frequency_format);
    return direction * held(held(position + position_offset, position_format) * theta, phase_format);
}

double Practice::scale_of_logits(std::int64_t dimensions) const {
    return logit_scale.value_or(1 / std::sqrt(static_cast<double>(dimensions)));
}

double Practice::amplitude() const { return std::pow(attention_factor, attention_factors); }

std::int64_t Practice::pair_of_column(std::int64_t column) const {
    const bool halves = (pairing == Pairing::gpt_neox) != repeats_otherwise;
    return halves ? column % pairs() : column / 2;
}

void Practice::rotate(std::span<double> vector, double position) const {
    const auto begin = static_cast<std::size_t>(rotary_begin(std::ssize(vector)));
    const double size = amplitude();
    for (std::int64_t pair = 0; pair < pairs(); ++pair) {
        const auto [first, second] = dimensions_of_pair(pairing, pair, rotary_dim);
        // As x·cos + turned(x)·sin: each of the two dimensions has the angle of its own column.
        const double at_first = phase(position, pair_of_column(first)), at_second = phase(position, pair_of_column(second));
        double &x = vector[begin + static_cast<std::size_t>(first)], &y = vector[begin + static_cast<std::size_t>(second)];
        const double before = x;
        x = size * (before * std::cos(at_first) - y * std::sin(at_first));
        y = size * (y * std::cos(at_second) + before * std::sin(at_second));
    }
}

}  // namespace poslab
