#include "core/figure/layout.hpp"

#include "tests/figure/layout_cases.hpp"
#include "tests/views/check_draw_list.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>

namespace poslab {
namespace {

using test::Box;
using test::boxes;
using test::Case;
using test::composed;
using test::Metrics;
using test::overlap;
using test::sizes;

class LayoutCases : public testing::TestWithParam<Case> {};
INSTANTIATE_TEST_SUITE_P(Figures, LayoutCases, testing::ValuesIn(test::cases()),
                         [](const auto& tested) { return tested.param.name; });

TEST_P(LayoutCases, FramesDependOnTheShapeOfTheFigureOnly) {
    for (const auto& [width, height] : sizes) {
        const Layout with_data = composed(GetParam(), width, height, fixed_width_metrics(), true);
        const Layout without = composed(GetParam(), width, height, fixed_width_metrics(), false);
        ASSERT_EQ(with_data.frames.size(), without.frames.size());
        for (std::size_t i = 0; i < without.frames.size(); ++i) {
            EXPECT_EQ(with_data.frames[i].kind, without.frames[i].kind);
            EXPECT_EQ(with_data.frames[i].plot, without.frames[i].plot) << width << "x" << height;
        }
        test::expect_sound(with_data.draw);
        test::expect_sound(without.draw);
    }
}

TEST_P(LayoutCases, NumbersOnAxesDoNotOverlap) {
    const Metrics metrics;
    for (const auto& [name, measure] : metrics.all())
        for (const auto& [width, height] : sizes) {
            const Layout result = composed(GetParam(), width, height, *measure);
            std::vector<Box> numbers;
            for (const Box& box : boxes(result.draw, *measure))
                if ((box.run->font == Font::mono || box.run->font == Font::mono_medium) &&
                    box.run->size == 11)
                    numbers.push_back(box);
            for (std::size_t i = 0; i < numbers.size(); ++i)
                for (std::size_t j = 0; j < i; ++j)
                    EXPECT_FALSE(overlap(numbers[i].rect, numbers[j].rect)) << fmt::format(
                        "{} {}x{}: '{}' and '{}' at {:.0f},{:.0f}", name, width, height, numbers[j].run->text,
                        numbers[i].run->text, numbers[i].rect.x, numbers[i].rect.y);
        }
}

// With the real fonts only: the fixed-width font, 0.6 em per character, makes sentences wider than Inter
// does.
TEST_P(LayoutCases, TextsDoNotRunIntoEachOther) {
    const FontLibrary fonts;
    if (!fonts.missing().empty()) GTEST_SKIP() << fonts.missing().front();
    const FontMetrics metrics(fonts);
    for (const auto& [width, height] : sizes) {
        if (width * height < 480'000) continue;  // texts may overlap in a thumbnail, but not in a figure
        const Layout result = composed(GetParam(), width, height, metrics);
        const auto texts = boxes(result.draw, metrics);
        for (std::size_t i = 0; i < texts.size(); ++i)
            for (std::size_t j = 0; j < i; ++j)
                EXPECT_FALSE(overlap(texts[i].rect, texts[j].rect) &&
                             !(of_formula(texts[i]) && of_formula(texts[j])))
                    << fmt::format("{}x{}: '{}' and '{}' at {:.0f},{:.0f}", width, height, texts[j].run->text,
                                   texts[i].run->text, texts[i].rect.x, texts[i].rect.y);
    }
}

TEST_P(LayoutCases, TextsAreInsideThePicture) {
    const Metrics metrics;
    for (const auto& [name, measure] : metrics.all())
        for (const auto& [width, height] : sizes) {
            const Layout result = composed(GetParam(), width, height, *measure);
            for (const Box& box : boxes(result.draw, *measure))
                EXPECT_TRUE(box.rect.x >= 0 && box.rect.y >= 0 && box.rect.right() <= width &&
                            box.rect.bottom() <= height)
                    << fmt::format("{} {}x{}: '{}' covers x {:.0f}...{:.0f} y {:.0f}...{:.0f}", name, width,
                                   height, box.run->text, box.rect.x, box.rect.right(), box.rect.y,
                                   box.rect.bottom());
        }
}

TEST_P(LayoutCases, FramesAreInsideThePictureAndApart) {
    for (const auto& [width, height] : sizes) {
        const Layout result = composed(GetParam(), width, height, fixed_width_metrics());
        for (std::size_t i = 0; i < result.frames.size(); ++i) {
            const Rect& plot = result.frames[i].plot;
            EXPECT_GT(plot.width, 0);
            EXPECT_GT(plot.height, 0);
            EXPECT_TRUE(plot.x >= 0 && plot.y >= 0 && plot.right() <= width && plot.bottom() <= height)
                << width << "x" << height;
            for (std::size_t j = 0; j < i; ++j)
                EXPECT_FALSE(overlap(plot, result.frames[j].plot)) << width << "x" << height << " " << i << j;
        }
    }
}

TEST_P(LayoutCases, CellsAreSquare) {
    for (const auto& [width, height] : sizes)
        for (const PanelFrame& frame : composed(GetParam(), width, height, fixed_width_metrics()).frames) {
            if (frame.kind != PanelKind::matrix) continue;
            const double columns = frame.x.high - frame.x.low, rows = frame.y.high - frame.y.low;
            if (std::max(columns / rows, rows / columns) > 12) continue;  // a narrow strip would be invisible
            // Tolerance: both sides are rounded to whole pixels, half a pixel each.
            EXPECT_NEAR(frame.plot.width / columns * rows, frame.plot.height, 0.5 + 0.5 * rows / columns)
                << width << "x" << height;
        }
}

TEST_P(LayoutCases, PixelsAndDataAreInverse) {
    for (const PanelFrame& frame : composed(GetParam(), 1200, 750, fixed_width_metrics()).frames)
        for (const double across : {0.0, 0.25, 0.987, 1.0})
            for (const double along : {0.0, 0.4, 1.0}) {
                const Point pixel{frame.plot.x + across * frame.plot.width,
                                  frame.plot.y + along * frame.plot.height};
                const Point data = frame.to_data(pixel);
                const Point back = frame.to_pixels(data.x, data.y);
                EXPECT_NEAR(back.x, pixel.x, 1e-6);
                EXPECT_NEAR(back.y, pixel.y, 1e-6);
                EXPECT_NEAR(data.x, frame.x.low + across * (frame.x.high - frame.x.low), 1e-9 * frame.x.high);
            }
}

TEST(PanelFrame, MatricesGrowDownwardPlotsUpwardLogarithmsByRatio) {
    PanelFrame frame{{100, 50, 400, 200}, PanelKind::matrix, false, 0,
                     {"", 0, 10, false},  {"", 0, 10, false}};
    EXPECT_EQ(frame.to_pixels(0, 0), (Point{100, 50}));
    EXPECT_EQ(frame.to_pixels(10, 10), (Point{500, 250}));
    frame.kind = PanelKind::plot;
    EXPECT_EQ(frame.to_pixels(0, 0), (Point{100, 250}));
    frame.x = {"", 1, 10'000, true};
    EXPECT_NEAR(frame.to_pixels(100, 0).x, 300, 1e-9) << "half the decades";
    EXPECT_NEAR(frame.to_data({300, 250}).x, 100, 1e-9);
    EXPECT_NEAR(frame.to_data({100, 250}).x, 1, 1e-12);
}

TEST(Layout, AHeadlineIsSmallerRatherThanCut) {
    const std::string headline = "All nine curves rise only beyond the trained angles.";
    Figure figure;
    figure.title = "Title";
    figure.subtitle = headline + "  ·  w = 512";
    figure.companions.emplace_back();
    const auto shown_in = [&](double width) {
        LayoutOptions options;
        options.width = width;
        const Layout result = layout(figure, fixed_width_metrics(), options);
        for (const Box& box : boxes(result.draw, fixed_width_metrics()))
            if (box.run->text.starts_with("All nine")) return *box.run;
        return TextRun{};
    };
    const TextRun wide = shown_in(1200), narrower = shown_in(460), narrow = shown_in(420);
    EXPECT_EQ(wide.text, figure.subtitle);
    EXPECT_EQ(narrower.text, headline) << "the parameters are omitted first";
    EXPECT_EQ(narrower.size, wide.size);
    EXPECT_EQ(narrow.text, headline);
    EXPECT_LT(narrow.size, wide.size);
}

TEST(Layout, AWarningIsWrittenInside) {
    Figure figure;
    figure.title = "Title";
    figure.companions.emplace_back();
    figure.warnings = {"first", "second"};
    const Layout result = layout(figure, fixed_width_metrics(), {});
    int found = 0, signs = 0;
    for (const Box& box : boxes(result.draw, fixed_width_metrics()))
        if (box.run->text == "first" || box.run->text == "second") {
            ++found;
            EXPECT_LE(box.rect.bottom(), 750);
            EXPECT_GT(box.rect.y, result.frames[0].plot.bottom());
            for (const DrawCommand& command : result.draw.commands)
                if (const auto* sign = std::get_if<Polyline>(&command);
                    sign != nullptr && sign->closed && sign->points.size() == 3)
                    signs += sign->points[0].y > box.rect.y - 4 &&
                             sign->points[1].y < box.rect.bottom() + 4 && sign->points[1].x < box.rect.x;
        }
    EXPECT_EQ(found, 2);
    EXPECT_EQ(signs, 2) << "each has its sign before it";
}

}  // namespace
}  // namespace poslab
