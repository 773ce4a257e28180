#include "app/gui/widgets/slider.hpp"

#include "app/gui/widgets/button.hpp"
#include "app/gui/widgets/parameter_tip.hpp"
#include "app/gui/widgets/text_field.hpp"
#include "core/base/errors.hpp"
#include "core/controls/slider_scale.hpp"
#include "core/controls/value_text.hpp"

#include <algorithm>
#include <cmath>

namespace poslab {
namespace {

constexpr double track_inset = 24;
constexpr double knob_hover_seconds = 0.08;

struct Parts {
    std::string name;
    Rect field, track, grip, play;
    double label_y = 0, track_y = 0;
};

Parts parts_of(const Descriptor& descriptor, Point at, double width, const std::string& shown) {
    Parts parts;
    parts.name = std::string(descriptor.id);
    const auto digits =
        std::count_if(shown.begin(), shown.end(), [](char c) { return c >= '0' && c <= '9'; });
    const double field_width = digits >= 8 ? 138 : digits == 7 ? 128 : 112;
    parts.field = {at.x + width - field_width, at.y, field_width, 24};
    parts.label_y = at.y + 12;
    parts.track_y = at.y + 35;
    parts.play = {at.x - 5, parts.track_y - 10, 20, 20};  // its icon starts at the column's edge
    parts.track = {at.x + track_inset, parts.track_y - 2, width - 2 * track_inset, 4};
    parts.grip = {parts.track.x - 4, parts.track_y - 10, parts.track.width + 8, 20};
    return parts;
}

double along(const Parts& parts, double fraction) { return parts.track.x + fraction * parts.track.width; }

/// Draws the label; returns the x of its end.
double draw_label(Ui& ui, const Descriptor& descriptor, const Value& value, const StandardValues& standard,
                  Point at, const Parts& parts, Language language) {
    const Palette& colors = ui.colors();
    const TextStyle style{Font::regular, 13, colors.text2};
    const std::string_view label = in(language, descriptor.label);
    ui.text(label, at.x, parts.label_y, style);
    const double width = ui.text_width(label, style);
    const TextStyle math{Font::math, 16, colors.text2};
    if (!descriptor.symbol.empty()) ui.text(descriptor.symbol, at.x + width + 7, parts.label_y, math);
    const double all = width + 7 + ui.text_width(descriptor.symbol, math);
    const Rect label_rect{at.x, at.y, std::min(all, parts.field.x - at.x - 4), 24};
    parameter_tip(ui, descriptor, label_rect, value, standard, language);
    return at.x + all;
}

void draw_track(Ui& ui, const Parts& parts, double fraction, double notch, bool changed,
                const ItemState& item, const SliderPlay& play) {
    const Palette& colors = ui.colors();
    const double lit =
        play.running ? 1 : ui.animated(item.id, item.hovered || item.held ? 1 : 0, knob_hover_seconds);
    const Color ink = mixed(colors.ink, colors.accent, lit);
    const double knob_x = along(parts, fraction);
    ui.fill(parts.track, colors.track, 2);
    ui.fill({parts.track.x, parts.track.y, knob_x - parts.track.x, 4}, ink, 2);
    if (play.active) {
        const double from = along(parts, play.range.from), to = along(parts, play.range.to);
        ui.fill({from, parts.track.y, to - from, 4}, colors.accent.with_alpha(0.35));
        for (const double end : {from, to})
            ui.fill({std::round(end) - 1, parts.track_y - 6, 2, 12}, colors.accent);
    } else if (changed) {
        ui.fill({std::round(along(parts, notch)) - 1, parts.track_y - 5, 2, 10}, colors.axis);
    }
    const Point knob{knob_x, parts.track_y};
    if (item.held) ui.circle(knob, 11, colors.accent.with_alpha(0.18));
    if (item.ring) {
        ui.circle(knob, 10, colors.accent);
        ui.circle(knob, 8, colors.chrome);
    }
    const double radius = 6.25 + 0.75 * lit;
    ui.circle(knob, radius, ink);
    ui.circle(knob, radius - 2, colors.raised);
}

/// Applies the keys of the focused slider; up and down belong to the navigation.
Value keyed(Ui& ui, const Descriptor& descriptor, Value value) {
    const ImGuiIO& io = ImGui::GetIO();
    const double factor = (io.KeyShift ? 10.0 : 1.0) * (io.KeyAlt ? 0.1 : 1.0);
    for (int n = ui.take(ImGuiKey_LeftArrow); n > 0; --n) value = stepped_value(descriptor, value, -factor);
    for (int n = ui.take(ImGuiKey_RightArrow); n > 0; --n) value = stepped_value(descriptor, value, factor);
    if (io.KeyCtrl) return value;  // Ctrl Page Up/Down switches views
    for (int n = ui.take(ImGuiKey_PageUp); n > 0; --n) value = paged_value(descriptor, value, true);
    for (int n = ui.take(ImGuiKey_PageDown); n > 0; --n) value = paged_value(descriptor, value, false);
    if (!ui.focus_visible()) return value;  // after a drag with the mouse, Home belongs to the figure
    if (ui.take(ImGuiKey_Home) > 0) value = slider_value(descriptor, 0);
    if (ui.take(ImGuiKey_End) > 0) value = slider_value(descriptor, 1);
    return value;
}

/// The pointer's offset from the knob's centre at the last grab.
float& grip_of(const ItemState& item) { return *ImGui::GetStateStorage()->GetFloatRef(item.id); }

/// Grabs the knob. Returns true if the pointer was on it; the value then does not change.
bool take_hold(const Ui& ui, const Descriptor& descriptor, const Parts& parts, const Value& value,
               const ItemState& item) {
    const double off = ui.mouse().x - along(parts, slider_fraction(descriptor, value));
    grip_of(item) = std::abs(off) <= 9 ? static_cast<float>(off) : 0;
    return std::abs(off) <= 9;
}

Value dragged(const Ui& ui, const Descriptor& descriptor, const Parts& parts, const Value& value,
              const ItemState& item) {
    const double to = ui.mouse().x - double{grip_of(item)};
    if (std::abs(to - along(parts, slider_fraction(descriptor, value))) < 1e-3) return value;
    const bool plain = ImGui::GetIO().KeyAlt;
    return slider_value(descriptor, (to - parts.track.x) / parts.track.width,
                        plain ? Rounding::plain : Rounding::snapped);
}

std::optional<Value> typed(Ui& ui, const Descriptor& descriptor, const std::string& field,
                           const FieldResult& result, Language language) {
    if (!result.entered) return std::nullopt;
    const std::string text = without_separators(*result.entered);
    const bool optional = descriptor.kind == Kind::optional_real;
    if (optional && (text.empty() || text == in(language, descriptor.domain.unset.label)))
        return OptionalReal{};
    try {
        return parse_value(descriptor, text);
    } catch (const Error&) {
        if (!result.by_leaving) fail_edit(ui, field, *result.entered, range_sentence(descriptor, language));
        return std::nullopt;
    }
}

/// A 20 x 20 button at an end of the track, for the mouse; the slider has keys for it. Returns true if
/// clicked.
bool end_icon(Ui& ui, const std::string& name, Rect rect, Icon icon, bool active, std::string_view tip,
              std::string_view key) {
    const Palette& colors = ui.colors();
    const ItemState item = ui.item(name, rect, FocusPolicy::mouse);
    if (active) ui.fill(rect, colors.selected, 4);
    draw_icon(ui, icon, {rect.x + 10, rect.y + 10}, active || item.hovered ? colors.accent : colors.text2,
              14);
    if (item.hovered) ui.tooltip(item.id, rect, std::string(tip), std::string(key));
    return item.clicked;
}

bool reset_icon(Ui& ui, const Parts& parts, double right, Language language) {
    const Rect rect{right - 15, parts.track_y - 10, 20, 20};
    return end_icon(ui, parts.name + ".reset", rect, Icon::reset, false,
                    in(language, "Reset to initial value"_tr), in(language, "right click, Del"_tr));
}

/// Draws the two ends of the played range; a drag moves one.
std::optional<PlayRange> dragged_range(Ui& ui, const Parts& parts, const SliderPlay& play) {
    PlayRange range = play.range;
    for (double* end : {&range.from, &range.to}) {
        const std::string name = parts.name + (end == &range.from ? ".from" : ".to");
        const double x = along(parts, *end);
        const Rect rect{x - 5, parts.track_y - 10, 10, 20};
        const ItemState item = ui.item(name, rect);
        if (item.ring) ui.focus_ring({x - 2, parts.track_y - 7, 4, 14}, 2);
        if (item.hovered || item.held) ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeEW);
        if (item.held && !item.pressed) *end = (ui.mouse().x - parts.track.x) / parts.track.width;
        if (!item.focused) continue;
        *end += 0.01 * (ui.take(ImGuiKey_RightArrow) - ui.take(ImGuiKey_LeftArrow));
    }
    if (range == play.range) return std::nullopt;
    return range;
}

/// Draws the motion as a curve: time to the right, position upwards.
void draw_course(Ui& ui, const Parts& parts, const SliderPlay& play, Rect rect, Language language,
                 SliderResult& result) {
    const Color color = ui.colors().text2;
    const ItemState item = ui.item(parts.name + ".course", rect, FocusPolicy::mouse);
    if (item.hovered) ui.fill(rect, ui.colors().hover, 4);
    result.course = item.clicked;
    if (play.course == PlayCourse::steps) {
        ui.text(std::to_string(play.steps), rect.x + 10, parts.label_y,
                {Font::mono, 11, color, Align::center});
        ui.fill({rect.x + 4, rect.bottom() - 3, 12, 1}, color);
    } else {
        constexpr int points = 12;
        std::vector<Point> line;
        for (int n = 0; n <= points; ++n) {
            const double t = static_cast<double>(n) / points,
                         place = play.course == PlayCourse::eased ? eased(t) : t;
            line.push_back({rect.x + 4 + 12 * t, rect.bottom() - 4 - 12 * place});
        }
        ui.draw(Polyline{std::move(line), color, 1.5, {}, false});
    }
    const Translator translate(language);
    if (item.hovered)
        ui.tooltip(item.id, rect,
                   play.course == PlayCourse::even ? translate("Constant speed; click to ease in and out"_tr)
                   : play.course == PlayCourse::eased
                       ? translate("Eases in and out; click for steps"_tr)
                       : translate("Stops at {} values; click for the next number", play.steps),
                   translate("Shift L"_tr));
}

/// Draws speed, motion and mode of the playback, as far as the first line has room.
void draw_pace(Ui& ui, const Parts& parts, const SliderPlay& play, double from, Language language,
               SliderResult& result) {
    const TextStyle style{Font::mono, 11, ui.colors().text2};
    const std::string pace = std::to_string(static_cast<int>(play.seconds)) + " s";
    const double width = ui.text_width(pace, style) + 8;
    const Rect course{parts.field.x - 24, parts.field.y + 2, 20, 20};
    const bool both = course.x - 22 - width - 2 >= from;  // else the motion only has the key Shift L
    const Rect mode{both ? course.x - 22 : parts.field.x - 26, course.y, 20, 20};
    const Rect speed{mode.x - width - 2, mode.y, width, 20};
    if (speed.x < from) return;
    const ItemState slower = ui.item(parts.name + ".speed", speed, FocusPolicy::mouse);
    if (slower.hovered) ui.fill(speed, ui.colors().hover, 4);
    ui.text(pace, speed.x + width / 2, parts.label_y, {style.font, style.size, style.color, Align::center});
    const bool bounce = play.mode == PlayMode::bounce;
    const ItemState other = ui.item(parts.name + ".mode", mode, FocusPolicy::mouse);
    if (other.hovered) ui.fill(mode, ui.colors().hover, 4);
    draw_icon(ui, bounce ? Icon::bounce : Icon::loop, {mode.x + 10, mode.y + 10}, ui.colors().text2, 14);
    if (slower.hovered)
        ui.tooltip(slower.id, speed, Translator(language)("Seconds per run; click for the next speed"_tr),
                   "[ ]");
    if (other.hovered)
        ui.tooltip(other.id, mode,
                   Translator(language)(bounce ? "Bounces at the ends; click to loop"_tr
                                               : "Loops; click to bounce at the ends"_tr),
                   "L");
    result.speed = slower.clicked ? 1 : 0;
    result.mode = other.clicked;
    if (both) draw_course(ui, parts, play, course, language, result);
}

bool is_unset(const Value& value) {
    const auto* optional = std::get_if<OptionalReal>(&value);
    return optional != nullptr && !optional->set;
}

/// The text shown in the field for a value whose typed form is `plain`.
std::string field_text(const Descriptor& descriptor, const Value& value, const std::string& plain,
                       Language language) {
    if (is_unset(value)) return shown_value(descriptor, value, language);
    return shown_number(plain.size() > 9 && !is_whole(descriptor) ? short_number(number_of(descriptor, value))
                                                                  : plain);
}

FieldOptions field_options(const Ui& ui, const Descriptor& descriptor, bool unset, Language language) {
    FieldOptions options{
        .unit = in(language, descriptor.unit), .quiet = unset, .reach = FocusPolicy::mouse, .numeric = true};
    options.unit_width =
        std::max(options.unit_width, std::ceil(ui.text_width(options.unit, {Font::regular, 12, {}})) + 10);
    return options;
}

// Keys of the focused slider, by Tab or mouse.

bool plays(Ui& ui, const ItemState& item) {
    if (!item.focused || ui.editing()) return false;
    return ui.take(ImGuiKey_Space) > 0;
}

bool wants_field(Ui& ui, const ItemState& item) {
    if (!item.focused || ui.editing()) return false;
    return ui.take(ImGuiKey_Enter) > 0;
}

bool begins_typing(const Ui& ui, const ItemState& item) {
    return item.focused && !ui.editing() && ui.focus_visible();
}

bool resets(Ui& ui, const ItemState& item) {
    if (!item.focused || ui.editing() || !ui.focus_visible()) return false;
    return ui.take(ImGuiKey_Backspace) + ui.take(ImGuiKey_Delete) > 0;
}

}  // namespace

SliderResult slider(Ui& ui, const SliderParameter& parameter, Point at, double width, const Value& value,
                    const StandardValues& standard, Language language, const SliderPlay& play) {
    const Value& start = standard.window;
    const Descriptor &descriptor = parameter.descriptor, &track = parameter.track;
    SliderResult result;
    const bool unset = is_unset(value);
    const std::string plain = unset ? "" : to_string(descriptor, value);
    const std::string shown = field_text(descriptor, value, plain, language);
    const Parts parts = parts_of(descriptor, at, width, shown);
    const std::string field_name = parts.name + ".field";
    Value next = value;

    const double label_end = draw_label(ui, descriptor, value, standard, at, parts, language);
    if (play.active && !play.along) draw_pace(ui, parts, play, label_end + 8, language, result);
    if (play.active) result.range = dragged_range(ui, parts, play);
    const ItemState item = ui.item(parts.name, parts.grip);
    ui.mark(parts.name, parts.track);
    const bool lit = play.running || play.along;
    const std::string_view tip = in(language, play.running ? "Pause"_tr
                                              : play.along ? "Plays along; Shift click to stop"_tr
                                              : play.other ? "Play; Shift click to play along with another"_tr
                                                           : "Play"_tr);
    const bool icon =
        end_icon(ui, parts.name + ".play", parts.play, play.running && !play.along ? Icon::pause : Icon::play,
                 lit, tip, in(language, "Space; right click: record"_tr));
    if (icon) ui.move_focus_to(item);  // so that Space belongs to the slider
    result.play = plays(ui, item) || icon;
    result.join = result.play && (play.other || play.along) && ImGui::GetIO().KeyShift;
    result.play = result.play && !result.join;
    result.record = ui.over(parts.play) && ImGui::IsMouseClicked(ImGuiMouseButton_Right);
    const bool on_knob = item.pressed && take_hold(ui, track, parts, value, item);
    if (const std::string text = begins_typing(ui, item) ? typed_number() : ""; !text.empty())
        type_into(ui, field_name, text);
    else if (item.double_clicked || (item.pressed && ImGui::GetIO().KeyCtrl) || wants_field(ui, item))
        start_edit(ui, field_name, plain);
    else if (item.held && !on_knob && !is_typed_in(ui, field_name))
        next = dragged(ui, track, parts, value, item);
    if (item.focused && !ui.editing()) next = keyed(ui, track, next);
    const bool changed = !(value == start);
    const bool typing = is_typed_in(ui, field_name);
    const FieldResult field =
        text_field(ui, field_name, parts.field, shown, plain, field_options(ui, descriptor, unset, language));
    const bool ended = typing && !is_typed_in(ui, field_name);
    if (ended && (ui.pressed(ImGuiKey_Enter) || ui.pressed(ImGuiKey_Escape))) ui.move_focus_to(item);
    // Also on an end of the range.
    const bool right_clicked = ui.over(parts.grip) && ImGui::IsMouseClicked(ImGuiMouseButton_Right);
    if (right_clicked || field.right_clicked || resets(ui, item)) next = start;
    if (const auto entered = typed(ui, descriptor, field_name, field, language)) {
        next = *entered;
        result.typed = true;
    }
    draw_track(ui, parts, slider_fraction(track, next), slider_fraction(track, start), changed, item, play);
    if (changed && reset_icon(ui, parts, at.x + width, language)) {
        next = start;
        ui.move_focus_to(item);
    }
    if (!(next == value)) result.value = next;
    return result;
}

}  // namespace poslab
