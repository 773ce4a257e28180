#include "app/handout/drawn_extent.hpp"

#include <algorithm>
#include <optional>
#include <variant>
#include <vector>

namespace poslab {

namespace {

class Extent {
  public:
    explicit Extent(const TextMetrics& metrics) : metrics_(metrics) {}

    void operator()(const PushClip& clip) { clips_.push_back(clip.rect); }
    void operator()(const PopClip&) {
        if (!clips_.empty()) clips_.pop_back();
    }
    void operator()(const FillRect& fill) { add(fill.rect); }
    void operator()(const StrokeRect& stroke) { add(stroke.rect); }
    void operator()(const HeatMap& map) { add(map.rect); }
    void operator()(const Polyline& line) { add(line.points); }
    void operator()(const FillPolygon& polygon) { add(polygon.points); }
    void operator()(const FillCircle& circle) {
        add({circle.center.x - circle.radius, circle.center.y - circle.radius, 2 * circle.radius,
             2 * circle.radius});
    }
    void operator()(const TextRun& run) {
        constexpr double ascent = 0.72, height = 0.92;  // of the text size
        const double width = metrics_.width(run.text, run.font, run.size);
        const double share = run.align == Align::left ? 0 : run.align == Align::center ? 0.5 : 1;
        add({run.anchor.x - share * width, run.anchor.y - ascent * run.size, width, height * run.size});
    }

    [[nodiscard]] Rect rect() const { return all_.value_or(Rect{}); }

  private:
    void add(const std::vector<Point>& points) {
        for (const Point& point : points) add({point.x, point.y, 0, 0});
    }
    void add(const Rect& rect) {
        double x0 = rect.x, y0 = rect.y, x1 = rect.right(), y1 = rect.bottom();
        for (const Rect& clip : clips_) {
            x0 = std::max(x0, clip.x);
            y0 = std::max(y0, clip.y);
            x1 = std::min(x1, clip.right());
            y1 = std::min(y1, clip.bottom());
        }
        if (!(x0 <= x1 && y0 <= y1)) return;
        if (!all_) all_ = Rect{x0, y0, x1 - x0, y1 - y0};
        const double left = std::min(all_->x, x0), top = std::min(all_->y, y0);
        all_ = Rect{left, top, std::max(all_->right(), x1) - left, std::max(all_->bottom(), y1) - top};
    }

    const TextMetrics& metrics_;
    std::vector<Rect> clips_;
    std::optional<Rect> all_;
};

}  // namespace

Rect drawn_extent(std::span<const DrawCommand> commands, const TextMetrics& metrics) {
    Extent extent(metrics);
    for (const DrawCommand& command : commands) std::visit(extent, command);
    return extent.rect();
}

}  // namespace poslab
