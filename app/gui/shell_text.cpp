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
    {"Panels", "面板"},
    {"Preset", "预设"},
    {"As on screen", "与屏幕一致"},
    {"Paper, one column", "论文单栏"},
    {"Paper, two columns", "论文双栏"},
    {"Slide 16:9", "幻灯片 16:9"},
    {"Poster", "海报"},
    {"Custom", "自定义"},
    {"Title and legend", "标题与图例"},
    {"Transparent background", "透明背景"},
    {"text stays text", "文字仍可编辑"},
    {"at {} dpi", "{} dpi"},
    {"{} pixels", "{} 像素"},
    {"in {}", "位于 {}"},
    {"the home folder", "主文件夹"},
    {"Change…", "更改…"},
    {"Replace", "替换"},
    {"{} exists. Press Replace to overwrite it.", "{} 已存在，按“替换”将覆盖它。"},
    {"Save as", "另存为"},
    {"Choose", "选择"},
    {"200 to 10,000 px", "200 至 10,000 px"},
    {"The file will hold", "文件将包含"},
    {"There is no folder {}.", "没有文件夹 {}。"},
    {"There is no file {}.", "没有文件 {}。"},
    {"This folder cannot be read: {}.", "无法读取此文件夹：{}。"},
    {"The name must end in {}.", "文件名须以 {} 结尾。"},
    {"Type a name for the file.", "请输入文件名。"},
    {"Only the first {} entries are listed; any other can be typed.", "仅列出前 {} 项；其余可直接输入路径。"},
    {"Nothing here matches.", "此处没有匹配项。"},
}};

}  // namespace

std::string_view say(Language language, Say what) { return in(language, table[static_cast<std::size_t>(what)]); }

std::string say_with(Language language, Say what, std::string_view word) {
    std::string sentence(say(language, what));
    const std::size_t at = sentence.find("{}");
    return at == std::string::npos ? sentence : sentence.replace(at, 2, word);
}

}  // namespace poslab
