#include "app/gui/inspector.hpp"

#include "app/gui/inspector_rows.hpp"
#include "app/gui/widgets/button.hpp"
#include "app/gui/widgets/icons.hpp"
#include "app/gui/widgets/pane.hpp"
#include "app/gui/widgets/slider.hpp"
#include "core/base/errors.hpp"
#include "core/controls/listing.hpp"
#include "core/controls/slider_scale.hpp"
#include "core/controls/value_text.hpp"
#include "core/views/colors.hpp"

#include <algorithm>
#include <cmath>

namespace poslab {
namespace {

/// Scopes in the paths of items: "Parameters/w".
constexpr std::array<std::string_view, part_count> scope_names{"Parameters", "More",    "Compare", "Readout",
                                                               "Readings",   "Formula", "Display", "Notes"};
constexpr double separator_height = 11;
constexpr double fold_seconds = 0.14;

/// The name of the heading's widget.
std::string name_of(Part part) { return "fold." + std::string(part_ids.at(part)); }

double heading_height(bool small) { return small ? 32 : 36; }

/// Counts the parameters of `list` that differ from the preset or default.
std::size_t changed(const Store& store, const std::vector<std::size_t>& list) {
    return static_cast<std::size_t>(std::count_if(list.begin(), list.end(), [&](std::size_t i) {
        return store.values()[i] != store.current().baseline[i];
    }));
}

/// Returns an empty file parameter that the change made necessary ("from a file"), so that its dialog opens.
std::optional<ViewParameter> newly_wanted_file(const View& view, const Values& before, const Values& after) {
    const std::vector<bool> was = view.used(before), is = view.used(after);
    for (std::size_t i = 0; i < after.size(); ++i)
        if (const auto* file = std::get_if<FileName>(&after[i]);
            file != nullptr && file->path.empty() && is[i] && !was[i])
            return ViewParameter{&view, i};
    return std::nullopt;
}

}  // namespace

void Inspector::draw(Ui& ui, Store& store, Player& player, const Canvas& canvas, Rect area, bool small) {
    small_ = small;
    whole_height_ = area.height;
    ui.set_tab_place(tab_place);
    ui.ground(area, ui.colors().chrome);
    ui.fill({area.x, area.y, 1, area.height}, ui.colors().hairline);
    ui.mark("inspector", area);
    const double padding = small ? 16 : 20;
    x_ = area.x + padding;
    width_ = area.width - 2 * padding;
    const double docked = std::min(dock_height(store, canvas), std::floor(0.6 * area.height));
    area_ = {area.x, area.y, area.width, area.height - docked};
    draw_scrolled(ui, store, player, canvas);
    if (docked > 0) draw_dock(ui, store, canvas, {area.x, area.bottom() - docked, area.width, docked});
    apply_pin_requests(store);
}

void Inspector::draw_scrolled(Ui& ui, Store& store, Player& player, const Canvas& canvas) {
    // One window per view, so that each has its own scroll offset.
    const std::string name = "inspector." + std::string(store.view().info().id);
    Pane pane(ui, name.c_str(), {area_.x + 1, area_.y, area_.width - 1, area_.height}, Pane::Scrolls::down);
    const double scrolled = pane.offset();
    keep_offset(ui, store, scrolled);
    offset_ = scrolled;
    y_ = area_.y + (small_ ? 4 : 8) - offset_;
    draw_parts(ui, store, player, canvas);
    pane.set_content(y_ + scrolled - area_.y + 12);
    if (offset_ != scrolled)
        pane.set_offset(offset_);
    else if (returning_)
        pane.set_offset(*returning_);
}

/// Restores the scroll offset after a return to a view. In the first frames some sections are missing (those
/// of a figure not drawn yet) and Dear ImGui limits scrolling to the content, so the request is repeated
/// until the user scrolls, clicks or uses the keyboard.
void Inspector::keep_offset(const Ui& ui, const Store& store, double scrolled) {
    if (std::exchange(scrolled_of_, &store.view()) != &store.view()) {
        const auto known = offsets_.find(scrolled_of_);
        returning_ = known == offsets_.end() ? std::nullopt : std::optional(known->second);
    } else if (returning_ &&
               (ui.focus_visible() || (ui.over(area_) && (ImGui::GetIO().MouseWheel != 0 ||
                                                          ImGui::IsMouseDown(ImGuiMouseButton_Left))))) {
        returning_.reset();
    }
    if (!returning_) offsets_[scrolled_of_] = scrolled;
}

void Inspector::draw_parts(Ui& ui, Store& store, Player& player, const Canvas& canvas) {
    figure_ = &canvas.figure();
    Readout text = readout(store, canvas);
    for (ReadoutRow& row : text.rows) row.swatch = canvas.swatch_of(store, row);
    for (ReadoutRow& row : canvas.measured(store)) text.rows.push_back(std::move(row));
    warnings_ = text.warnings.size();
    notes_need_ = notes_height(ui, store, text);
    Values values = store.values();
    section(ui, store, part_parameters, {},
            [&] { draw_parameters(ui, store, player, values, part_parameters); });
    if (const auto more = listed(store, part_more); !more.empty()) {
        const std::size_t n = changed(store, more);
        section(ui, store, part_more,
                n == 0 ? "" : Translator(store.language)("{} changed", std::to_string(n)),
                [&] { draw_parameters(ui, store, player, values, part_more); });
    }
    if (!text.heads.empty() || !text.rows.empty())
        section(ui, store, part_readout, text.where, [&] { draw_readout(ui, text); });
    if (const auto rare =
            std::count_if(text.rows.begin(), text.rows.end(), [](const ReadoutRow& row) { return row.rare; });
        rare > 0)
        section(ui, store, part_readings, std::to_string(rare), [&] { draw_rows(ui, text, true); });
    if (!text.formula.empty()) section(ui, store, part_formula, {}, [&] { draw_formula(ui, text); });
    if (!listed(store, part_display).empty())
        section(ui, store, part_display, {},
                [&] { draw_parameters(ui, store, player, values, part_display); });
    if (!text.notes.empty() || !text.warnings.empty() || !text.snippets.empty())
        section(ui, store, part_notes, {}, [&] { draw_notes(ui, store, text); });
    const Values before = store.values();
    const std::optional<std::size_t> typed = std::exchange(typed_, std::nullopt);
    if (!(values == before) && store.edit(values) && !wanted_file_)
        wanted_file_ = newly_wanted_file(store.view(), before, store.values());
    if (typed && !(store.values()[*typed] == values[*typed])) note_rounded(store, *typed, values[*typed]);
    apply_requested_refill(store);
    apply_requested_link(store);
}

void Inspector::note_rounded(const Store& store, std::size_t index, const Value& typed) {
    const Descriptor& descriptor = store.view().parameters()[index];
    notice_ = Toast{Translator(store.language)(
                        "{}: {} became {}, the nearest valid value.", in(store.language, descriptor.label),
                        shown_value(descriptor, typed, store.language),
                        shown_value(descriptor, store.values()[index], store.language)),
                    true,
                    {},
                    -1};
}

bool Inspector::open(const Store& store, Part part, double room_after) {
    constexpr double worth_seeing = 96;  // five lines
    const Fold fold = store.folds[part];
    if (fold != Fold::automatic) return fold == Fold::open;
    if (part != part_notes) return part != part_display && part != part_more && part != part_readings;
    const std::pair<const View*, double> now{&store.view(), whole_height_};
    if (now != notes_of_) notes_open_ = room_after >= std::min(notes_need_, worth_seeing);
    notes_of_ = now;
    return notes_open_ || warnings_ > 0;
}

void Inspector::section(Ui& ui, Store& store, Part part, std::string_view right,
                        const std::function<void()>& draw) {
    if (part != part_parameters) separator(ui);
    const bool was_open = open(store, part, area_.bottom() - (y_ + offset_) - heading_height(small_));
    const bool clicked = heading(ui, store, part, right, was_open);
    if (clicked) store.folds[part] = was_open ? Fold::folded : Fold::open;
    if (clicked) revealed_ = was_open ? part_count : part;
    const Ui::Scope scope(ui, scope_names.at(part));
    const double shown = ui.animated(ImGui::GetID("fold"), was_open != clicked ? 1 : 0, fold_seconds);
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
    // Scrolls the unfolded section into view; its heading stays visible.
    offset_ +=
        std::clamp(y_ + 12 - area_.bottom(), 0.0, std::max(0.0, top - heading_height(small_) - area_.y));
    if (shown >= 1) revealed_ = part_count;
}

double Inspector::dock_height(const Store& store, const Canvas& canvas) const {
    if (store.pins().empty()) return 0;
    const bool folded = store.folds[part_compare] == Fold::folded;
    return separator_height + heading_height(small_) +
           (folded ? 0
                   : pins_height(store.pins().size(),
                                 canvas.computed().shows_two() || canvas.computed().shows_too_many()));
}

void Inspector::draw_dock(Ui& ui, Store& store, const Canvas& canvas, Rect dock) {
    area_ = dock;
    Pane pane(ui, "pins", {dock.x + 1, dock.y, dock.width - 1, dock.height}, Pane::Scrolls::down);
    y_ = dock.y - pane.offset();
    separator(ui);
    const bool open = store.folds[part_compare] != Fold::folded;
    const std::string count = Translator(store.language)("{} pinned", std::to_string(store.pins().size()));
    if (heading(ui, store, part_compare, count, open))
        store.folds[part_compare] = open ? Fold::folded : Fold::open;
    const Ui::Scope scope(ui, scope_names.at(part_compare));
    if (open) draw_pins(ui, store, canvas);
    pane.set_content(y_ + pane.offset() - dock.y);
}

bool Inspector::heading(Ui& ui, const Store& store, Part part, std::string_view right, bool open) {
    constexpr std::array<Text, part_count> titles{"Parameters"_tr, "More"_tr,          "Compare"_tr,
                                                  "Readout"_tr,    "More readings"_tr, "Formula"_tr,
                                                  "Display"_tr,    "Notes"_tr};
    const Palette& colors = ui.colors();
    const double middle = y_ + 15;
    const Rect row{x_ - 6, middle - 13, width_ + 12, 26};  // its focus ring ends next to the scroll bar
    const ItemState item = spot(ui, name_of(part), row, 6);
    ui.text(in(store.language, titles[part]), x_, middle, {Font::semibold, 13, colors.text});
    if (!right.empty())
        ui.text(right, x_ + width_ - 24, middle, {Font::regular, 12, colors.text2, Align::right});
    if (part == part_notes && warnings_ > 0) warning_count(ui, middle);
    const Point center{x_ + width_ - 8, middle};
    const double turn =
        ui.animated(ImGui::GetID(("turn." + name_of(part)).c_str()), open ? 1 : 0, fold_seconds);
    const double angle = (turn - 1) * 1.5707963;
    Polyline chevron{{}, colors.text2, 1.5, {}, false};
    for (const Point p : {Point{-3.8, -1.9}, Point{0, 1.9}, Point{3.8, -1.9}})
        chevron.points.push_back({center.x + p.x * std::cos(angle) - p.y * std::sin(angle),
                                  center.y + p.x * std::sin(angle) + p.y * std::cos(angle)});
    ui.draw(chevron);
    y_ += heading_height(small_);
    return item.clicked;
}

void Inspector::warning_count(Ui& ui, double middle) const {
    const TextStyle style{Font::medium, 12, ui.colors().warn, Align::right};
    const std::string count = std::to_string(warnings_);
    const double right = x_ + width_ - 24;
    ui.text(count, right, middle, style);
    draw_icon(ui, Icon::warning, {right - ui.text_width(count, style) - 12, middle}, style.color, 14);
    ui.mark("notes.warnings", {right - 40, middle - 9, 40, 18});
}

void Inspector::separator(Ui& ui) {
    y_ += 6;
    // Extends over the column of the scroll bar.
    ImGui::PushClipRect(ui.pixels({area_.x, area_.y}), ui.pixels({area_.right(), area_.bottom()}), false);
    ui.fill({area_.x + 1, std::round(y_), area_.width - 1, 1}, ui.colors().hairline);
    ImGui::PopClipRect();
    y_ += separator_height - 6;
}

std::vector<std::size_t> Inspector::listed(const Store& store, Part part) const {
    const ListSection section = part == part_display ? ListSection::display
                                : part == part_more  ? ListSection::rare
                                                     : ListSection::parameters;
    std::vector<std::size_t> list = listed_parameters(store.view(), store.figure(), store.values(), section);
    list.erase(std::remove_if(list.begin(), list.end(),
                              [&](std::size_t i) {
                                  const Descriptor& descriptor = store.view().parameters()[i];
                                  return descriptor.control.widget == Widget::colors &&
                                         (figure_ == nullptr || !shows_colors_of(*figure_, descriptor));
                              }),
               list.end());
    return list;
}

void Inspector::draw_parameters(Ui& ui, const Store& store, Player& player, Values& values, Part part) {
    const auto descriptors = store.view().parameters();
    bool slider_before = false;
    for (const std::size_t index : listed(store, part)) {
        const bool slider = has_slider(descriptors[index]);
        if (slider && !slider_before) y_ += 2;
        slider_before = slider;
        if (slider)
            slider_row(ui, store, player, index, values[index]);
        else
            value_row(ui, store, index, values[index]);
    }
}

}  // namespace poslab
