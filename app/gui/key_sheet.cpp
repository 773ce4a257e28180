#include "app/gui/key_sheet.hpp"

#include "app/gui/widgets/pane.hpp"
#include "app/state/shell_text.hpp"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

namespace poslab {
namespace {

constexpr std::array<KeyLine, 11> figure_lines{{
    {{"wheel, + −", "滚轮，+ −"}, {"zoom about the pointer", "以指针为中心缩放"}},
    {{"drag", "拖动"}, {"pan, or zoom into a box", "平移，或框选放大"}},
    {{"← ↑ → ↓", "← ↑ → ↓"}, {"pan by a tenth; Shift: by all", "平移十分之一；Shift：一屏"}},
    {{"Home, 0", "Home，0"}, {"show the whole matrix", "显示整个矩阵"}},
    {{"H  Z", "H  Z"}, {"tool: pan, zoom into a box", "工具：平移、框选放大"}},
    {{"Tab, ← ↑ → ↓", "Tab，← ↑ → ↓"}, {"with the focus: move the pointer", "获得焦点时：移动指针"}},
    {{"Ctrl C", "Ctrl C"}, {"copy as command", "复制为命令行"}},
    {{"Ctrl Shift C", "Ctrl Shift C"}, {"copy the values under the pointer", "复制指针处的数值"}},
    {{"Ctrl L", "Ctrl L"}, {"copy the formula as LaTeX", "将公式复制为 LaTeX"}},
    {{"1 … 9", "1 … 9"}, {"figure, where a view has several", "视图有多幅图时选择图"}},
    {{"E", "E"}, {"export", "导出"}},
}};

constexpr std::array<KeyLine, 8> slider_lines{{
    {{"← →", "← →"}, {"one step; Shift: ten, Alt: a tenth", "一步；Shift：十步，Alt：十分之一步"}},
    {{"Page ↑ ↓", "Page ↑ ↓"}, {"next power of two, or a tenth of the track", "下一个 2 的幂，或滑轨的十分之一"}},
    {{"Home  End", "Home  End"}, {"ends of the range, when reached by Tab", "取值范围的两端（用 Tab 到达时）"}},
    {{"Enter, 0 … 9", "Enter，0 … 9"}, {"type a value into its field", "在输入框中键入数值"}},
    {{"double click", "双击"}, {"type, too", "同样键入"}},
    {{"Del, right click", "Del，右键"}, {"back to its default", "恢复默认值"}},
    {{"Alt drag", "Alt 拖动"}, {"do not snap to powers of two", "不吸附到 2 的幂"}},
    {{"Tab, ↑ ↓", "Tab，↑ ↓"}, {"other controls; Shift Tab: the one before", "其他控件；Shift Tab：上一个"}},
}};

constexpr std::array<KeyLine, 3> play_lines{{
    {{"Space", "空格"}, {"play, pause; first the slider in focus", "播放、暂停；焦点所在的滑块优先"}},
    {{"[  ]", "[  ]"}, {"faster, slower", "加快、减慢"}},
    {{"L", "L"}, {"start over, or turn round at the ends", "循环，或在两端往返"}},
}};

constexpr std::array<KeyLine, 10> program_lines{{
    {{"Ctrl Z", "Ctrl Z"}, {"undo; with Shift, or Ctrl Y: redo", "撤销；加 Shift 或 Ctrl Y：重做"}},
    {{"Ctrl O", "Ctrl O"}, {"open a file", "打开文件"}},
    {{"Ctrl Page ↑ ↓", "Ctrl Page ↑ ↓"}, {"view before, after", "上一个、下一个视图"}},
    {{"T", "T"}, {"light or dark", "浅色或深色"}},
    {{"G", "G"}, {"中文", "English"}},
    {{"Ctrl + − 0", "Ctrl + − 0"}, {"size of everything", "整体缩放"}},
    {{"M", "M"}, {"less motion, or as usual", "减少动画，或照常"}},
    {{"?", "?"}, {"this sheet", "本页"}},
    {{"Esc", "Esc"}, {"close, stop typing, leave a control", "关闭、停止键入、离开控件"}},
    {{"Ctrl Q", "Ctrl Q"}, {"quit; the session is kept", "退出；会话会保存"}},
}};

constexpr std::array<KeyGroup, 4> groups{{{{"Figure", "图"}, figure_lines},
                                          {{"Slider with the focus", "获得焦点的滑块"}, slider_lines},
                                          {{"Play", "播放"}, play_lines},
                                          {{"Program", "程序"}, program_lines}}};

constexpr double line_pitch = 24, heading_height = 32, group_gap = 14, key_column = 116, sheet_width = 840, narrow_width = 520;

double height_of(const KeyGroup& group) {
    return heading_height + line_pitch * static_cast<double>(group.lines.size()) + group_gap;
}

/// The groups of each column: the first ones up to about half of all, and the rest.
std::size_t groups_at_left() {
    double all = 0, left = 0;
    for (const KeyGroup& group : groups) all += height_of(group);
    std::size_t count = 0;
    while (count < groups.size() && left + height_of(groups[count]) / 2 < all / 2) left += height_of(groups[count++]);
    return count;
}

void draw_group(Ui& ui, const KeyGroup& group, Language language, double x, double y, double width) {
    const Palette& colors = ui.colors();
    ui.text(in(language, group.title), x, y + 12, {Font::semibold, 13, colors.text});
    y += heading_height;
    for (const KeyLine& line : group.lines) {
        const TextStyle what{Font::regular, 13, colors.text2};
        ui.text(in(language, line.keys), x, y + 8, {Font::medium, 12, colors.text});
        ui.text(ui.fitted(in(language, line.what), what, width - key_column), x + key_column, y + 8, what);
        y += line_pitch;
    }
}

/// In a pane that scrolls, by the keys, too; the first `left` groups in the left column.
void draw_groups(Ui& ui, Language language, Rect body, std::size_t left, double content) {
    Pane pane(ui, "groups", body, Pane::Scrolls::down);
    const double lines = ui.take(ImGuiKey_DownArrow) - ui.take(ImGuiKey_UpArrow);
    const double pages = ui.take(ImGuiKey_PageDown) - ui.take(ImGuiKey_PageUp);
    if (lines != 0 || pages != 0) pane.set_offset(pane.offset() + line_pitch * lines + body.height / 2 * pages);
    const bool two_columns = left < groups.size();
    const double column = two_columns ? (body.width - 3 * PopUp::padding) / 2 : body.width - 2 * PopUp::padding;
    const double top = body.y + PopUp::padding - pane.offset();
    double y = top;
    for (std::size_t i = 0; i < groups.size(); ++i) {
        if (i == left) y = top;
        draw_group(ui, groups[i], language, body.x + PopUp::padding + (i < left ? 0 : column + PopUp::padding), y, column);
        y += height_of(groups[i]);
    }
    pane.set_content(content);
}

}  // namespace

std::span<const KeyGroup> key_groups() { return groups; }

void KeySheet::open(Ui& ui, bool animated) {
    opens_ = true;
    pop_up_.open(ui, "keys.close", animated);
}

void KeySheet::draw(Ui& ui, Language language) {
    if (!pop_up_.is_open()) return;
    const bool two_columns = ui.width() >= sheet_width + 48;
    const std::size_t left = two_columns ? groups_at_left() : groups.size();
    std::array<double, 2> heights{};
    for (std::size_t i = 0; i < groups.size(); ++i) heights[i < left ? 0 : 1] += height_of(groups[i]);
    const double content = std::max(heights[0], heights[1]) - group_gap + 2 * PopUp::padding;
    const auto place = pop_up_.begin(ui, {.name = "keys",
                                          .title = say(language, Say::keys),
                                          .close = say(language, Say::close),
                                          .width = two_columns ? sheet_width : narrow_width,
                                          .height = PopUp::header_height + content,
                                          .footer = false});
    if (!place) return;
    draw_groups(ui, language, place->body, left, content);
    if (!std::exchange(opens_, false) && Ui::typed('?')) pop_up_.close();
    pop_up_.end(ui);
}

}  // namespace poslab
