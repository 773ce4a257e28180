// Enlarges or reduces a layout.

#include "core/figure/layout.hpp"

namespace poslab {

namespace {

class Scaler {
  public:
    explicit Scaler(double factor) : factor_(factor) {}

    void operator()(double& length) const { length *= factor_; }
    void operator()(Point& point) const { point = {point.x * factor_, point.y * factor_}; }
    void operator()(Rect& rect) const {
        rect = {rect.x * factor_, rect.y * factor_, rect.width * factor_, rect.height * factor_};
    }
    template <class One>
    void operator()(std::vector<One>& all) const {
        for (One& one : all) (*this)(one);
    }
    void operator()(PanelPart& part) const { (*this)(part.rect); }
    void operator()(LinkTarget& link) const { (*this)(link.rect); }
    void operator()(PanelAxes& axes) const { (*this)(axes.plot); }
    void operator()(PanelFrame& frame) const { all(frame.plot, frame.parts, frame.links); }

    void operator()(FillRect& fill) const { all(fill.rect, fill.radius); }
    void operator()(StrokeRect& stroke) const { all(stroke.rect, stroke.width, stroke.radius); }
    void operator()(Polyline& line) const { all(line.points, line.width, line.dashes); }
    void operator()(FillPolygon& polygon) const { (*this)(polygon.points); }
    void operator()(FillCircle& circle) const { all(circle.center, circle.radius); }
    void operator()(TextRun& text) const { all(text.anchor, text.size); }
    void operator()(HeatMap& map) const { all(map.rect, map.gap); }
    void operator()(PushClip& clip) const { (*this)(clip.rect); }
    void operator()(PopClip& /*clip*/) const {}
    void operator()(DrawCommand& command) const { std::visit(*this, command); }

  private:
    template <class... Parts>
    void all(Parts&... parts) const {
        ((*this)(parts), ...);
    }

    double factor_;
};

}  // namespace

Layout scaled(Layout layout, double factor) {
    const Scaler scale(factor);
    scale(layout.draw.width);
    scale(layout.draw.height);
    scale(layout.draw.commands);
    scale(layout.frames);
    scale(layout.axes);
    if (layout.overview) scale(layout.overview->rect);
    scale(layout.spare);
    return layout;
}

}  // namespace poslab
