// Overview, spare space, tooltips and curve names.

#include "core/figure/layout.hpp"

#include "core/views/registry.hpp"
#include "tests/figure/layout_cases.hpp"
#include "tests/support/languages.hpp"
#include "tests/support/random_values.hpp"
#include "tests/support/seed.hpp"
#include "tests/views/check_draw_list.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <optional>

namespace poslab {
namespace {

using test::Box;
using test::boxes;
using test::Case;
using test::composed;
using test::overlap;

/// Canvases of windows at 1280x720, 1600x1000 and 2560x1440, and pictures down to unusual sizes.
struct SideCanvas {
    double width, height, padding;
    bool titles;
};
const std::vector<SideCanvas> side_canvases{
    {808, 636, 16, false},  {1064, 908, 24, false}, {1944, 1348, 32, false}, {440, 476, 16, false},
    {7464, 108, 24, false}, {1200, 750, 24, true},  {400, 300, 24, true},    {300, 800, 24, true},
    {8000, 200, 24, true},  {640, 1200, 24, true},  {160, 120, 24, true}};

Layout on_side(const SideCanvas& canvas, const Case& tested, const TextMetrics& metrics, bool data = true) {
    LayoutOptions options;
    options.padding = canvas.padding;
    options.titles = canvas.titles;
    return composed(tested, canvas.width, canvas.height, metrics, data, options);
}

bool within(const Rect& inner, const Rect& outer) {
    return inner.x >= outer.x - 0.01 && inner.y >= outer.y - 0.01 && inner.right() <= outer.right() + 0.01 &&
           inner.bottom() <= outer.bottom() + 0.01;
}

/// The rectangles stroked in the accent colour inside `area`.
std::vector<Rect> accent_frames(const DrawList& list, const Rect& area) {
    std::vector<Rect> found;
    for (const DrawCommand& command : list.commands)
        if (const auto* stroke = std::get_if<StrokeRect>(&command))
            if (stroke->color == palette(Theme::light).accent && within(stroke->rect, area))
                found.push_back(stroke->rect);
    return found;
}

std::vector<Rect> tips_of(const DrawList& list) {
    std::vector<Rect> found;
    for (const DrawCommand& command : list.commands)
        if (const auto* fill = std::get_if<FillRect>(&command))
            if (fill->color == palette(Theme::light).tooltip) found.push_back(fill->rect);
    return found;
}

std::optional<Rect> tip_of(const DrawList& list) {
    const auto tips = tips_of(list);
    return tips.empty() ? std::nullopt : std::optional(tips.front());
}

/// Text boxes without the tooltip's own and those covered by it.
std::vector<Box> uncovered_boxes(const DrawList& list, const TextMetrics& metrics) {
    std::vector<Box> found = boxes(list, metrics);
    const auto tips = tips_of(list);
    std::erase_if(found, [&](const Box& box) {
        return std::any_of(tips.begin(), tips.end(), [&](const Rect& tip) { return overlap(tip, box.rect); });
    });
    return found;
}

Case zoomed(std::int64_t length, const char* rows, const char* columns) {
    return {"zoomed",
            "main",
            {{{"length", std::to_string(length)}, {"rows", rows}, {"cols", columns}}},
            false,
            {}};
}

class LayoutSide : public testing::TestWithParam<Case> {};
INSTANTIATE_TEST_SUITE_P(Figures, LayoutSide, testing::ValuesIn(test::cases()),
                         [](const auto& tested) { return tested.param.name; });

TEST_P(LayoutSide, EveryCanvasIsDrawnSoundly) {
    for (const SideCanvas& canvas : side_canvases) {
        SCOPED_TRACE(fmt::format("{}x{}", canvas.width, canvas.height));
        const Layout result = on_side(canvas, GetParam(), fixed_width_metrics());
        test::expect_sound(result.draw);
        for (const PanelFrame& frame : result.frames)
            EXPECT_TRUE(frame.plot.width > 0 && frame.plot.height > 0);
    }
}

TEST_P(LayoutSide, TheOverviewStandsApartAndShowsTheWindow) {
    for (const SideCanvas& canvas : side_canvases) {
        SCOPED_TRACE(fmt::format("{}x{}", canvas.width, canvas.height));
        const Layout result = on_side(canvas, GetParam(), fixed_width_metrics());
        const Layout without = on_side(canvas, GetParam(), fixed_width_metrics(), false);
        EXPECT_EQ(result.overview.has_value(), without.overview.has_value())
            << "its position depends on data";
        if (!result.overview) continue;
        const Rect& rect = result.overview->rect;
        EXPECT_EQ(rect, without.overview->rect);
        EXPECT_TRUE(within(rect, {0, 0, canvas.width, canvas.height}));
        EXPECT_LE(std::max(rect.width, rect.height), 128);
        for (const PanelFrame& frame : result.frames) EXPECT_FALSE(overlap(rect, frame.plot));
        for (const Box& box : boxes(result.draw, fixed_width_metrics()))
            EXPECT_FALSE(overlap(rect, box.rect)) << box.run->text;
        EXPECT_EQ(accent_frames(result.draw, rect).size(), 1U);
    }
}

TEST_P(LayoutSide, TheSpareRoomIsFree) {
    for (const SideCanvas& canvas : side_canvases) {
        SCOPED_TRACE(fmt::format("{}x{}", canvas.width, canvas.height));
        const Layout result = on_side(canvas, GetParam(), fixed_width_metrics());
        if (result.spare.width == 0) continue;
        EXPECT_TRUE(within(result.spare, {0, 0, canvas.width, canvas.height}));
        for (const PanelFrame& frame : result.frames) EXPECT_FALSE(overlap(result.spare, frame.plot));
        for (const Box& box : boxes(result.draw, fixed_width_metrics()))
            EXPECT_FALSE(overlap(result.spare, box.rect)) << box.run->text;
        EXPECT_FALSE(result.overview && overlap(result.spare, result.overview->rect));
    }
}

TEST_P(LayoutSide, NamesOfCurvesAreSixteenPixelsApart) {
    for (const SideCanvas& canvas : side_canvases) {
        const Layout result = on_side(canvas, GetParam(), fixed_width_metrics());
        for (const PanelFrame& frame : result.frames) {
            if (frame.kind != PanelKind::plot) continue;
            std::vector<double> places;
            for (const Box& box : boxes(result.draw, fixed_width_metrics()))
                if (box.run->anchor.x == frame.plot.right() + 18) places.push_back(box.run->anchor.y);
            std::sort(places.begin(), places.end());
            for (std::size_t i = 1; i < places.size(); ++i) EXPECT_GE(places[i] - places[i - 1], 16 - 1e-9);
        }
    }
}

TEST(LayoutOverview, OnlyAPartHasOne) {
    const SideCanvas canvas = side_canvases[1];
    EXPECT_FALSE(on_side(canvas, {"whole", "main", {{}}, false, {}}, fixed_width_metrics()).overview);
    const auto result = on_side(canvas, zoomed(1000, "250:500", "100:600"), fixed_width_metrics());
    ASSERT_TRUE(result.overview);
    EXPECT_EQ(result.overview->total_rows, 1000);
    const Rect& rect = result.overview->rect;
    EXPECT_EQ(rect.width, 128);
    EXPECT_EQ(rect.height, 128);
    const Rect shown = accent_frames(result.draw, rect).at(0);
    EXPECT_NEAR(shown.x, rect.x + 12.8, 1e-9);
    EXPECT_NEAR(shown.y, rect.y + 32, 1e-9);
    EXPECT_NEAR(shown.width, 64, 1e-9);
    EXPECT_NEAR(shown.height, 32, 1e-9);
}

TEST(LayoutOverview, AWindowTooSmallToSeeIsFourPixelsLargeAndInside) {
    for (const char* range : {"0:4", "500000:500004", "999996:1000000"}) {
        const auto result = on_side(side_canvases[1], zoomed(1'000'000, range, range), fixed_width_metrics());
        const Rect shown = accent_frames(result.draw, result.overview->rect).at(0);
        EXPECT_EQ(shown.width, 4) << range;
        EXPECT_EQ(shown.height, 4) << range;
    }
}

TEST(LayoutSpare, FitsACardAtHome) {
    const Case home{"home", "main", {{}}, false, {}};
    for (const SideCanvas& canvas : {side_canvases[0], side_canvases[1], side_canvases[2]}) {
        const Rect spare = on_side(canvas, home, fixed_width_metrics()).spare;
        EXPECT_GE(spare.width, 340) << canvas.width;
        EXPECT_GE(spare.height, 150) << canvas.height;
    }
}

TEST(LayoutTip, FlipsAtTheEdges) {
    Case tested{"tip", "matrix", {{{"causal", "false"}}}, false, {}};
    for (const SideCanvas& canvas : side_canvases)
        for (const double column : {0.5, 2000.5, 4095.5})
            for (const double row : {0.5, 2000.5, 4095.5}) {
                SCOPED_TRACE(fmt::format("{}x{} at {}, {}", canvas.width, canvas.height, column, row));
                tested.cursor = {true, false, 0, column, row};
                const Layout result = on_side(canvas, tested, fixed_width_metrics());
                const auto tip = tip_of(result.draw);
                ASSERT_TRUE(tip);
                EXPECT_TRUE(within(*tip, {0, 0, canvas.width, canvas.height}));
                const PanelFrame& frame = result.frames[0];
                if (frame.plot.width < 400) continue;
                EXPECT_TRUE(within(*tip, frame.plot));
                const Point at = frame.to_pixels(column, row);
                EXPECT_EQ(tip->x > at.x, column < 4000) << "right of the pointer, but at the right edge";
                EXPECT_EQ(tip->y > at.y, row < 100) << "above the pointer, but at the upper edge";
            }
}

TEST(LayoutTip, CellsThatShowTheirValueNeedNone) {
    Case tested{"tip", "matrix", {{{"length", "12"}, {"w", "4"}}}, false, {true, false, 0, 2.5, 9.5}};
    EXPECT_FALSE(tip_of(on_side(side_canvases[1], tested, fixed_width_metrics()).draw));
    tested.cursor = {true, false, 0, 9.5, 2.5};
    tested.variants = {{}};
    EXPECT_FALSE(tip_of(on_side(side_canvases[1], tested, fixed_width_metrics()).draw)) << "masked";
}

// With the real fonts only: the fixed-width font, 0.6 em per character, makes sentences wider than Inter
// does.
TEST(LayoutTexts, NoneRunsIntoAnotherAtAnyPointOfTheDomain) {
    const FontLibrary fonts;
    if (!fonts.missing().empty()) GTEST_SKIP() << fonts.missing().front();
    const FontMetrics metrics(fonts);
    const View& view = find_view("position-matrix");
    const std::uint64_t seed = test::test_seed();
    SampleRequest request;
    request.width = request.height = 40;
    request.curve_points = 200;
    for (std::uint64_t n = 0; n < 120; ++n) {
        const Values values = view.adjusted(random_values(view.parameters(), seed + n));
        std::vector<Variant> variants =
            test::alone(values, test::shared_data(view, values, request, cpu_engine()));
        if (n % 3 == 0) {
            const Values other =
                view.adjusted(test::with(view, {{"map", n % 2 == 0 ? "rope" : "rerope"}}, values));
            variants.push_back({other, test::shared_data(view, other, request, cpu_engine()), "map = other"});
            variants.front().label = "w = 1234";
        }
        const Style style{Theme::light, n % 2 == 0 ? Language::english : test::chinese()};
        const double length = static_cast<double>(
            std::get<std::int64_t>(values[static_cast<std::size_t>(parameter_index(view, "length"))]));
        const Cursor cursor{n % 4 != 0, true, 0, std::floor(length * static_cast<double>(n % 31) / 31), 0};
        const Figure figure = view.figure("main", variants, style, cursor);
        for (const SideCanvas& canvas : side_canvases) {
            if (canvas.width * canvas.height < 480'000 || canvas.height < 500) continue;
            LayoutOptions options{canvas.width, canvas.height, canvas.padding, canvas.titles, Theme::light};
            const Layout result = layout(figure, metrics, options);
            const auto texts = uncovered_boxes(result.draw, metrics);
            const auto tips = tips_of(result.draw);
            EXPECT_FALSE(tips.size() > 1 && overlap(tips[0], tips[1])) << "seed " << seed << " point " << n;
            for (std::size_t i = 0; i < texts.size(); ++i)
                for (std::size_t j = 0; j < i; ++j)
                    EXPECT_FALSE(overlap(texts[i].rect, texts[j].rect) &&
                                 !(of_formula(texts[i]) && of_formula(texts[j])))
                        << fmt::format("seed {} point {} {}x{}: '{}' and '{}' at {:.0f},{:.0f}", seed, n,
                                       canvas.width, canvas.height, texts[j].run->text, texts[i].run->text,
                                       texts[i].rect.x, texts[i].rect.y);
        }
    }
}

}  // namespace
}  // namespace poslab
