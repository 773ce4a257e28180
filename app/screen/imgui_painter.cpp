#include "app/screen/imgui_painter.hpp"

#include "app/screen/heat_map_painter.hpp"
#include "app/screen/ui_fonts.hpp"

#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <optional>

namespace poslab {

namespace {

ImVec2 vec(double x, double y) { return {static_cast<float>(x), static_cast<float>(y)}; }

/// The part of the segment a … b within `box`, as fractions of its length (Liang–Barsky).
std::optional<std::pair<double, double>> part_within(const Rect& box, Point a, Point b) {
    double from = 0, to = 1;
    const auto cut = [&](double step, double room) {
        if (step == 0) return room >= 0;
        const double t = room / step;
        if (step < 0)
            from = std::max(from, t);
        else
            to = std::min(to, t);
        return from <= to;
    };
    const double dx = b.x - a.x, dy = b.y - a.y;
    if (cut(-dx, a.x - box.x) && cut(dx, box.right() - a.x) && cut(-dy, a.y - box.y) &&
        cut(dy, box.bottom() - a.y)) {
        return std::pair{from, to};
    }
    return std::nullopt;
}

Point between(Point a, Point b, double t) { return {a.x + (b.x - a.x) * t, a.y + (b.y - a.y) * t}; }
bool is_finite(Point p) { return std::isfinite(p.x) && std::isfinite(p.y); }

/// Collects joined segments for Dear ImGui. Its mitre joints have no limit, so a noisy curve would get long
/// spikes; sharp corners are therefore drawn as two lines that meet in a dot.
class Stroke {
  public:
    Stroke(ImDrawList& list, ImU32 color, double width)
        : list_(list), color_(color), width_(static_cast<float>(width)) {}

    void piece(Point a, Point b) {
        const ImVec2 from = vec(a.x, a.y), to = vec(b.x, b.y);
        const bool joined =
            !run_.empty() && std::abs(run_.back().x - from.x) + std::abs(run_.back().y - from.y) < 1e-3F;
        if (!joined || run_.size() >= most) end();
        if (run_.empty()) run_.push_back(from);
        if (std::abs(run_.back().x - to.x) + std::abs(run_.back().y - to.y) < 1e-3F) return;
        if (run_.size() > 1 && is_sharp(to)) {
            const ImVec2 corner = run_.back();
            end();
            // In thinner lines the notch is invisible.
            if (width_ >= 2) list_.AddCircleFilled(corner, width_ / 2, color_, 8);
            run_.push_back(corner);
        }
        run_.push_back(to);
    }

    void end() {
        if (run_.size() > 1) list_.AddPolyline(run_.data(), static_cast<int>(run_.size()), color_, 0, width_);
        run_.clear();
    }

    void close(Point start) {
        const ImVec2 first = vec(start.x, start.y);
        const bool whole = run_.size() > 2 &&
                           std::abs(run_.front().x - first.x) + std::abs(run_.front().y - first.y) < 1e-3F &&
                           std::abs(run_.back().x - first.x) + std::abs(run_.back().y - first.y) < 1e-3F;
        if (!whole) return end();
        list_.AddPolyline(run_.data(), static_cast<int>(run_.size()) - 1, color_, ImDrawFlags_Closed, width_);
        run_.clear();
    }

  private:
    [[nodiscard]] bool is_sharp(ImVec2 to) const {
        const ImVec2 a = run_[run_.size() - 2], b = run_.back();
        const float ux = b.x - a.x, uy = b.y - a.y, vx = to.x - b.x, vy = to.y - b.y;
        return ux * vx + uy * vy < -0.01F * std::sqrt((ux * ux + uy * uy) * (vx * vx + vy * vy));
    }

    static constexpr std::size_t most = 4096;  // 16-bit indices, up to four vertices per point
    ImDrawList& list_;
    ImU32 color_;
    float width_;
    std::vector<ImVec2> run_;
};

/// The position within a dash pattern.
class Dashes {
  public:
    Dashes(const std::vector<double>& lengths, double scale) {
        for (const double length : lengths) lengths_.push_back(std::max(0.0, length * scale));
        if (lengths_.size() % 2 == 1) lengths_.insert(lengths_.end(), lengths_.begin(), lengths_.end());
        for (const double length : lengths_) period_ += length;
    }
    [[nodiscard]] bool solid() const { return !(period_ > 0.05) || !std::isfinite(period_); }

    void skip(double length) { place_ = std::fmod(place_ + length, period_); }

    template <typename Draw>
    void walk(double length, const Draw& draw) {
        for (double at = 0; at < length;) {
            const auto [on, left] = here();
            const double step = std::min(left, length - at);
            if (on && step > 0) draw(at, at + step);
            at += std::max(step, 1e-6);
            skip(std::max(step, 1e-6));
        }
    }

  private:
    [[nodiscard]] std::pair<bool, double> here() const {
        double end = 0;
        for (std::size_t i = 0; i < lengths_.size(); ++i) {
            end += lengths_[i];
            if (place_ < end) return {i % 2 == 0, end - place_};
        }
        return {true, 0};
    }
    std::vector<double> lengths_;
    double period_ = 0, place_ = 0;
};

}  // namespace

/// Converts draw commands to an ImDrawList.
class ImGuiPainter::Painting {
  public:
    Painting(ImGuiPainter& painter, ImDrawList& list, const PaintTransform& transform)
        : painter_(painter), list_(list), place_(transform) {}
    void operator()(const FillRect& c) const {
        const Rect r = to_pixels(c.rect);
        if (!(r.width > 0 && r.height > 0)) return;
        list_.AddRectFilled(vec(r.x, r.y), vec(r.right(), r.bottom()), packed(c.color), corner(c.radius, r));
    }

    void operator()(const StrokeRect& c) const {
        const Rect r = to_pixels(c.rect);
        if (!(r.width >= 0 && r.height >= 0)) return;
        const double width = line_width(c.width);
        const double x = snapped(r.x, width), y = snapped(r.y, width);
        const double right = snapped(r.right(), width), bottom = snapped(r.bottom(), width);
        list_.PathRect(vec(x, y), vec(right, bottom), corner(c.radius, r));
        list_.PathStroke(packed(c.color), ImDrawFlags_Closed, static_cast<float>(width));
    }

    void operator()(const Polyline& c) const {
        if (c.points.size() < 2) return;
        const double width = c.width * place_.scale;
        const Color color = width < 1 ? c.color.with_alpha(c.color.a / 255.0 * width) : c.color;
        if (c.points.size() == 2 && straight(c, packed(color))) return;
        trace(c, packed(color), std::max(1.0, width));
    }

    /// Fills quads one by one, without anti-aliasing, which would show at their shared edges.
    void fill_band(const FillPolygon& c) const {
        const ImDrawListFlags before = list_.Flags;
        list_.Flags &= ~ImDrawListFlags_AntiAliasedFill;
        const auto corner = [&](std::size_t i) { return vec(x_of(c.points[i].x), y_of(c.points[i].y)); };
        for (std::size_t i = 0, last = c.points.size() - 1; i + 1 < c.points.size() / 2; ++i)
            list_.AddQuadFilled(corner(i), corner(i + 1), corner(last - i - 1), corner(last - i),
                                packed(c.color));
        list_.Flags = before;
    }

    void operator()(const FillPolygon& c) const {
        if (c.band) return fill_band(c);
        std::vector<ImVec2> points;
        for (const Point p : c.points) points.push_back(vec(x_of(p.x), y_of(p.y)));
        // Dear ImGui anti-aliases only clockwise polygons correctly; others become fat and ragged.
        if (turn_of(c.points) < 0) std::ranges::reverse(points);
        if (points.size() > 2)
            list_.AddConvexPolyFilled(points.data(), static_cast<int>(points.size()), packed(c.color));
    }

    void operator()(const FillCircle& c) const {
        if (c.radius > 0)
            list_.AddCircleFilled(vec(x_of(c.center.x), y_of(c.center.y)), length(c.radius), packed(c.color));
    }

    void operator()(const TextRun& c) const {
        if (c.text.empty()) return;
        const std::string text = painter_.fonts_.encoded(c.text, c.font);
        ImFont* const font = painter_.fonts_.font_for(text, c.font, length(c.size));
        const char* const begin = text.data();
        const char* const end = begin + text.size();
        const bool watched = static_cast<bool>(painter_.on_text);
        const double width =
            c.align == Align::left && !watched
                ? 0.0
                : double{font->CalcTextSizeA(UiFonts::size_of(*font), FLT_MAX, 0, begin, end).x};
        double x = x_of(c.anchor.x);
        if (c.align != Align::left) x -= c.align == Align::center ? width / 2 : width;
        const double left = std::round(x), baseline = std::round(y_of(c.anchor.y));
        list_.AddText(font, UiFonts::size_of(*font), vec(left, baseline - UiFonts::ascent_of(*font)),
                      packed(c.color), begin, end);
        if (watched) {
            const double height = 0.72 * c.size * place_.scale;
            painter_.on_text(c, {left, baseline - height, width, height}, clip(), list_);
        }
    }

    void operator()(const HeatMap& c) const {
        if (painter_.heat_maps_ != nullptr) painter_.heat_maps_->paint(c, list_, place_);
    }

    void operator()(const PushClip& c) const {
        const Rect r = to_pixels(c.rect);
        list_.PushClipRect(vec(std::round(r.x), std::round(r.y)),
                           vec(std::round(r.right()), std::round(r.bottom())), true);
    }

    void operator()(const PopClip&) const { list_.PopClipRect(); }

  private:
    /// Limits a corner radius: Dear ImGui subtracts up to 1 from half a side, and the result must not be
    /// negative.
    [[nodiscard]] float corner(double radius, const Rect& r) const {
        return std::max(0.0F,
                        std::min(length(radius), static_cast<float>(std::min(r.width, r.height) / 2 - 1)));
    }
    [[nodiscard]] double x_of(double x) const { return place_.x + x * place_.scale; }
    [[nodiscard]] double y_of(double y) const { return place_.y + y * place_.scale; }
    [[nodiscard]] float length(double css) const { return static_cast<float>(css * place_.scale); }
    [[nodiscard]] Rect to_pixels(const Rect& r) const {
        return {x_of(r.x), y_of(r.y), r.width * place_.scale, r.height * place_.scale};
    }
    [[nodiscard]] ImU32 packed(Color c) const {
        const double alpha = c.a * std::clamp(place_.opacity, 0.0, 1.0);
        return IM_COL32(c.r, c.g, c.b, static_cast<unsigned>(alpha + 0.5));
    }
    [[nodiscard]] double line_width(double css) const {
        return std::max(1.0, std::round(css * place_.scale));
    }

    /// Twice the signed area; positive if the points run clockwise on the screen.
    [[nodiscard]] static double turn_of(const std::vector<Point>& points) {
        double turn = 0;
        for (std::size_t i = 0; i < points.size(); ++i) {
            const Point a = points[i], b = points[(i + 1) % points.size()];
            turn += a.x * b.y - b.x * a.y;
        }
        return turn;
    }

    /// Moves the centre of a line so that its edges fall on pixel edges.
    [[nodiscard]] static double snapped(double middle, double width) {
        return std::round(middle - width / 2) + width / 2;
    }

    /// Draws horizontal and vertical lines (axes, grid, rules) as rectangles on whole pixels; returns false
    /// for others.
    bool straight(const Polyline& c, ImU32 color) const {
        const Point a{x_of(c.points[0].x), y_of(c.points[0].y)}, b{x_of(c.points[1].x), y_of(c.points[1].y)};
        const bool level = a.y == b.y, upright = a.x == b.x;
        const double nominal = c.width * place_.scale, width = std::round(nominal);
        if (level == upright || !c.dashes.empty() || width < 1 || std::abs(width - nominal) > 0.3)
            return false;
        const double middle = snapped(level ? a.y : a.x, width), side = width / 2;
        const double from = level ? std::min(a.x, b.x) : std::min(a.y, b.y),
                     to = level ? std::max(a.x, b.x) : std::max(a.y, b.y);
        if (level)
            list_.AddRectFilled(vec(std::round(from), middle - side), vec(std::round(to), middle + side),
                                color);
        else
            list_.AddRectFilled(vec(middle - side, std::round(from)), vec(middle + side, std::round(to)),
                                color);
        return true;
    }

    [[nodiscard]] Rect clip() const {
        const ImVec2 low = list_.GetClipRectMin(), high = list_.GetClipRectMax();
        return {low.x, low.y, double{high.x} - low.x, double{high.y} - low.y};
    }

    /// Clips to the visible part before dashing, because coordinates may be millions of pixels away.
    void trace(const Polyline& c, ImU32 color, double width) const {
        const Rect box = clip().inset(-(2 * width + 4));
        Stroke stroke(list_, color, width);
        Dashes dashes(c.dashes, place_.scale);
        const std::size_t count = c.points.size() - (c.closed ? 0 : 1);
        for (std::size_t i = 0; i < count; ++i) {
            const Point& p = c.points[i];
            const Point& q = c.points[(i + 1) % c.points.size()];
            const Point a{x_of(p.x), y_of(p.y)}, b{x_of(q.x), y_of(q.y)};
            if (is_finite(a) && is_finite(b)) segment(box, a, b, stroke, dashes);
        }
        if (c.closed)
            stroke.close({x_of(c.points[0].x), y_of(c.points[0].y)});
        else
            stroke.end();
    }

    static void segment(const Rect& box, Point a, Point b, Stroke& stroke, Dashes& dashes) {
        const auto part = part_within(box, a, b);
        const double length = std::hypot(b.x - a.x, b.y - a.y);
        if (dashes.solid()) {
            if (part) stroke.piece(between(a, b, part->first), between(a, b, part->second));
        } else if (!part || length == 0) {
            dashes.skip(length);
        } else {
            const double from = part->first * length, to = part->second * length;
            dashes.skip(from);
            dashes.walk(to - from, [&](double begin, double end) {
                stroke.piece(between(a, b, (from + begin) / length), between(a, b, (from + end) / length));
            });
            dashes.skip(length - to);
        }
    }

    ImGuiPainter& painter_;
    ImDrawList& list_;
    const PaintTransform& place_;
};

ImGuiPainter::ImGuiPainter(UiFonts& fonts, HeatMapPainter* heat_maps)
    : fonts_(fonts), heat_maps_(heat_maps) {}

void ImGuiPainter::begin_frame() {
    if (heat_maps_ != nullptr) heat_maps_->begin_frame();
}

void ImGuiPainter::paint(const DrawList& figure, ImDrawList& onto, const PaintTransform& transform) {
    const Painting painting(*this, onto, transform);
    int clips = 0;
    for (const DrawCommand& command : figure.commands) {
        const bool pops = std::holds_alternative<PopClip>(command);
        if (pops && clips == 0) continue;
        if (pops) --clips;
        if (std::holds_alternative<PushClip>(command)) ++clips;
        std::visit(painting, command);
    }
    while (clips-- > 0) onto.PopClipRect();
}

void ImGuiPainter::paint(const DrawCommand& command, ImDrawList& onto, const PaintTransform& transform) {
    std::visit(Painting(*this, onto, transform), command);
}

}  // namespace poslab
