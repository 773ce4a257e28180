#include "app/state/key_groups.hpp"

#include <array>

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

}  // namespace

std::span<const KeyGroup> key_groups() { return groups; }

}  // namespace poslab
