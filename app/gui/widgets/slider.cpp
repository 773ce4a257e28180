#include "app/gui/widgets/slider.hpp"

#include "app/gui/widgets/button.hpp"
#include "app/gui/widgets/slider_scale.hpp"
#include "app/gui/widgets/text_field.hpp"
#include "core/errors.hpp"

#include <algorithm>
#include <cmath>

namespace poslab {
namespace {

constexpr double track_inset = 24;
constexpr double hover_seconds = 0.08;

struct Parts {
    std::string name;
    Rect field, track, grip;
    double label_y = 0, track_y = 0;
};

Parts parts_of(const Descriptor& descriptor, Point at, double width, const std::string& shown) {
    Parts parts;
    parts.name = std::string(descriptor.id);
    const auto digits = std::count_if(shown.begin(), shown.end(), [](char c) { return c >= '0' && c <= '9'; });
    const double field_width = digits >= 7 ? 128 : 112;
    parts.field = {at.x + width - field_width, at.y, field_width, 24};
    parts.label_y = at.y + 12;
    parts.track_y = at.y + 35;
    parts.track = {at.x + 4, parts.track_y - 2, width - track_inset - 4, 4};
    parts.grip = {parts.track.x - 4, parts.track_y - 10, parts.track.width + 8, 20};
    return parts;
}

void draw_label(Ui& ui, const Descriptor& descriptor, Point at, const Parts& parts, Language language) {
    const Palette& colors = ui.colors();
    const TextStyle style{Font::regular, 13, colors.text2};
    const std::string_view label = in(language, descriptor.label);
    ui.text(label, at.x, parts.label_y, style);
    const double width = ui.text_width(label, style);
    const TextStyle math{Font::math, 16, colors.text2};
    if (!descriptor.symbol.empty()) ui.text(descriptor.symbol, at.x + width + 7, parts.label_y, math);
    const double all = width + 7 + ui.text_width(descriptor.symbol, math);
    const Rect label_rect{at.x, at.y, std::min(all, parts.field.x - at.x - 4), 24};
    const std::string_view help = in(language, descriptor.help);
    if (ui.over(label_rect) && !help.empty())
        ui.tooltip(id_of(parts.name + ".label"), label_rect, std::string(help), range_text(descriptor));
}

void draw_track(Ui& ui, const Parts& parts, double fraction, double notch, bool changed, const Touch& touch) {
    const Palette& colors = ui.colors();
    const double lit = ui.animated(id_of(parts.name + ".lit"), touch.hovered || touch.held ? 1 : 0, hover_seconds);
    const Color ink = mixed(colors.ink, colors.accent, lit);
    const double knob_x = parts.track.x + fraction * parts.track.width;
    ui.fill(parts.track, colors.track, 2);
    ui.fill({parts.track.x, parts.track.y, knob_x - parts.track.x, 4}, ink, 2);
    if (changed) ui.fill({std::round(parts.track.x + notch * parts.track.width) - 1, parts.track_y - 5, 2, 10}, colors.axis);
    const Point knob{knob_x, parts.track_y};
    if (touch.held) ui.circle(knob, 11, colors.accent.with_alpha(0.18));
    if (touch.ring) {
        ui.circle(knob, 10, colors.accent);
        ui.circle(knob, 8, colors.chrome);
    }
    const double radius = 6.25 + 0.75 * lit;
    ui.circle(knob, radius, ink);
    ui.circle(knob, radius - 2, colors.raised);
}

double key_factor(const KeyPress& key) { return (key.shift ? 10.0 : 1.0) * (key.alt ? 0.1 : 1.0); }

Value keyed(Ui& ui, const Descriptor& descriptor, Value value) {
    for (const Key key : {Key::left, Key::down})
        for (const KeyPress& press : ui.take(key)) value = stepped_value(descriptor, value, -key_factor(press));
    for (const Key key : {Key::right, Key::up})
        for (const KeyPress& press : ui.take(key)) value = stepped_value(descriptor, value, key_factor(press));
    if (!ui.focus_visible()) return value;  // after a drag with the mouse, Home is the figure's
    if (!ui.take(Key::home).empty()) value = slider_value(descriptor, 0);
    if (!ui.take(Key::end).empty()) value = slider_value(descriptor, 1);
    return value;
}

Value dragged(Ui& ui, const Descriptor& descriptor, const Parts& parts, const Value& value, const Touch& touch) {
    const double x = ui.input().mouse.x;
    const double knob = parts.track.x + slider_fraction(descriptor, value) * parts.track.width;
    if (touch.pressed) {
        const double off = x - knob;
        ui.set_drag_offset(std::abs(off) <= 9 ? off : 0);
        if (std::abs(off) <= 9) return value;  // taking hold of the knob changes nothing
    }
    const double to = x - ui.drag_offset();
    if (to == knob) return value;
    return slider_value(descriptor, (to - parts.track.x) / parts.track.width);
}

/// Sentences about parameters name them as the command line does.
std::string without_dashes(const std::string& sentence) { return sentence.starts_with("--") ? sentence.substr(2) : sentence; }

std::optional<Value> typed(Ui& ui, const Descriptor& descriptor, const std::string& field, const FieldTouch& touch) {
    if (!touch.entered) return std::nullopt;
    std::string text = *touch.entered;
    std::erase_if(text, [](char c) { return c == ',' || c == ' '; });
    try {
        return parse_value(descriptor, text);
    } catch (const Error& error) {
        if (!touch.by_leaving) fail_edit(ui, field, *touch.entered, without_dashes(error.what()));
        return std::nullopt;
    }
}

bool reset_icon(Ui& ui, const Parts& parts, double right, Language language) {
    const std::string name = parts.name + ".reset";
    const Rect rect{right - 20, parts.track_y - 10, 20, 20};
    ui.mark(name, rect);
    const Touch touch = ui.interact(id_of(name), rect);
    if (touch.ring) ui.focus_ring(rect.inset(3), 4);
    draw_icon(ui, Icon::reset, {right - 7, parts.track_y}, touch.hovered ? ui.colors().accent : ui.colors().text2);
    if (touch.hovered) ui.tooltip(id_of(name), rect, language == Language::chinese ? "恢复默认值" : "Back to the default");
    return touch.clicked;
}

}  // namespace

std::optional<Value> slider(Ui& ui, const Descriptor& descriptor, Point at, double width, const Value& value, const Value& start,
                            Language language) {
    const std::string plain = to_string(descriptor, value);
    const std::string shown = shown_number(plain);
    const Parts parts = parts_of(descriptor, at, width, shown);
    const std::string field_name = parts.name + ".field";
    Value next = value;

    draw_label(ui, descriptor, at, parts, language);
    const FieldTouch field =
        text_field(ui, field_name, parts.field, shown, plain, {.unit = in(language, descriptor.unit), .numeric = true});
    ui.mark(parts.name, parts.track);
    const Touch touch = ui.interact(id_of(parts.name), parts.grip);
    if (touch.double_clicked || (touch.pressed && ui.input().ctrl))
        start_edit(ui, field_name, plain);
    else if (touch.held && !ui.editing())
        next = dragged(ui, descriptor, parts, value, touch);
    if (touch.focused && !ui.editing()) next = keyed(ui, descriptor, next);
    const bool changed = !(value == start);
    if (touch.right_clicked || field.right_clicked) next = start;
    if (const auto entered = typed(ui, descriptor, field_name, field)) next = *entered;
    draw_track(ui, parts, slider_fraction(descriptor, next), slider_fraction(descriptor, start), changed, touch);
    if (changed && reset_icon(ui, parts, at.x + width, language)) next = start;
    if (next == value) return std::nullopt;
    return next;
}

}  // namespace poslab
