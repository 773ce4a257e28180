// The tooltip of a parameter's label: help, then symbol, unit, range and default, then the source.
#include "app/state/parameter_help.hpp"
#include "core/attention/bias.hpp"
#include "core/encoding/position_map.hpp"
#include "core/encoding/scaling.hpp"
#include "tests/gui/content_driver.hpp"
#include "tests/support/languages.hpp"

#include <algorithm>

namespace poslab::test {
namespace {

ParameterHelp help_of(const std::string& view_id, const std::string& id, const std::string& value,
                      Language language) {
    const View& view = find_view(view_id);
    const auto index = static_cast<std::size_t>(parameter_index(view, id));
    const Descriptor& descriptor = view.parameters()[index];
    const Values defaults = view.defaults();
    return parameter_help(descriptor, parse_value(descriptor, value), {defaults[index], defaults[index]},
                          language);
}

TEST(ParameterHelp, SaysSymbolUnitRangeDefaultAndSource) {
    const ParameterHelp w = help_of("position-matrix", "w", "64", Language::english);
    EXPECT_EQ(w.help, "Distances below w are left unchanged.");
    EXPECT_EQ(w.facts, "symbol w · tokens · 0 … 16,777,216 · default 256");
    EXPECT_EQ(w.source, "Source: 9708");
    const ParameterHelp chinese_w = help_of("position-matrix", "w", "64", chinese());
    EXPECT_EQ(chinese_w.facts, "符号 w · 词元 · 0 … 16,777,216 · 默认 256");
    EXPECT_EQ(chinese_w.source, "出处：9708");
}

TEST(ParameterHelp, SaysOnlyWhatThereIs) {
    const auto of = [](const char* view, const char* id, const char* value) {
        return help_of(view, id, value, Language::english);
    };
    EXPECT_EQ(of("attention", "map", "self-extend").facts, "default Leaky ReRoPE");
    EXPECT_EQ(of("attention", "map", "self-extend").source, "Source: Jin et al., arXiv 2401.01325 (LongLM)");
    EXPECT_EQ(of("attention", "log-n", "true").facts, "default off");
    EXPECT_EQ(of("attention", "causal", "false").facts, "default Causal") << "by the name of the state";
    EXPECT_EQ(of("attention", "causal", "false").source, "");
    EXPECT_EQ(of("attention", "keys", "none").facts, "") << "a file";
    EXPECT_EQ(of("attention", "row", "3").facts, "symbol i · 0 … 16,777,215 · default last");
    EXPECT_EQ(of("attention", "attention-factor", "2").facts, "symbol f · > 0 … 1000 · default auto");
    EXPECT_EQ(of("attention", "t5-table", "1,2").facts, "−1,000,000 … 1,000,000");
    EXPECT_EQ(of("attention", "preset", "none").source, "");
}

/// The lines of the tooltip, from top to bottom.
std::vector<PaintedText> tip_lines(const ContentDriver& window) {
    std::vector<PaintedText> lines;
    for (const PaintedText& text : window.texts)
        if (text.window.starts_with("##Tooltip")) lines.push_back(text);
    std::sort(lines.begin(), lines.end(), [](const auto& a, const auto& b) { return a.rect.y < b.rect.y; });
    return lines;
}

std::string tip_over(ContentDriver& window, const std::string& label) {
    window.move({700, 500});
    window.frame();
    window.move(window.at(label, 0.1));
    window.pass(0.6);
    std::string text;
    for (const PaintedText& line : tip_lines(window)) text += (text.empty() ? "" : "|") + line.text;
    return text;
}

TEST(ParameterHelp, TheTooltipOfASliderHasThreeLines) {
    ContentDriver window(of_view("position-matrix"));
    EXPECT_EQ(tip_over(window, "Parameters/w.label"),
              "Distances below w are left unchanged.|symbol w · tokens · 0 … 16,777,216 · default "
              "256|Source: 9708");
    const std::vector<PaintedText> lines = tip_lines(window);
    ASSERT_EQ(lines.size(), 3U);
    EXPECT_EQ(lines[0].rect.x, lines[1].rect.x);
    EXPECT_GT(lines[1].rect.y - lines[0].rect.y, lines[2].rect.y - lines[1].rect.y)
        << "the quieter ones are set apart";
}

TEST(ParameterHelp, SoHasItInChinese) {
    WindowOptions options = of_view("position-matrix");
    options.language = chinese();
    ContentDriver window(options);
    EXPECT_EQ(tip_over(window, "w.label"),
              "小于 w 的距离保持原位置。|符号 w · 词元 · 0 … 16,777,216 · 默认 256|出处：9708");
}

TEST(ParameterHelp, RowsHaveItToo) {
    ContentDriver matrix(of_view("position-matrix"));
    EXPECT_NE(tip_over(matrix, "map.label")
                  .find("|default Leaky ReRoPE|Source: Su Jianlin, spaces.ac.cn/archives/9708"),
              std::string::npos)
        << tip_over(matrix, "map.label");
    ContentDriver window(of_view("attention"));
    EXPECT_NE(tip_over(window, "log-n.label").find("|default off|Source: 9708"), std::string::npos);
}

/// Every label of every view has a complete tooltip inside the window.
TEST(ParameterHelp, EveryLabelOfEveryViewHasIt) {
    for (const Language language : {Language::english, chinese()})
        for (const View* view : all_views()) {
            WindowOptions options = of_view(std::string(view->info().id));
            options.language = language;
            ContentDriver window(options);
            std::vector<std::string> labels;
            const Rect inspector = window.rect("inspector");
            for (const auto& [path, mark] : window.content.ui().marks())
                if (path.ends_with(".label") && mark.rect.y > inspector.y &&
                    mark.rect.bottom() < inspector.bottom())
                    labels.push_back(path);
            EXPECT_FALSE(labels.empty());
            for (const std::string& label : labels) {
                SCOPED_TRACE(testing::Message() << view->info().id << " " << label << " " << language.id());
                EXPECT_FALSE(tip_over(window, label).empty());
                for (const PaintedText& line : tip_lines(window)) {
                    EXPECT_GE(line.rect.x, 0) << line.text;
                    EXPECT_LE(line.rect.right(), window.size.width) << line.text;
                    EXPECT_LE(line.rect.bottom(), window.size.height) << line.text;
                }
            }
        }
}

/// The sentence comes from the scheme's own object; menus in every view show it.
TEST(ParameterHelp, SaysWhatASchemeDoesInItsMenu) {
    for (const PositionMap* map : PositionMap::all())
        EXPECT_FALSE(in(Language::english, map->effect).empty()) << map->id;
    for (const Scaling* scaling : Scaling::all())
        EXPECT_FALSE(in(Language::english, scaling->effect).empty()) << scaling->id;
    for (const Bias* bias : Bias::all())
        EXPECT_FALSE(in(Language::english, bias->effect).empty()) << bias->id;
    ContentDriver window(of_view("position-matrix"));
    window.click("Parameters/map");
    ASSERT_TRUE(window.settle());
    for (const char* id : {"rerope", "pi"}) {
        window.move(window.at("map=" + std::string(id), 0.3));
        window.pass(0.6);
        std::string text;
        for (const PaintedText& line : tip_lines(window)) text += (text.empty() ? "" : " ") + line.text;
        const auto found = std::ranges::find(PositionMap::all(), std::string_view(id), &PositionMap::id);
        EXPECT_EQ(text, in(Language::english, (*found)->effect)) << id;
    }
}

}  // namespace
}  // namespace poslab::test
