#pragma once

#include "core/geometry/rotation_halves.hpp"

#include <array>
#include <optional>

namespace poslab {

/// The construction of a rotation from a position (x, y) (article 8397; docs/formulas.md §8.1).
enum class Construction {
    matrix_exponential,  // exp(θ(x B1 + y B2)), B1 = gen(1, b, c, 0, 0, 0), B2 = gen(0, 0, 0, d, e, f)
    quaternion,          // left multiplication by e^(xiθ + yjθ)
    sum,                 // the rotation of a plane by (x + y) θ
    three_by_three,      // exp(θ(x B1 + y B2)), B1 = gen3(1, 0, 0), B2 = gen3(0, b, c)
};

struct PlaneEncoding {
    Construction construction = Construction::matrix_exponential;
    double theta = 1, b = 0, c = 0, f = 1;
    std::optional<double> d{}, e{};  // default: cf and −bf, for which B1 and B2 commute

    /// True for the article's solution d = cf, e = −bf; values within 4 roundings of it count as equal,
    /// because decimals rarely match exactly.
    [[nodiscard]] bool commutes() const;
};

struct PlanePosition {
    double x = 0, y = 0;
};

/// B1 and B2 without θ; entries for three and two dimensions are at the upper left.
struct PlaneGenerators {
    Skew<DoubleDouble> x, y;
};
[[nodiscard]] PlaneGenerators generators(const PlaneEncoding& of);

/// Number of rows of the construction's matrices: 4, 4, 2, 3.
[[nodiscard]] int size_of(Construction construction);

/// θ(x B1 + y B2).
[[nodiscard]] Skew<DoubleDouble> exponent_at(const PlaneEncoding& of, PlanePosition at);

/// exp(θ(x B1 + y B2)), by its halves. Each entry is within 1e-15 up to angles of 10^15 rad.
[[nodiscard]] Eigen::MatrixXd rotation_at(const PlaneEncoding& of, PlanePosition at);

/// The same by the construction's own formula (docs/formulas.md §8.3). Commuting planes: cos α P1 + sin α J1
/// + cos β P2 + sin β J2, α = xθs, β = yθfs, s = √(1 + b² + c²), J1 = B1/s, J2 = B2/(fs), P = −J².
/// Quaternions: Euler's formula. 3×3: Rodrigues' formula. Other generators: by the halves.
[[nodiscard]] Eigen::MatrixXd closed_form_at(const PlaneEncoding& of, PlanePosition at);

/// ‖R_1ᵀ R_2 − R_(2−1)‖ with matrices from rotation_at(), Frobenius (docs/formulas.md §8.4).
[[nodiscard]] double relativity_residual(const PlaneEncoding& of, PlanePosition first, PlanePosition second);

/// ‖B1B2 − B2B1‖, Frobenius, without θ; exactly 0 in the commuting family.
[[nodiscard]] double commutator_norm(const PlaneEncoding& of);

/// ‖RᵀR − I‖, Frobenius.
[[nodiscard]] double orthogonality_residual(const Eigen::Ref<const Eigen::MatrixXd>& rotation);

/// s = √(1 + b² + c²) of the commuting family.
[[nodiscard]] double plane_speed(const PlaneEncoding& of);

/// α = xθs and β = yθfs of the commuting family, rad, unwrapped.
[[nodiscard]] std::array<DoubleDouble, 2> plane_angles(const PlaneEncoding& of, PlanePosition at);

}  // namespace poslab
