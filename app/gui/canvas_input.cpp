#include "app/gui/canvas.hpp"
#include "app/gui/shell_text.hpp"
#include "app/gui/widgets/button.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace poslab {
namespace {

constexpr double wheel_step = 0.8;
constexpr double dim_after = 0.2, tell_after = 1.0;

Rect moved(Rect rect, Rect area) { return {rect.x + area.x, rect.y + area.y, rect.width, rect.height}; }

Rect between(Point a, Point b) { return {std::min(a.x, b.x), std::min(a.y, b.y), std::abs(a.x - b.x), std::abs(a.y - b.y)}; }

Point clamped(Point p, Rect rect) { return {std::clamp(p.x, rect.x, rect.right()), std::clamp(p.y, rect.y, rect.bottom())}; }

std::int64_t tenth(std::int64_t cells) { return std::max<std::int64_t>(1, cells / 10); }

}  // namespace

void Canvas::interact(Ui& ui, Store& store, const CanvasPlace& place) {
    ui.mark("canvas", place.area);
    hover(ui, place.area);
    const auto viewport = viewport_of(store.view(), store.values());
    const PanelFrame* frame = matrix_frame();
    if (!viewport || frame == nullptr) return;
    const Rect plot = moved(frame->plot, place.area);
    ui.mark("matrix", plot);
    const Touch touch = ui.interact(id_of("canvas.matrix"), plot, false);
    if (touch.pressed) ui.release_focus();
    if (touch.hovered || touch.held)
        ui.set_pointer(store.tool == Tool::zoom ? PointerShape::cross : touch.held ? PointerShape::move : PointerShape::arrow);
    if (touch.double_clicked) {
        gesture_ = {};
        return go_home(store);
    }
    if (touch.hovered && ui.input().wheel != 0) wheel(ui, store, *viewport);
    overview(ui, store, place, *viewport);
    drag(ui, store, *viewport, touch);
    if (!ui.dialog() && !ui.editing()) keys(ui, store, *viewport);
}

void Canvas::hover(const Ui& ui, Rect area) {
    cursor_ = {};
    if (!ui.over(area) || gesture_.box) return;
    const Point at{ui.input().mouse.x - area.x, ui.input().mouse.y - area.y};
    for (const PanelFrame& frame : layout_.frames) {
        if (!frame.plot.contains(at)) continue;
        const Point data = frame.to_data(at);
        cursor_ = {true, frame.companion, frame.index, data.x, data.y};
    }
}

void Canvas::wheel(Ui& ui, Store& store, const Viewport& viewport) {
    if (!ui.editing()) ui.release_focus();
    const double turns = std::clamp(ui.input().wheel, -5.0, 5.0);
    const MatrixRoom here = room({origin_.x, origin_.y, 0, 0});
    store.set(looking_at(store.view(), store.values(), zoomed(viewport, std::pow(wheel_step, turns), ui.input().mouse, here)));
}

void Canvas::drag(Ui& ui, Store& store, const Viewport& viewport, const Touch& touch) {
    if (touch.pressed) gesture_ = {true, store.tool == Tool::zoom, ui.input().mouse, viewport, room({origin_.x, origin_.y, 0, 0})};
    if (!gesture_.running) return;
    const MatrixRoom& from = gesture_.room;
    const Point now = ui.input().mouse;
    if (!gesture_.box) {
        const auto cells = [](double pixels, double extent, const IndexRange& range) {
            return -std::llround(pixels / extent * static_cast<double>(range.size()));
        };
        const Viewport to = panned(gesture_.viewport, cells(now.y - gesture_.from.y, from.plot.height, gesture_.viewport.rows),
                                   cells(now.x - gesture_.from.x, from.plot.width, gesture_.viewport.columns));
        if (!(to == viewport)) store.set(looking_at(store.view(), store.values(), to));
    }
    if (gesture_.box && !ui.take(Key::escape).empty()) gesture_ = {};
    if (ui.input().down[0] && touch.held) return;
    if (gesture_.box && ui.input().released[0]) {
        const Point end = clamped(now, from.plot);
        const Rect box = between(gesture_.from, end);
        if (box.width > 4 && box.height > 4)
            store.set(looking_at(store.view(), store.values(), boxed(gesture_.viewport, gesture_.from, end, from)));
    }
    gesture_ = {};
}

/// A press in the overview brings what is shown there; a drag takes it along.
void Canvas::overview(Ui& ui, Store& store, const CanvasPlace& place, const Viewport& viewport) {
    if (!layout_.overview) return;
    const OverviewFrame& frame = *layout_.overview;
    const Rect rect = moved(frame.rect, place.area);
    ui.mark("overview", rect);
    const Touch touch = ui.interact(id_of("canvas.overview"), rect, false);
    if (touch.hovered || touch.held) ui.set_pointer(PointerShape::move);
    if (touch.pressed) ui.release_focus();
    if (!touch.held) return;
    const auto begin = [](double share, const IndexRange& shown, std::int64_t total) {
        return std::llround(share * static_cast<double>(total) - static_cast<double>(shown.size()) / 2) - shown.begin;
    };
    const Point at = clamped(ui.input().mouse, rect);
    const Viewport to = panned(viewport, begin((at.y - rect.y) / rect.height, viewport.rows, frame.total_rows),
                               begin((at.x - rect.x) / rect.width, viewport.columns, frame.total_columns));
    if (!(to == viewport)) store.set(looking_at(store.view(), store.values(), to));
}

void Canvas::keys(Ui& ui, Store& store, const Viewport& viewport) {
    if (!ui.focus_visible() && (!ui.take(Key::home).empty() || (!ui.anything_focused() && ui.take_letter('0'))))
        return go_home(store);
    if (ui.anything_focused()) return;
    Viewport to = viewport;
    const auto step = [](const KeyPress& press, std::int64_t cells) { return press.shift ? cells : tenth(cells); };
    for (const KeyPress& press : ui.take(Key::left)) to = panned(to, 0, -step(press, to.columns.size()));
    for (const KeyPress& press : ui.take(Key::right)) to = panned(to, 0, step(press, to.columns.size()));
    for (const KeyPress& press : ui.take(Key::up)) to = panned(to, -step(press, to.rows.size()), 0);
    for (const KeyPress& press : ui.take(Key::down)) to = panned(to, step(press, to.rows.size()), 0);
    if (!(to == viewport)) store.set(looking_at(store.view(), store.values(), to));
    if (ui.take_letter('+')) zoom_step(store, wheel_step);
    if (ui.take_letter('-')) zoom_step(store, 1 / wheel_step);
}

void Canvas::draw_over(Ui& ui, const Store& store, Worker& worker, const CanvasPlace& place) {
    ui.set_layer(Layer::over);
    if (gesture_.running && gesture_.box) {
        const Rect box = between(gesture_.from, clamped(ui.input().mouse, gesture_.room.plot));
        ui.fill(box, ui.colors().accent.with_alpha(0.12));
        ui.frame(box, ui.colors().accent, 1.5);
    }
    if (status_.running)
        draw_progress(ui, store, worker, place);
    else if (!status_.error.empty())
        draw_error(ui, store, place.area);
    else if (const auto found = results_.find(&store.view()); found == results_.end() || found->second->data->partial || !fresh_)
        draw_stopped(ui, store, place);
    ui.set_layer(Layer::base);
}

/// After Cancel: what is seen is not the answer, and how to get that.
void Canvas::draw_stopped(Ui& ui, const Store& store, const CanvasPlace& place) {
    const Palette& colors = ui.colors();
    const std::string_view again = say(store.language, Say::compute_again);
    const double width = button_width(ui, again, false);
    const TextStyle style{Font::semibold, 13, colors.text};
    const std::string_view title = say(store.language, Say::stopped);
    const double whole = 16 + ui.text_width(title, style) + 24 + width + 12;
    const Rect card{place.area.right() - place.padding - whole, place.area.y + 12, whole, 56};
    ui.shadow(card, 8);
    ui.fill(card, colors.raised, 8);
    ui.frame(card, colors.divider, 1, 8);
    ui.text(title, card.x + 16, card.y + 28, style);
    if (button(ui, "again", {card.right() - 12 - width, card.y + 12, width, 32}, again)) {
        asked_.reset();
        ui.wake_after(0);
    }
}

/// The old or coarse picture stays, dimmed; over it stands why there is no better one.
void Canvas::draw_error(Ui& ui, const Store& store, Rect area) {
    const Palette& colors = ui.colors();
    for (const PanelFrame& frame : layout_.frames) ui.fill(moved(frame.plot, area), colors.canvas.with_alpha(0.55));
    const TextStyle style{Font::regular, 12, colors.text2};
    const auto lines = ui.wrapped(status_.error, style, 320);
    const double height = 48 + 18 * static_cast<double>(lines.size());
    Rect plot = layout_.frames.empty() ? area : moved(layout_.frames.front().plot, area);
    const Rect card{std::round(std::max(area.x + 16, plot.x + plot.width / 2 - 192)),
                    std::round(plot.y + (plot.height - height) / 2), 384, height};
    ui.mark("error", card);
    ui.shadow(card, 8);
    ui.fill(card, colors.raised, 8);
    ui.frame(card, colors.divider, 1, 8);
    draw_icon(ui, Icon::warning, {card.x + 24, card.y + 22}, colors.error);
    ui.text(say(store.language, Say::could_not_compute), card.x + 44, card.y + 22, {Font::semibold, 13, colors.text});
    for (std::size_t i = 0; i < lines.size(); ++i) ui.text(lines[i], card.x + 44, card.y + 45 + 18 * static_cast<double>(i), style);
}

void Canvas::draw_progress(Ui& ui, const Store& store, Worker& worker, const CanvasPlace& place) {
    if (status_.seconds < dim_after) return ui.wake_after(dim_after - status_.seconds + 0.005);
    ui.wake_after(0.05);
    const Palette& colors = ui.colors();
    if (!fresh_)
        for (const PanelFrame& frame : layout_.frames) ui.fill(moved(frame.plot, place.area), colors.canvas.with_alpha(0.55));
    const Rect& area = place.area;
    ui.fill({area.x, area.y, area.width, 2}, colors.track);
    ui.fill({area.x, area.y, area.width * std::clamp(status_.progress, 0.0, 1.0), 2}, colors.accent);
    if (status_.seconds < tell_after) return;
    std::array<char, 96> line{};
    const double left = status_.progress > 0.02 ? status_.seconds * (1 - status_.progress) / status_.progress : -1;
    const std::string title =
        std::string(say(store.language, Say::computing)) + " " + std::to_string(static_cast<int>(100 * status_.progress)) + " %";
    if (left >= 0)
        std::snprintf(line.data(), line.size(), "%.1f s, %.1f s %s", status_.seconds, left,
                      say(store.language, Say::left_over).data());
    else
        std::snprintf(line.data(), line.size(), "%.1f s", status_.seconds);
    const Rect card{area.right() - place.padding - 300, area.y + 12, 300, 56};
    ui.shadow(card, 8);
    ui.fill(card, colors.raised, 8);
    ui.frame(card, colors.divider, 1, 8);
    ui.text(title, card.x + 16, card.y + 19, {Font::semibold, 13, colors.text});
    ui.text(line.data(), card.x + 16, card.y + 38, {Font::regular, 12, colors.text2});
    const std::string_view cancel = say(store.language, Say::cancel);
    const double width = button_width(ui, cancel, false);
    if (button(ui, "cancel", {card.right() - 12 - width, card.y + 12, width, 32}, cancel)) worker.cancel();
}

}  // namespace poslab
