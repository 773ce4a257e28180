#include "app/gui/export_command.hpp"

#include "app/gui/widgets/button.hpp"
#include "app/state/shell_text.hpp"

#include <algorithm>

namespace poslab {
namespace {

constexpr double inset = 12, line_height = 20, copy_column = 44;
constexpr double copied_seconds = 1.5;
constexpr std::string_view continued = " \\", indent = "  ";

/// Words as a shell sees them: blanks within single quotes do not part.
std::vector<std::string> words_of(std::string_view command) {
    std::vector<std::string> words(1);
    bool quoted = false;
    for (const char c : command) {
        if (c == '\'') quoted = !quoted;
        if (c == ' ' && !quoted)
            words.emplace_back();
        else
            words.back() += c;
    }
    return words;
}

/// Not a negative number.
bool is_option(std::string_view word) {
    return word.size() > 1 && word[0] == '-' && (word[1] < '0' || word[1] > '9') && word[1] != '.';
}

/// What stays on one line: the program with its command and view, then each option with its value.
std::vector<std::string> units_of(std::string_view command) {
    std::vector<std::string> units;
    for (std::string& word : words_of(command)) {
        if (units.empty() || is_option(word))
            units.push_back(std::move(word));
        else
            units.back() += " " + word;
    }
    return units;
}

/// "0,0.5,0.01,…,1,-0.25" of a list of numbers that is long.
std::string shown_word(const std::string& word) {
    constexpr std::size_t longest = 80, head = 40, tail = 20;
    if (word.size() <= longest || is_option(word) || word.find_first_not_of("0123456789,.+-e") != std::string::npos) return word;
    const std::size_t first = word.rfind(',', head), last = word.find(',', word.size() - tail);
    if (first == std::string::npos || last == std::string::npos) return word;
    return word.substr(0, first) + ",…" + word.substr(last);
}

TextStyle style_of(const Ui& ui) { return {Font::mono, 12, ui.colors().text}; }

}  // namespace

std::string shown_command(std::string_view command) {
    std::string shown;
    for (const std::string& word : words_of(command)) shown += (shown.empty() ? "" : " ") + shown_word(word);
    return shown;
}

std::vector<std::string> command_lines(std::string_view command, const std::function<double(std::string_view)>& width,
                                       double room) {
    std::vector<std::string> lines;
    const std::vector<std::string> units = units_of(command);
    for (std::size_t i = 0; i < units.size(); ++i) {
        const bool last = i + 1 == units.size();
        if (!lines.empty()) {
            const std::string longer = lines.back() + " " + units[i];
            if (width(last ? longer : longer + std::string(continued)) <= room) {
                lines.back() = longer;
                continue;
            }
            lines.back() += continued;
        }
        lines.push_back(lines.empty() ? units[i] : std::string(indent) + units[i]);
    }
    return lines;
}

std::vector<std::string> CommandBox::lines(const Ui& ui, std::string_view command, double width) {
    const TextStyle style = style_of(ui);
    return command_lines(
        shown_command(command), [&](std::string_view text) { return ui.text_width(text, style); }, width - inset - copy_column);
}

double CommandBox::height(std::size_t lines) { return 22 + line_height * static_cast<double>(std::max<std::size_t>(lines, 2)); }

void CommandBox::draw(Ui& ui, Language language, const std::string& command, const std::vector<std::string>& lines, Rect box) {
    const Palette& colors = ui.colors();
    const TextStyle style = style_of(ui);
    ui.text(say(language, Say::same_command), box.x, box.y - 17, {Font::regular, 12, colors.text2});
    ui.fill(box, colors.chrome, 6);
    ui.frame(box, colors.hairline, 1, 6);
    ui.mark("export.command", box);
    const auto fit = static_cast<std::size_t>(std::max(1.0, (box.height - 12) / line_height));
    const std::size_t count = std::min(lines.size(), fit);
    const double height = line_height * static_cast<double>(count);
    double middle = box.y + (box.height - height) / 2 + line_height / 2;
    for (std::size_t i = 0; i < count; ++i, middle += line_height) {
        const bool cut = i + 1 == count && count < lines.size();
        const std::string line = cut ? lines[i].substr(0, lines[i].rfind(continued)) + " …" : lines[i];
        ui.text(ui.fitted(line, style, box.width - inset - copy_column), box.x + inset, middle, style);
    }
    if (count < lines.size() && ui.over(box)) ui.tooltip(ImGui::GetID("export.command"), box, shown_command(command));
    draw_copy(ui, language, command, box);
}

void CommandBox::draw_copy(Ui& ui, Language language, const std::string& command, Rect box) {
    const Palette& colors = ui.colors();
    const Rect rect{box.right() - 36, box.y + 6, 28, 28};
    ui.fill(rect, colors.hover, 6);
    const Touch touch = spot(ui, "export.copy", rect);
    const double since = Ui::time() - copied_at_;
    const bool copied = since < copied_seconds;
    draw_icon(ui, copied ? Icon::check : Icon::copy, {rect.x + 14, rect.y + 14}, copied ? colors.ok : colors.text2);
    if (copied) ui.wake_after(copied_seconds + 0.1 - since);
    if (touch.hovered) ui.tooltip(touch.id, rect, std::string(say(language, copied ? Say::copied : Say::copy)));
    if (!touch.clicked) return;
    ImGui::SetClipboardText(command.c_str());
    copied_at_ = Ui::time();
    ui.wake_after(0);
}

}  // namespace poslab
