// Bars of plots, labels of spans, keys in plots, ticks of logarithmic colour bars, and cells without a finite
// number.

#include "core/base/masked.hpp"
#include "core/figure/heat_map_raster.hpp"
#include "core/figure/layout.hpp"

#include "tests/figure/attention_cases.hpp"
#include "tests/figure/layout_cases.hpp"
#include "tests/views/check_draw_list.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

namespace poslab {
namespace {

using test::Box;
using test::boxes;
using test::overlap;
using test::shared;

const Color bar_marker = rgb(0x123456);

Layout drawn_bars(const Panel& panel) {
    Figure figure;
    figure.main.push_back(panel);
    return layout(figure, fixed_width_metrics(), {1000, 600, 24, false, Theme::light});
}

std::vector<Rect> fills(const Layout& result, Color color) {
    std::vector<Rect> found;
    for (const DrawCommand& command : result.draw.commands)
        if (const auto* fill = std::get_if<FillRect>(&command); fill && fill->color == color)
            found.push_back(fill->rect);
    return found;
}

std::optional<Rect> bar_text_of(const Layout& result, std::string_view text) {
    for (const Box& box : boxes(result.draw, fixed_width_metrics()))
        if (box.run->text == text) return box.rect;
    return std::nullopt;
}

Panel bars_of(std::vector<double> values, double high) {
    Panel panel;
    panel.x = {"", 0, static_cast<double>(values.size()), false};
    panel.x.cells = true;
    panel.y = {"", 0, high};
    BarMark bars;
    bars.x = shared(test::counted(0, static_cast<std::int64_t>(values.size())));
    bars.y = shared(std::move(values));
    bars.color = bar_marker;
    panel.marks.emplace_back(bars);
    return panel;
}

TEST(LayoutBars, StandOnZeroInTheirCellsWithGapsBetween) {
    const Layout result = drawn_bars(bars_of({1, 0.5, std::nan(""), 0, 2}, 2));
    const Rect& plot = result.frames.front().plot;
    const auto bars = fills(result, bar_marker);
    ASSERT_EQ(bars.size(), 3U) << "neither for NaN nor for 0";
    const std::vector<std::pair<double, double>> cells{{0, 1}, {1, 0.5}, {4, 2}};
    for (std::size_t i = 0; i < bars.size(); ++i) {
        EXPECT_GE(bars[i].x, plot.x + cells[i].first / 5 * plot.width - 0.5);
        EXPECT_LE(bars[i].right(), plot.x + (cells[i].first + 1) / 5 * plot.width - 0.5);
        EXPECT_NEAR(bars[i].bottom(), plot.bottom(), 1e-9);
        EXPECT_NEAR(bars[i].height, cells[i].second / 2 * plot.height, 1e-9);
    }
    EXPECT_LT(bars[0].right(), bars[1].x) << "a gap";
}

TEST(LayoutBars, OneCanBeInAccentColour) {
    Panel panel = bars_of({1, 1, 1}, 2);
    std::get<BarMark>(panel.marks.front()).highlighted = 1;
    const Layout result = drawn_bars(panel);
    const auto accent = fills(result, palette(Theme::light).accent);
    ASSERT_EQ(accent.size(), 1U);
    const Rect& plot = result.frames.front().plot;
    EXPECT_NEAR(accent[0].x + accent[0].width / 2, plot.x + plot.width / 2, 1.5);
    EXPECT_EQ(fills(result, bar_marker).size(), 2U);
}

TEST(LayoutBars, NegativeOnesHangFromZeroAndLogarithmicOnesStandOnTheAxis) {
    Panel panel = bars_of({1, -0.5}, 1);
    panel.y.low = -1;
    Layout result = drawn_bars(panel);
    const Rect& plot = result.frames.front().plot;
    auto bars = fills(result, bar_marker);
    ASSERT_EQ(bars.size(), 2U);
    EXPECT_NEAR(bars[1].y, plot.y + plot.height / 2, 1e-9);
    EXPECT_NEAR(bars[1].height, plot.height / 4, 1e-9);
    panel = bars_of({0.1, 0, 1e-9}, 1);
    panel.y = {"", 1e-3, 1, true};
    result = drawn_bars(panel);
    bars = fills(result, bar_marker);
    ASSERT_EQ(bars.size(), 1U) << "nothing below the axis";
    EXPECT_NEAR(bars[0].height, result.frames.front().plot.height * 2 / 3, 1e-6);
}

TEST(LayoutBars, ManyAreFilledColumnsThatLoseNoPeak) {
    std::vector<double> values;
    for (int i = 0; i < 65'536; ++i) values.push_back(i == 30'000 ? 1.0 : 0.2 + 0.1 * test::noise(i, 1));
    const Layout result = drawn_bars(bars_of(std::move(values), 1));
    test::expect_sound(result.draw);
    const Rect& plot = result.frames.front().plot;
    const auto bars = fills(result, bar_marker);
    EXPECT_LE(static_cast<double>(bars.size()), plot.width + 1);
    const auto tallest = std::max_element(bars.begin(), bars.end(),
                                          [](const Rect& a, const Rect& b) { return a.height < b.height; });
    EXPECT_NEAR(tallest->height, plot.height, 1e-9);
    EXPECT_NEAR(tallest->x, plot.x + 30'000.5 / 65'536 * plot.width, 1);
    double covered = 0;
    for (const Rect& bar : bars) {
        covered += bar.width;
        EXPECT_GE(bar.height, 0.2 * plot.height);
    }
    EXPECT_NEAR(covered, plot.width, 1);
}

TEST(LayoutCells, NumbersCurvesAndRulesStandInTheMiddleOfCellsSpansEndAtEdges) {
    Panel panel = bars_of({0, 0, 0, 0, 0, 0, 0, 0}, 1);
    LineMark line;
    line.x = shared({0, 3, 7});
    line.y = shared({0.5, 0.5, 0.9});
    line.color = bar_marker;
    panel.marks.emplace_back(line);
    panel.marks.emplace_back(SpanMark{4, 8, "", "masked"});
    PointerMark pointer;
    pointer.x = 3;
    pointer.x_chip = "three";
    panel.pointer = pointer;
    const Layout result = drawn_bars(panel);
    const PanelFrame& frame = result.frames.front();
    const double cell = frame.plot.width / 8;
    EXPECT_NEAR(frame.to_data({frame.plot.x + 0.1, frame.plot.y}).x, 0, 0.01)
        << "edges of cells at the pointer";
    const auto spans = fills(result, palette(Theme::light).band);
    ASSERT_EQ(spans.size(), 1U);
    EXPECT_NEAR(spans[0].x, frame.plot.x + 4 * cell, 1e-9);
    EXPECT_NEAR(spans[0].right(), frame.plot.right(), 1e-9);
    const auto chip = bar_text_of(result, "three");
    ASSERT_TRUE(chip);
    EXPECT_NEAR(chip->x + chip->width / 2, frame.plot.x + 3.5 * cell, 1e-6);
    const auto tick = bar_text_of(result, "5");
    ASSERT_TRUE(tick);
    EXPECT_NEAR(tick->x + tick->width / 2, frame.plot.x + 5.5 * cell, 1);
    bool found = false;
    for (const DrawCommand& command : result.draw.commands)
        if (const auto* curve = std::get_if<Polyline>(&command); curve && curve->color == bar_marker) {
            found = true;
            EXPECT_NEAR(curve->points.front().x, frame.plot.x + 0.5 * cell, 1e-9);
            EXPECT_NEAR(curve->points.back().x, frame.plot.right() - 0.5 * cell, 1e-9);
        }
    EXPECT_TRUE(found);
    const auto label = bar_text_of(result, "masked");
    ASSERT_TRUE(label);
    EXPECT_NEAR(label->right(), frame.plot.right() - 8, 1e-9);
    EXPECT_LT(label->bottom(), frame.plot.y + 20);
}

TEST(LayoutCells, ALabelWiderThanItsSpanIsLeftOut) {
    Panel panel = bars_of(std::vector<double>(100, 0.5), 1);
    panel.marks.emplace_back(SpanMark{99, 100, "", "masked"});
    EXPECT_FALSE(bar_text_of(drawn_bars(panel), "masked"));
}

TEST(LayoutPlotKey, TakesTheCornerThatCurvesLeaveFree) {
    const auto key_at = [](double left, double right) {
        Panel panel;
        panel.x = {"", 0, 10};
        panel.y = {"", 0, 10};
        LineMark line;
        line.x = shared({0, 10});
        line.y = shared({left, right});
        line.color = bar_marker;
        panel.marks.emplace_back(line);
        panel.key = {{KeyEntry::Swatch::line, bar_marker, "first", ""},
                     {KeyEntry::Swatch::dashed, bar_marker, "second", ""}};
        const Layout result = drawn_bars(panel);
        const Rect& plot = result.frames.front().plot;
        const auto text = bar_text_of(result, "second");
        EXPECT_TRUE(text);
        return Point{(text->x - plot.x) / plot.width, (text->y - plot.y) / plot.height};
    };
    const Point falling = key_at(10, 0);
    EXPECT_GT(falling.x, 0.7);
    EXPECT_LT(falling.y, 0.3);
    const Point rising = key_at(5, 10);
    EXPECT_LT(rising.x, 0.3) << "where the curve runs into the upper right corner";
    EXPECT_GT(rising.y, 0.7);
}

/// The middle of a text next to the colour bar, as a fraction of the ramp from its top.
std::optional<double> place_on_bar(const Layout& result, std::string_view text) {
    for (const DrawCommand& command : result.draw.commands)
        if (const auto* map = std::get_if<HeatMap>(&command); map && map->width == 1)
            for (const Box& box : boxes(result.draw, fixed_width_metrics()))
                if (box.run->text == text && box.rect.right() > map->rect.x)
                    return (box.rect.y + box.rect.height / 2 - map->rect.y) / map->rect.height;
    return std::nullopt;
}

Layout with_bar(const ColorBar& bar) {
    Figure figure = test::attention_like({});
    figure.marginal.reset();
    figure.companions.clear();
    figure.bars = {bar};
    return layout(figure, fixed_width_metrics(), {1000, 600, 24, false, Theme::light});
}

TEST(LayoutColorBar, LogarithmicTicksAreEvenAndTheFloorSaysSo) {
    const Layout result = with_bar(test::weight_bar(false));
    const std::vector<std::pair<std::string, double>> ticks{
        {"1", 0}, {"0.1", 0.25}, {"0.01", 0.5}, {"0.001", 0.75}, {"≤ 10⁻⁴", 1}};
    for (const auto& [text, share] : ticks) {
        const auto found = place_on_bar(result, text);
        ASSERT_TRUE(found) << text;
        EXPECT_NEAR(*found, share, 0.01) << text;
    }
    for (const DrawCommand& command : result.draw.commands)
        if (const auto* map = std::get_if<HeatMap>(&command); map && map->width == 1) {
            const auto middle = map->values->size() / 2;
            EXPECT_NEAR(std::log10((*map->values)[middle]), -2, 0.03) << "the ramp is even, too";
            EXPECT_NEAR(std::log10(map->values->back()), -4, 0.03);
        }
    const auto note = bar_text_of(result, "log scale");
    ASSERT_TRUE(note);
    EXPECT_GT(*place_on_bar(result, "log scale"), 1);
}

TEST(LayoutColorBar, AFloorBetweenTicksIsWrittenToo) {
    ColorBar bar = test::weight_bar(false);
    bar.scale.low = 3e-4;
    const auto found = place_on_bar(with_bar(bar), "≤ 0.0003");
    ASSERT_TRUE(found);
    EXPECT_NEAR(*found, 1, 0.01);
}

TEST(LayoutColorBar, SignedScalesHaveZeroInTheMiddle) {
    ColorBar bar;
    bar.scale = {ColorMap::signed_diverging, ScaleKind::symmetric, -8, 0, 8};
    for (const auto& [text, share] : {std::pair{"5", 3.0 / 16}, {"0", 0.5}, {"−5", 13.0 / 16}}) {
        const auto found = place_on_bar(with_bar(bar), text);
        ASSERT_TRUE(found) << text;
        EXPECT_NEAR(*found, share, 0.01);
    }
    bar.scale = {ColorMap::signed_diverging, ScaleKind::symmetric_log, -100, 1, 100};
    // Linear within ±1, then logarithmic: 1 + ln 100 = 5.6 units on either side.
    const double span = 2 * (1 + std::log(100));
    for (const auto& [text, steps] : {std::pair{"100", 1 + std::log(100)},
                                      {"10", 1 + std::log(10)},
                                      {"1", 1.0},
                                      {"−10", -1 - std::log(10)}}) {
        const auto found = place_on_bar(with_bar(bar), text);
        ASSERT_TRUE(found) << text;
        EXPECT_NEAR(*found, 0.5 - steps / span, 0.01) << text;
    }
}

TEST(HeatMapCells, WhatIsNoNumberHasItsOwnLookAndZeroTheFloors) {
    HeatMap map;
    map.rect = {0, 0, 50, 10};
    map.height = 1;
    map.width = 5;
    map.scale = test::weight_scale;
    map.nan_fill = palette(Theme::light).nan_fill;
    const double infinity = std::numeric_limits<double>::infinity();
    for (const double value : {std::nan(""), infinity, -infinity}) {
        EXPECT_EQ(cell_look(map, value).kind, CellKind::not_a_number) << value;
        EXPECT_EQ(cell_look(map, value).color, map.nan_fill);
    }
    EXPECT_EQ(cell_look(map, masked_value()).kind, CellKind::nothing);
    EXPECT_EQ(cell_look(map, 0).kind, CellKind::plain);
    EXPECT_EQ(cell_look(map, 0).color, color_table(ColorMap::viridis)[0]);
}

}  // namespace
}  // namespace poslab
