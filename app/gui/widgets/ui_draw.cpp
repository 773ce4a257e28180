#include "app/gui/widgets/ui.hpp"

#include "core/figure/text_fit.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace poslab {
namespace {

constexpr int circle_points = 32;

}  // namespace

void Ui::draw(DrawCommand command) { lists_[static_cast<std::size_t>(layer_)].commands.push_back(std::move(command)); }

void Ui::fill(Rect rect, Color color, double radius) { draw(FillRect{rect, color, radius}); }

void Ui::frame(Rect rect, Color color, double width, double radius) {
    draw(StrokeRect{rect.inset(width / 2), color, width, std::max(0.0, radius - width / 2)});
}

void Ui::line(Point a, Point b, Color color, double width) { draw(Polyline{{a, b}, color, width, {}, false}); }

void Ui::circle(Point center, double radius, Color color) { draw(FillCircle{center, radius, color}); }

void Ui::ring(Point center, double radius, Color color, double width) {
    Polyline ring{{}, color, width, {}, true};
    for (int i = 0; i < circle_points; ++i) {
        const double angle = 2 * std::numbers::pi * i / circle_points;
        ring.points.push_back({center.x + radius * std::cos(angle), center.y + radius * std::sin(angle)});
    }
    draw(std::move(ring));
}

void Ui::text(std::string_view text, double x, double center_y, const TextStyle& style) {
    if (text.empty()) return;
    draw(TextRun{std::string(text), {x, center_y + baseline_shift * style.size}, style.font, style.size, style.color, style.align});
}

double Ui::text_width(std::string_view text, const TextStyle& style) const { return metrics_.width(text, style.font, style.size); }

std::string Ui::fitted(std::string_view text, const TextStyle& style, double width) const {
    return fitted_text(text, metrics_, style.font, style.size, width);
}

std::vector<std::string> Ui::wrapped(std::string_view text, const TextStyle& style, double width) const {
    return wrapped_text(text, metrics_, style.font, style.size, width);
}

void Ui::shadow(Rect rect, double radius) {
    const double strength = theme_ == Theme::dark ? 0.055 : 0.012;
    for (int grow = 8; grow >= 1; --grow) {
        const Rect ring{rect.x - grow, rect.y - grow + 4, rect.width + 2 * grow, rect.height + 2 * grow};
        fill(ring, Color{0, 0, 0, 255}.with_alpha(strength), radius + grow);
    }
}

void Ui::card(Rect rect) {
    shadow(rect, 8);
    fill(rect, palette_->raised, 8);
    frame(rect, palette_->divider, 1, 8);
}

void Ui::scroll_bar(Rect area, double content, double offset) {
    const double hidden = content - area.height;
    if (hidden <= 0) return;
    const double length = std::max(32.0, area.height * area.height / content);
    const double at = area.y + (area.height - length - 8) * offset / hidden + 4;
    fill({area.right() - 6, at, 3, length}, palette_->divider, 1.5);
}

void Ui::focus_ring(Rect rect, double radius) { frame(rect.inset(-3), palette_->accent, 2, radius + 3); }

void Ui::fade(Layer layer, double alpha) {
    for (DrawCommand& command : lists_[static_cast<std::size_t>(layer)].commands) {
        std::visit(
            [alpha](auto& drawn) {
                if constexpr (requires { drawn.color; }) drawn.color = drawn.color.with_alpha(drawn.color.a / 255.0 * alpha);
            },
            command);
    }
}

void Ui::push_clip(Rect rect) {
    clips_[static_cast<std::size_t>(layer_)].push_back(rect);
    draw(PushClip{rect});
}

void Ui::pop_clip() {
    auto& clips = clips_[static_cast<std::size_t>(layer_)];
    if (clips.empty()) return;
    clips.pop_back();
    draw(PopClip{});
}

}  // namespace poslab
