#include "core/views/figure_limits.hpp"

#include "core/views/marks.hpp"

#include <gtest/gtest.h>

namespace poslab::test {
namespace {

Panel plot(double low, double high) {
    Panel panel;
    panel.x = {"x", 0, 10};
    panel.y = {"y", low, high};
    return panel;
}

Panel matrix(const ColorScale& scale) {
    Panel panel;
    panel.become<MatrixPanel>();
    HeatMapMark map;
    map.scale = scale;
    add(panel, map);
    return panel;
}

Figure figure_of(double low, double high, const ColorScale& scale) {
    Figure figure;
    figure.main = {matrix(scale)};
    figure.companions = {plot(low, high)};
    figure.bars = {color_bar("bar", scale)};
    return figure;
}

TEST(FigureLimits, HoldAll) {
    Figure first = figure_of(-1, 2, {ColorMap::viridis, ScaleKind::linear, 0, 0, 5});
    Figure second = figure_of(0, 7, {ColorMap::viridis, ScaleKind::linear, -1, 0, 3});
    FigureLimits all;
    include(limits_of(first), all);
    include(limits_of(second), all);
    for (Figure* figure : {&first, &second}) {
        hold_all(*figure, all);
        EXPECT_EQ(figure->companions[0].y.low, -1);
        EXPECT_EQ(figure->companions[0].y.high, 7);
        EXPECT_EQ(figure->companions[0].x.high, 10);
        const ColorScale& scale = std::get<HeatMapMark>(figure->main[0].marks[0]).scale;
        EXPECT_EQ(scale.low, -1);
        EXPECT_EQ(scale.high, 5);
        EXPECT_EQ(figure->bars[0].scale, scale);
        EXPECT_EQ(limits_of(*figure), all);
    }
}

TEST(FigureLimits, AWindowStaysWhereItIs) {
    Figure narrow = figure_of(0, 1, {ColorMap::window, ScaleKind::window, 0, 16, 40});
    Figure inside =
        figure_of(0, 1, {ColorMap::window, ScaleKind::window, 0, 30.00003, 30});  // no position reaches w
    FigureLimits all;
    include(limits_of(narrow), all);
    include(limits_of(inside), all);
    hold_all(narrow, all);
    hold_all(inside, all);
    EXPECT_EQ(narrow.bars[0].scale.middle, 16);
    EXPECT_EQ(narrow.bars[0].scale.high, 40);
    EXPECT_GT(inside.bars[0].scale.middle, 30) << "30 is still inside";
}

TEST(FigureLimits, OtherAxesAndScalesAreLeftAlone) {
    Figure first = figure_of(1, 2, {ColorMap::viridis, ScaleKind::linear, 0, 0, 5});
    Figure second = figure_of(3, 9, {ColorMap::viridis, ScaleKind::logarithmic, 1, 0, 9});
    second.companions[0].y.title = "another quantity";
    FigureLimits all;
    include(limits_of(first), all);
    include(limits_of(second), all);
    hold_all(first, all);
    EXPECT_EQ(first.companions[0].y.high, 2);
    EXPECT_EQ(first.bars[0].scale.high, 5);
}

TEST(FigureLimits, SettingsThatAreThereKeepTheirScale) {
    const FigureLimits own{{{1, true, "q", true, 1, 5}}, {}}, all{{{1, true, "q", true, 0.5, 9}}, {}};
    AxisSettings settings;
    settings.list = {{"", true, 1, AxisSetting::Scale::log}};
    const AxisSettings held = held_axes(own, all, settings, "main");
    ASSERT_EQ(held.list.size(), 1U);
    EXPECT_EQ(held.list[0].scale, AxisSetting::Scale::log);
    EXPECT_EQ(held.list[0].low, 0.5);
    EXPECT_EQ(held.list[0].high, 9);
    EXPECT_TRUE(held_axes(own, own, {}, "main").list.empty()) << "automatic limits need no setting";
}

}  // namespace
}  // namespace poslab::test
