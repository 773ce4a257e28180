#include "core/attention/rotated_product.hpp"

#include <cmath>

namespace poslab {

double RotatedProduct::at_zero() const {
    double value = constant;
    for (const double weight : sum.cosine_weights) value += weight;
    return value;
}

RotatedProduct rotated_product(std::span<const double> x, std::span<const double> y, const Rotary& rotary) {
    RotatedProduct product;
    product.sum.frequencies = rotary.inverse_frequency;
    const auto pairs = static_cast<std::int64_t>(rotary.inverse_frequency.size());
    const auto begin =
        static_cast<std::size_t>(first_rotary_dimension(rotary.rope_dims, std::ssize(x), 2 * pairs));
    for (std::int64_t pair = 0; pair < pairs; ++pair) {
        const auto [first, second] = dimensions_of_pair(rotary.pairing, pair, 2 * pairs);
        const std::size_t n0 = begin + static_cast<std::size_t>(first),
                          n1 = begin + static_cast<std::size_t>(second);
        product.sum.cosine_weights.push_back(x[n0] * y[n0] + x[n1] * y[n1]);
        product.sum.sine_weights.push_back(x[n0] * y[n1] - x[n1] * y[n0]);
    }
    for (std::size_t n = 0; n < begin; ++n) product.constant += x[n] * y[n];
    for (std::size_t n = begin + static_cast<std::size_t>(2 * pairs); n < x.size(); ++n)
        product.constant += x[n] * y[n];
    return product;
}

double product_at(const RotatedProduct& product, std::int64_t distance) {
    double value = product.constant;
    for (std::size_t p = 0; p < product.sum.frequencies.size(); ++p) {
        const double angle = signed_angle(
            phase_at(static_cast<std::uint32_t>(distance), fixed_frequency(product.sum.frequencies[p])));
        value +=
            product.sum.cosine_weights[p] * std::cos(angle) + product.sum.sine_weight(p) * std::sin(angle);
    }
    return value;
}

}  // namespace poslab
