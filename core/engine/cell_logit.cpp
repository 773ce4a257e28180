#include "core/engine/cell_logit.hpp"

#include "core/encoding/positions.hpp"
#include "core/engine/field.hpp"

#include <cmath>
#include <cstdlib>

namespace poslab {

namespace {

double content(const AttentionPlan& plan, std::span<const double> x, std::span<const double> y,
               std::int64_t distance, std::span<const Turn> turns) {
    const auto pairs = static_cast<std::int64_t>(plan.inverse_frequency.size());
    const auto begin =
        static_cast<std::size_t>(first_rotary_dimension(plan.rope_dims, std::ssize(x), 2 * pairs));
    double rotated = 0;
    for (std::int64_t p = 0; p < pairs; ++p) {
        const auto [first, second] = dimensions_of_pair(plan.pairing, p, 2 * pairs);
        const std::size_t m = begin + static_cast<std::size_t>(first),
                          n = begin + static_cast<std::size_t>(second);
        const auto pair = static_cast<std::size_t>(p);
        // x^T R^(-position) y of the pair
        const double value =
            turns[pair].cosine * (x[m] * y[m] + x[n] * y[n]) + turns[pair].sine * (x[m] * y[n] - x[n] * y[m]);
        rotated += plan.decay.empty()
                       ? value
                       : value * std::pow(plan.decay[pair], static_cast<double>(distance) / decay_distance);
    }
    double passed = 0;
    for (std::size_t n = 0; n < begin; ++n) passed += x[n] * y[n];
    for (std::size_t n = begin + static_cast<std::size_t>(2 * pairs); n < x.size(); ++n)
        passed += x[n] * y[n];
    return plan.rotary_scale * rotated + passed;
}

double position_bias(const AttentionPlan& plan, double position) {
    const CosineSum& sum = plan.position_bias;
    double value = plan.position_bias_constant;
    for (std::size_t p = 0; p < sum.frequencies.size(); ++p)
        value += sum.cosine_weights[p] * std::cos(position * sum.frequencies[p]) +
                 sum.sine_weight(p) * std::sin(position * sum.frequencies[p]);
    return value;
}

double distance_bias(const AttentionPlan& plan, std::int64_t distance) {
    const std::vector<double>& bias = distance < 0 ? plan.distance_bias_above : plan.distance_bias;
    return bias.empty() ? 0 : bias[static_cast<std::size_t>(std::abs(distance))];
}

}  // namespace

std::vector<Turn> turns_at(const AttentionPlan& plan, double position) {
    std::vector<Turn> turns;
    turns.reserve(plan.inverse_frequency.size());
    for (const double theta : plan.inverse_frequency)
        turns.push_back({std::cos(position * theta), std::sin(position * theta)});
    return turns;
}

double cell_logit(const AttentionPlan& plan, std::span<const double> x, std::span<const double> y,
                  std::int64_t i, std::int64_t j, double position, std::span<const Turn> turns) {
    const double scale = plan.query_scale.empty() ? 1 : plan.query_scale[static_cast<std::size_t>(i)];
    return plan.scale * scale * content(plan, x, y, i - j, turns) + cell_bias(plan, i - j, position);
}

double cell_bias(const AttentionPlan& plan, std::int64_t distance, double position) {
    return plan.scale * position_bias(plan, position) + distance_bias(plan, distance);
}

double cell_position(const AttentionPlan& plan, std::int64_t i, std::int64_t j) {
    return std::abs(i - j) >= plan.reach ? masked_value() : position_at(plan.positions, i, j);
}

}  // namespace poslab
