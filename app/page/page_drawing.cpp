#include "app/page/page_actions.hpp"
#include "app/page/page_json.hpp"
#include "core/figure/heat_map_raster.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <cstring>

namespace poslab {
namespace {

using Json = nlohmann::ordered_json;

std::string css(Color c) { return fmt::format("#{:02x}{:02x}{:02x}{:02x}", c.r, c.g, c.b, c.a); }

/// Rounds to a hundredth of a device pixel of the finest screen, which keeps the JSON short.
double brief(double number) { return std::round(number * 1000) / 1000; }

constexpr std::array<std::string_view, 3> align_ids{"left", "center", "right"};

class Drawing {
  public:
    Drawing(const DrawList& list, double pixel_ratio, PageAnswer& answer)
        : pixel_ratio_(pixel_ratio), answer_(answer), clips_{{0, 0, list.width, list.height}} {
        for (const DrawCommand& command : list.commands) std::visit(*this, command);
    }

    [[nodiscard]] Json take() { return std::move(commands_); }

    void operator()(const FillRect& c) {
        add("fill", brief(c.rect.x), brief(c.rect.y), brief(c.rect.width), brief(c.rect.height), css(c.color),
            c.radius);
    }
    void operator()(const StrokeRect& c) {
        add("stroke", brief(c.rect.x), brief(c.rect.y), brief(c.rect.width), brief(c.rect.height),
            css(c.color), c.width, c.radius);
    }
    void operator()(const Polyline& c) {
        const std::size_t first = add_points(c.points);
        add("line", first, c.points.size(), css(c.color), c.width, c.dashes, c.closed);
    }
    void operator()(const FillPolygon& c) {
        const std::size_t first = add_points(c.points);
        add("polygon", first, c.points.size(), css(c.color));
    }
    void operator()(const FillCircle& c) {
        add("circle", brief(c.center.x), brief(c.center.y), brief(c.radius), css(c.color));
    }
    void operator()(const TextRun& c) {
        add("text", c.text, brief(c.anchor.x), brief(c.anchor.y), static_cast<int>(c.font), c.size,
            css(c.color), align_ids.at(static_cast<std::size_t>(c.align)));
    }
    void operator()(const HeatMap& c) {
        if (!is_drawable(c)) return;
        const Rect part = intersection(c.rect, clips_.back());
        if (!(part.width > 0 && part.height > 0)) return;
        const Raster raster =
            rasterise(c, touched_pixels(part, pixel_ratio_), pixel_ratio_, PixelFormat::rgba8);
        if (raster.pixels.empty()) return;
        const std::size_t offset = answer_.pixels.size();
        answer_.pixels.resize(offset + raster.pixels.size() * sizeof(std::uint32_t));
        std::memcpy(answer_.pixels.data() + offset, raster.pixels.data(),
                    raster.pixels.size() * sizeof(std::uint32_t));
        const PixelRect& place = raster.place;
        add("picture", place.x, place.y, place.width, place.height, offset, place.width, place.height);
    }
    void operator()(const PushClip& c) {
        clips_.push_back(intersection(clips_.back(), c.rect));
        add("clip", brief(c.rect.x), brief(c.rect.y), brief(c.rect.width), brief(c.rect.height));
    }
    void operator()(const PopClip& /*c*/) {
        if (clips_.size() < 2) return;
        clips_.pop_back();
        add("unclip");
    }

  private:
    template <class... Parts>
    void add(const Parts&... parts) {
        commands_.push_back(Json::array({parts...}));
    }

    /// Returns the index of the first point.
    std::size_t add_points(const std::vector<Point>& points) {
        const std::size_t first = answer_.points.size() / 2;
        for (const Point& point : points) {
            answer_.points.push_back(static_cast<float>(point.x));
            answer_.points.push_back(static_cast<float>(point.y));
        }
        return first;
    }

    double pixel_ratio_;
    PageAnswer& answer_;
    std::vector<Rect> clips_;
    Json commands_ = Json::array();
};

std::string_view drag_id(PanelDrag::Kind kind) {
    switch (kind) {
        case PanelDrag::Kind::draw:
            return "draw";
        case PanelDrag::Kind::place:
            return "place";
        case PanelDrag::Kind::scrub:
            break;
    }
    return "scrub";
}

}  // namespace

Json page_drawing(const DrawList& list, double pixel_ratio, PageAnswer& answer) {
    return {{"width", list.width},
            {"height", list.height},
            {"commands", Drawing(list, pixel_ratio, answer).take()}};
}

Json page_panels(const ShownState& state, const Figure& figure, const Layout& layout) {
    Json panels = Json::array();
    for (const PanelFrame& frame : layout.frames) {
        const Panel* panel = panel_of(figure, frame);
        const bool drags = panel != nullptr && panel->drag.has_value();
        panels.push_back({{"x", brief(frame.plot.x)},
                          {"y", brief(frame.plot.y)},
                          {"width", brief(frame.plot.width)},
                          {"height", brief(frame.plot.height)},
                          {"zooms", zooms(state, figure, frame)},
                          {"drag", drags ? Json(drag_id(panel->drag->kind)) : Json(nullptr)},
                          {"hint", drags ? panel->drag->hint : std::string()}});
    }
    return panels;
}

}  // namespace poslab
