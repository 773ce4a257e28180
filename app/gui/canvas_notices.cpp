#include "app/gui/canvas.hpp"
#include "app/gui/canvas_parts.hpp"
#include "app/gui/widgets/button.hpp"
#include "app/gui/widgets/pane.hpp"
#include "app/state/window_words.hpp"

#include <algorithm>
#include <cmath>
#include <string>

namespace poslab {
namespace {

constexpr double dim_after = 0.2, tell_after = 1.0;

}  // namespace

void Canvas::draw_over(Ui& ui, Store& store, Worker& worker, const CanvasContext& context) {
    if (const PanelFrame* frame = matrix_frame();
        frame != nullptr && ui.focus_visible() && Ui::focused() == ImGui::GetID("matrix"))
        ui.focus_ring(moved(frame->plot, context.area), 0);
    if (const PanelFrame* frame = keyed_frame(); frame != nullptr && ui.focus_visible())
        ui.focus_ring(moved(frame->plot, context.area), 0);
    if (gesture_.running && gesture_.box) {
        const Rect box = between(gesture_.from, clamped(ui.mouse(), gesture_.room.plot));
        ui.fill(box, ui.colors().accent.with_alpha(0.12));
        ui.frame(box, ui.colors().accent, 1.5);
    }
    offered_file_.reset();
    draw_ink(ui, context.area);
    draw_plot_gesture(ui, store, context.area);
    if (status_.running)
        draw_progress(ui, store, worker, context);
    else if (!status_.error.empty())
        draw_error(ui, store, context.area);
    else if (const auto found = result(store); found == nullptr || found->data->partial || !fresh_)
        draw_stopped(ui, store, context);
}

/// After Cancel, or if the full computation is slow and was not requested: says that the picture is not
/// final, with a button to compute it.
void Canvas::draw_stopped(Ui& ui, Store& store, const CanvasContext& context) {
    const Palette& colors = ui.colors();
    const std::string_view again = in(store.language, status_.limited ? "Compute all"_tr : "Compute"_tr);
    const double width = button_width(ui, again, false);
    const TextStyle style{Font::semibold, 13, colors.text};
    const std::string_view title =
        in(store.language,
           status_.limited ? "Coarse: full detail takes over 2 s"_tr : "Stopped: this is a draft"_tr);
    const double whole = 16 + ui.text_width(title, style) + 24 + width + 12;
    const Rect card{context.area.right() - context.padding - whole, context.area.y + 12, whole, 56};
    ui.card(card);
    const Pane pane(ui, "notice", card);
    ui.text(title, card.x + 16, card.y + 28, style);
    if (button(ui, "again", {card.right() - 12 - width, card.y + 12, width, 32}, again)) {
        last_request_.reset();
        store.confirm_slow();
        ui.request_frame();
    }
}

/// Dims the figure and draws a card with the error and, if a file is missing, a button to choose it.
void Canvas::draw_error(Ui& ui, const Store& store, Rect area) {
    constexpr double card_width = 384, line_pitch = 18;
    const Palette& colors = ui.colors();
    for (const PanelFrame& frame : layout_.frames)
        ui.fill(moved(frame.plot, area), colors.canvas.with_alpha(0.55));
    const TextStyle style{Font::regular, 12, colors.text2};
    const WindowWords why = in_window_words(store.view(), status_.error, store.language);
    const auto lines = ui.wrapped(why.text, style, card_width - 64);
    const double text_height = 48 + line_pitch * static_cast<double>(lines.size());
    const double height = text_height + (why.file ? 44 : 0);
    Rect plot = layout_.frames.empty() ? area : moved(layout_.frames.front().plot, area);
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
    offered_file_ = why.file;
    if (!why.file) return;
    const std::string label =
        Translator(store.language)("{}: choose a file…", store.view().parameters()[*why.file].label);
    ButtonOptions options;
    options.look = ButtonLook::primary;
    const double width = std::min(button_width(ui, label, false), card.right() - 16 - (card.x + 44));
    if (button(ui, "error.file", {card.x + 44, card.y + text_height, width, 32}, label, options))
        wanted_file_ = why.file;
}

void Canvas::draw_progress(Ui& ui, const Store& store, Worker& worker, const CanvasContext& context) {
    if (status_.seconds < dim_after) return ui.wake_after(dim_after - status_.seconds + 0.005);
    ui.wake_after(0.1);
    const Palette& colors = ui.colors();
    if (!fresh_)
        for (const PanelFrame& frame : layout_.frames)
            ui.fill(moved(frame.plot, context.area), colors.canvas.with_alpha(0.55));
    const Rect& area = context.area;
    ui.fill({area.x, area.y, area.width, 2}, colors.track);
    ui.fill({area.x, area.y, area.width * std::clamp(status_.progress, 0.0, 1.0), 2}, colors.accent);
    if (status_.seconds < tell_after) return;
    const Translator translate(store.language);
    const double left =
        status_.progress > 0.02 ? status_.seconds * (1 - status_.progress) / status_.progress : -1;
    const std::string title = translate("Computing {} %", static_cast<int>(100 * status_.progress));
    const std::string line = left >= 0 ? translate("{:.1f} s, {:.1f} s left", status_.seconds, left)
                                       : translate("{:.1f} s", status_.seconds);
    const Rect card{area.right() - context.padding - 300, area.y + 12, 300, 56};
    ui.card(card);
    const Pane pane(ui, "notice", card);
    ui.text(title, card.x + 16, card.y + 19, {Font::semibold, 13, colors.text});
    ui.text(line, card.x + 16, card.y + 38, {Font::regular, 12, colors.text2});
    const std::string_view cancel = in(store.language, "Cancel"_tr);
    const double width = button_width(ui, cancel, false);
    if (button(ui, "cancel", {card.right() - 12 - width, card.y + 12, width, 32}, cancel)) worker.cancel();
}

}  // namespace poslab
