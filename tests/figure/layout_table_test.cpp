// Tables, wrapped text, and matrices whose cells are not square.

#include "core/figure/layout.hpp"
#include "core/figure/text_fit.hpp"
#include "tests/support/text_painter.hpp"

#include "tests/figure/layout_cases.hpp"
#include "tests/figure/stack_cases.hpp"
#include "tests/views/check_draw_list.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

namespace poslab {
namespace {

using test::Box;
using test::boxes;
using test::overlap;

using Lines = std::vector<std::string>;

Lines wrapped(std::string_view text, double characters) {
    // 6 px per character, 10 px per Chinese one
    return wrapped_text(text, fixed_width_metrics(), Font::regular, 10, 6 * characters + 0.01);
}

TEST(WrappedText, BreaksAtSpaces) {
    EXPECT_EQ(wrapped("one two three", 7), (Lines{"one two", "three"}));
    EXPECT_EQ(wrapped("one two three", 99), (Lines{"one two three"}));
    EXPECT_EQ(wrapped("one\ntwo", 99), (Lines{"one", "two"}));
    EXPECT_EQ(wrapped("pairs 46–63: never", 12), (Lines{"pairs 46–63:", "never"}))
        << "a dash is no Chinese character";
    EXPECT_EQ(wrapped("", 5), (Lines{""}));
}

TEST(WrappedText, BreaksChineseAnywhereButBeforeClosingPunctuation) {
    EXPECT_EQ(wrapped("位置编码外推", 5), (Lines{"位置编", "码外推"}));
    EXPECT_EQ(wrapped("位置编，码", 5), (Lines{"位置", "编，码"}));
    EXPECT_EQ(wrapped("位置（编码", 5), (Lines{"位置", "（编码"}));
    EXPECT_EQ(wrapped("位置RoPE编码", 6), (Lines{"位置", "RoPE编", "码"}));
}

TEST(WrappedText, BreaksAWordOnlyIfItIsWiderThanTheRoom) {
    EXPECT_EQ(wrapped("a abcdefghij b", 4), (Lines{"a", "abcd", "efgh", "ij b"}));
    EXPECT_EQ(wrapped("abc", 0), (Lines{"a", "b", "c"})) << "one character at least";
}

TEST(WrappedText, LosesNothing) {
    const std::string text =
        "Pairs whose wavelength is longer than the trained length，never finish 一圈 in training.";
    for (int room = 2; room < 60; ++room) {
        std::string joined;
        for (const std::string& line : wrapped(text, room)) {
            joined += line;
            EXPECT_LE(fixed_width_metrics().width(line, Font::regular, 10),
                      std::max(6.0 * room, 10.0) + 0.02);
        }
        std::string unspaced = text;
        std::erase(unspaced, ' ');
        std::erase(joined, ' ');
        EXPECT_EQ(joined, unspaced);
    }
}

Layout drawn_table(const Figure& figure, double width, double height) {
    return layout(figure, fixed_width_metrics(), {width, height, 24, false, Theme::light});
}

TEST(LayoutTable, RowsAreAsHighAsTheirTextAndStandApart) {
    for (const bool chinese : {false, true})
        for (const double width : {500.0, 810.0, 1600.0}) {
            const Layout result = drawn_table(test::table_like(5, chinese), width, 1400);
            test::expect_sound(result.draw);
            const auto& parts = result.frames.at(0).parts;
            ASSERT_EQ(parts.size(), 5U);
            for (std::size_t i = 0; i < parts.size(); ++i) {
                EXPECT_EQ(parts[i].value, static_cast<double>(i));
                if (i > 0) {
                    EXPECT_EQ(parts[i].rect.y, parts[i - 1].rect.bottom());
                }
            }
            const auto texts = boxes(result.draw, fixed_width_metrics());
            for (std::size_t i = 0; i < texts.size(); ++i) {
                EXPECT_TRUE(texts[i].rect.x >= 24 && texts[i].rect.right() <= width - 23)
                    << texts[i].run->text;
                for (std::size_t j = 0; j < i; ++j)
                    EXPECT_FALSE(overlap(texts[i].rect, texts[j].rect))
                        << texts[i].run->text << ", " << texts[j].run->text;
            }
        }
}

TEST(LayoutTable, WhatHasNoRoomIsCounted) {
    for (double height = 60; height < 1500; height += 35) {
        const Layout result = drawn_table(test::table_like(12), 1000, height);
        const std::size_t shown = result.frames.at(0).parts.size();
        std::string more;
        for (const Box& box : boxes(result.draw, fixed_width_metrics())) {
            EXPECT_LE(box.rect.bottom(), height) << box.run->text;
            if (box.run->text.find(" more") != std::string::npos) more = box.run->text;
        }
        if (shown > 0) {
            EXPECT_EQ(more, shown == 12 ? "" : "… " + std::to_string(12 - shown) + " more")
                << "height " << height;
        }
    }
    EXPECT_EQ(drawn_table(test::table_like(12), 1000, 1500).frames[0].parts.size(), 12U);
}

TEST(LayoutTable, BeginsWhereItIsScrolledToButNotBelowItsLastRows) {
    for (double height = 200; height < 700; height += 35) {
        Figure figure = test::table_like(12);
        Table& table = std::get<Table>(figure.main[0].content);
        std::size_t before = 0;
        for (table.first = 0; table.first < 15; ++table.first) {
            const Layout result = drawn_table(figure, 1000, height);
            const auto& parts = result.frames.at(0).parts;
            ASSERT_FALSE(parts.empty());
            EXPECT_EQ(parts.front().index,
                      parts.back().index == 11 ? std::max(before, parts.front().index) : table.first);
            EXPECT_LE(parts.front().index, table.first);
            EXPECT_LE(parts.back().rect.bottom(), height);
            if (parts.front().index < table.first) {
                EXPECT_EQ(parts.back().index, 11U) << "scrolling stops only when the end is visible";
            }
            before = parts.front().index;
        }
    }
}

/// Every row except the second has a link.
Figure linked_table(bool chinese = false) {
    Figure figure = test::table_like(5, chinese);
    Table& table = std::get<Table>(figure.main[0].content);
    for (std::size_t row = 0; row < 5; ++row)
        table.links.push_back(
            row == 1 ? TableLink{}
                     : TableLink{chinese ? "试试看" : "Try it", "view --row " + std::to_string(row)});
    return figure;
}

TEST(LayoutTable, WhatRowsOpenHasRoomOfItsOwn) {
    for (const bool chinese : {false, true})
        for (const double width : {500.0, 810.0, 1600.0}) {
            LayoutOptions options{width, 2400, 24, false, Theme::light};
            options.links = true;
            const Layout result = layout(linked_table(chinese), fixed_width_metrics(), options);
            test::expect_sound(result.draw);
            const PanelFrame& frame = result.frames.at(0);
            ASSERT_EQ(frame.links.size(), 4U);
            for (const LinkTarget& link : frame.links) {
                EXPECT_NE(link.row, 1U);
                EXPECT_EQ(link.link.command, "view --row " + std::to_string(link.row));
                EXPECT_TRUE(frame.parts.at(link.row).rect.contains(
                    {link.rect.x + 7, link.rect.y + link.rect.height / 2}));
                EXPECT_LE(link.rect.right(), width - 16);
            }
            const auto texts = boxes(result.draw, fixed_width_metrics());
            for (std::size_t i = 0; i < texts.size(); ++i) {
                EXPECT_TRUE(texts[i].rect.x >= 24 && texts[i].rect.right() <= width - 23)
                    << texts[i].run->text;
                for (std::size_t j = 0; j < i; ++j)
                    EXPECT_FALSE(overlap(texts[i].rect, texts[j].rect))
                        << texts[i].run->text << ", " << texts[j].run->text;
                for (const LinkTarget& link : frame.links)
                    EXPECT_TRUE(texts[i].run->text.ends_with("→") || !overlap(texts[i].rect, link.rect))
                        << texts[i].run->text;
            }
            const Layout larger = scaled(result, 2);
            EXPECT_EQ(larger.frames.at(0).links.at(0).rect.x, 2 * frame.links.at(0).rect.x);
        }
}

TEST(LayoutTable, WhatRowsOpenIsLeftOutWhereItCannotBeClicked) {
    const Figure bare = test::table_like(5), linked = linked_table();
    LayoutOptions options{1000, 1400, 24, false, Theme::light};
    for (const bool paper : {false, true}) {
        options.paper = options.links = paper;
        const Layout result = layout(linked, fixed_width_metrics(), options),
                     without = layout(bare, fixed_width_metrics(), options);
        EXPECT_TRUE(result.frames.at(0).links.empty());
        EXPECT_EQ(paint_text(result.draw), paint_text(without.draw));
    }
}

TEST(LayoutTable, TakesWhatItNeedsBelowAPlot) {
    Figure figure = test::frequencies_like(Theme::light);
    figure.main.resize(1);
    figure.companions = {test::table_like(2).main[0]};
    const Layout result = drawn_table(figure, 1064, 908);
    ASSERT_EQ(result.frames.size(), 2U);
    const PanelFrame& table = result.frames[1];
    ASSERT_EQ(table.parts.size(), 2U);
    EXPECT_NEAR(table.parts[1].rect.bottom(), table.plot.bottom(), 1);
    EXPECT_NEAR(table.plot.bottom(), 898, 1);
    EXPECT_EQ(table.to_data({100, table.parts[1].rect.y + 3}).x, 1);
}

TEST(LayoutStretch, MatricesFillTheirAreaSideBySide) {
    for (const auto& [width, height] : {std::pair{810.0, 636.0}, {1064.0, 908.0}, {1944.0, 1348.0}}) {
        const Layout result = drawn_table(test::stretched_like(), width, height);
        test::expect_sound(result.draw);
        ASSERT_EQ(result.frames.size(), 2U);
        const Rect& left = result.frames[0].plot;
        const Rect& right = result.frames[1].plot;
        EXPECT_EQ(left.y, right.y);
        EXPECT_EQ(left.height, right.height);
        EXPECT_NEAR(left.width, right.width, 1);
        EXPECT_GT(left.height, 0.8 * height);
        EXPECT_LT(right.right(), width - 60) << "room for the colour bar";
        EXPECT_EQ(drawn_table(test::stretched_like(false), width, height).frames[1].plot, right);
    }
}

TEST(LayoutStretch, TheSignedColourBarIsSymmetric) {
    const Layout result = drawn_table(test::stretched_like(), 1064, 908);
    std::map<double, std::string> by_height;
    for (const Box& box : boxes(result.draw, fixed_width_metrics()))
        if (box.rect.x > result.frames[1].plot.right() + 8 && box.run->font == Font::mono)
            by_height[box.rect.y] = box.run->text;
    std::vector<std::string> numbers;
    for (auto at = by_height.rbegin(); at != by_height.rend(); ++at) numbers.push_back(at->second);
    ASSERT_GE(numbers.size(), 3U);
    EXPECT_EQ(numbers.size() % 2, 1U);
    for (std::size_t i = 0; i < numbers.size() / 2; ++i)
        EXPECT_EQ(numbers[i], "−" + numbers[numbers.size() - 1 - i]);
    EXPECT_EQ(numbers[numbers.size() / 2], "0");
    for (const DrawCommand& command : result.draw.commands) {
        const auto* ramp = std::get_if<HeatMap>(&command);
        if (ramp == nullptr || ramp->width != 1) continue;
        EXPECT_NEAR(ramp->values->front(), -ramp->values->back(), 1e-12) << "warm at the top";
        EXPECT_GT(ramp->values->front(), 0.98);
        EXPECT_EQ(ramp->scale.high, 1);
    }
}

}  // namespace
}  // namespace poslab
