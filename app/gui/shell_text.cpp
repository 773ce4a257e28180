#include "app/gui/shell_text.hpp"

#include <array>

namespace poslab {
namespace {

constexpr std::array<Text, static_cast<std::size_t>(Say::count)> table{{
    {"Positions", "位置"},
    {"Attention", "注意力"},
    {"Memory", "记忆"},
    {"Rotation", "旋转"},
    {"Learn", "学习"},
    {"Whole matrix", "显示全部"},
    {"Pan", "平移"},
    {"Zoom into a box", "框选放大"},
    {"Export", "导出"},
    {"Parameters", "参数"},
    {"Readout", "读数"},
    {"Formula", "公式"},
    {"Notes", "说明"},
    {"engine", "引擎"},
    {"cells", "个格子"},
    {"Light", "浅色"},
    {"Dark", "深色"},
    {"Switch between light and dark", "切换浅色与深色"},
    {"中文界面", "English"},
    {"Fold", "收起"},
    {"Unfold", "展开"},
    {"Computing", "计算中"},
    {"left", "剩余"},
    {"Cancel", "取消"},
    {"Could not be computed", "无法计算"},
    {"Content", "内容"},
    {"Figure", "图"},
    {"Numbers", "数值"},
    {"Format", "格式"},
    {"Size", "尺寸"},
    {"Theme", "主题"},
    {"File", "文件"},
    {"The same from the command line", "等价的命令行"},
    {"Copy", "复制"},
    {"Close", "关闭"},
    {"Export", "导出"},
    {"Saved", "已保存"},
    {"Copied", "已复制"},
    {"Copy path", "复制路径"},
    {"Array", "数组"},
    {"time of the last computation", "上次计算用时"},
    {"The file name must end in .", "文件名须以此结尾：."},
    {"Stopped: this is a draft", "已停止：此图为草稿"},
    {"Compute", "计算"},
}};

}  // namespace

std::string_view say(Language language, Say what) { return in(language, table[static_cast<std::size_t>(what)]); }

}  // namespace poslab
