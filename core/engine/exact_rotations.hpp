#pragma once

#include "core/encoding/phase.hpp"

#include <cstddef>
#include <span>
#include <vector>

namespace poslab {

/// Cosine and sine of an angle.
struct Rotation {
    double cosine = 1;
    double sine = 0;
};

/// The time of rotation_at(), in the steps of in_parallel().
inline constexpr std::size_t steps_per_rotation = 16;

/// Returns the rotation by the angle position * frequency, from its exact phase. position < 2^32.
[[nodiscard]] Rotation rotation_at(std::size_t position, const Phase& frequency);

/// Returns the rotation by the sum of both angles.
[[nodiscard]] inline Rotation compose(const Rotation& a, const Rotation& b) {
    return {a.cosine * b.cosine - a.sine * b.sine, a.sine * b.cosine + a.cosine * b.sine};
}

/// Returns RotationProduct::table for all distances m < panels * rotation_panel, each composed of two exact
/// rotations.
[[nodiscard]] std::vector<double> rotation_table(std::span<const Phase> frequencies, std::size_t panels);

/// The seeds of a RotationProduct for one pair and one row. With the centre's rotation (C, S) and weights (w,
/// s), f(c +- m) = sum of (w C + s S) cos(m theta) +- (s C - w S) sin(m theta).
struct RotationSeed {
    double even = 0;
    double odd = 0;
};

[[nodiscard]] inline RotationSeed rotation_seed(double cosine_weight, double sine_weight,
                                                const Rotation& center) {
    return {cosine_weight * center.cosine + sine_weight * center.sine,
            sine_weight * center.cosine - cosine_weight * center.sine};
}

}  // namespace poslab
