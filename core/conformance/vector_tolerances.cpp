#include "core/conformance/vector_tolerances.hpp"

#include "core/conformance/rounding.hpp"

#include <algorithm>
#include <cmath>

namespace poslab {

namespace {

double angle_rounding(const Implementation& right, double position, std::int64_t pair) {
    return std::min(1.0, phase_rounding(right, position, pair));
}

/// Vectors [count, dim] and their positions.
struct Rotated {
    const Implementation& right;
    std::span<const double> vectors;

    [[nodiscard]] std::span<const double> at(std::int64_t row) const {
        const std::int64_t dim = right.rotary.dim;
        return vectors.subspan(static_cast<std::size_t>(row * dim), static_cast<std::size_t>(dim));
    }
    /// Returns |x| + |y| of the two dimensions of a pair.
    [[nodiscard]] double length(std::int64_t row, std::int64_t pair) const {
        const auto [first, second] = dimensions_of_pair(right.pairing, pair, right.rotary_dim);
        const auto begin = right.rotary_begin(right.rotary.dim);
        const auto vector = at(row);
        return std::abs(vector[static_cast<std::size_t>(begin + first)]) +
               std::abs(vector[static_cast<std::size_t>(begin + second)]);
    }
};

double largest_of_tables(const Implementation& right, std::span<const double> positions, double unit) {
    double most = 0;
    for (const double position : positions)
        for (std::int64_t pair = 0; pair < right.pairs(); ++pair)
            most = std::max(most, right.amplitude() * (angle_rounding(right, position, pair) + unit));
    return most;
}

/// Rounding of inputs, cos and sin, of two products and their sum.
double largest_of_vectors(const Rotated& vectors, std::span<const double> positions, double unit) {
    constexpr double operations = 5;
    const Implementation& right = vectors.right;
    const double factor = std::max(1.0, right.amplitude());
    double most = 0;
    for (std::int64_t row = 0; row < std::ssize(positions); ++row) {
        for (const double number : vectors.at(row)) most = std::max(most, unit * std::abs(number));
        for (std::int64_t pair = 0; pair < right.pairs(); ++pair)
            most =
                std::max(most, vectors.length(row, pair) * factor *
                                   (operations * unit +
                                    angle_rounding(right, positions[static_cast<std::size_t>(row)], pair)));
    }
    return most;
}

/// Rounding of both vectors and of the sum of their products; their positions are their rows.
double largest_of_logits(const Rotated& queries, const Rotated& keys, double unit) {
    constexpr double operations = 10;
    const Implementation& right = queries.right;
    const std::int64_t tokens = std::ssize(queries.vectors) / right.rotary.dim;
    const double factor = std::max(1.0, right.amplitude() * right.amplitude());
    double most = 0;
    for (std::int64_t i = 0; i < tokens; ++i)
        for (std::int64_t j = 0; j <= i; ++j) {
            double sum = 0, turned = 0;
            for (std::size_t n = 0; n < queries.at(i).size(); ++n)
                sum += std::abs(queries.at(i)[n] * keys.at(j)[n]);
            for (std::int64_t pair = 0; pair < right.pairs(); ++pair) {
                const double product = queries.length(i, pair) * keys.length(j, pair);
                sum += product;
                turned += product * (angle_rounding(right, static_cast<double>(i), pair) +
                                     angle_rounding(right, static_cast<double>(j), pair));
            }
            most = std::max(most, operations * unit * sum + turned);
        }
    return right.softmax_scale * right.scale_of_logits(right.rotary.dim) * factor * most;
}

}  // namespace

VectorTolerances vector_tolerances(const Implementation& right, const ToleranceInputs& inputs,
                                   std::string_view format) {
    const double unit = storage_rounding(format);
    return {largest_of_tables(right, inputs.positions, unit),
            largest_of_vectors({right, inputs.before}, inputs.positions, unit),
            largest_of_logits({right, inputs.queries}, {right, inputs.keys}, unit)};
}

}  // namespace poslab
