#include "core/attention/bias_examples.hpp"

#include "core/attention/bias_vectors.hpp"
#include "core/attention/softmax_sums.hpp"

#include <cmath>
#include <cstdlib>
#include <numeric>
#include <vector>

namespace poslab {

double fourth_term_at(std::span<const double> theta, double lambda, std::int64_t distance) {
    const Rotary rotary{{theta.begin(), theta.end()}};
    const BiasVectorSpec spec{
        .bias = SyntheticBias::sandwich, .lambda = lambda, .dim = 2 * std::ssize(theta)};
    const QueryKeyBias bias = bias_vectors(spec, rotary);
    return product_at(rotated_product(bias.query, bias.key, rotary), distance);
}

double weight_under_slope(double slope, int m, int key, int keys) {
    double sum = 0;
    for (int n = 1; n <= keys; ++n) sum += std::exp(-slope * std::abs(m - n));
    return std::exp(-slope * std::abs(m - key)) / sum;
}

double entropy_under_slope(double slope, std::int64_t keys) {
    std::vector<double> distances(static_cast<std::size_t>(keys));
    std::iota(distances.begin(), distances.end(), 0.0);
    return softmax_sums({}, distances, -slope).entropy();
}

}  // namespace poslab
