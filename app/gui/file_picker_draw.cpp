// What the file picker shows.

#include "app/gui/file_picker.hpp"

#include "app/gui/shell_text.hpp"
#include "app/gui/widgets/button.hpp"
#include "app/gui/widgets/notice.hpp"
#include "app/gui/widgets/slider_scale.hpp"
#include "app/gui/widgets/text_field.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace poslab {
namespace {

constexpr double width = 640, height = 560, pad = PopUp::padding;
constexpr double bar_column = 12, wheel_rows = 3;

}  // namespace

std::optional<std::string> FilePicker::draw(Ui& ui, Language language) {
    if (!is_open()) return std::nullopt;
    const PopUpPlace place = pop_up_.begin(ui, {"file", question_.title, say(language, Say::close), width, height, true});
    const bool types = typing(ui);
    const HeldKeys held = types ? hold_keys(ui) : HeldKeys{};
    if (!types && ui.has_focus(id_of("file.list"))) list_keys(ui);
    const Rect inner = {place.body.x + pad, place.body.y + 20, place.body.width - 2 * pad, place.body.height - 40};
    draw_path(ui, {inner.x, inner.y, inner.width, 32});
    follow(ui);
    if (types && typing(ui)) typing_keys(ui, held);
    draw_list(ui, language, {inner.x, inner.y + 44, inner.width, inner.height - 44});
    draw_footer(ui, language, place.footer);
    if (chosen_ && pop_up_.is_open()) pop_up_.close(ui);
    pop_up_.end(ui);
    return is_open() ? std::nullopt : chosen_;
}

void FilePicker::draw_path(Ui& ui, Rect rect) {
    FieldOptions options;
    options.align = Align::left;
    const FieldTouch touch = text_field(ui, "file.path", rect, path_, path_, options);
    if (touch.entered) path_ = *touch.entered;
}

void FilePicker::draw_list(Ui& ui, Language language, Rect rect) {
    const Palette& colors = ui.colors();
    ui.frame(rect, colors.border, 1, 6);
    const Rect view{rect.x + 5, rect.y + 5, rect.width - 10 - bar_column, rect.height - 10};
    view_height_ = view.height;
    if (ui.over(rect)) offset_ -= wheel_rows * row_height * ui.input().wheel;
    offset_ = std::clamp(offset_, 0.0, hidden_height());
    const bool by_mouse = ui.input().released[0];
    const Touch touch = ui.interact(id_of("file.list"), view);
    ui.mark("file.list", view);
    const int under = static_cast<int>(std::floor((ui.input().mouse.y - view.y + offset_) / row_height));
    const int pointed = touch.hovered && under >= 0 && under < rows() ? under : -1;
    if (touch.pressed) pressed_ = pointed;
    ui.push_clip(view);
    const int first = static_cast<int>(offset_ / row_height);
    const int last = std::min(rows(), first + static_cast<int>(view.height / row_height) + 2);
    for (int place = first; place < last; ++place)
        draw_row(ui, {view.x, view.y + row_height * place - offset_, view.width, row_height}, static_cast<std::size_t>(place),
                 place == pointed);
    ui.pop_clip();
    if (touch.ring) ui.focus_ring(rect.inset(3), 3);
    draw_scroll_bar(ui, {rect.right() - bar_column - 1, view.y, bar_column, view.height});
    std::string sentence;
    if (listing_.missing)
        sentence = say_with(language, Say::no_folder, listing_.path);
    else if (!listing_.error.empty())
        sentence = say_with(language, Say::unreadable, listing_.error);
    else if (shown_.empty())
        sentence = say(language, Say::nothing_matches);
    const TextStyle style{Font::regular, 13, colors.text3, Align::center};
    ui.text(ui.fitted(sentence, style, view.width - 24), view.x + view.width / 2, view.y + std::min(72.0, view.height / 2), style);
    if (!touch.clicked || !by_mouse || pointed < 0 || pointed != pressed_) return;
    selected_ = pointed;
    const FolderEntry* chosen = entry(pointed);
    const bool folder = chosen == nullptr || chosen->folder;
    const bool twice = !folder && chosen->name == split_path(path_).name && ui.input().time - clicked_at_ < 0.5;
    if (folder || twice)
        choose_row(ui, pointed, false);
    else
        choose_file(ui, std::string(chosen->name), false);
    clicked_at_ = ui.input().time;
    ui.wake_after(0);
}

void FilePicker::draw_row(Ui& ui, Rect row, std::size_t place, bool hovered) {
    const Palette& colors = ui.colors();
    const bool selected = static_cast<int>(place) == selected_;
    if (selected || hovered) ui.fill(row, selected ? colors.selected : colors.hover, 5);
    const FolderEntry* shown = entry(static_cast<int>(place));
    const double middle = row.y + row.height / 2;
    if (shown == nullptr || shown->folder) draw_icon(ui, Icon::folder, {row.x + 16, middle}, colors.text2);
    const TextStyle style{Font::regular, 13, selected ? colors.accent : colors.text};
    const std::string name = shown == nullptr ? ".." : shown->name;
    ui.text(ui.fitted(name, style, row.width - 44), row.x + 32, middle, style);
    ui.mark("file.row=" + name, row);
}

void FilePicker::draw_scroll_bar(Ui& ui, Rect rect) {
    const double hidden = hidden_height();
    if (hidden <= 0) return;
    const double length = std::max(32.0, rect.height * rect.height / (rect.height + hidden));
    const double way = rect.height - length;
    const Touch touch = ui.interact(id_of("file.bar"), rect, false);
    if (touch.pressed) {
        const double at = ui.input().mouse.y - rect.y - way * offset_ / hidden;
        ui.set_drag_offset(at >= 0 && at <= length ? at : length / 2);
    }
    if (touch.held) offset_ = std::clamp((ui.input().mouse.y - rect.y - ui.drag_offset()) / way, 0.0, 1.0) * hidden;
    const Color color = touch.held || touch.hovered ? ui.colors().axis : ui.colors().border;
    ui.fill({rect.x + 3, rect.y + way * offset_ / hidden, 6, length}, color, 3);
}

void FilePicker::draw_footer(Ui& ui, Language language, Rect footer) {
    const double y = footer.y + 16;
    const std::string label = note_ == Note::replace ? std::string(say(language, Say::replace)) : question_.button;
    const double go_width = std::max(112.0, button_width(ui, label, false));
    const Rect go{footer.right() - pad - go_width, y, go_width, 32};
    const double cancel_width = button_width(ui, say(language, Say::cancel), false);
    const Rect cancel{go.x - 16 - cancel_width, y, cancel_width, 32};
    draw_note(ui, language, {footer.x + pad, footer.y, cancel.x - 16 - footer.x - pad, footer.height});
    ButtonOptions quiet, primary;
    quiet.look = ButtonLook::quiet;
    primary.look = ButtonLook::primary;
    if (button(ui, "file.cancel", cancel, say(language, Say::cancel), quiet)) return pop_up_.close(ui);
    if (button(ui, "file.do", go, label, primary)) accept(ui, text(ui), false);
}

void FilePicker::draw_note(Ui& ui, Language language, Rect room) {
    constexpr std::array<Say, 6> sentences{Say::count,   Say::replace_ask,  Say::no_folder,
                                           Say::no_file, Say::wrong_ending, Say::needs_name};
    std::string sentence;
    if (note_ != Note::none)
        sentence = say_with(language, sentences.at(static_cast<std::size_t>(note_)), note_word_);
    else if (listing_.cut)
        sentence = say_with(language, Say::list_cut, shown_number(std::to_string(listing_.entries.size())));
    if (sentence.empty()) return;
    const bool wrong = note_ != Note::none && note_ != Note::replace;
    const Color color = wrong ? ui.colors().error : note_ == Note::replace ? ui.colors().warn : ui.colors().text2;
    footer_notice(ui, room, sentence, color);
    ui.mark("file.note", room);
}

}  // namespace poslab
