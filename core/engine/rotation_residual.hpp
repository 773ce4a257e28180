#pragma once

#include "core/base/job.hpp"
#include "core/engine/field.hpp"
#include "core/engine/operation_facts.hpp"
#include "core/geometry/skew.hpp"

#include <cstdint>

namespace poslab {

/// A skew matrix that is affine over a plane: constant + x·along_x + y·along_y.
struct AffineExponent {
    Skew<DoubleDouble> constant, along_x, along_y;
};

/// The residual to compute at each point of a plane: ‖exp(first)ᵀ exp(second) − exp(third)‖, Frobenius. It
/// measures whether relativity holds, which positions look the same, and where generators commute.
struct ResidualPlan {
    AffineExponent first, second, third;
};

/// Points in the centres of width x height equal cells, row 0 at the top. left < right, bottom < top, all
/// finite.
struct PlaneWindow {
    double left = -1, right = 1, bottom = -1, top = 1;
    std::int64_t width = 1, height = 1;

    [[nodiscard]] double x(std::int64_t column) const {
        return left + (right - left) * (static_cast<double>(2 * column + 1) / static_cast<double>(2 * width));
    }
    [[nodiscard]] double y(std::int64_t row) const {
        return top - (top - bottom) * (static_cast<double>(2 * row + 1) / static_cast<double>(2 * height));
    }
    [[nodiscard]] double points() const { return static_cast<double>(width) * static_cast<double>(height); }
};

/// Throws UsageError if the window is empty or an end is not finite, TooLarge beyond max_plane_points.
void check_plane_window(const PlaneWindow& window);
inline constexpr std::int64_t max_plane_points = 16'777'216;

/// Reference implementation by 4×4 matrices, in 106 bits until whole turns are removed.
[[nodiscard]] Field rotation_residual_by_matrices(const ResidualPlan& plan, const PlaneWindow& window,
                                                  const Job& job);
/// Multithreaded implementation by differences of halves; in 106 bits only where an angle is so large that it
/// matters.
[[nodiscard]] Field rotation_residual_by_halves(const ResidualPlan& plan, const PlaneWindow& window,
                                                const Job& job);

namespace operation {

/// ‖exp(first)ᵀ exp(second) − exp(third)‖ at each point of a plane, row-major [height, width], float64:
/// Field. Each is within 2e-13 of the exact value, up to angles of 10^15 rad: phases of many turns are
/// reduced in 106 bits. Throws UsageError and TooLarge as `check_plane_window` does.
struct RotationResidual {
    const ResidualPlan& plan;
    const PlaneWindow& window;

    static constexpr OperationFacts facts{
        .operation = Operation::rotation_residual,
        .name = "rotation_residual",
        .too_much =
            "the reference engine visits every point: it would need {:.0f} points, {:.0f} are allowed"_tr,
        .units_a_second = 3.5e7,
        .min_device_seconds = 0.01,
        .slow_on_cpu = 3e6,
        .slow_in_reference = 6e4,
        .examples = {{{"1024 x 1024 points", 0x1p20}}}};
    [[nodiscard]] double size() const { return window.points(); }
    [[nodiscard]] double units() const { return size(); }
    void check() const {}
};

}  // namespace operation

}  // namespace poslab
