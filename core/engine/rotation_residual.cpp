#include "core/engine/rotation_residual.hpp"

#include "core/base/errors.hpp"
#include "core/base/numbers_by_pieces.hpp"
#include "core/engine/rotation_residual_kernel.hpp"
#include "core/geometry/rotation_halves.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cmath>

namespace poslab {

namespace {

/// Angles below this are within 256·2⁻⁵³ ≈ 3e-14 in double.
constexpr double largest_plain_angle = 256;

Skew<DoubleDouble> at(const AffineExponent& exponent, double x, double y) {
    return exponent.constant + DoubleDouble(x) * exponent.along_x + DoubleDouble(y) * exponent.along_y;
}

double norm(const Skew<double>& of) {
    return std::sqrt(of.a * of.a + of.b * of.b + of.c * of.c + of.d * of.d + of.e * of.e + of.f * of.f);
}

/// Upper bound of the angles: none exceeds the norm of the six numbers. It adds the norms of the terms,
/// because a small sum of large terms has lost digits.
double largest_angle(const ResidualPlan& plan, const PlaneWindow& window) {
    const double x = std::max(std::abs(window.left), std::abs(window.right)),
                 y = std::max(std::abs(window.bottom), std::abs(window.top));
    double largest = 0;
    for (const AffineExponent* exponent : {&plan.first, &plan.second, &plan.third})
        largest = std::max(largest, norm(narrow(exponent->constant)) + x * norm(narrow(exponent->along_x)) +
                                        y * norm(narrow(exponent->along_y)));
    return largest;
}

bool is_zero(const Skew<DoubleDouble>& of) { return norm(narrow(of)) == 0; }

/// One exponent along a row, in 106 bits.
class WideRow {
  public:
    WideRow(const AffineExponent& exponent, double y)
        : start_(exponent.constant + DoubleDouble(y) * exponent.along_y),
          step_(exponent.along_x),
          still_(is_zero(exponent.along_x)),
          halves_(skew_exponential(start_)) {}

    [[nodiscard]] RotationHalves operator()(double x) const {
        return still_ ? halves_ : skew_exponential(start_ + DoubleDouble(x) * step_);
    }

  private:
    Skew<DoubleDouble> start_, step_;
    bool still_;
    RotationHalves halves_;
};

void compute_wide_row(const ResidualPlan& plan, const PlaneWindow& window, std::int64_t row, double* out) {
    const double y = window.y(row);
    const WideRow first(plan.first, y), second(plan.second, y), third(plan.third, y);
    for (std::int64_t column = 0; column < window.width; ++column) {
        const double x = window.x(column);
        out[column] = distance(relative(first(x), second(x)), third(x));
    }
}

RowRotation plain_row(const AffineExponent& exponent, double y) {
    const Skew<DoubleDouble> start = exponent.constant + DoubleDouble(y) * exponent.along_y;
    RowRotation row{narrow(start), narrow(exponent.along_x), is_zero(exponent.along_x)};
    if (row.still) row.halves = skew_exponential(row.start);
    return row;
}

void compute_plain_row(const ResidualPlan& plan, const PlaneWindow& window, std::int64_t row, double* out) {
    const double y = window.y(row);
    rotation_residual_row({plain_row(plan.first, y), plain_row(plan.second, y), plain_row(plan.third, y),
                           window.left, window.right - window.left, static_cast<std::size_t>(window.width),
                           out});
}

std::size_t count_of(const PlaneWindow& window) {
    check_plane_window(window);
    return static_cast<std::size_t>(window.width * window.height);
}

}  // namespace

void check_plane_window(const PlaneWindow& window) {
    if (window.width < 1 || window.height < 1)
        throw UsageError(
            fmt::format("a plane of {} x {} points: at least one is needed", window.width, window.height));
    for (const double end : {window.left, window.right, window.bottom, window.top})
        if (!std::isfinite(end)) throw UsageError("the ends of a plane must be finite");
    if (window.points() > static_cast<double>(max_plane_points))
        throw TooLarge(fmt::format("a plane of {} x {} points: at most {} are allowed", window.width,
                                   window.height, max_plane_points));
}

Field rotation_residual_by_matrices(const ResidualPlan& plan, const PlaneWindow& window, const Job& job) {
    Field field{window.height, window.width, NumberBuffer::filled(count_of(window), 0)};
    std::size_t n = 0;
    for (std::int64_t row = 0; row < window.height; ++row) {
        job.check();
        for (std::int64_t column = 0; column < window.width; ++column) {
            const auto rotation = [&](const AffineExponent& exponent) {
                return rotation_matrix(skew_exponential(at(exponent, window.x(column), window.y(row))));
            };
            field.values[n++] =
                (rotation(plan.first).transpose() * rotation(plan.second) - rotation(plan.third)).norm();
        }
        job.progress(static_cast<double>(row + 1) / static_cast<double>(window.height));
    }
    return field;
}

Field rotation_residual_by_halves(const ResidualPlan& plan, const PlaneWindow& window, const Job& job) {
    constexpr std::int64_t rows_per_piece = 8;
    const bool wide = largest_angle(plan, window) > largest_plain_angle;
    std::atomic<std::int64_t> done = 0;
    const auto compute_rows = [&](std::size_t piece, double* values) {
        const std::int64_t first = rows_per_piece * static_cast<std::int64_t>(piece);
        for (std::int64_t row = first; row < std::min(first + rows_per_piece, window.height); ++row) {
            job.check();
            double* const out = values + row * window.width;
            wide ? compute_wide_row(plan, window, row, out) : compute_plain_row(plan, window, row, out);
            job.progress(static_cast<double>(++done) / static_cast<double>(window.height));
        }
    };
    const std::size_t count = count_of(window);
    return {window.height, window.width,
            numbers_by_pieces(count, static_cast<std::size_t>(rows_per_piece * window.width), true,
                              compute_rows)};
}

}  // namespace poslab
