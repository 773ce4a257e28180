// A plot next to a matrix, companions in a row, outlined rows, cells with names.

#include "core/figure/layout.hpp"
#include "tests/support/text_painter.hpp"

#include "tests/figure/attention_cases.hpp"
#include "tests/figure/layout_cases.hpp"
#include "tests/views/check_draw_list.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace poslab {
namespace {

using test::AttentionCase;
using test::Box;
using test::boxes;
using test::overlap;

struct Canvas {
    double width, height, padding;
    bool titles;
};
// Canvases of windows at 1280x720, 1600x1000 and 2560x1440, and pictures.
const std::vector<Canvas> canvases{{808, 636, 16, false}, {1064, 908, 24, false}, {1944, 1348, 32, false},
                                   {1200, 750, 24, true}, {600, 400, 24, true},   {320, 200, 24, true}};

/// The whole matrix, windows of rows that are wide or tall, with names, large, and before data arrive.
std::vector<std::pair<std::string, AttentionCase>> attention_cases() {
    AttentionCase whole, chinese, wide, tall, large, empty;
    chinese.chinese = true;
    wide.rows = {80, 97};
    wide.columns = {70, 100};
    wide.key = 75;
    wide.tokens = true;
    tall.rows = {60, 100};
    tall.columns = {60, 70};
    tall.tokens = true;
    large.length = 600;
    large.rows = large.columns = {0, 600};
    large.row = 599;
    large.key = 0;
    empty.data = false;
    return {{"whole", whole}, {"chinese", chinese}, {"wide", wide},
            {"tall", tall},   {"large", large},     {"empty", empty}};
}

Layout on(const Canvas& canvas, const Figure& figure, const TextMetrics& metrics = fixed_width_metrics()) {
    return layout(figure, metrics,
                  {canvas.width, canvas.height, canvas.padding, canvas.titles, Theme::light});
}

const PanelFrame* marginals_of(const Layout& result) {
    for (const PanelFrame& frame : result.frames)
        if (frame.marginal) return &frame;
    return nullptr;
}

const PanelFrame* companion_of(const Layout& result, std::size_t index) {
    for (const PanelFrame& frame : result.frames)
        if (frame.companion && frame.index == index) return &frame;
    return nullptr;
}

const Box* text_box(const std::vector<Box>& all, std::string_view text) {
    const auto found =
        std::find_if(all.begin(), all.end(), [&](const Box& box) { return box.run->text == text; });
    return found == all.end() ? nullptr : &*found;
}

TEST(LayoutAttention, PanelsShareTheirEdgesToThePixel) {
    for (const auto& [name, tested] : attention_cases())
        for (const Canvas& canvas : canvases) {
            SCOPED_TRACE(fmt::format("{} {}x{}", name, canvas.width, canvas.height));
            const Layout result = on(canvas, test::attention_like(tested));
            const Rect& matrix = result.frames.front().plot;
            const PanelFrame* marginal = marginals_of(result);
            EXPECT_EQ(marginal != nullptr, canvas.width >= 600);
            if (marginal != nullptr) {
                EXPECT_EQ(marginal->plot.y, matrix.y);
                EXPECT_EQ(marginal->plot.height, matrix.height);
                EXPECT_GE(marginal->plot.width, 120);
                EXPECT_EQ(marginal->x.low, static_cast<double>(tested.rows.begin));
                EXPECT_EQ(marginal->x.high, static_cast<double>(tested.rows.end));
            }
            const PanelFrame* row = companion_of(result, 0);
            const PanelFrame* decay = companion_of(result, 1);
            EXPECT_EQ(row != nullptr, canvas.height >= 636) << "a low picture has the matrix only";
            EXPECT_EQ(decay != nullptr, row != nullptr);
            if (row == nullptr || decay == nullptr) continue;
            EXPECT_EQ(row->plot.x, matrix.x);
            EXPECT_EQ(row->plot.width, matrix.width);
            EXPECT_EQ(row->plot.y, decay->plot.y);
            EXPECT_EQ(row->plot.height, decay->plot.height);
            EXPECT_EQ(row->x.low, static_cast<double>(tested.columns.begin));
            ASSERT_NE(marginal, nullptr);
            EXPECT_EQ(decay->plot.x, marginal->plot.x + 40) << "aligned with the plot next to the matrix";
            EXPECT_EQ(decay->plot.right(), canvas.width - canvas.padding);
            for (const double key :
                 {static_cast<double>(tested.columns.begin), static_cast<double>(tested.columns.end - 1)})
                EXPECT_EQ(row->to_pixels(key, 0).x, result.frames.front().to_pixels(key, 0).x)
                    << "cells are aligned with those above";
        }
}

TEST(LayoutAttention, TheMatrixKeepsMoreThanHalfOfTheWidthThatItCanUse) {
    AttentionCase wide;
    wide.rows = {80, 90};
    wide.columns = {20, 120};
    for (double width = 300; width < 2600; width += 10) {
        const Layout result = on({width, 900, 24, true}, test::attention_like(wide));
        const PanelFrame* marginal = marginals_of(result);
        if (marginal == nullptr) continue;
        const Rect& matrix = result.frames.front().plot;
        EXPECT_GE(matrix.width, 0.55 * (marginal->plot.right() - matrix.x) - 1) << width;
    }
}

TEST(LayoutAttention, NothingOverlapsAndAllIsInside) {
    const FontLibrary fonts;
    if (!fonts.missing().empty()) GTEST_SKIP() << fonts.missing().front();
    const FontMetrics metrics(fonts);
    for (const auto& [name, tested] : attention_cases())
        for (const Canvas& canvas : canvases) {
            SCOPED_TRACE(fmt::format("{} {}x{}", name, canvas.width, canvas.height));
            const Layout result = on(canvas, test::attention_like(tested), metrics);
            test::expect_sound(result.draw);
            for (std::size_t i = 0; i < result.frames.size(); ++i) {
                const Rect& plot = result.frames[i].plot;
                EXPECT_TRUE(plot.x >= 0 && plot.y >= 0 && plot.right() <= canvas.width &&
                            plot.bottom() <= canvas.height);
                for (std::size_t j = 0; j < i; ++j)
                    EXPECT_FALSE(overlap(plot, result.frames[j].plot)) << i << " and " << j;
            }
            const auto texts = boxes(result.draw, metrics);
            for (std::size_t i = 0; i < texts.size(); ++i) {
                const Rect& box = texts[i].rect;
                EXPECT_TRUE(box.x >= 0 && box.y >= 0 && box.right() <= canvas.width &&
                            box.bottom() <= canvas.height)
                    << texts[i].run->text << " at " << box.x << "," << box.y;
                if (canvas.width < 600) continue;  // a thumbnail may be crowded
                for (std::size_t j = 0; j < i; ++j)
                    EXPECT_FALSE(overlap(box, texts[j].rect))
                        << fmt::format("'{}' and '{}' at {:.0f},{:.0f}", texts[j].run->text,
                                       texts[i].run->text, box.x, box.y);
            }
        }
}

TEST(LayoutAttention, FramesDependOnTheShapeOnly) {
    AttentionCase with, without;
    without.data = false;
    for (const Canvas& canvas : canvases) {
        const Layout a = on(canvas, test::attention_like(with)),
                     b = on(canvas, test::attention_like(without));
        ASSERT_EQ(a.frames.size(), b.frames.size());
        for (std::size_t i = 0; i < a.frames.size(); ++i) EXPECT_EQ(a.frames[i].plot, b.frames[i].plot);
    }
}

TEST(LayoutAttention, PixelsAndDataOfASidewaysPlotAreInverse) {
    const Layout result = on(canvases[1], test::attention_like({}));
    const PanelFrame* marginal = marginals_of(result);
    ASSERT_NE(marginal, nullptr);
    const Rect& plot = marginal->plot;
    EXPECT_EQ(marginal->to_pixels(0, 0), (Point{plot.x, plot.y}));
    EXPECT_EQ(marginal->to_pixels(128, 1), (Point{plot.right(), plot.bottom()}));
    const Point data = marginal->to_data({plot.x + 0.25 * plot.width, plot.y + 0.5 * plot.height});
    EXPECT_NEAR(data.x, 64, 1e-9) << "the row";
    EXPECT_NEAR(data.y, 0.25, 1e-9) << "the quantity";
}

/// The points of the curve in the first curve colour inside `plot`.
std::vector<Point> curve_in(const Layout& result, const Rect& plot) {
    std::vector<Point> points;
    for (const DrawCommand& command : result.draw.commands)
        if (const auto* line = std::get_if<Polyline>(&command);
            line && line->color == palette(Theme::light).curves[0])
            for (const Point point : line->points)
                if (point.x >= plot.x - 1 && point.x <= plot.right() + 1 && point.y >= plot.y &&
                    point.y <= plot.bottom())
                    points.push_back(point);
    return points;
}

TEST(LayoutAttention, TheCurveBesidePassesTheMiddleOfEachRow) {
    AttentionCase tested;
    tested.rows = {80, 97};
    tested.columns = {70, 100};
    const Layout result = on(canvases[1], test::attention_like(tested));
    const Rect& plot = marginals_of(result)->plot;
    const auto points = curve_in(result, plot);
    ASSERT_EQ(points.size(), 17U);
    for (std::size_t i = 0; i < points.size(); ++i) {
        EXPECT_NEAR(points[i].y, plot.y + (static_cast<double>(i) + 0.5) / 17 * plot.height, 1e-6);
        EXPECT_NEAR(points[i].x,
                    plot.x + test::normalised_entropy(80 + static_cast<std::int64_t>(i)) * plot.width, 1e-6);
    }
}

TEST(LayoutAttention, ALongCurveBesideIsReducedToPixelRows) {
    Figure figure = test::attention_like({});
    constexpr std::int64_t rows = 65'536;
    figure.main.front().y.high = figure.main.front().x.high = rows;
    LineMark line;
    line.x = test::shared(test::counted(0, rows));
    std::vector<double> values;
    for (std::int64_t i = 0; i < rows; ++i)
        values.push_back(i == 40'000 ? 0.99 : 0.4 + 0.2 * test::noise(i, 3));
    line.y = test::shared(std::move(values));
    line.color = palette(Theme::light).curves[0];
    line.stroked = true;
    figure.marginal->marks = {line};
    const Layout result = on(canvases[1], figure);
    const Rect& plot = marginals_of(result)->plot;
    const auto points = curve_in(result, plot);
    EXPECT_LE(static_cast<double>(points.size()), 4 * plot.height + 8) << "first, lowest, highest, last";
    const auto highest =
        std::max_element(points.begin(), points.end(), [](Point a, Point b) { return a.x < b.x; });
    EXPECT_NEAR(highest->x, plot.x + 0.99 * plot.width, 1e-6) << "no peak is lost";
    EXPECT_NEAR(highest->y, plot.y + 40'000.5 / rows * plot.height, 1e-6);
}

TEST(LayoutAttention, ThePointerIsTheSameRowAndColumnInEveryPanel) {
    const Layout result = on(canvases[1], test::attention_like({}));
    const Rect& matrix = result.frames.front().plot;
    const Rect& marginal = marginals_of(result)->plot;
    const Rect& row = companion_of(result, 0)->plot;
    const Color accent = palette(Theme::light).accent;
    const double x = matrix.x + 61.5 / 128 * matrix.width, y = matrix.y + 92.5 / 128 * matrix.height;
    int columns = 0, rows = 0, rings = 0;
    for (const DrawCommand& command : result.draw.commands) {
        if (const auto* line = std::get_if<Polyline>(&command); line && line->color == accent) {
            const Point a = line->points.front(), b = line->points.back();
            if (a.x == b.x && (a.y == matrix.y || a.y == row.y)) {
                EXPECT_NEAR(a.x, x, 1e-9);
                ++columns;
            }
            if (a.y == b.y) {
                EXPECT_EQ(a.x, marginal.x);
                EXPECT_EQ(b.x, marginal.right());
                EXPECT_NEAR(a.y, y, 1e-9);
                ++rows;
            }
        }
        if (const auto* circle = std::get_if<FillCircle>(&command); circle && circle->color == accent) {
            EXPECT_NEAR(circle->center.x, marginal.x + test::normalised_entropy(92) * marginal.width, 1e-6);
            EXPECT_NEAR(circle->center.y, y, 1e-9);
            ++rings;
        }
    }
    EXPECT_EQ(columns, 2);
    EXPECT_EQ(rows, 1);
    EXPECT_EQ(rings, 1) << "none over the cells: the row is outlined";
    const auto texts = boxes(result.draw, fixed_width_metrics());
    EXPECT_NE(text_box(texts, format_number(test::normalised_entropy(92), 3)), nullptr)
        << "the value next to the ring";
}

/// The accent-coloured outline over the matrix, if any.
const StrokeRect* outline_of(const Layout& result) {
    for (const DrawCommand& command : result.draw.commands)
        if (const auto* rect = std::get_if<StrokeRect>(&command);
            rect && rect->color == palette(Theme::light).accent)
            return rect;
    return nullptr;
}

TEST(LayoutAttention, TheRowIsOutlinedAroundItsCells) {
    const Layout result = on(canvases[1], test::attention_like({}));
    const Rect& matrix = result.frames.front().plot;
    const StrokeRect* outline = outline_of(result);
    ASSERT_NE(outline, nullptr);
    EXPECT_EQ(outline->width, 2);
    const Rect cells{matrix.x, matrix.y + 92.0 / 128 * matrix.height, 93.0 / 128 * matrix.width,
                     matrix.height / 128};
    EXPECT_NEAR(outline->rect.x, cells.x - 2, 1e-9) << "outside the cells, a pixel of white between";
    EXPECT_NEAR(outline->rect.y, cells.y - 2, 1e-9);
    EXPECT_NEAR(outline->rect.right(), cells.right() + 2, 1e-9);
    EXPECT_NEAR(outline->rect.bottom(), cells.bottom() + 2, 1e-9);
    AttentionCase large;
    large.length = 600;
    large.rows = large.columns = {0, 600};
    EXPECT_EQ(outline_of(on(canvases[1], test::attention_like(large))), nullptr) << "rows under 3 px: a line";
    AttentionCase elsewhere;
    elsewhere.rows = {0, 64};
    elsewhere.columns = {0, 64};
    EXPECT_EQ(outline_of(on(canvases[1], test::attention_like(elsewhere))), nullptr) << "row 92 is not shown";
}

TEST(LayoutAttention, AKeptRowIsOutlinedBesideThePointersRing) {
    Figure figure = test::attention_like({});
    PointerMark& pointer = *figure.main.front().pointer;
    pointer.y = 20;
    pointer.y_chip = "20";
    pointer.outlined_row = 92;
    const auto rings = [](const Layout& result) {
        return std::count_if(result.draw.commands.begin(), result.draw.commands.end(),
                             [&](const DrawCommand& command) {
                                 const auto* circle = std::get_if<FillCircle>(&command);
                                 return circle && circle->center.x < result.frames.front().plot.right();
                             });
    };
    const Layout both = on(canvases[1], figure);
    ASSERT_NE(outline_of(both), nullptr);
    EXPECT_EQ(rings(both), 3) << "white, accent, white";
    pointer.y.reset();
    pointer.x = std::nan("");
    pointer.x_chip.clear();
    pointer.y_chip = "92";
    const Layout row_only = on(canvases[1], figure);
    ASSERT_NE(outline_of(row_only), nullptr);
    EXPECT_EQ(rings(row_only), 0);
    const auto texts = boxes(row_only.draw, fixed_width_metrics());
    const Box* chip = text_box(texts, "92");
    ASSERT_NE(chip, nullptr);
    EXPECT_NEAR(chip->rect.y + chip->rect.height / 2,
                outline_of(row_only)->rect.y + outline_of(row_only)->rect.height / 2, 4);
}

TEST(LayoutAttention, CellsHaveTheirNamesWhereTheyAreLargeEnough) {
    AttentionCase tested;
    tested.rows = {80, 92};
    tested.columns = {78, 92};
    tested.row = 88;
    tested.key = 85;
    tested.tokens = true;
    const Canvas& canvas = canvases[1];
    const Layout near = on(canvas, test::attention_like(tested));
    const auto texts = boxes(near.draw, fixed_width_metrics());
    const Rect& matrix = near.frames.front().plot;
    EXPECT_NE(text_box(texts, "cat"), nullptr);
    const Box* cut =
        text_box(texts, "attent…");  // "attention" in the gutter: 7 characters of 0.6 x 11 px in 50
    ASSERT_NE(cut, nullptr);
    EXPECT_LE(cut->rect.right(), matrix.x - 8);
    EXPECT_GE(cut->rect.x, canvas.padding);
    for (const Box& box : texts) {
        const bool above = box.run->size == 11 && box.rect.bottom() < matrix.y && box.rect.y > matrix.y - 26;
        if (!above || box.rect.x > matrix.right() || box.run->font != Font::mono) continue;
        EXPECT_TRUE(box.run->text.find_first_of("0123456789") == std::string::npos) << box.run->text;
    }
    AttentionCase far = tested;
    far.rows = far.columns = {0, 128};
    const Layout of_far = on(canvas, test::attention_like(far));
    const auto small = boxes(of_far.draw, fixed_width_metrics());
    EXPECT_EQ(text_box(small, "cat"), nullptr) << "cells of 4 px: numbers";
    EXPECT_NE(text_box(small, "112"), nullptr);
}

TEST(LayoutAttention, NamesOfNarrowColumnsAreThoseOfEveryNthAndDoNotTouch) {
    AttentionCase tested;
    tested.rows = {80, 110};
    tested.columns = {70, 100};
    tested.tokens = true;
    for (const Canvas& canvas : {canvases[0], canvases[1], canvases[2]}) {
        const Layout result = on(canvas, test::attention_like(tested));
        const Rect& matrix = result.frames.front().plot;
        std::vector<Rect> names;
        for (const Box& box : boxes(result.draw, fixed_width_metrics()))
            if (box.run->font == Font::mono && box.rect.bottom() < matrix.y &&
                box.rect.right() < matrix.right() + 8)
                names.push_back(box.rect);
        ASSERT_GE(names.size(), 3U);
        for (std::size_t i = 1; i < names.size(); ++i) EXPECT_GE(names[i].x, names[i - 1].right() + 4);
    }
}

TEST(LayoutAttention, CompanionsShareTheWidthWithoutABesideAndStackWhereItIsNarrow) {
    Figure figure = test::attention_like({});
    figure.main.push_back(figure.main.front());  // two matrices have no marginal plot
    const Layout two = on(canvases[1], figure);
    EXPECT_EQ(marginals_of(two), nullptr);
    ASSERT_NE(companion_of(two, 1), nullptr);
    EXPECT_EQ(companion_of(two, 0)->plot.y, companion_of(two, 1)->plot.y);
    EXPECT_NEAR(companion_of(two, 0)->plot.width, companion_of(two, 1)->plot.width, 1);
    figure = test::attention_like({});
    const Layout narrow = on({380, 900, 24, true}, figure);
    ASSERT_NE(companion_of(narrow, 1), nullptr);
    EXPECT_GT(companion_of(narrow, 1)->plot.y, companion_of(narrow, 0)->plot.bottom() + 40);
    EXPECT_EQ(companion_of(narrow, 0)->plot.width, narrow.frames.front().plot.width);
    const Layout low = on({380, 600, 24, true}, figure);
    EXPECT_NE(companion_of(low, 0), nullptr);
    EXPECT_EQ(companion_of(low, 1), nullptr) << "the last one is omitted";
}

TEST(LayoutAttention, EverySizeIsSound) {
    const Figure figure = test::attention_like({});
    for (const double width : {120.0, 250.0, 440.0, 500.0, 808.0, 1500.0, 4000.0})
        for (double height = 80; height < 1500; height += 60) {
            SCOPED_TRACE(fmt::format("{}x{}", width, height));
            const Layout result = on({width, height, 24, true}, figure);
            test::expect_sound(result.draw);
            ASSERT_FALSE(result.frames.empty());
            for (std::size_t i = 0; i < result.frames.size(); ++i)
                for (std::size_t j = 0; j < i; ++j)
                    if (height >= 200) {
                        EXPECT_FALSE(overlap(result.frames[i].plot, result.frames[j].plot))
                            << i << " and " << j;
                    }
        }
}

TEST(LayoutAttention, IsWrittenByTheTextPainter) {
    AttentionCase tested;
    tested.length = 6;
    tested.rows = tested.columns = {0, 6};
    tested.row = 4;
    tested.key = 1;
    const std::string text = paint_text(on(canvases[3], test::attention_like(tested)).draw);
    for (const char* part : {"viridis log 0.0001 0 1", "\"≤ 10⁻⁴\"", "\"log scale\"", "\"masked\"",
                             "\"Row 4\"", "\"uniform = 1\"", "\"λ = 1.6\"", "\"row entropy H / ln(i+1)\""})
        EXPECT_NE(text.find(part), std::string::npos) << part;
}

}  // namespace
}  // namespace poslab
