// Names inside a map, each on a plate that is readable over every colour and covers no other plate and no
// point.

#include "core/figure/layout_parts.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace poslab::layout_parts {

namespace {

constexpr double plate_height = 17, plate_inset = 4, from_edge = 3, opacity = 0.86;
constexpr double crossing_cost = 40;  // equivalent to that many px of distance

struct PlateLabel {
    std::string text;
    Font font = Font::regular;
    Color color;
    double width = 0;  // of its plate
};

PlateLabel label_of(const Pen& pen, const std::string& text, bool strong, Font strong_font) {
    const Font font = strong ? strong_font : Font::regular;
    return {text, font, strong ? pen.colors.text : pen.colors.text2,
            std::ceil(pen.width(text, font, small_size)) + 2 * plate_inset};
}

/// Obstacles for the texts of a map.
struct MapSurroundings {
    Rect room;
    const std::vector<MapLine>& lines;
    std::vector<Rect> taken;

    [[nodiscard]] bool free(const Rect& box) const {
        return box.x >= room.x && box.right() <= room.right() && box.y >= room.y &&
               box.bottom() <= room.bottom() && !overlaps_any(box, taken);
    }
    /// Shifts a box into the map.
    [[nodiscard]] Rect moved_inside(Rect box) const {
        box.x = std::max(room.x, std::min(box.x, room.right() - box.width));
        box.y = std::max(room.y, std::min(box.y, room.bottom() - box.height));
        return box;
    }
    /// Returns the number of lines that cross the box.
    [[nodiscard]] double crossed(const Rect& box) const {
        return static_cast<double>(std::count_if(lines.begin(), lines.end(), [&](const MapLine& line) {
            return std::any_of(line.runs.begin(), line.runs.end(), [&](const std::vector<Point>& run) {
                for (std::size_t i = 1; i < run.size(); ++i)
                    if (cut(run[i - 1], run[i], box)) return true;
                return false;
            });
        }));
    }
};

/// The cheapest of many candidate positions.
class Best {
  public:
    void offer(const Rect& box, double cost, const MapSurroundings& around) {
        if (cost >= cost_ || !around.free(box)) return;
        cost += crossing_cost * around.crossed(box);
        if (cost >= cost_) return;
        cost_ = cost;
        box_ = box;
    }
    [[nodiscard]] const std::optional<Rect>& box() const { return box_; }

  private:
    std::optional<Rect> box_;
    double cost_ = std::numeric_limits<double>::infinity();
};

void write(const Pen& pen, const PlateLabel& label, const std::optional<Rect>& box, MapSurroundings& around) {
    if (!box) return;
    pen.add(FillRect{*box, pen.colors.canvas.with_alpha(opacity), 3});
    pen.text(label.text, {box->x + plate_inset, box->y + plate_height / 2}, label.font, small_size,
             label.color);
    around.taken.push_back(*box);
}

std::vector<PointMark> points_of(const Panel& panel) {
    std::vector<PointMark> points;
    for (const Mark& mark : panel.marks)
        if (const auto* point = std::get_if<PointMark>(&mark)) points.push_back(*point);
    if (panel.pointer) points.insert(points.end(), panel.pointer->dots.begin(), panel.pointer->dots.end());
    std::stable_partition(points.begin(), points.end(), [](const PointMark& point) { return point.strong; });
    return points;
}

/// Names a point next to, above or below it, or at one of its corners.
void name_point(const Pen& pen, const PointMark& point, const PanelFrame& frame, MapSurroundings& around) {
    constexpr double apart = 9, corner = 7;
    constexpr std::array<Point, 8> sides{
        {{1, 0}, {-1, 0}, {0, -1}, {0, 1}, {1, -1}, {1, 1}, {-1, -1}, {-1, 1}}};
    const Point at = frame.to_pixels(point.at.x, point.at.y);
    if (point.label.empty() || !frame.plot.inset(-1).contains(at)) return;
    const PlateLabel label = label_of(pen, point.label, point.strong, Font::medium);
    Best best;
    double cost = 0;
    for (const Point side : sides) {
        const double gap = side.x != 0 && side.y != 0 ? corner : apart;
        const Point middle{at.x + side.x * (gap + label.width / 2), at.y + side.y * (gap + plate_height / 2)};
        best.offer(around.moved_inside(
                       {middle.x - label.width / 2, middle.y - plate_height / 2, label.width, plate_height}),
                   cost++, around);
    }
    write(pen, label, best.box(), around);
}

double length_of(const std::vector<Point>& run) {
    double length = 0;
    for (std::size_t i = 1; i < run.size(); ++i)
        length += std::hypot(run[i].x - run[i - 1].x, run[i].y - run[i - 1].y);
    return length;
}

/// The named piece of a line, and the preferred position along it.
struct Wish {
    const std::vector<Point>* run;
    double at;
};

Wish wish_of(const MapLine& line, const PanelFrame& frame) {
    if (line.mark->label_place == LabelAnchor::end) return {&line.runs.back(), length_of(line.runs.back())};
    const auto longest =
        std::max_element(line.runs.begin(), line.runs.end(),
                         [](const auto& a, const auto& b) { return length_of(a) < length_of(b); });
    if (std::isnan(line.mark->label_near)) return {&*longest, length_of(*longest) / 2};
    const double wished = frame.to_pixels(line.mark->label_near, frame.y.low).x;
    double best = 0, least = std::numeric_limits<double>::infinity(), way = 0;
    for (std::size_t i = 0; i < longest->size(); ++i) {
        if (i > 0)
            way += std::hypot((*longest)[i].x - (*longest)[i - 1].x, (*longest)[i].y - (*longest)[i - 1].y);
        const double far = std::abs((*longest)[i].x - wished);
        if (far < least) {
            least = far;
            best = way;
        }
    }
    return {&*longest, best};
}

/// Offers positions on either side of a point of a line, as close as the line's direction allows.
void offer_next_to(Point at, Point direction, double width, double cost, const MapSurroundings& around,
                   Best& best) {
    constexpr double gap = 4, below_cost = 3;
    for (const double side : {-1.0, 1.0}) {
        const Point normal{-side * direction.y, side * direction.x};
        const double reach = std::abs(normal.x) * width / 2 + std::abs(normal.y) * plate_height / 2 + gap;
        const Point middle{at.x + normal.x * reach, at.y + normal.y * reach};
        best.offer({middle.x - width / 2, middle.y - plate_height / 2, width, plate_height},
                   cost + (normal.y > 0 ? below_cost : 0.0), around);
    }
}

/// Names a line along its course, near where it ends or leaves the map, or near its preferred x.
void name_line(const Pen& pen, const MapLine& line, const PanelFrame& frame, MapSurroundings& around) {
    constexpr double step = 6;
    if (line.mark->label.empty() || line.runs.empty()) return;
    const PlateLabel label =
        label_of(pen, line.mark->label, line.mark->emphasis == Emphasis::chosen, Font::semibold);
    const Wish wish = wish_of(line, frame);
    Best best;
    double way = 0, next = 0;
    for (std::size_t i = 1; i < wish.run->size(); ++i) {
        const Point a = (*wish.run)[i - 1], b = (*wish.run)[i];
        const double length = std::hypot(b.x - a.x, b.y - a.y);
        for (; length > 0 && next <= way + length; next += step) {
            const double share = (next - way) / length;
            offer_next_to({a.x + share * (b.x - a.x), a.y + share * (b.y - a.y)},
                          {(b.x - a.x) / length, (b.y - a.y) / length}, label.width, std::abs(next - wish.at),
                          around, best);
        }
        way += length;
    }
    write(pen, label, best.box(), around);
}

/// Names a rule near one of its ends, on one of its sides, or else as far along as necessary.
void name_rule(const Pen& pen, const RuleMark& rule, const PanelFrame& frame, MapSurroundings& around) {
    constexpr double gap = 4;
    const double x = frame.to_pixels(rule.x, frame.y.low).x;
    if (rule.label.empty() || !(x >= frame.plot.x && x <= frame.plot.right())) return;
    const PlateLabel label = label_of(pen, rule.label, false, Font::regular);
    Best best;
    for (double y = around.room.y; y + plate_height <= around.room.bottom(); y += plate_height / 2) {
        const double cost =
            rule.label_at_bottom ? around.room.bottom() - plate_height - y : y - around.room.y;
        best.offer({x + gap, y, label.width, plate_height}, cost + (rule.label_at_bottom ? 1 : 0), around);
        best.offer({x - gap - label.width, y, label.width, plate_height},
                   cost + (rule.label_at_bottom ? 0 : 1), around);
    }
    write(pen, label, best.box(), around);
}

void name_level(const Pen& pen, const LevelMark& level, const PanelFrame& frame, MapSurroundings& around) {
    constexpr double gap = 3, step = 8;
    const double y = frame.to_pixels(frame.x.low, level.y).y;
    if (level.label.empty() || !(y >= frame.plot.y && y <= frame.plot.bottom())) return;
    const PlateLabel label = label_of(pen, level.label, false, Font::regular);
    Best best;
    for (double x = around.room.x; x + label.width <= around.room.right(); x += step) {
        best.offer({x, y - gap - plate_height, label.width, plate_height}, x - around.room.x, around);
        best.offer({x, y + gap, label.width, plate_height}, x - around.room.x + 1, around);
    }
    write(pen, label, best.box(), around);
}

/// Annotates above or below the position.
void annotate(const Pen& pen, const AnnotationMark& mark, const PanelFrame& frame, MapSurroundings& around) {
    constexpr double gap = 3;
    const Point at = frame.to_pixels(mark.at.x, mark.at.y);
    if (mark.text.empty() || !frame.plot.inset(-1).contains(at)) return;
    const PlateLabel label = label_of(pen, mark.text, false, Font::regular);
    const double x = at.x - (mark.align == Align::left     ? 0
                             : mark.align == Align::center ? label.width / 2
                                                           : label.width);
    const double above = at.y - gap - plate_height, below = at.y + gap;
    Best best;
    best.offer(around.moved_inside({x, mark.below ? below : above, label.width, plate_height}), 0, around);
    best.offer(around.moved_inside({x, mark.below ? above : below, label.width, plate_height}), 1, around);
    write(pen, label, best.box(), around);
}

}  // namespace

void draw_map_texts(const Pen& pen, const Panel& panel, const PanelFrame& frame,
                    const std::vector<MapLine>& lines) {
    constexpr double point_reach = 6;
    MapSurroundings around{frame.plot.inset(from_edge), lines, {}};
    const std::vector<PointMark> points = points_of(panel);
    for (const PointMark& point : points) {
        const Point at = frame.to_pixels(point.at.x, point.at.y);
        if (std::isfinite(at.x) && std::isfinite(at.y))
            around.taken.push_back(
                {at.x - point_reach, at.y - point_reach, 2 * point_reach, 2 * point_reach});
    }
    for (const PointMark& point : points) name_point(pen, point, frame, around);
    for (const MapLine& line : lines) name_line(pen, line, frame, around);
    for (const Mark& mark : panel.marks) {
        if (const auto* rule = std::get_if<RuleMark>(&mark)) name_rule(pen, *rule, frame, around);
        if (const auto* level = std::get_if<LevelMark>(&mark)) name_level(pen, *level, frame, around);
        if (const auto* annotation = std::get_if<AnnotationMark>(&mark))
            annotate(pen, *annotation, frame, around);
    }
}

}  // namespace poslab::layout_parts
