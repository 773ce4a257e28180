#include "app/gui/open_sheet.hpp"

#include "app/gui/widgets/button.hpp"
#include "core/controls/value_text.hpp"

#include <utility>

namespace poslab {
namespace {

constexpr double open_width = 460, row_pitch = 44;

std::string row_id(std::size_t index) { return "open.as." + std::to_string(index); }

}  // namespace

void OpenSheet::open(Ui& ui, std::string title, std::vector<OpenAction> actions, bool animated) {
    title_ = std::move(title);
    actions_ = std::move(actions);
    pop_up_.open(ui, row_id(0), animated);
}

std::optional<Toast> OpenSheet::draw(Ui& ui, Store& store) {
    if (!pop_up_.is_open()) return std::nullopt;
    const auto found = pop_up_.begin(ui, {.name = "open",
                                          .title = title_,
                                          .close = in(store.language, "Close"_tr),
                                          .width = open_width,
                                          .height = PopUp::header_height + 2 * PopUp::padding +
                                                    row_pitch * static_cast<double>(actions_.size()) - 12,
                                          .footer = false});
    if (!found) return std::nullopt;
    std::optional<std::size_t> clicked;
    for (std::size_t n = 0; n < actions_.size(); ++n) {
        const Rect row{found->body.x + PopUp::padding,
                       found->body.y + PopUp::padding + row_pitch * static_cast<double>(n),
                       found->body.width - 2 * PopUp::padding, 32};
        const TextStyle style{Font::medium, 13, ui.colors().text};
        const auto width = [&](std::string_view text) { return ui.text_width(text, style); };
        if (button(ui, row_id(n), row, middle_elided(actions_[n].label, width, row.width - 24))) clicked = n;
    }
    if (clicked) pop_up_.close();
    pop_up_.end(ui);
    return clicked ? std::optional(actions_[*clicked].open(store)) : std::nullopt;
}

}  // namespace poslab
