#include "core/engine/flash_attention/vector_rows.hpp"

#include "core/encoding/phase.hpp"
#include "core/encoding/plan_shared.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace poslab::flash_attention {
namespace {

constexpr long double turns_per_radian = 0.159154943091895335768883763372514362L;

// The fractional part of a turn in units of 2^-64.
std::uint64_t phase_of(long double turns) {
    const long double part = turns - std::floor(turns);
    return part >= 1 ? 0 : static_cast<std::uint64_t>(std::ldexp(part, 63)) << 1U;
}

// The phase gained per step of a(t): theta * scale / divisor.
std::uint64_t step_phase(double theta, const AxisFunction& axis) {
    const double step = theta * axis.scale / axis.divisor;
    if (!(std::abs(step) <= max_radians_per_token))
        return phase_of(static_cast<long double>(step) * turns_per_radian);
    const Phase phase = fixed_frequency(std::abs(step));
    const std::uint64_t whole = std::uint64_t{phase.high} << 32U | phase.low;
    return step < 0 ? std::uint64_t{0} - whole : whole;
}

}  // namespace

DimensionOrder::DimensionOrder(const AttentionPlan& plan, std::int64_t dim)
    : dims(static_cast<std::size_t>(dim)),
      pairs(plan.inverse_frequency.size()),
      unrotated(dims - 2 * pairs),
      interleaved(plan.pairing == Pairing::gpt_j),
      rotated_from(plan.rope_dims == RotaryDims::last ? unrotated : 0),
      unrotated_from(plan.rope_dims == RotaryDims::last ? 0 : 2 * pairs),
      padded_pairs(rounded_up(pairs, row_unit)),
      padded_row(2 * padded_pairs + rounded_up(unrotated, row_unit)) {}

void DimensionOrder::arrange(const float* row, const float* bias, float* out) const {
    float* const second = out + padded_pairs;
    const float* const second_bias = bias + padded_pairs;
    const float* const rotated = row + rotated_from;
    const float* const others = row + unrotated_from;
    if (interleaved) {
        part_pairs(pairs, rotated, bias, second_bias, out, second);
    } else {
        for (std::size_t p = 0; p < pairs; ++p) out[p] = rotated[p] + bias[p];
        for (std::size_t p = 0; p < pairs; ++p) second[p] = rotated[pairs + p] + second_bias[p];
    }
    for (std::size_t n = 0; n < unrotated; ++n)
        out[2 * padded_pairs + n] = others[n] + bias[2 * padded_pairs + n];
}

void DimensionOrder::pack(const float* rows, std::size_t count, float* out, std::size_t stride) const {
    for (std::size_t r = 0; r < count; r += 4) {
        std::array<const float*, 4> four{};
        const auto from = [&](std::size_t first) {
            for (std::size_t n = 0; n < four.size(); ++n) four[n] = rows + (r + n) * padded_row + first;
            return four.data();
        };
        interleave_rows(pairs, from(0), out + r, stride);
        interleave_rows(pairs, from(padded_pairs), out + pairs * stride + r, stride);
        interleave_rows(unrotated, from(2 * padded_pairs), out + 2 * pairs * stride + r, stride);
    }
}

AxisRotation::AxisRotation(const AxisFunction& axis, std::span<const double> theta)
    : axis_(axis), none_(theta.empty() || (axis.scale == 0 && axis.offset == 0)) {
    for (const double frequency : theta) {
        offset_.push_back(phase_of(static_cast<long double>(axis.offset) * frequency * turns_per_radian));
        frequency_.push_back(constant() ? 0 : step_phase(frequency, axis));
    }
}

void AxisRotation::turns(std::int64_t token, std::int32_t* out) const {
    turns_at(offset_.size(), static_cast<std::uint64_t>(axis_integer(axis_, token)), offset_.data(),
             frequency_.data(), out);
}

RowRotator::RowRotator(const DimensionOrder& order)
    : order_(order), turns_(order.padded_pairs), cosines_(order.padded_pairs), sines_(order.padded_pairs) {
    turns_.fill(0);
}

void RowRotator::rotate(const AxisRotation& rotation, std::int64_t token, const float* row, float pair_factor,
                        float unrotated_factor, float* out) {
    if (!rotation.none() && at_ != &rotation) {
        rotation.turns(token, turns_.data());
        sines_and_cosines(order_.pairs, turns_.data(), cosines_.data(), sines_.data());
        at_ = rotation.constant() ? &rotation : nullptr;
    }
    const std::size_t padded = order_.padded_pairs;
    const float* const cosines = rotation.none() ? nullptr : cosines_.data();
    rotate_pairs({order_.pairs, row, row + padded, cosines, sines_.data(), pair_factor}, out, out + padded);
    for (std::size_t n = 2 * padded; n < order_.padded_row; ++n) out[n] = unrotated_factor * row[n];
}

RowReader::RowReader(const TokenVectors& vectors, const std::vector<double>& bias,
                     const DimensionOrder& order)
    : vectors_(vectors), order_(order), bias_(order.padded_row), row_(order.dims) {
    Floats zeros(order.padded_row);
    zeros.fill(0);
    bias_.fill(0);
    if (bias.empty()) return;
    for (std::size_t n = 0; n < order.dims; ++n) row_[n] = static_cast<float>(bias[n]);
    order.arrange(row_.data(), zeros.data(), bias_.data());
}

void RowReader::read(std::int64_t token, float* out) {
    vectors_.read({token, token + 1}, std::span<float>(row_.data(), order_.dims));
    order_.arrange(row_.data(), bias_.data(), out);
}

}  // namespace poslab::flash_attention
