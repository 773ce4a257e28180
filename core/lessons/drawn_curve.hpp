#pragma once

#include "core/figure/figure.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace poslab {

class Words;

/// A curve as a reader draws it over an axis: a value at each of many places that stand evenly on that axis. All in data
/// coordinates, so that it lies right whatever the axes show and however large they are.
class DrawnCurve {
  public:
    static constexpr std::size_t places = 121;

    /// None: nothing can be drawn.
    DrawnCurve() = default;
    /// Nothing is drawn yet.
    explicit DrawnCurve(const Axis& x);
    /// As it was kept: x rises and is finite, y has as many, NaN where nothing is drawn; else there is none.
    DrawnCurve(std::vector<double> x, std::vector<double> y);

    [[nodiscard]] const std::vector<double>& x() const { return x_; }
    [[nodiscard]] const std::vector<double>& y() const { return y_; }
    /// Of its places those at which something is drawn, 0 to 1.
    [[nodiscard]] double share() const;

    /// From one point to another, straight on `y`; what was drawn between them goes. A point is the place that lies next to it.
    void draw_line(Point from, Point to, const Axis& y);
    /// All of a path.
    void draw_path(const std::vector<Point>& path, const Axis& y);

    bool operator==(const DrawnCurve& other) const;

  private:
    /// Where x lies among the places, 0 to places - 1.
    [[nodiscard]] double place_of(double x) const;

    std::vector<double> x_, y_;
};

/// The value of a curve at x, straight between its samples; NaN where it has none.
[[nodiscard]] double value_at(const LineMark& curve, double x);

/// A drawn curve against the real one, at the places at which both have values.
struct CurveComparison {
    /// Differences in the unit of y, none negative; on a logarithmic axis how many times one is the other, at least 1.
    double mean = 0, largest = 0;
    double at = 0;  // x of the largest
    bool factors = false;
    /// 1: it rises, -1: it falls, all of it but small swings and by more than a little; 0: neither.
    int drawn = 0, real = 0;
};
/// None: there are no two such places.
[[nodiscard]] std::optional<CurveComparison> compared(const DrawnCurve& drawn, const LineMark& real, const Axis& y);

/// That in a sentence or two, for the one who drew. `x_title` as the axis has it.
[[nodiscard]] std::string told(const CurveComparison& comparison, const std::string& x_title, const Words& words);

}  // namespace poslab
