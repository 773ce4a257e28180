#include "core/attention/packed_rows.hpp"

#include <algorithm>
#include <cmath>

namespace poslab {

double inner_product(const PackedRows& x, std::size_t row, const PackedRows& y, std::size_t other) {
    double sum = 0;
    for (std::size_t n = 0; n < x.dims(); ++n) sum += x.at(row, n) * y.at(other, n);
    return sum;
}

TokenRotation::TokenRotation(const Rotary& rotary)
    : rope_dims_(rotary.rope_dims),
      cosines_(rotary.inverse_frequency.size(), 1),
      sines_(rotary.inverse_frequency.size(), 0) {
    const auto pairs = static_cast<std::int64_t>(rotary.inverse_frequency.size());
    for (std::int64_t pair = 0; pair < pairs; ++pair) {
        const auto [first, second] = dimensions_of_pair(rotary.pairing, pair, 2 * pairs);
        pairs_.push_back({static_cast<std::size_t>(first), static_cast<std::size_t>(second),
                          fixed_frequency(rotary.inverse_frequency[static_cast<std::size_t>(pair)])});
    }
}

void TokenRotation::move_to(std::int64_t position) {
    for (std::size_t p = 0; p < pairs_.size(); ++p) {
        const double angle =
            signed_angle(phase_at(static_cast<std::uint32_t>(position), pairs_[p].frequency));
        cosines_[p] = std::cos(angle);
        sines_[p] = std::sin(angle);
    }
}

void TokenRotation::turn(std::span<const double> row, double rotary_scale, std::span<double> out) const {
    std::copy(row.begin(), row.end(), out.begin());
    const std::int64_t turned = 2 * std::ssize(pairs_);
    const auto begin = static_cast<std::size_t>(first_rotary_dimension(rope_dims_, std::ssize(row), turned));
    for (std::size_t p = 0; p < pairs_.size(); ++p) {
        const std::size_t m = begin + pairs_[p].first, n = begin + pairs_[p].second;
        const double x = rotary_scale * row[m], y = rotary_scale * row[n];
        out[m] = x * cosines_[p] - y * sines_[p];
        out[n] = x * sines_[p] + y * cosines_[p];
    }
}

double value_at(const RotatedProduct& product, const TokenRotation& rotation) {
    double value = product.constant;
    for (std::size_t p = 0; p < product.sum.frequencies.size(); ++p)
        value += product.sum.cosine_weights[p] * rotation.cosines()[p] +
                 product.sum.sine_weight(p) * rotation.sines()[p];
    return value;
}

bool any(std::span<const double> numbers) {
    return std::any_of(numbers.begin(), numbers.end(), [](double number) { return number != 0; });
}

}  // namespace poslab
