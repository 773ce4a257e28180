#include "core/encoding/scaling_parts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace poslab::scaling_parts {

namespace {

/// Returns the pair, as a real number, that rotates `turns` times within `trained` tokens: c(r) =
/// d·ln(T/2πr)/(2 ln base).
double pair_of_turns(double turns, double d, double base, double trained) {
    return d * std::log(trained / (2 * std::numbers::pi * turns)) / (2 * std::log(base));
}

}  // namespace

std::vector<double> geometric(double base, double dim, std::int64_t pairs) {
    std::vector<double> frequencies(static_cast<std::size_t>(pairs));
    for (std::size_t p = 0; p < frequencies.size(); ++p)
        frequencies[p] = std::pow(base, -2.0 * static_cast<double>(p) / dim);
    return frequencies;
}

std::int64_t turning_pairs(const RotarySpec& spec) {
    return static_cast<std::int64_t>(std::floor(spec.rotary_fraction * static_cast<double>(spec.dim) / 2));
}

double served_positions(const RotarySpec& spec) {
    return spec.max_positions.value_or(static_cast<double>(std::max(spec.length, spec.train_length)));
}

void change_base(double base, RotaryFrequencies& result) {
    result.effective_base = base;
    result.inverse_frequency = geometric(base, static_cast<double>(result.rotary_dim), result.rotary_dim / 2);
}

double Ramp::at(std::size_t p) const {
    const double end = high == low ? high + 0.001 : high;  // as deployed, to avoid a division by zero
    return std::clamp((static_cast<double>(p) - low) / (end - low), 0.0, 1.0);
}

Ramp ramp_of(double fast, double slow, bool rounded, double d, double base, double trained) {
    Ramp ramp{pair_of_turns(fast, d, base, trained), pair_of_turns(slow, d, base, trained)};
    if (rounded) ramp = {std::floor(ramp.low), std::ceil(ramp.high)};
    return {std::max(ramp.low, 0.0), std::min(ramp.high, d - 1)};
}

std::string theta_of(const ScaledPair& pair) { return fmt::format(R"(\theta_{{{}}}')", live(pair.index)); }

std::string raised(double number) {
    std::string text = live_number(number);
    return text.find('^') == std::string::npos ? text : "(" + text + ")";  // contains a power of ten
}

std::vector<std::string> base_with_numbers(const RotarySpec&, const ScaledPair& pair) {
    const double base = pair.effective_base;
    return {fmt::format(R"(B &= {})", live_number(base)),
            fmt::format("{} &= {}^{{-{} / {}}} = {}", theta_of(pair), raised(base), live(2 * pair.index),
                        live_number(static_cast<double>(pair.rotary_dim)), live_number(pair.scaled))};
}

}  // namespace poslab::scaling_parts
