#include "app/gui/inspector.hpp"

#include "app/gui/shell_text.hpp"
#include "app/gui/widgets/button.hpp"
#include "app/gui/widgets/choice.hpp"
#include "app/gui/widgets/slider.hpp"
#include "app/gui/widgets/slider_scale.hpp"

#include <algorithm>
#include <cmath>

namespace poslab {
namespace {

constexpr double row_pitch = 40, separator_height = 11;
constexpr double fold_seconds = 0.14;

/// Of the heading as a widget.
std::string name_of(Inspector::Part part) { return "fold." + std::string(Inspector::part_ids.at(part)); }

double heading_height(bool small) { return small ? 32 : 36; }

bool has_slider(const Descriptor& descriptor) { return descriptor.kind == Kind::integer || descriptor.kind == Kind::real; }

/// How it is drawn, not what is computed: these stand apart from the parameters.
bool is_display(const Descriptor& descriptor) { return descriptor.stage != Stage::prepare && !has_slider(descriptor); }

bool numeric(const std::string& text) {
    return !text.empty() && text.find_first_of("0123456789") != std::string::npos && text.find(' ') == std::string::npos;
}

double notes_pitch(const Store& store) { return store.language == Language::chinese ? 20 : 18; }

}  // namespace

void Inspector::draw(Ui& ui, Store& store, Player& player, const Canvas& canvas, Rect area, bool small) {
    area_ = area;
    small_ = small;
    ui.set_tab_place(tab_place);
    ui.fill(area, ui.colors().chrome);
    ui.fill({area.x, area.y, 1, area.height}, ui.colors().hairline);
    ui.mark("inspector", area);
    scroll(ui, area);
    ui.push_clip({area.x + 1, area.y, area.width - 1, area.height});
    const double padding = small ? 16 : 20;
    x_ = area.x + padding;
    width_ = area.width - 2 * padding;
    y_ = area.y + (small ? 4 : 8) - offset_;
    const std::vector<Variant> shown = canvas.variants(store);
    const Readout text = store.view().readout(shown, {store.theme, store.language}, canvas.cursor());
    notes_need_ = notes_height(ui, store, text);
    Values values = store.values();
    section(ui, store, part_parameters, {}, [&] {
        draw_choices(ui, store, values, false);
        draw_sliders(ui, store, player, values);
    });
    if (!text.heads.empty() || !text.rows.empty()) section(ui, store, part_readout, text.where, [&] { draw_readout(ui, text); });
    if (!text.formula.empty()) section(ui, store, part_formula, {}, [&] { draw_formula(ui, text); });
    if (!listed(store, is_display).empty()) section(ui, store, part_display, {}, [&] { draw_choices(ui, store, values, true); });
    if (!text.notes.empty()) section(ui, store, part_notes, {}, [&] { draw_notes(ui, store, text); });
    ui.pop_clip();
    content_ = y_ + offset_ - area.y + 12;
    follow_focus(ui);
    if (!(values == store.values())) store.set(values);
}

bool Inspector::open(Part part, double room_after) const {
    const Fold fold = folds_[part];
    if (fold != Fold::automatic) return fold == Fold::open;
    if (part == part_notes) return notes_need_ <= room_after;
    return part != part_display;
}

void Inspector::section(Ui& ui, const Store& store, Part part, std::string_view right, const std::function<void()>& draw) {
    if (part != part_parameters) separator(ui);
    const bool was_open = open(part, area_.bottom() - (y_ + offset_) - heading_height(small_));
    const bool clicked = heading(ui, store, part, right, was_open);
    if (clicked) folds_[part] = was_open ? Fold::folded : Fold::open;
    if (clicked) revealed_ = was_open ? part_count : part;
    const double shown = ui.animated(id_of(name_of(part), 1), was_open != clicked ? 1 : 0, fold_seconds);
    if (shown <= 0) return;
    const double top = y_;
    if (shown < 1) ui.push_clip({area_.x + 1, top, area_.width - 1, heights_[part] * shown});
    draw();
    heights_[part] = y_ - top;
    if (shown < 1) {
        ui.pop_clip();
        y_ = top + heights_[part] * shown;
    }
    if (revealed_ != part) return;
    // What was unfolded comes into view, but its heading stays in it.
    offset_ += std::clamp(y_ + 12 - area_.bottom(), 0.0, std::max(0.0, top - heading_height(small_) - area_.y));
    if (shown >= 1) revealed_ = part_count;
}

/// What the keyboard has gone to is brought into view.
void Inspector::follow_focus(const Ui& ui) {
    const Id focus = ui.focus_visible() && ui.focus_is_at(tab_place) ? ui.focused() : 0;
    if (focus == followed_) return;
    followed_ = focus;
    if (focus == 0) return;
    const Rect& rect = ui.focus_rect();
    if (rect.y < area_.y + 12) offset_ -= area_.y + 12 - rect.y;
    if (rect.bottom() > area_.bottom() - 12) offset_ += rect.bottom() - area_.bottom() + 12;
}

void Inspector::scroll(Ui& ui, Rect area) {
    const double hidden = std::max(0.0, content_ - area.height);
    if (ui.over(area)) offset_ -= 48 * ui.input().wheel;
    offset_ = std::clamp(offset_, 0.0, hidden);
    ui.scroll_bar(area, content_, offset_);
}

bool Inspector::heading(Ui& ui, const Store& store, Part part, std::string_view right, bool open) {
    constexpr std::array<Say, part_count> titles{Say::parameters, Say::readout, Say::formula, Say::display, Say::notes};
    const Palette& colors = ui.colors();
    const double middle = y_ + 15;
    const Rect row{x_ - 8, middle - 13, width_ + 16, 26};
    const SpotTouch touch = spot(ui, name_of(part), row, 6);
    ui.text(say(store.language, titles[part]), x_, middle, {Font::semibold, 13, colors.text});
    if (!right.empty()) ui.text(right, x_ + width_ - 24, middle, {Font::regular, 12, colors.text2, Align::right});
    const Point center{x_ + width_ - 8, middle};
    const double turn = ui.animated(id_of(name_of(part), 2), open ? 1 : 0, fold_seconds);
    const double angle = (turn - 1) * 1.5707963;
    Polyline chevron{{}, colors.text2, 1.5, {}, false};
    for (const Point p : {Point{-3.8, -1.9}, Point{0, 1.9}, Point{3.8, -1.9}})
        chevron.points.push_back(
            {center.x + p.x * std::cos(angle) - p.y * std::sin(angle), center.y + p.x * std::sin(angle) + p.y * std::cos(angle)});
    ui.draw(std::move(chevron));
    y_ += heading_height(small_);
    return touch.clicked;
}

void Inspector::separator(Ui& ui) {
    y_ += 6;
    ui.fill({area_.x + 1, std::round(y_), area_.width - 1, 1}, ui.colors().hairline);
    y_ += separator_height - 6;
}

void Inspector::row_label(Ui& ui, const Store& store, const Descriptor& descriptor, double middle, double width) {
    const TextStyle style{Font::regular, 13, ui.colors().text2};
    const Rect rect{x_, middle - 12, width, 24};
    ui.text(ui.fitted(in(store.language, descriptor.label), style, width), x_, middle, style);
    const std::string_view help = in(store.language, descriptor.help);
    if (ui.over(rect) && !help.empty()) ui.tooltip(id_of(descriptor.id), rect, std::string(help));
}

void Inspector::choice_row(Ui& ui, const Store& store, const Descriptor& descriptor, Value& value) {
    std::vector<Option> options;
    for (const Choice& choice : descriptor.choices) options.push_back({choice.id, in(store.language, choice.label)});
    const double column = small_ ? 72 : 88;
    row_label(ui, store, descriptor, y_ + 16, column - 8);
    const Rect rect{x_ + column, y_, width_ - column, 32};
    const int now = std::get<ChoiceIndex>(value).index;
    const int next =
        options.size() <= 3 ? segmented(ui, descriptor.id, rect, options, now) : combo(ui, descriptor.id, rect, options, now);
    value = ChoiceIndex{next};
    y_ += row_pitch;
}

void Inspector::states_row(Ui& ui, const Store& store, const Descriptor& descriptor, Value& value) {
    const std::array<Option, 2> options{
        {{"true", in(store.language, descriptor.states[1])}, {"false", in(store.language, descriptor.states[0])}}};
    const double column = small_ ? 72 : 88;
    row_label(ui, store, descriptor, y_ + 16, column - 8);
    const int now = std::get<bool>(value) ? 0 : 1;
    value = segmented(ui, descriptor.id, {x_ + column, y_, width_ - column, 32}, options, now) == 0;
    y_ += row_pitch;
}

void Inspector::toggle_row(Ui& ui, const Store& store, const Descriptor& descriptor, Value& value) {
    row_label(ui, store, descriptor, y_ + 14, width_ - 48);
    value = toggle(ui, descriptor.id, x_ + width_, y_ + 14, std::get<bool>(value));
    y_ += 32;
}

std::vector<std::size_t> Inspector::listed(const Store& store, const std::function<bool(const Descriptor&)>& wanted) const {
    const auto descriptors = store.view().parameters();
    const std::vector<bool> used = store.view().used(store.values());
    std::vector<std::size_t> list;
    for (std::size_t i = 0; i < descriptors.size(); ++i)
        if (used[i] && descriptors[i].slider && wanted(descriptors[i])) list.push_back(i);
    std::stable_sort(list.begin(), list.end(),
                     [&](std::size_t a, std::size_t b) { return descriptors[a].order < descriptors[b].order; });
    return list;
}

void Inspector::draw_choices(Ui& ui, const Store& store, Values& values, bool display) {
    for (const std::size_t index : listed(store, [&](const Descriptor& d) { return !has_slider(d) && is_display(d) == display; })) {
        const Descriptor& descriptor = store.view().parameters()[index];
        if (descriptor.kind == Kind::choice)
            choice_row(ui, store, descriptor, values[index]);
        else if (descriptor.kind == Kind::toggle && descriptor.states.size() == 2)
            states_row(ui, store, descriptor, values[index]);
        else if (descriptor.kind == Kind::toggle)
            toggle_row(ui, store, descriptor, values[index]);
    }
}

void Inspector::draw_sliders(Ui& ui, Store& store, Player& player, Values& values) {
    y_ += 2;
    for (const std::size_t index : listed(store, has_slider)) slider_row(ui, store, player, index, values[index]);
}

void Inspector::slider_row(Ui& ui, const Store& store, Player& player, std::size_t index, Value& value) {
    const View& view = store.view();
    SliderPlay play;
    play.held = player.holds(view, index);
    if (play.held) play = {true, player.running(), player.range(), player.seconds(), player.mode()};
    const SliderTouch touch =
        slider(ui, view.parameters()[index], {x_, y_}, width_, value, store.current().defaults[index], store.language, play);
    if (touch.value) {
        if (play.held) player.stop();  // a hand has taken over
        value = *touch.value;
    }
    if (touch.play) player.toggle(store, index, ui.input().time);
    if (touch.range) player.set_range(*touch.range);
    if (touch.speed != 0) player.change_speed(touch.speed);
    if (touch.mode) player.set_mode(player.mode() == PlayMode::bounce ? PlayMode::loop : PlayMode::bounce);
    y_ += small_ ? 48 : 54;
}

void Inspector::draw_readout(Ui& ui, const Readout& readout) {
    const Palette& colors = ui.colors();
    const double column = width_ / 3;
    double size = 15;
    for (const ReadoutRow& head : readout.heads)
        while (size > 11 && ui.text_width(shown_number(head.value), {Font::mono_medium, size, colors.text}) > column - 8)
            size -= 0.5;
    for (std::size_t i = 0; i < readout.heads.size() && i < 3; ++i) {
        const double x = x_ + column * static_cast<double>(i);
        ui.text(readout.heads[i].label, x, y_ + 7, {Font::regular, 12, colors.text2});
        ui.text(shown_number(readout.heads[i].value), x, y_ + 27, {Font::mono_medium, size, colors.text});
    }
    if (!readout.heads.empty()) y_ += 46;
    for (const ReadoutRow& row : readout.rows) {
        const double middle = y_ + 12;
        const bool number = numeric(row.value);
        const TextStyle style{number ? Font::mono_medium : Font::regular, number ? 13.0 : 12.0, colors.text, Align::right};
        const double right = number || !row.unit.empty() ? x_ + width_ - 50 : x_ + width_;
        ui.text(row.label, x_, middle, {Font::regular, 13, colors.text2});
        const std::string value = number ? shown_number(row.value) : row.value;
        ui.text(value, right, middle, style);
        if (!row.unit.empty()) ui.text(row.unit, right + 8, middle, {Font::regular, 12, colors.text3});
        if (row.swatch.a != 0) {
            const Rect swatch{right - ui.text_width(value, style) - 20, middle - 6, 12, 12};
            ui.fill(swatch, row.swatch, 2);
            ui.frame(swatch, colors.axis.with_alpha(0.5), 1, 2);  // the darkest cells are seen on the dark chrome, too
        }
        y_ += 24;
    }
}

void Inspector::draw_formula(Ui& ui, const Readout& readout) {
    const Palette& colors = ui.colors();
    const std::string markup = joined_lines(readout.formula);
    if (!formula_ || markup != formula_markup_) {
        formula_markup_ = markup;
        try {
            formula_ = parse_formula(markup);
        } catch (const FormulaError&) {  // the fault of a view; not worth the window
            formula_ = parse_formula("?");
        }
    }
    const FormulaBox box = layout_formula(*formula_, ui.metrics(), {17, colors.text, colors.accent, width_});
    y_ = std::round(y_ + 4);
    for (DrawCommand& command : commands_at(box, {std::round(x_), y_})) ui.draw(std::move(command));
    ui.mark("formula", {x_, y_, box.width, box.height});
    // Numbers come and go with the pointer: what stands below keeps its place.
    if (formula_of_ != readout.formula.front() || formula_width_ != width_) formula_height_ = 0;
    formula_of_ = readout.formula.front();
    formula_width_ = width_;
    formula_height_ = std::max(formula_height_, box.height);
    y_ += formula_height_ + 8;
}

double Inspector::notes_height(const Ui& ui, const Store& store, const Readout& readout) const {
    const TextStyle style{Font::regular, 12, {}};
    const auto lines =
        ui.wrapped(readout.notes, style, width_).size() + ui.wrapped(store.view().info().source, style, width_).size();
    return static_cast<double>(lines) * notes_pitch(store) + 12;
}

void Inspector::draw_notes(Ui& ui, const Store& store, const Readout& readout) {
    const Palette& colors = ui.colors();
    const TextStyle style{Font::regular, 12, colors.text2};
    const double pitch = notes_pitch(store);
    for (const std::string& line : ui.wrapped(readout.notes, style, width_)) {
        ui.text(line, x_, y_ + pitch / 2, style);
        y_ += pitch;
    }
    const std::string_view source = store.view().info().source;
    y_ += 4;
    for (const std::string& line : ui.wrapped(source, style, width_)) {
        ui.text(ui.fitted(line, style, width_), x_, y_ + pitch / 2, {Font::regular, 12, colors.accent});
        y_ += pitch;
    }
    y_ += 8;
}

}  // namespace poslab
