#pragma once

#include "core/base/aligned_numbers.hpp"
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

/// Returns the angle position * frequency in (-pi, pi], from its exact phase. position < 2^32.
[[nodiscard]] double rotation_angle(std::size_t position, const Phase& frequency);

/// Returns the rotation by that angle.
[[nodiscard]] Rotation rotation_at(std::size_t position, const Phase& frequency);

/// Replaces angles, each at most 2^10, by their cosines, and writes their sines; within 2.5e-16.
void cosines_and_sines(std::span<double> angles_to_cosines, std::span<double> sines);

/// Returns the rotation by the sum of both angles.
[[nodiscard]] inline Rotation compose(const Rotation& a, const Rotation& b) {
    return {a.cosine * b.cosine - a.sine * b.sine, a.sine * b.cosine + a.cosine * b.sine};
}

/// Returns RotationProduct::table for all distances m < panels * rotation_panel, each composed of two exact
/// rotations.
[[nodiscard]] AlignedNumbers rotation_table(std::span<const Phase> frequencies, std::size_t panels);

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
