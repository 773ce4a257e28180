// The pins and the comparison in the inspector.

#include "app/gui/inspector.hpp"
#include "app/gui/widgets/button.hpp"
#include "app/gui/widgets/choice.hpp"
#include "app/gui/widgets/fitting_text.hpp"
#include "app/gui/widgets/icons.hpp"
#include "app/gui/widgets/text_field.hpp"
#include "core/views/curves.hpp"

#include <string>
#include <utility>

namespace poslab {
namespace {

constexpr double pin_height = 32, pin_pitch = 36, pin_tool = 28, comparison_pitch = 40;

std::string no_room(const Store& store) {
    return Translator(store.language)("Already {} pins: unpin one first.",
                                      std::to_string(store.pins().size()));
}

}  // namespace

double Inspector::pins_height(std::size_t pins, bool two) {
    return pin_pitch * static_cast<double>(pins) + 4 + (two ? comparison_pitch : 0);
}

void Inspector::draw_pins(Ui& ui, const Store& store, const Canvas& canvas) {
    const auto& curves = ui.colors().curves;
    const std::size_t own = store.view().info().own_color;
    std::size_t shown = 0;  // the current values are drawn first
    for (std::size_t index = 0; index < store.pins().size(); ++index) {
        const std::string& label = canvas.pin_labels(store)[index];
        const bool visible = store.pins()[index].shown && !label.empty();
        if (visible) ++shown;
        draw_pin(ui, store, index, label, visible ? curves[variant_color(shown, own)] : ui.colors().text3);
    }
    y_ += 4;
    if (canvas.computed().shows_two()) draw_comparison(ui, store, canvas.computed().can_wipe());
    if (!canvas.computed().shows_too_many()) return;
    const TextStyle quiet{Font::regular, 12, ui.colors().text3};
    draw_elided(
        ui,
        in(store.language, canvas.computed().can_wipe() ? "Difference and wipe: hide all pins but one."_tr
                                                        : "Difference: hide all pins but one."_tr),
        quiet, {x_, y_, width_, 32});
    y_ += comparison_pitch;
}

/// Draws the choice of comparison. Without `can_wipe` the variants are curves in one frame, which cannot be
/// wiped.
void Inspector::draw_comparison(Ui& ui, const Store& store, bool can_wipe) {
    const auto text = [&](::poslab::Text what) { return in(store.language, what); };
    const std::array<Option, 3> options{
        {{comparison_ids[0], text(can_wipe ? "Side by side"_tr : "Overlaid"_tr)},
         {comparison_ids[1], text("Difference"_tr)},
         {comparison_ids[2], text("Wipe"_tr)}}};
    const std::size_t offered = can_wipe ? options.size() : options.size() - 1;
    const auto mode = static_cast<std::size_t>(store.current().comparison.how);
    const int current = mode < offered ? static_cast<int>(mode) : 0;
    const int selected =
        segmented(ui, "comparison", {x_, y_, width_, 32}, std::span(options).first(offered), current);
    if (selected != current) requested_comparison_ = static_cast<Comparison::How>(selected);
    y_ += comparison_pitch;
}

/// Draws the field for a pin's name.
void Inspector::draw_pin_name(Ui& ui, const Store& store, std::size_t index, Rect rect) {
    const std::string field = "pin." + std::to_string(index) + ".name";
    const std::string& name = store.pins()[index].name;
    if (name_begins_) start_edit(ui, field, name);
    name_begins_ = false;
    FieldOptions options;
    options.align = Align::left;
    const FieldResult result = text_field(ui, field, rect, name, name, options);
    if (result.entered) requested_pin_change_ = {PinChange::What::name, index, *result.entered};
    if (!is_typed_in(ui, field)) named_pin_.reset();
}

void Inspector::draw_pin(Ui& ui, const Store& store, std::size_t index, std::string_view label,
                         Color swatch) {
    const Palette& colors = ui.colors();
    const auto text = [&](::poslab::Text what) { return std::string(in(store.language, what)); };
    const bool shown = store.pins()[index].shown;
    const std::string name = "pin." + std::to_string(index);
    const Rect row{x_, y_, width_, pin_height};
    const Rect body{row.x, row.y, row.width - 3 * pin_tool - 4, row.height};
    const double middle = row.y + row.height / 2;
    ui.fill(row, colors.raised, 6);
    ui.frame(row, colors.hairline, 1, 6);
    const bool typing = named_pin_ == index;
    const ItemState item = typing ? ItemState{} : spot(ui, name, body);
    draw_icon(ui, Icon::pin, {row.x + 16, middle}, swatch, 14);
    const bool same = label.empty();
    const TextStyle style{same ? Font::regular : Font::medium, 13,
                          same || !shown ? colors.text3 : colors.text};
    const Rect words{row.x + 30, row.y, body.width - 36, row.height};
    if (typing)
        draw_pin_name(ui, store, index, {words.x - 6, row.y + 2, words.width + 6, row.height - 4});
    else
        draw_elided(ui, same ? text("same as current"_tr) : std::string(label), style, words);
    if (item.hovered) ui.tooltip(item.id, body, text("Swap with current; double-click or F2 to name it"_tr));
    if (item.clicked) requested_pin_change_ = {PinChange::What::exchange, index};
    if (item.focused && ui.function_key(2)) requested_pin_change_ = {PinChange::What::begin_name, index};
    if (item.double_clicked) requested_pin_change_ = {PinChange::What::begin_name_by_clicks, index};
    const ItemState up = spot(ui, name + ".up", {body.right(), row.y + 2, pin_tool, pin_tool});
    draw_icon(ui, Icon::up, {body.right() + pin_tool / 2, middle}, colors.text2, 12);
    if (up.hovered) ui.tooltip(up.id, row, text(index == 0 ? "Swap with current"_tr : "Move up"_tr));
    if (up.clicked) requested_pin_change_ = {PinChange::What::up, index};
    const ItemState eye = spot(ui, name + ".show", {body.right() + pin_tool, row.y + 2, pin_tool, pin_tool});
    draw_icon(ui, shown ? Icon::eye : Icon::eye_closed, {body.right() + 1.5 * pin_tool, middle}, colors.text2,
              14);
    if (eye.hovered) ui.tooltip(eye.id, row, text(shown ? "Hide"_tr : "Show"_tr.as("button")));
    if (eye.clicked) requested_pin_change_ = {PinChange::What::show, index};
    const ItemState cross =
        spot(ui, name + ".remove", {body.right() + 2 * pin_tool, row.y + 2, pin_tool, pin_tool});
    draw_icon(ui, Icon::cross, {body.right() + 2.5 * pin_tool, middle}, colors.text2, 12);
    if (cross.hovered) ui.tooltip(cross.id, row, text("Unpin"_tr));
    if (cross.clicked) requested_pin_change_ = {PinChange::What::remove, index};
    y_ += pin_pitch;
}

void Inspector::apply_pin_requests(Store& store) {
    if (const auto mode = std::exchange(requested_comparison_, std::nullopt))
        store.compare({*mode, store.current().comparison.wipe});
    std::vector<Values> others;
    for (const auto& [index, value] : std::exchange(compare_request_, {})) {
        others.push_back(store.values());
        others.back().at(index) = value;
    }
    if (!store.pin_alongside(others)) notice_ = Toast{no_room(store), true, {}, -1};
    const auto change = std::exchange(requested_pin_change_, std::nullopt);
    if (!change || change->place >= store.pins().size()) return;
    switch (change->what) {
        case PinChange::What::begin_name_by_clicks:  // the first click has swapped the pin
            if (exchanged_at_ == store.history().undo_steps()) static_cast<void>(store.undo());
            [[fallthrough]];
        case PinChange::What::begin_name:
            named_pin_ = change->place;
            name_begins_ = true;
            return;
        case PinChange::What::name:
            return store.name_pin(change->place, change->name);
        case PinChange::What::up:
            return store.raise_pin(change->place);
        case PinChange::What::exchange:
            store.exchange_pin(change->place);
            exchanged_at_ = store.history().undo_steps();
            return;
        case PinChange::What::show:
            return store.show_pin(change->place, !store.pins()[change->place].shown);
        case PinChange::What::remove:
            return store.unpin(change->place);
    }
}

}  // namespace poslab
