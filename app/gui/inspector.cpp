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

constexpr double row_pitch = 40;

bool has_slider(const Descriptor& descriptor) { return descriptor.kind == Kind::integer || descriptor.kind == Kind::real; }

bool numeric(const std::string& text) {
    return !text.empty() && text.find_first_of("0123456789") != std::string::npos && text.find(' ') == std::string::npos;
}

}  // namespace

void Inspector::draw(Ui& ui, Store& store, const Canvas& canvas, Rect area, bool small) {
    area_ = area;
    small_ = small;
    ui.fill(area, ui.colors().chrome);
    ui.fill({area.x, area.y, 1, area.height}, ui.colors().hairline);
    ui.mark("inspector", area);
    scroll(ui, area);
    ui.push_clip({area.x + 1, area.y, area.width - 1, area.height});
    const double padding = small ? 16 : 20;
    x_ = area.x + padding;
    width_ = area.width - 2 * padding;
    y_ = area.y + (small ? 4 : 8) - offset_;
    const Language language = store.language;
    if (heading(ui, store, part_parameters, {})) draw_parameters(ui, store);
    const std::vector<Variant> shown = canvas.variants(store);
    const Readout text = store.view().readout(shown, {store.theme, language}, canvas.cursor());
    separator(ui);
    if (heading(ui, store, part_readout, text.where)) draw_readout(ui, text);
    if (!text.formula.empty()) {
        separator(ui);
        if (heading(ui, store, part_formula, {})) draw_formula(ui, text);
    }
    if (!text.notes.empty()) {
        separator(ui);
        if (heading(ui, store, part_notes, {})) draw_notes(ui, store, text);
    }
    ui.pop_clip();
    content_ = y_ + offset_ - area.y + 12;
}

void Inspector::scroll(Ui& ui, Rect area) {
    const double hidden = std::max(0.0, content_ - area.height);
    if (ui.over(area)) offset_ -= 48 * ui.input().wheel;
    offset_ = std::clamp(offset_, 0.0, hidden);
    if (hidden <= 0) return;
    const double length = std::max(32.0, area.height * area.height / content_);
    const double at = area.y + (area.height - length - 8) * offset_ / hidden + 4;
    ui.fill({area.right() - 6, at, 3, length}, ui.colors().divider, 1.5);
}

bool Inspector::heading(Ui& ui, const Store& store, Part part, std::string_view right) {
    constexpr std::array<Say, part_count> titles{Say::parameters, Say::readout, Say::formula, Say::notes};
    constexpr std::array<std::string_view, part_count> names{"fold.parameters", "fold.readout", "fold.formula", "fold.notes"};
    const Palette& colors = ui.colors();
    bool& folded = folded_[part];
    const double middle = y_ + 15;
    const Rect chevron{x_ + width_ - 20, middle - 12, 24, 24};
    const SpotTouch touch = spot(ui, names[part], chevron, 4);
    if (touch.clicked) folded = !folded;
    if (touch.hovered) ui.tooltip(id_of(names[part]), chevron, std::string(say(store.language, folded ? Say::show : Say::hide)));
    ui.text(say(store.language, titles[part]), x_, middle, {Font::semibold, 13, colors.text});
    if (!right.empty()) ui.text(right, chevron.x - 4, middle, {Font::regular, 12, colors.text2, Align::right});
    const Point center{chevron.x + 12, middle};
    if (folded) {
        ui.draw(Polyline{
            {{center.x - 2, center.y - 4}, {center.x + 2, center.y}, {center.x - 2, center.y + 4}}, colors.text2, 1.5, {}, false});
    } else {
        draw_icon(ui, Icon::chevron, center, colors.text2);
    }
    y_ += 34;
    return !folded;
}

void Inspector::separator(Ui& ui) {
    y_ += 6;
    ui.fill({area_.x + 1, std::round(y_), area_.width - 1, 1}, ui.colors().hairline);
    y_ += 5;
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

void Inspector::toggle_row(Ui& ui, const Store& store, const Descriptor& descriptor, Value& value) {
    row_label(ui, store, descriptor, y_ + 14, width_ - 48);
    value = toggle(ui, descriptor.id, x_ + width_, y_ + 14, std::get<bool>(value));
    y_ += 32;
}

void Inspector::draw_parameters(Ui& ui, Store& store) {
    const View& view = store.view();
    const auto descriptors = view.parameters();
    const std::vector<bool> used = view.used(store.values());
    Values values = store.values();
    const auto each = [&](auto&& wanted, auto&& draw) {
        for (std::size_t i = 0; i < descriptors.size(); ++i)
            if (used[i] && descriptors[i].slider && wanted(descriptors[i])) draw(descriptors[i], values[i], i);
    };
    each([](const Descriptor& d) { return d.kind == Kind::choice; },
         [&](const Descriptor& d, Value& value, std::size_t) { choice_row(ui, store, d, value); });
    each([](const Descriptor& d) { return d.kind == Kind::toggle; },
         [&](const Descriptor& d, Value& value, std::size_t) { toggle_row(ui, store, d, value); });
    y_ += 2;
    each(has_slider, [&](const Descriptor& d, Value& value, std::size_t i) {
        if (const auto next = slider(ui, d, {x_, y_}, width_, value, store.current().defaults[i], store.language)) value = *next;
        y_ += small_ ? 48 : 54;
    });
    if (!(values == store.values())) store.set(values);
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
        if (row.swatch.a != 0) ui.fill({right - ui.text_width(value, style) - 20, middle - 6, 12, 12}, row.swatch, 2);
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
    y_ += box.height + 8;
}

void Inspector::draw_notes(Ui& ui, const Store& store, const Readout& readout) {
    const Palette& colors = ui.colors();
    const TextStyle style{Font::regular, 12, colors.text2};
    const double pitch = store.language == Language::chinese ? 20 : 18;
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
