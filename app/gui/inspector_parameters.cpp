// Parameters in the inspector, and a parameter drawn alone.

#include "app/gui/inspector.hpp"

#include "app/gui/inspector_rows.hpp"
#include "app/gui/widgets/icons.hpp"
#include "app/gui/widgets/slider.hpp"
#include "core/base/errors.hpp"
#include "core/controls/slider_scale.hpp"

#include <algorithm>

namespace poslab {
namespace {

/// Limits the parameter to its current value if the view accepts no larger one: the last layer of a file.
Descriptor with_last(const Store& store, std::size_t index) {
    Descriptor descriptor = store.view().parameters()[index];
    if (descriptor.control.widget != Widget::buttons || descriptor.kind == Kind::toggle) return descriptor;
    const Value& now = store.values()[index];
    const auto* optional = std::get_if<OptionalReal>(&now);
    if (optional != nullptr && !optional->set) return descriptor;
    const double number = number_of(descriptor, now);
    Values more = store.values();
    more[index] = value_from(descriptor, number + 1);
    try {
        if (number_of(descriptor, store.view().adjusted(more)[index]) <= number)
            descriptor.domain.maximum = number;
    } catch (const Error&) {  // reported when it is chosen
    }
    return descriptor;
}

/// Label width of a row drawn alone: as wide as the label needs, up to 120.
double alone_label_width(const Ui& ui, const Descriptor& descriptor, Language language) {
    std::string label(in(language, descriptor.label));
    if (!descriptor.symbol.empty()) label += "  " + std::string(descriptor.symbol);
    return std::min(120.0, ui.text_width(label, {Font::regular, 13, {}}) + 12);
}

/// The track's domain narrowed to `range`, extended to contain the value.
Domain narrowed(const Descriptor& track, std::pair<double, double> range, const Value& value) {
    Domain domain = track.domain;
    const auto* optional = std::get_if<OptionalReal>(&value);
    const double now = optional != nullptr && !optional->set ? range.first : number_of(track, value);
    const double low = std::max(domain.minimum, std::min(range.first, now)),
                 high = std::min(domain.maximum, std::max(range.second, now));
    if (low >= high) return domain;
    if (low > domain.minimum) domain.open_minimum = false;
    if (high < domain.maximum) domain.open_maximum = false;
    domain.minimum = low;
    domain.maximum = high;
    return domain;
}

}  // namespace

double Inspector::draw_one(Ui& ui, Store& store, Player& player, std::size_t index, Rect column,
                           const Range& range) {
    x_ = column.x;
    y_ = column.y;
    width_ = column.width;
    alone_ = true;
    range_ = range;
    const Values before = store.values();
    Values values = before;
    if (has_slider(store.view().parameters()[index]))
        slider_row(ui, store, player, index, values[index]);
    else
        value_row(ui, store, index, values[index]);
    typed_.reset();
    if (!(values == before)) store.edit(values);
    apply_requested_refill(store);
    apply_pin_requests(store);
    alone_ = false;
    range_.reset();
    return y_ - column.y;
}

void Inspector::value_row(Ui& ui, const Store& store, std::size_t index, Value& value) {
    const Descriptor descriptor = with_last(store, index);
    const double labels = alone_ ? alone_label_width(ui, descriptor, store.language) : small_ ? 72.0 : 88.0;
    constexpr double narrow = 232;  // a column of a lecture room; stacking avoids cutting the choice
    const bool stacked = alone_ && width_ < narrow && descriptor.kind == Kind::choice;
    const RowGeometry geometry{x_, y_, width_, labels, stacked};
    link_mark(ui, store, index, y_ + 16);
    const RowResult result = parameter_row(
        ui, geometry, {descriptor, value, store.standard_values(index), store.is_modified(index)},
        store.language);
    if (result.value) value = *result.value;
    if (result.refill) requested_refill_ = index;
    if (result.pick_file) wanted_file_ = ViewParameter{&store.view(), index};
    for (const Value& other : result.compare) compare_request_.emplace_back(index, other);
    if (!result.complaint.empty()) notice_ = Toast{result.complaint, false, {}, -1};
    y_ += result.pitch + (stacked ? RowGeometry::label_line : 0);
}

void Inspector::apply_requested_refill(Store& store) {
    if (requested_refill_) store.refill(*requested_refill_);
    requested_refill_.reset();
}

void Inspector::link_mark(Ui& ui, const Store& store, std::size_t index, double middle) {
    if (alone_ || !store.is_shared(index)) return;
    const Translator translate(store.language);
    const std::string name(store.view().parameters()[index].id);
    const bool linked = store.is_linked(index);
    const Rect rect{x_ - 16, middle - 8, 14, 16};
    const ItemState item = ui.item(name + ".link", rect, FocusPolicy::mouse);
    const Color quiet = linked ? ui.colors().text3 : ui.colors().warn;
    draw_icon(ui, linked ? Icon::link : Icon::unlink, {rect.x + 7, middle},
              item.hovered ? ui.colors().accent : quiet, 11);
    if (item.hovered)
        ui.tooltip(
            item.id, rect,
            translate(
                linked
                    ? "Shared: presets, configs and files chosen in other views also set it here. Click to unlink it."_tr
                    : "Unlinked: choices in other views do not change it here. Click to link it again."_tr),
            translate("Ctrl U"_tr));
    const bool by_key = Ui::focused() == ImGui::GetID(name.c_str()) && ui.letter('U', true);
    if (item.clicked || by_key) requested_link_ = index;
}

void Inspector::apply_requested_link(Store& store) {
    if (const auto index = std::exchange(requested_link_, std::nullopt))
        store.link(*index, !store.is_linked(*index));
}

void Inspector::slider_row(Ui& ui, const Store& store, Player& player, std::size_t index, Value& value) {
    const View& view = store.view();
    SliderPlay play;
    play.active = player.holds(view, index);
    if (play.active)
        play = {true,          player.running(), player.range(index), player.seconds(),
                player.mode(), player.course(),  player.steps(),      !player.leads(view, index)};
    play.other = !play.active && player.parameter_of(view).has_value();
    Descriptor track = on_track(view, store.values(), index);
    const Descriptor whole = track;
    if (range_ && !play.active) track.domain = narrowed(track, *range_, value);
    link_mark(ui, store, index, y_ + 12);
    const SliderResult result = slider(ui, {view.parameters()[index], track}, {x_, y_}, width_, value,
                                       store.standard_values(index), store.language, play);
    if (result.value) {
        if (play.active) player.stop();  // the user took over
        value = *result.value;
        if (result.typed) typed_ = index;
    }
    if (result.play) player.toggle(store, index, Ui::time());
    if (result.play && range_)
        player.set_range(index, {slider_fraction(whole, value_from(whole, range_->first)),
                                 slider_fraction(whole, value_from(whole, range_->second))});
    if (result.record) recorded_ = ViewParameter{&store.view(), index};
    if (result.range) player.set_range(index, *result.range);
    if (result.join) player.join(store, index);
    if (result.course) player.change_course();
    if (result.speed != 0) player.change_speed(result.speed);
    if (result.mode) player.set_mode(player.mode() == PlayMode::bounce ? PlayMode::loop : PlayMode::bounce);
    y_ += small_ ? 48 : 54;
}

}  // namespace poslab
