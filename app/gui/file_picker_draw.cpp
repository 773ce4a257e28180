// Drawing of the file picker.

#include "app/gui/file_picker.hpp"

#include "app/gui/widgets/button.hpp"
#include "app/gui/widgets/pane.hpp"
#include "app/gui/widgets/text_field.hpp"
#include "core/controls/slider_scale.hpp"
#include "core/files/file_status.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace poslab {
namespace {

constexpr double width = 640, height = 560, picker_pad = PopUp::padding;
constexpr double bar_column = 12;

}  // namespace

std::optional<std::string> FilePicker::draw(Ui& ui, Language language) {
    if (!is_open()) return std::nullopt;
    take_listing({});
    draw_pop_up(ui, language);
    if (is_open()) return std::nullopt;
    reading_.cancel();
    return result_;
}

void FilePicker::draw_pop_up(Ui& ui, Language language) {
    const auto found =
        pop_up_.begin(ui, {"file", request_.title, in(language, "Close"_tr), width, height, true});
    if (!found) return;
    const bool types = typing(ui);
    if (types)
        typing_keys(ui);
    else if (list_id_ != 0 && Ui::focused() == list_id_)
        list_keys(ui);
    const Rect inner = {found->body.x + picker_pad, found->body.y + 20, found->body.width - 2 * picker_pad,
                        found->body.height - 40};
    draw_path(ui, {inner.x, inner.y, inner.width, 32});
    follow(ui);
    draw_list(ui, language, {inner.x, inner.y + 44, inner.width, inner.height - 44});
    draw_footer(ui, language, found->footer);
    if (types && ui.take(ImGuiKey_Escape) > 0) pop_up_.close();
    if (result_ && pop_up_.is_open()) pop_up_.close();
    pop_up_.end(ui);
}

void FilePicker::draw_path(Ui& ui, Rect rect) {
    if (const auto found = std::exchange(replacement_, std::nullopt)) {
        start_edit(ui, "file.path", found->text);
        ui.entry().replacement = found;
    }
    FieldOptions options;
    options.align = Align::left;
    const std::string before = text(ui);
    const bool types = typing(ui);
    const FieldResult result = text_field(ui, "file.path", rect, path_, path_, options);
    field_id_ = result.id;
    if (types && !typing(ui) && ui.pressed(ImGuiKey_Enter))
        enter(ui, result.entered.value_or(before));
    else if (result.entered)
        path_ = *result.entered;
}

void FilePicker::draw_list(Ui& ui, Language language, Rect rect) {
    const Palette& colors = ui.colors();
    ui.frame(rect, colors.border, 1, 6);
    const Rect inside = rect.inset(5), view{inside.x, inside.y, inside.width - bar_column, inside.height};
    view_height_ = view.height;
    const ItemState item = draw_entries(ui, inside, view);
    if (item.ring) ui.focus_ring(rect.inset(3), 3);
    std::string message;
    if (reading())
        message = in(language, "Reading the folder…"_tr);
    else if (listing_.missing)
        message = Translator(language)("There is no folder {}.", listing_.path);
    else if (!listing_.error.empty())
        message = Translator(language)("This folder cannot be read: {}.", listing_.error);
    else if (shown_.empty())
        message = in(language, "No matches."_tr);
    const TextStyle style{Font::regular, 13, colors.text3, Align::center};
    ui.text(ui.fitted(message, style, view.width - 24), view.x + view.width / 2,
            view.y + std::min(72.0, view.height / 2), style);
    if (item.clicked && !item.by_key && pointed_ >= 0 && pointed_ == pressed_) click(ui, pointed_);
}

/// Draws the visible rows in a scrolling pane.
ItemState FilePicker::draw_entries(Ui& ui, Rect area, Rect view) {
    Pane pane(ui, "entries", area, Pane::Scrolls::down);
    if (std::exchange(follows_, false)) {
        pane.show(row_height * std::max(0, selected_), row_height);
        ui.request_frame();
    }
    const double offset = pane.offset();
    const ItemState item = ui.item("file.list", view);
    list_id_ = item.id;
    const int under = static_cast<int>(std::floor((ui.mouse().y - view.y + offset) / row_height));
    pointed_ = item.hovered && under >= 0 && under < rows() ? under : -1;
    if (item.pressed) pressed_ = pointed_;
    const int first = static_cast<int>(offset / row_height);
    const int last = std::min(rows(), first + static_cast<int>(view.height / row_height) + 2);
    for (int index = first; index < last; ++index)
        draw_row(ui, {view.x, view.y + row_height * index - offset, view.width, row_height},
                 static_cast<std::size_t>(index), index == pointed_);
    pane.set_content(row_height * rows());
    return item;
}

void FilePicker::click(Ui& ui, int index) {
    selected_ = index;
    const FolderEntry* clicked = entry(index);
    const bool folder = clicked == nullptr || clicked->folder;
    const bool double_click =
        !folder && clicked->name == split_path(path_).name && Ui::time() - clicked_at_ < 0.5;
    if (folder || double_click)
        activate_row(ui, index, false);
    else
        set_file_name(ui, std::string(clicked->name), false);
    clicked_at_ = Ui::time();
    ui.request_frame();
}

void FilePicker::draw_row(Ui& ui, Rect row, std::size_t index, bool hovered) {
    const Palette& colors = ui.colors();
    const bool selected = static_cast<int>(index) == selected_;
    if (selected || hovered) ui.fill(row, selected ? colors.selected : colors.hover, 5);
    const FolderEntry* shown = entry(static_cast<int>(index));
    const double middle = row.y + row.height / 2;
    if (shown == nullptr || shown->folder) draw_icon(ui, Icon::folder, {row.x + 16, middle}, colors.text2);
    const TextStyle style{Font::regular, 13, selected ? colors.accent : colors.text};
    const std::string name = shown == nullptr ? ".." : shown->name;
    ui.text(ui.fitted(name, style, row.width - 44), row.x + 32, middle, style);
    ui.mark("file.row=" + name, row);
}

void FilePicker::draw_footer(Ui& ui, Language language, Rect footer) {
    const double y = footer.y + 16;
    const std::string label = note_ == Note::replace ? Translator(language)("Replace"_tr) : request_.button;
    const double go_width = std::max(112.0, button_width(ui, label, false));
    const Rect go{footer.right() - picker_pad - go_width, y, go_width, 32};
    const double cancel_width = button_width(ui, in(language, "Cancel"_tr), false);
    const Rect cancel{go.x - 16 - cancel_width, y, cancel_width, 32};
    draw_note(ui, language,
              {footer.x + picker_pad, footer.y, cancel.x - 16 - footer.x - picker_pad, footer.height});
    ButtonOptions quiet, primary;
    quiet.look = ButtonLook::quiet;
    primary.look = ButtonLook::primary;
    if (button(ui, "file.cancel", cancel, in(language, "Cancel"_tr), quiet)) return pop_up_.close();
    if (button(ui, "file.do", go, label, primary)) accept(ui, text(ui), false);
}

std::string FilePicker::note_sentence(const Translator& translate) const {
    switch (note_) {
        case Note::none:
            break;
        case Note::replace:
            return translate("{} exists. Press Replace to overwrite it.", note_word_);
        case Note::no_folder:
            return translate("There is no folder {}.", note_word_);
        case Note::no_file:
            return translate("There is no file {}.", note_word_);
        case Note::wrong_ending:
            return translate("The name must end in {}.", note_word_);
        case Note::needs_name:
            return translate("Type a name for the file."_tr);
        case Note::no_answer:
            return translate(unanswered_message(note_word_));
    }
    if (!listing_.cut) return {};
    return translate("Only the first {} entries are listed; others can be typed.",
                     shown_number(std::to_string(listing_.entries.size())));
}

void FilePicker::draw_note(Ui& ui, Language language, Rect room) {
    const std::string message = note_sentence(Translator(language));
    if (message.empty()) return;
    const bool wrong = note_ != Note::none && note_ != Note::replace;
    const Color color = wrong                    ? ui.colors().error
                        : note_ == Note::replace ? ui.colors().warn
                                                 : ui.colors().text2;
    footer_notice(ui, room, message, color);
    ui.mark("file.note", room);
}

}  // namespace poslab
