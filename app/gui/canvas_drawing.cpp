#include "app/gui/canvas_drawing.hpp"

#include "app/gui/canvas_parts.hpp"
#include "app/gui/widgets/button.hpp"
#include "app/gui/widgets/pane.hpp"
#include "app/state/window_words.hpp"
#include "core/base/number_format.hpp"

#include <algorithm>
#include <cmath>
#include <string>

namespace poslab {
namespace {

constexpr double dim_after = 0.2, tell_after = 1.0;

void draw_zoom_box(Ui& ui, const Rect& box) {
    ui.fill(box, ui.colors().accent.with_alpha(0.12));
    ui.frame(box, ui.colors().accent, 1.5);
}

/// Draws the part of a stroke that the figure does not show yet.
void draw_ink(Ui& ui, std::vector<Point> points, Rect area) {
    for (Point& point : points) point = {point.x + area.x, point.y + area.y};
    if (points.size() > 1) ui.draw(Polyline{std::move(points), ui.colors().accent, 2, {}, false});
}

/// Draws where a difference is measured from, and the difference at the pointer.
void draw_difference(Ui& ui, const Store& store, const FigureOnScreen& shown, const CanvasPointer& pointer,
                     Rect area) {
    const MeasuredDifference& measured = pointer.difference();
    const PanelFrame* frame = measured.frame(store, shown);
    if (frame == nullptr) return;
    const Rect plot = moved(frame->plot, area);
    const Point at = frame->to_pixels(measured.from().x, measured.from().y),
                from{at.x + area.x, at.y + area.y};
    if (!plot.contains(from)) return;
    const Color accent = ui.colors().accent;
    ui.draw(Polyline{{{from.x, plot.y}, {from.x, plot.bottom()}}, accent, 1, {4, 3}, false});
    ui.draw(Polyline{{{plot.x, from.y}, {plot.right(), from.y}}, accent, 1, {4, 3}, false});
    ui.ring(from, 4.5, accent, 1.5);
    const auto end = measured.to(store, shown, pointer.cursor());
    if (!end) return;
    const Point to = frame->to_pixels(end->x, end->y);
    ui.ring({to.x + area.x, to.y + area.y}, 4.5, accent, 1.5);
    ui.draw(Polyline{{from, {to.x + area.x, to.y + area.y}}, accent, 1.25, {}, false});
    std::string text;
    for (const ReadoutRow& row : measured.rows(store, shown, pointer.cursor()))
        text += (text.empty() ? "" : "   ") + row.label + " " + row.value;
    const TextStyle style{Font::mono, 12, ui.colors().tooltip_text};
    const double width = ui.text_width(text, style) + 16, height = 24;
    const double left = std::clamp(to.x + area.x + 12, plot.x, std::max(plot.x, plot.right() - width));
    const double above = to.y + area.y - 12 - height, top = above >= plot.y ? above : to.y + area.y + 12;
    ui.fill({left, top, width, height}, ui.colors().tooltip, 5);
    ui.text(text, left + 8, top + height / 2, style);
}

}  // namespace

void CanvasDrawing::draw_over(Ui& ui, Store& store, CanvasComputation& computed, const FigureOnScreen& shown,
                              const CanvasPointer& pointer, const CanvasContext& context) {
    const Rect& area = context.area;
    if (const PanelFrame* frame = shown.matrix_frame();
        frame != nullptr && ui.focus_visible() && Ui::focused() == ImGui::GetID("matrix"))
        ui.focus_ring(moved(frame->plot, area), 0);
    if (const PanelFrame* frame = pointer.keyed_frame(shown); frame != nullptr && ui.focus_visible())
        ui.focus_ring(moved(frame->plot, area), 0);
    draw_ink(ui, pointer.ink(), area);
    if (const auto box = pointer.zoom_box(ui, area)) draw_zoom_box(ui, *box);
    draw_difference(ui, store, shown, pointer, area);
    offered_file_.reset();
    if (computed.status().running)
        draw_progress(ui, store, computed, shown.layout(), context);
    else if (!computed.status().error.empty())
        draw_error(ui, store, computed, shown.layout(), area);
    else if (computed.stopped(store))
        draw_stopped(ui, store, computed, context);
}

/// After Cancel, or if the full computation is slow and was not requested: says that the picture is not
/// final, with a button to compute it.
void CanvasDrawing::draw_stopped(Ui& ui, Store& store, CanvasComputation& computed,
                                 const CanvasContext& context) {
    const WorkerStatus& status = computed.status();
    const Palette& colors = ui.colors();
    const std::string_view again = in(store.language, status.limited ? "Compute all"_tr : "Compute"_tr);
    const double width = button_width(ui, again, false);
    const TextStyle style{Font::semibold, 13, colors.text};
    const std::string_view title = in(store.language, status.limited ? "Coarse: full detail takes over 2 s"_tr
                                                                     : "Stopped: this is a draft"_tr);
    const double whole = 16 + ui.text_width(title, style) + 24 + width + 12;
    const Rect card{context.area.right() - context.padding - whole, context.area.y + 12, whole, 56};
    ui.card(card);
    const Pane pane(ui, "notice", card);
    ui.text(title, card.x + 16, card.y + 28, style);
    if (button(ui, "again", {card.right() - 12 - width, card.y + 12, width, 32}, again)) {
        computed.compute_all(store);
        ui.request_frame();
    }
}

/// Dims the figure and draws a card with the error and, if a file is missing, a button to choose it.
void CanvasDrawing::draw_error(Ui& ui, const Store& store, const CanvasComputation& computed,
                               const Layout& layout, Rect area) {
    constexpr double card_width = 384, line_pitch = 18;
    const Palette& colors = ui.colors();
    for (const PanelFrame& frame : layout.frames)
        ui.fill(moved(frame.plot, area), colors.canvas.with_alpha(0.55));
    const TextStyle style{Font::regular, 12, colors.text2};
    const WindowWords why = in_window_words(store.view(), computed.status().error, store.language);
    const auto lines = ui.wrapped(why.text, style, card_width - 64);
    const double text_height = 48 + line_pitch * static_cast<double>(lines.size());
    const double height = text_height + (why.file ? 44 : 0);
    Rect plot = layout.frames.empty() ? area : moved(layout.frames.front().plot, area);
    const Rect card{std::round(std::max(area.x + 16, plot.x + plot.width / 2 - card_width / 2)),
                    std::round(plot.y + (plot.height - height) / 2), card_width, height};
    ui.mark("error", card);
    ui.card(card);
    const Pane pane(ui, "notice", card);
    draw_icon(ui, Icon::warning, {card.x + 24, card.y + 22}, colors.error);
    ui.text(in(store.language, "Computation failed"_tr), card.x + 44, card.y + 22,
            {Font::semibold, 13, colors.text});
    for (std::size_t i = 0; i < lines.size(); ++i)
        ui.text(lines[i], card.x + 44, card.y + 45 + line_pitch * static_cast<double>(i), style);
    if (!why.file) return;
    offered_file_ = ViewParameter{&store.view(), *why.file};
    const std::string label =
        Translator(store.language)("{}: choose a file…", offered_file_->descriptor().label);
    ButtonOptions options;
    options.look = ButtonLook::primary;
    const double width = std::min(button_width(ui, label, false), card.right() - 16 - (card.x + 44));
    if (button(ui, "error.file", {card.x + 44, card.y + text_height, width, 32}, label, options))
        wanted_file_ = offered_file_;
}

void CanvasDrawing::draw_progress(Ui& ui, const Store& store, CanvasComputation& computed,
                                  const Layout& layout, const CanvasContext& context) {
    const WorkerStatus& status = computed.status();
    if (status.seconds < dim_after) return ui.wake_after(dim_after - status.seconds + 0.005);
    ui.wake_after(0.1);
    const Palette& colors = ui.colors();
    if (!computed.shows_present())
        for (const PanelFrame& frame : layout.frames)
            ui.fill(moved(frame.plot, context.area), colors.canvas.with_alpha(0.55));
    const Rect& area = context.area;
    ui.fill({area.x, area.y, area.width, 2}, colors.track);
    ui.fill({area.x, area.y, area.width * std::clamp(status.progress, 0.0, 1.0), 2}, colors.accent);
    const bool is_long = status.expected_seconds >= Job::long_seconds;
    if (status.seconds < tell_after && !is_long) return;
    const Translator translate(store.language);
    const double left =
        status.progress > 0.02 ? status.seconds * (1 - status.progress) / status.progress : -1;
    const std::string title = translate("Computing {} %", static_cast<int>(100 * status.progress));
    std::string line = translate("{:.1f} s", status.seconds);
    if (left >= 0)
        line = translate("{:.1f} s, about {} left", status.seconds, format_rough_time(left));
    else if (is_long)
        line = translate("{:.1f} s of about {}", status.seconds, format_rough_time(status.expected_seconds));
    const Rect card{area.right() - context.padding - 300, area.y + 12, 300, 56};
    ui.card(card);
    const Pane pane(ui, "notice", card);
    ui.text(title, card.x + 16, card.y + 19, {Font::semibold, 13, colors.text});
    ui.text(line, card.x + 16, card.y + 38, {Font::regular, 12, colors.text2});
    const std::string_view cancel = in(store.language, "Cancel"_tr);
    const double width = button_width(ui, cancel, false);
    if (button(ui, "cancel", {card.right() - 12 - width, card.y + 12, width, 32}, cancel)) computed.cancel();
}

}  // namespace poslab
