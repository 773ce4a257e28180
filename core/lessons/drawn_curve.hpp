#pragma once

#include "core/figure/figure.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace poslab {

class Translator;

/// A curve that a reader draws over an axis: values at many equidistant positions on that axis. All in data
/// coordinates, so that it is independent of the visible range and the panel's size.
class SketchedCurve {
  public:
    static constexpr std::size_t places = 121;

    /// A curve without positions: nothing can be drawn.
    SketchedCurve() = default;
    /// An empty curve over the axis.
    explicit SketchedCurve(const Axis& x);
    /// Restores a stored curve: x must be finite and increasing, y of the same size, NaN where nothing is
    /// drawn. Otherwise the curve has no positions.
    SketchedCurve(std::vector<double> x, std::vector<double> y);

    [[nodiscard]] const std::vector<double>& x() const { return x_; }
    [[nodiscard]] const std::vector<double>& y() const { return y_; }
    /// Returns the share of positions with a drawn value, 0 to 1.
    [[nodiscard]] double share() const;

    /// Draws a line between two points, straight on `y`, over anything drawn between them. Points move to the
    /// nearest position.
    void draw_line(Point from, Point to, const Axis& y);
    /// Draws a whole path.
    void draw_path(const std::vector<Point>& path, const Axis& y);

    bool operator==(const SketchedCurve& other) const;

  private:
    /// Returns the fractional index of x, 0 to the last position.
    [[nodiscard]] double place_of(double x) const;

    std::vector<double> x_, y_;
};

/// Returns the value of a curve at x, linearly interpolated; NaN if it has none.
[[nodiscard]] double value_at(const LineMark& curve, double x);

/// A drawn curve compared with the real one, at the positions where both have values.
struct CurveComparison {
    /// Absolute differences in the unit of y; on a logarithmic axis ratios of at least 1.
    double mean = 0, largest = 0;
    double at = 0;  // x of the largest difference
    bool factors = false;
    /// 1: increases, -1: decreases, considerably and apart from small swings; 0: neither.
    int sketch_trend = 0, real_trend = 0;
};
/// Empty if there are fewer than two common positions.
[[nodiscard]] std::optional<CurveComparison> compared(const SketchedCurve& sketch, const LineMark& real,
                                                      const Axis& y);

/// Describes the comparison in one or two sentences to the reader. `x_title` as on the axis.
[[nodiscard]] std::string comparison_text(const CurveComparison& comparison, const std::string& x_title,
                                          const Translator& translate);

}  // namespace poslab
