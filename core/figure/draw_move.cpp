#include "core/figure/draw_move.hpp"

namespace poslab {

namespace {

struct Mover {
    Point by;
    void move(Point& p) const { p = {p.x + by.x, p.y + by.y}; }
    void move(Rect& r) const { r = {r.x + by.x, r.y + by.y, r.width, r.height}; }
    void operator()(FillRect& c) const { move(c.rect); }
    void operator()(StrokeRect& c) const { move(c.rect); }
    void operator()(Polyline& c) const {
        for (Point& p : c.points) move(p);
    }
    void operator()(FillPolygon& c) const {
        for (Point& p : c.points) move(p);
    }
    void operator()(FillCircle& c) const { move(c.center); }
    void operator()(TextRun& c) const { move(c.anchor); }
    void operator()(HeatMap& c) const { move(c.rect); }
    void operator()(PushClip& c) const { move(c.rect); }
    void operator()(PopClip& /*c*/) const {}
};

}  // namespace

void move_by(DrawCommand& command, Point by) { std::visit(Mover{by}, command); }

}  // namespace poslab
