#include "app/gui/command_box.hpp"

#include "app/gui/widgets/button.hpp"
#include "app/state/command_lines.hpp"

#include <algorithm>

namespace poslab {
namespace {

constexpr double inset = 12, line_height = 20, copy_column = 44;
constexpr double copied_seconds = 1.5;

TextStyle style_of(const Ui& ui) { return {Font::mono, 12, ui.colors().text}; }

}  // namespace

std::vector<std::string> CommandBox::lines(const Ui& ui, std::string_view command, double width) {
    const TextStyle style = style_of(ui);
    return command_lines(
        shown_command(command), [&](std::string_view text) { return ui.text_width(text, style); },
        width - inset - copy_column);
}

double CommandBox::height(std::size_t lines) {
    return 22 + line_height * static_cast<double>(std::max<std::size_t>(lines, 2));
}

void CommandBox::draw(Ui& ui, Language language, const std::string& command,
                      const std::vector<std::string>& lines, Rect box) {
    const Palette& colors = ui.colors();
    const TextStyle style = style_of(ui);
    ui.text(in(language, "Equivalent command"_tr), box.x, box.y - 17, {Font::regular, 12, colors.text2});
    ui.fill(box, colors.chrome, 6);
    ui.frame(box, colors.hairline, 1, 6);
    ui.mark("export.command", box);
    const auto fit = static_cast<std::size_t>(std::max(1.0, (box.height - 12) / line_height));
    const std::size_t count = std::min(lines.size(), fit);
    const double height = line_height * static_cast<double>(count);
    double middle = box.y + (box.height - height) / 2 + line_height / 2;
    for (std::size_t i = 0; i < count; ++i, middle += line_height) {
        const bool cut = i + 1 == count && count < lines.size();
        const std::string line =
            cut ? lines[i].substr(0, lines[i].rfind(command_continued)) + " …" : lines[i];
        ui.text(ui.fitted(line, style, box.width - inset - copy_column), box.x + inset, middle, style);
    }
    if (count < lines.size() && ui.over(box))
        ui.tooltip(ImGui::GetID("export.command"), box, shown_command(command));
    draw_copy(ui, language, command, box);
}

void CommandBox::draw_copy(Ui& ui, Language language, const std::string& command, Rect box) {
    const Palette& colors = ui.colors();
    const Rect rect{box.right() - 36, box.y + 6, 28, 28};
    ui.fill(rect, colors.hover, 6);
    const ItemState item = spot(ui, "export.copy", rect);
    const double since = Ui::time() - copied_at_;
    const bool copied = since < copied_seconds;
    draw_icon(ui, copied ? Icon::check : Icon::copy, {rect.x + 14, rect.y + 14},
              copied ? colors.ok : colors.text2);
    if (copied) ui.wake_after(copied_seconds + 0.1 - since);
    if (item.hovered) ui.tooltip(item.id, rect, Translator(language)(copied ? "Copied"_tr : "Copy"_tr));
    if (!item.clicked) return;
    ImGui::SetClipboardText(command.c_str());
    copied_at_ = Ui::time();
    ui.request_frame();
}

}  // namespace poslab
