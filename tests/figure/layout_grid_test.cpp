// Many small matrices.

#include "core/figure/layout.hpp"

#include "tests/figure/attention_cases.hpp"
#include "tests/figure/layout_cases.hpp"
#include "tests/views/check_draw_list.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace poslab {
namespace {

using test::boxes;
using test::overlap;

test::AttentionCase small_case() {
    test::AttentionCase tested;
    tested.length = 24;
    tested.rows = tested.columns = {0, 24};
    tested.row = 20;
    tested.key = 10;
    return tested;
}

TEST(LayoutGrid, SquaresOfOneSizeInsideAndApartWithTheirTitles) {
    const FontLibrary fonts;
    if (!fonts.missing().empty()) GTEST_SKIP() << fonts.missing().front();
    const FontMetrics metrics(fonts);
    for (const int count : {1, 2, 7, 12, 32, 64})
        for (const auto& [width, height] :
             {std::pair{808.0, 636.0}, {1064.0, 908.0}, {1200.0, 750.0}, {600.0, 400.0}}) {
            SCOPED_TRACE(fmt::format("{} in {}x{}", count, width, height));
            const Figure figure = test::heads_like(count, count / 2, small_case());
            const Layout result = layout(figure, metrics, {width, height, 24, false, Theme::light});
            test::expect_sound(result.draw);
            ASSERT_EQ(result.frames.size(), static_cast<std::size_t>(count));
            for (std::size_t i = 0; i < result.frames.size(); ++i) {
                const Rect& plot = result.frames[i].plot;
                EXPECT_EQ(plot.width, result.frames[0].plot.width);
                EXPECT_EQ(plot.height, plot.width);
                EXPECT_TRUE(plot.x >= 0 && plot.y >= 0 && plot.right() <= width && plot.bottom() <= height);
                EXPECT_EQ(result.frames[i].index, i);
                for (std::size_t j = 0; j < i; ++j) EXPECT_FALSE(overlap(plot, result.frames[j].plot));
            }
            const auto texts = boxes(result.draw, metrics);
            int titles = 0;
            for (std::size_t i = 0; i < texts.size(); ++i) {
                const Rect& box = texts[i].rect;
                titles += texts[i].run->text.starts_with("head ") ? 1 : 0;
                EXPECT_TRUE(box.x >= 0 && box.y >= 0 && box.right() <= width && box.bottom() <= height)
                    << texts[i].run->text;
                for (std::size_t j = 0; j < i; ++j) {
                    const bool tip = texts[i].run->font == Font::mono_medium;
                    EXPECT_FALSE(!tip && overlap(box, texts[j].rect))
                        << texts[i].run->text << " and " << texts[j].run->text;
                }
            }
            if (width >= 800) {
                EXPECT_EQ(titles, count);
            }
        }
}

TEST(LayoutGrid, ColumnsAndRowsAreThoseOfTheLargestSquares) {
    const Layout result = layout(test::heads_like(32, 0, small_case()), fixed_width_metrics(),
                                 {1064, 908, 24, false, Theme::light});
    const double side = result.frames.front().plot.width;
    // Space for the matrices, computed by hand: width less padding, row numbers, gap and colour bar; height
    // less edges.
    const double wide = 1064 - 48 - 56 - 20 - (12 + 8 + 7 * 0.6 * 11), high = 908 - 10 - 8 - 38;
    double best = 0;
    for (int columns = 1; columns <= 32; ++columns) {
        const int rows = (32 + columns - 1) / columns;
        best = std::max(best, std::min((wide - 12 * (columns - 1)) / columns, high / rows - 26));
    }
    EXPECT_NEAR(side, best, 2.5) << "up to 2 % for fewer columns, and whole pixels";
}

TEST(LayoutGrid, OnlyOuterOnesHaveNumbers) {
    const Layout result = layout(test::heads_like(12, 12, small_case()), fixed_width_metrics(),
                                 {808, 636, 16, false, Theme::light});
    int left = 0, below = 0, columns = 0, rows = 0;
    for (const PanelFrame& frame : result.frames) {
        columns += frame.plot.y == result.frames.front().plot.y ? 1 : 0;
        rows += frame.plot.x == result.frames.front().plot.x ? 1 : 0;
    }
    for (const auto& box : boxes(result.draw, fixed_width_metrics())) {
        if (box.run->text != "23") continue;
        (box.rect.right() < result.frames.front().plot.x ? left : below) += 1;
    }
    EXPECT_EQ(left, rows);
    EXPECT_EQ(below, columns);
    EXPECT_EQ(columns * rows, 12);
}

}  // namespace
}  // namespace poslab
