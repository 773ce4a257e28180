#pragma once

#include "core/figure/geometry.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace poslab {

/// The vertical extent of a curve in each pixel column: quickly tests whether the curve crosses a box.
class CurveColumns {
  public:
    CurveColumns(double left, double width)
        : left_(std::floor(left)),
          top_(static_cast<std::size_t>(std::max(1.0, std::ceil(width) + 2)), infinity),
          bottom_(top_.size(), -infinity) {}

    [[nodiscard]] std::size_t size() const { return top_.size(); }
    [[nodiscard]] double left() const { return left_; }
    /// Extent in column i; not finite where there is no curve.
    [[nodiscard]] double top(std::size_t i) const { return top_[i]; }
    [[nodiscard]] double bottom(std::size_t i) const { return bottom_[i]; }

    /// Adds the line from a to b, a.x <= b.x, both finite.
    void add(Point a, Point b) {
        const auto [begin, end] = range(a.x, std::floor(b.x) + 1);
        for (std::size_t i = begin; i < end; ++i) {
            const double x = left_ + static_cast<double>(i);
            const double from = y_at(a, b, x);
            const double to = y_at(a, b, x + 1);
            top_[i] = std::min({top_[i], from, to});
            bottom_[i] = std::max({bottom_[i], from, to});
        }
    }

    [[nodiscard]] bool runs_through(const Rect& box) const {
        const auto [begin, end] = range(box.x, box.right());
        for (std::size_t i = begin; i < end; ++i)
            if (top_[i] < box.bottom() && bottom_[i] > box.y) return true;
        return false;
    }

    /// Returns the extent between two x as a rectangle; negative height if the curve does not cover the whole
    /// interval.
    [[nodiscard]] Rect extent(double from, double to) const {
        const auto [begin, end] = range(from, to);
        Rect rect{from, infinity, to - from, -infinity};
        double bottom = -infinity;
        for (std::size_t i = begin; i < end; ++i) {
            if (top_[i] > bottom_[i]) return {from, 0, to - from, -1};
            rect.y = std::min(rect.y, top_[i]);
            bottom = std::max(bottom, bottom_[i]);
        }
        rect.height = bottom - rect.y;
        return rect;
    }

  private:
    static constexpr double infinity = std::numeric_limits<double>::infinity();

    struct Range {
        std::size_t begin, end;
    };
    [[nodiscard]] Range range(double from, double to) const {
        const auto column = [this](double x) {  // 0 if x is NaN
            return x > 0 ? static_cast<std::size_t>(std::min(x, static_cast<double>(size()))) : 0;
        };
        return {column(std::floor(from) - left_), column(std::ceil(to) - left_)};
    }

    static double y_at(Point a, Point b, double x) {
        return b.x > a.x ? a.y + std::clamp((x - a.x) / (b.x - a.x), 0.0, 1.0) * (b.y - a.y)
                         : (x <= a.x ? a.y : b.y);
    }

    double left_;
    std::vector<double> top_, bottom_;
};

}  // namespace poslab
