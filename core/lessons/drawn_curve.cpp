#include "core/lessons/drawn_curve.hpp"

#include "core/base/text.hpp"
#include "core/figure/axis_place.hpp"
#include "core/lessons/lesson_numbers.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <utility>

namespace poslab {

namespace {

constexpr double nothing = std::numeric_limits<double>::quiet_NaN();

/// Returns 1: increases, -1: decreases, 0: neither. `heights` are positions on an axis, 0 to 1.
int trend_of(const std::vector<double>& heights) {
    constexpr double little = 0.1;   // of the axis
    constexpr double swings = 0.25;  // tolerated opposite movement, relative to the whole
    double up = 0, down = 0;
    for (std::size_t n = 1; n < heights.size(); ++n)
        (heights[n] > heights[n - 1] ? up : down) += std::abs(heights[n] - heights[n - 1]);
    if (up - down > little && down <= swings * up) return 1;
    if (down - up > little && up <= swings * down) return -1;
    return 0;
}

/// "distance Δ, tokens →" without its arrow.
std::string without_arrow(std::string title) {
    const std::size_t arrow = title.find("→");
    if (arrow != std::string::npos) title.resize(arrow);
    while (!title.empty() && title.back() == ' ') title.pop_back();
    return title;
}

}  // namespace

SketchedCurve::SketchedCurve(const Axis& x) : x_(places), y_(places, nothing) {
    for (std::size_t n = 0; n < places; ++n) x_[n] = axis_value(x, static_cast<double>(n) / (places - 1));
}

SketchedCurve::SketchedCurve(std::vector<double> x, std::vector<double> y)
    : x_(std::move(x)), y_(std::move(y)) {
    const bool finite = std::all_of(x_.begin(), x_.end(), [](double value) { return std::isfinite(value); });
    const bool rises = std::adjacent_find(x_.begin(), x_.end(), std::greater_equal<>()) == x_.end();
    if (x_.size() != places || y_.size() != places || !finite || !rises) *this = {};
}

double SketchedCurve::share() const {
    if (y_.empty()) return 0;
    const auto finite =
        std::count_if(y_.begin(), y_.end(), [](double value) { return std::isfinite(value); });
    return static_cast<double>(finite) / static_cast<double>(y_.size());
}

double SketchedCurve::place_of(double x) const {
    const auto after = std::upper_bound(x_.begin(), x_.end(), x);
    if (after == x_.begin()) return 0;
    if (after == x_.end()) return places - 1;
    const auto before = after - 1;
    return static_cast<double>(before - x_.begin()) + (x - *before) / (*after - *before);
}

void SketchedCurve::draw_line(Point from, Point to, const Axis& y) {
    if (x_.empty()) return;
    if (from.x > to.x) std::swap(from, to);
    const double begin = place_of(from.x), end = place_of(to.x);
    const double low = axis_place(y, from.y), high = axis_place(y, to.y);
    if (!std::isfinite(low) || !std::isfinite(high)) return;
    const auto first = static_cast<std::size_t>(std::lround(begin)),
               last = static_cast<std::size_t>(std::lround(end));
    for (std::size_t n = first; n <= last; ++n) {
        const double share =
            end > begin ? std::clamp((static_cast<double>(n) - begin) / (end - begin), 0.0, 1.0) : 1;
        y_[n] = axis_value(y, low + share * (high - low));
    }
}

void SketchedCurve::draw_path(const std::vector<Point>& path, const Axis& y) {
    if (path.size() == 1) draw_line(path.front(), path.front(), y);
    for (std::size_t n = 1; n < path.size(); ++n) draw_line(path[n - 1], path[n], y);
}

bool SketchedCurve::operator==(const SketchedCurve& other) const {
    return x_ == other.x_ &&
           std::equal(y_.begin(), y_.end(), other.y_.begin(), other.y_.end(),
                      [](double a, double b) { return a == b || (std::isnan(a) && std::isnan(b)); });
}

double value_at(const LineMark& curve, double x) {
    if (curve.x == nullptr || curve.y == nullptr) return nothing;
    const NumberBuffer &xs = *curve.x, &ys = *curve.y;
    const auto end = xs.begin() + std::ptrdiff_t(std::min(xs.size(), ys.size()));
    const auto after = std::lower_bound(xs.begin(), end, x);
    if (after == end) return nothing;
    const auto n = static_cast<std::size_t>(after - xs.begin());
    if (*after == x) return ys[n];
    if (n == 0) return nothing;
    return ys[n - 1] + (x - xs[n - 1]) / (xs[n] - xs[n - 1]) * (ys[n] - ys[n - 1]);
}

std::optional<CurveComparison> compared(const SketchedCurve& sketch, const LineMark& real, const Axis& y) {
    CurveComparison result;
    result.factors = y.logarithmic;
    std::vector<double> drawn_heights, real_heights;
    double sum = 0, largest = -1;
    for (std::size_t n = 0; n < sketch.x().size(); ++n) {
        const double x = sketch.x()[n], sketch_y = sketch.y()[n], real_y = value_at(real, x);
        const double difference =
            result.factors ? std::abs(std::log(sketch_y / real_y)) : std::abs(sketch_y - real_y);
        if (!std::isfinite(difference)) continue;
        drawn_heights.push_back(axis_place(y, sketch_y));
        real_heights.push_back(axis_place(y, real_y));
        sum += difference;
        if (difference > largest) {
            largest = difference;
            result.at = x;
        }
    }
    if (drawn_heights.size() < 2) return std::nullopt;
    const double mean = sum / static_cast<double>(drawn_heights.size());
    result.mean = result.factors ? std::exp(mean) : mean;
    result.largest = result.factors ? std::exp(largest) : largest;
    result.sketch_trend = trend_of(drawn_heights);
    result.real_trend = trend_of(real_heights);
    return result;
}

std::string comparison_text(const CurveComparison& comparison, const std::string& x_title,
                            const Translator& translate) {
    const std::string mean = lesson_number_text(comparison.mean, "s2"),
                      largest = lesson_number_text(comparison.largest, "s2");
    const std::string at = lesson_number_text(comparison.at, "s3"), axis = without_arrow(x_title);
    std::string text =
        comparison.factors
            ? translate("Your curve is off by a factor of {} on average and of {} at most, at {} ({}).", mean,
                        largest, at, axis)
            : translate("Your curve is off by {} on average and by {} at most, at {} ({}).", mean, largest,
                        at, axis);
    if (comparison.sketch_trend * comparison.real_trend < 0)
        text += comparison.real_trend < 0 ? translate(" You drew it rising; it falls."_tr)
                                          : translate(" You drew it falling; it rises."_tr);
    else if (comparison.sketch_trend * comparison.real_trend > 0)
        text += comparison.real_trend < 0 ? translate(" It falls, as you drew it."_tr)
                                          : translate(" It rises, as you drew it."_tr);
    return text;
}

}  // namespace poslab
