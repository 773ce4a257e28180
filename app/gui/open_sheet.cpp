#include "app/gui/open_sheet.hpp"

#include "app/gui/widgets/button.hpp"
#include "core/controls/value_text.hpp"

#include <utility>

namespace poslab {
namespace {

constexpr double open_width = 460, row_pitch = 44;

std::string row_name(std::size_t index) { return "open.as." + std::to_string(index); }

}  // namespace

void OpenSheet::open(Ui& ui, std::string title, std::vector<Opening> openings, bool animated) {
    title_ = std::move(title);
    openings_ = std::move(openings);
    pop_up_.open(ui, row_name(0), animated);
}

std::optional<Toast> OpenSheet::draw(Ui& ui, Store& store) {
    if (!pop_up_.is_open()) return std::nullopt;
    const auto found = pop_up_.begin(ui, {.name = "open",
                                          .title = title_,
                                          .close = in(store.language, "Close"_tr),
                                          .width = open_width,
                                          .height = PopUp::header_height + 2 * PopUp::padding +
                                                    row_pitch * static_cast<double>(openings_.size()) - 12,
                                          .footer = false});
    if (!found) return std::nullopt;
    std::optional<std::size_t> chosen;
    for (std::size_t n = 0; n < openings_.size(); ++n) {
        const Rect row{found->body.x + PopUp::padding,
                       found->body.y + PopUp::padding + row_pitch * static_cast<double>(n),
                       found->body.width - 2 * PopUp::padding, 32};
        const TextStyle style{Font::medium, 13, ui.colors().text};
        const auto width = [&](std::string_view text) { return ui.text_width(text, style); };
        if (button(ui, row_name(n), row, middle_elided(openings_[n].label, width, row.width - 24)))
            chosen = n;
    }
    if (chosen) pop_up_.close();
    pop_up_.end(ui);
    return chosen ? std::optional(openings_[*chosen].open(store)) : std::nullopt;
}

}  // namespace poslab
