#include "app/gui/widgets/ui.hpp"

#include "app/screen/imgui_painter.hpp"
#include "app/screen/ui_fonts.hpp"
#include "core/figure/text_fit.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace poslab {
namespace {

constexpr int circle_points = 32;

}  // namespace

void Ui::draw(const DrawCommand& command) {
    painter_.paint(command, *ImGui::GetWindowDrawList(), {0, 0, scale(), opacity_, 1});
}

void Ui::draw(const DrawList& list, Point origin, double zoom) {
    const PaintTransform transform{std::round(origin.x * scale()), std::round(origin.y * scale()),
                                   scale() * zoom, opacity_, 1};
    painter_.paint(list, *ImGui::GetWindowDrawList(), transform);
}

void Ui::ground(Rect rect, Color color) { grounds_.push_back({rect, color}); }

void Ui::fill(Rect rect, Color color, double radius) { draw(FillRect{rect, color, radius}); }

void Ui::frame(Rect rect, Color color, double width, double radius) {
    draw(StrokeRect{rect.inset(width / 2), color, width, std::max(0.0, radius - width / 2)});
}

void Ui::circle(Point center, double radius, Color color) { draw(FillCircle{center, radius, color}); }

void Ui::ring(Point center, double radius, Color color, double width) {
    Polyline ring{{}, color, width, {}, true};
    for (int i = 0; i < circle_points; ++i) {
        const double angle = 2 * std::numbers::pi * i / circle_points;
        ring.points.push_back({center.x + radius * std::cos(angle), center.y + radius * std::sin(angle)});
    }
    draw(ring);
}

void Ui::text(std::string_view text, double x, double center_y, const TextStyle& style) {
    if (text.empty()) return;
    draw(TextRun{std::string(text),
                 {x, center_y + baseline_shift * style.size},
                 style.font,
                 style.size,
                 style.color,
                 style.align});
}

double Ui::text_width(std::string_view text, const TextStyle& style) const {
    return metrics_.width(text, style.font, style.size);
}

std::string Ui::fitted(std::string_view text, const TextStyle& style, double width) const {
    return fitted_text(text, metrics_, style.font, style.size, width);
}

std::vector<std::string> Ui::wrapped(std::string_view text, const TextStyle& style, double width) const {
    return wrapped_text(text, metrics_, style.font, style.size, width);
}

void Ui::shadow(Rect rect, double radius) {
    const double strength = theme() == Theme::dark ? 0.055 : 0.012;
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

void Ui::focus_ring(Rect rect, double radius) { frame(rect.inset(-3), palette_->accent, 2, radius + 3); }

void Ui::push_clip(Rect rect) {
    const auto whole = [](float at) { return std::isfinite(at) ? std::round(at) : 0; };
    const auto snapped = [whole](ImVec2 at) { return ImVec2{whole(at.x), whole(at.y)}; };
    ImGui::PushClipRect(snapped(pixels({rect.x, rect.y})), snapped(pixels({rect.right(), rect.bottom()})),
                        true);
}

// NOLINTNEXTLINE(readability-convert-member-functions-to-static): the counterpart of push_clip
void Ui::pop_clip() { ImGui::PopClipRect(); }

}  // namespace poslab
