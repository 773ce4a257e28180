#include "app/gui/key_sheet.hpp"

#include "app/gui/widgets/fitting_text.hpp"
#include "app/gui/widgets/pane.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <utility>

namespace poslab {
namespace {

constexpr double key_line_pitch = 24, key_heading_height = 32, group_gap = 14, key_column = 132,
                 sheet_width = 880, narrow_width = 520;

double height_of(const KeyGroup& group) {
    return key_heading_height + key_line_pitch * static_cast<double>(group.lines.size()) + group_gap;
}

/// The number of groups in the left column: those up to about half of the total height.
std::size_t groups_at_left() {
    double all = 0, left = 0;
    for (const KeyGroup& group : key_groups()) all += height_of(group);
    std::size_t count = 0;
    while (count < key_groups().size() && left + height_of(key_groups()[count]) / 2 < all / 2)
        left += height_of(key_groups()[count++]);
    return count;
}

/// Capitalises a line, so that actions and gestures look the same.
std::string capitalised(std::string_view text) {
    std::string line(text);
    if (!line.empty() && line.front() >= 'a' && line.front() <= 'z')
        line.front() = static_cast<char>(line.front() - 'a' + 'A');
    return line;
}

void draw_group(Ui& ui, const KeyGroup& group, Language language, double x, double y, double width) {
    const Palette& colors = ui.colors();
    ui.text(in(language, group.title), x, y + 12, {Font::semibold, 13, colors.text});
    y += key_heading_height;
    for (const KeyLine& line : group.lines) {
        const TextStyle what{Font::regular, 13, colors.text2};
        draw_elided(ui, keys_text(line, language), {Font::medium, 12, colors.text},
                    {x, y, key_column - 8, 16});
        draw_elided(ui, capitalised(in(language, line.what)), what,
                    {x + key_column, y, width - key_column, 16});
        y += key_line_pitch;
    }
}

/// Draws the groups in a pane that scrolls by wheel and keys; the first `left` groups are in the left column.
void draw_groups(Ui& ui, Language language, Rect body, std::size_t left, double content) {
    Pane pane(ui, "groups", body, Pane::Scrolls::down);
    const double lines = ui.take(ImGuiKey_DownArrow) - ui.take(ImGuiKey_UpArrow);
    const double pages = ui.take(ImGuiKey_PageDown) - ui.take(ImGuiKey_PageUp);
    if (lines != 0 || pages != 0)
        pane.set_offset(pane.offset() + key_line_pitch * lines + body.height / 2 * pages);
    const bool two_columns = left < key_groups().size();
    const double column =
        two_columns ? (body.width - 3 * PopUp::padding) / 2 : body.width - 2 * PopUp::padding;
    const double top = body.y + PopUp::padding - pane.offset();
    double y = top;
    for (std::size_t i = 0; i < key_groups().size(); ++i) {
        if (i == left) y = top;
        draw_group(ui, key_groups()[i], language,
                   body.x + PopUp::padding + (i < left ? 0 : column + PopUp::padding), y, column);
        y += height_of(key_groups()[i]);
    }
    pane.set_content(content);
}

}  // namespace

void KeySheet::open(Ui& ui, bool animated) {
    opens_ = true;
    pop_up_.open(ui, "keys.close", animated);
}

void KeySheet::draw(Ui& ui, Language language) {
    if (!pop_up_.is_open()) return;
    const bool two_columns = ui.width() >= sheet_width + 48;
    const std::size_t left = two_columns ? groups_at_left() : key_groups().size();
    std::array<double, 2> heights{};
    for (std::size_t i = 0; i < key_groups().size(); ++i)
        heights[i < left ? 0 : 1] += height_of(key_groups()[i]);
    const double content = std::max(heights[0], heights[1]) - group_gap + 2 * PopUp::padding;
    const auto found = pop_up_.begin(ui, {.name = "keys",
                                          .title = in(language, "Keyboard shortcuts"_tr),
                                          .close = in(language, "Close"_tr),
                                          .width = two_columns ? sheet_width : narrow_width,
                                          .height = PopUp::header_height + content,
                                          .footer = false});
    if (!found) return;
    draw_groups(ui, language, found->body, left, content);
    if (!std::exchange(opens_, false) && Ui::typed('?')) pop_up_.close();
    pop_up_.end(ui);
}

}  // namespace poslab
