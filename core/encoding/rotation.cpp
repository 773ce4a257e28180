#include "core/encoding/rotation.hpp"

#include <cmath>

namespace poslab {

std::pair<std::int64_t, std::int64_t> dimensions_of_pair(Pairing pairing, std::int64_t pair,
                                                         std::int64_t rotary_dim) {
    if (pairing == Pairing::gpt_j) return {2 * pair, 2 * pair + 1};
    return {pair, pair + rotary_dim / 2};
}

std::vector<std::int64_t> neox_order(std::int64_t rotary_dim) {
    std::vector<std::int64_t> order(static_cast<std::size_t>(rotary_dim));
    for (std::int64_t p = 0; p < rotary_dim / 2; ++p) {
        order[static_cast<std::size_t>(2 * p)] = p;
        order[static_cast<std::size_t>(2 * p + 1)] = p + rotary_dim / 2;
    }
    return order;
}

std::vector<double> rotated(std::span<const double> x, double position,
                            std::span<const double> inverse_frequency, Pairing pairing, RotaryDims dims) {
    std::vector<double> result(x.begin(), x.end());
    const auto d = static_cast<std::int64_t>(inverse_frequency.size()) * 2;
    const auto begin = static_cast<std::size_t>(first_rotary_dimension(dims, std::ssize(x), d));
    for (std::size_t p = 0; p < inverse_frequency.size(); ++p) {
        const auto [first, second] = dimensions_of_pair(pairing, static_cast<std::int64_t>(p), d);
        const double angle = position * inverse_frequency[p];
        const std::size_t m = begin + static_cast<std::size_t>(first),
                          n = begin + static_cast<std::size_t>(second);
        result[m] = x[m] * std::cos(angle) - x[n] * std::sin(angle);
        result[n] = x[m] * std::sin(angle) + x[n] * std::cos(angle);
    }
    return result;
}

}  // namespace poslab
