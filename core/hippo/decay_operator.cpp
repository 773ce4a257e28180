#include "core/hippo/decay_operator.hpp"

#include "core/base/errors.hpp"
#include "core/hippo/memory_order.hpp"

#include <fmt/core.h>

#include <cmath>

namespace poslab {

void check_decay_ratio(double ratio) {
    if (!(ratio > 0 && ratio <= 1))
        throw UsageError(fmt::format("ratio of times {}: must be above 0 and at most 1", ratio));
}

DecayOperator::DecayOperator(std::int64_t order)
    : rule_(gauss_legendre(order)), mirrored_(rule_.nodes.rbegin(), rule_.nodes.rend()) {}

LegendreSweep DecayOperator::at_nodes() const { return {rule_.nodes, mirrored_}; }

LegendreSweep DecayOperator::at_compressed_nodes(double ratio) const {
    std::vector<double> s(order()), rest(order());
    for (std::size_t i = 0; i < order(); ++i) {
        s[i] = ratio * rule_.nodes[i];
        rest[i] = (1 - ratio) + ratio * mirrored_[i];
    }
    return {s, rest};
}

std::vector<double> DecayOperator::apply(double ratio, std::span<const double> state) const {
    check_decay_ratio(ratio);
    if (state.size() != order())
        throw UsageError(
            fmt::format("decay of order {}: the state has {} components", order(), state.size()));
    std::vector<double> remembered(order());
    LegendreSweep nodes = at_nodes();
    for (const double component : state) {
        for (std::size_t i = 0; i < order(); ++i) remembered[i] += component * nodes.values()[i];
        nodes.advance();
    }
    for (std::size_t i = 0; i < order(); ++i) remembered[i] *= ratio * rule_.weights[i];
    std::vector<double> left(order());
    LegendreSweep compressed = at_compressed_nodes(ratio);
    for (double& component : left) {
        for (std::size_t i = 0; i < order(); ++i) component += remembered[i] * compressed.values()[i];
        compressed.advance();
    }
    return left;
}

std::vector<double> DecayOperator::matrix(double ratio) const {
    check_decay_ratio(ratio);
    const std::size_t n = order();
    std::vector<double> weighted(n * n), result(n * n);
    LegendreSweep nodes = at_nodes();
    for (std::size_t k = 0; k < n; ++k, nodes.advance()) {
        for (std::size_t i = 0; i < n; ++i)
            weighted[k * n + i] = ratio * rule_.weights[i] * nodes.values()[i];
    }
    LegendreSweep compressed = at_compressed_nodes(ratio);
    for (std::size_t j = 0; j < n; ++j, compressed.advance()) {
        for (std::size_t k = 0; k <= j; ++k) {  // p_j(r v) has degree j: orthogonal to p_k, k > j
            double sum = 0;
            for (std::size_t i = 0; i < n; ++i) sum += compressed.values()[i] * weighted[k * n + i];
            result[j * n + k] = sum;
        }
    }
    return result;
}

std::vector<double> decay_modes(std::int64_t order, std::span<const double> ratios) {
    const std::size_t modes = checked_memory_order(order);
    for (const double ratio : ratios) check_decay_ratio(ratio);
    std::vector<double> powers(modes * ratios.size());
    for (std::size_t k = 0; k < modes; ++k) {
        for (std::size_t i = 0; i < ratios.size(); ++i)
            powers[k * ratios.size() + i] = std::pow(ratios[i], static_cast<double>(k + 1));
    }
    return powers;
}

}  // namespace poslab
