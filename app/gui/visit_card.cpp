#include "app/gui/visit_card.hpp"

#include "app/gui/inspector.hpp"
#include "app/gui/widgets/button.hpp"
#include "app/gui/widgets/pane.hpp"

#include <algorithm>

namespace poslab {
namespace {

constexpr double top_pad = 12, button_height = 32, below_texts = 10, bottom_pad = 12, between_buttons = 8,
                 heading_pitch = 16, line_pitch = 18, gap = 6;

/// Writes the lines and returns the y of their end.
double write_lines(Ui& ui, const VisitLines& lines, double x, double y, double width) {
    const Palette& colors = ui.colors();
    for (std::size_t n = 0; n < lines.size(); ++n) {
        const auto& [heading, text] = lines[n];
        if (n > 0) y += gap;
        if (!heading.empty()) {
            ui.text(ui.fitted(heading, {Font::regular, 11, colors.text3}, width), x, y + heading_pitch / 2,
                    {Font::regular, 11, colors.text3});
            y += heading_pitch;
        }
        const TextStyle style{Font::regular, 13, colors.text};
        for (const std::string& line : ui.wrapped(text, style, width)) {
            ui.text(line, x, y + line_pitch / 2, style);
            y += line_pitch;
        }
    }
    return y;
}

}  // namespace

double VisitCard::draw(Ui& ui, Store& store, Rect area, double padding, double share) {
    if (!store.visit) return text_height_ = 0;
    const Translator translate(store.language);
    ui.set_tab_place(Inspector::tab_place);
    const double width = area.width - 2 * padding;
    const std::string back = translate("Back to my state"_tr), stay = translate("Stay here"_tr);
    const double back_width = std::min(width, button_width(ui, back, false));
    const double stay_width = std::min(width, button_width(ui, stay, false));
    const bool stacked = back_width + between_buttons + stay_width > width;
    const double buttons = stacked ? 2 * button_height + between_buttons : button_height;
    const double most =
        std::max(2 * line_pitch, area.height * share - top_pad - below_texts - buttons - bottom_pad);
    const double shown = std::min(text_height_, most);
    const Rect card{area.x, area.y, area.width, top_pad + shown + below_texts + buttons + bottom_pad};
    ui.ground(card, ui.colors().selected);
    ui.fill({card.x, card.y, 1, card.height}, ui.colors().hairline);
    ui.fill({card.x, card.bottom() - 1, card.width, 1}, ui.colors().hairline);
    ui.mark("visit", card);
    {
        Pane pane(ui, "visit texts", {card.x + 1, card.y + top_pad, card.width - 1, shown},
                  Pane::Scrolls::down);
        const double top = card.y + top_pad - pane.offset();
        const double end = write_lines(ui, store.visit->lines, card.x + padding, top, width - 6);
        if (end - top != text_height_) ui.request_frame();
        text_height_ = end - top;
        pane.set_content(text_height_);
    }
    const Rect row{card.x + padding, card.bottom() - buttons - bottom_pad, width, buttons};
    const Pane pane(ui, "visit buttons", {card.x + 1, row.y, card.width - 1, row.height});
    ButtonOptions primary, quiet;
    primary.look = ButtonLook::primary;
    quiet.look = ButtonLook::quiet;
    const Rect back_place{row.x, row.y, back_width, button_height};
    const Rect stay_place =
        stacked ? Rect{row.x, row.y + button_height + between_buttons, stay_width, button_height}
                : Rect{row.x + back_width + between_buttons, row.y, stay_width, button_height};
    const bool goes_back = button(ui, "visit.back", back_place, back, primary);
    const bool stays = button(ui, "visit.stay", stay_place, stay, quiet);
    if (goes_back) end_visit(store);
    if (stays) store.visit.reset();
    if (goes_back || stays) ui.request_frame();
    return card.height;
}

}  // namespace poslab
