// Maps of a quantity over a plane.

#include "core/figure/layout.hpp"

#include "tests/figure/layout_cases.hpp"
#include "tests/figure/map_cases.hpp"
#include "tests/views/check_draw_list.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <optional>

namespace poslab {
namespace {

using test::Box;
using test::boxes;
using test::MapCase;
using test::maps_like;
using test::overlap;

Layout drawn_map(const Figure& figure, double width = 1200, double height = 750) {
    return layout(figure, fixed_width_metrics(), {width, height, 24, false, Theme::light});
}

template <typename Command>
std::vector<Command> all_of_kind(const Layout& result) {
    std::vector<Command> found;
    for (const DrawCommand& command : result.draw.commands)
        if (const auto* one = std::get_if<Command>(&command)) found.push_back(*one);
    return found;
}

std::vector<Rect> texts(const Layout& result, std::string_view text) {
    std::vector<Rect> found;
    for (const Box& box : boxes(result.draw, fixed_width_metrics()))
        if (box.run->text == text) found.push_back(box.rect);
    return found;
}

bool inside(const Rect& rect, const Rect& outer) {
    return rect.x >= outer.x && rect.right() <= outer.right() && rect.y >= outer.y &&
           rect.bottom() <= outer.bottom();
}

double middle_of_map(const Rect& rect) { return rect.x + rect.width / 2; }

/// Without marks, whose names could be confused with numbers.
MapCase bare(std::optional<Point> pointer = {}) {
    MapCase tested;
    tested.marks = false;
    tested.pointer = pointer;
    return tested;
}

const std::string some_number = "4";  // on axes from −10 to 10 of large maps

TEST(LayoutMap, YGrowsUpwardAndPixelsAreTurnedBack) {
    const Layout result = drawn_map(maps_like(1, bare()));
    const PanelFrame& frame = result.frames.front();
    ASSERT_EQ(frame.kind, PanelKind::map);
    EXPECT_EQ(frame.to_pixels(-10, 10), (Point{frame.plot.x, frame.plot.y})) << "the largest y is at the top";
    EXPECT_EQ(frame.to_pixels(10, -10), (Point{frame.plot.right(), frame.plot.bottom()}));
    const Point data =
        frame.to_data({frame.plot.x + frame.plot.width / 4, frame.plot.y + frame.plot.height / 4});
    EXPECT_NEAR(data.x, -5, 1e-12);
    EXPECT_NEAR(data.y, 5, 1e-12);
}

TEST(LayoutMap, AUnitIsAsLongOnBothAxes) {
    MapCase tested = bare();
    tested.x_low = 0;
    tested.x_high = 6;
    tested.y_low = -1;
    tested.y_high = 2;
    for (const int count : {1, 2, 3})
        for (const auto& [width, height] : test::sizes) {
            SCOPED_TRACE(fmt::format("{} in {}x{}", count, width, height));
            for (const PanelFrame& frame : drawn_map(maps_like(count, tested), width, height).frames)
                EXPECT_NEAR(frame.plot.width / 6, frame.plot.height / 3, 0.35)
                    << "half a pixel of rounding on each side";
        }
}

TEST(LayoutMap, TheValuesFillThePlotWithoutGaps) {
    for (const std::int64_t size : {4, 60}) {
        MapCase tested = bare();
        tested.width = tested.height = size;
        const Layout result = drawn_map(maps_like(2, tested));
        const auto maps = all_of_kind<HeatMap>(result);
        ASSERT_EQ(maps.size(), 3U) << "and the colour bar";
        for (std::size_t i = 0; i < 2; ++i) {
            EXPECT_EQ(maps[i].rect, result.frames[i].plot);
            EXPECT_EQ(maps[i].gap, 0);
        }
    }
}

TEST(LayoutMap, ValuesStandInTheirCells) {
    Figure figure = maps_like(1, bare());
    auto& map = std::get<HeatMapMark>(figure.main.front().marks.front());
    map.height = map.width = 2;
    map.values = test::shared({1, 2, 3, 4});
    map.cell_text = {"1.", "2.", "3.", "4."};
    const Layout result = drawn_map(figure);
    const Rect& plot = result.frames.front().plot;
    const auto two = texts(result, "2.");
    ASSERT_EQ(two.size(), 1U);
    EXPECT_NEAR(middle_of_map(two[0]), plot.x + 0.75 * plot.width, 1e-9) << "row 0 is the upper one";
    EXPECT_LT(two[0].bottom(), plot.y + plot.height / 2);
}

TEST(LayoutMap, CellsWithoutRoomForValuesHaveATooltip) {
    Figure figure = maps_like(2, bare());
    for (Panel& panel : figure.main) {
        auto& map = std::get<HeatMapMark>(panel.marks.front());
        map.height = map.width = 2;
        map.values = test::shared({1.25, 2.25, 3.25, 4.25});
        PointerMark pointer;
        pointer.x = panel.x.low + 0.25 * (panel.x.high - panel.x.low);
        pointer.y = panel.y.low + 0.25 * (panel.y.high - panel.y.low);
        pointer.tip_label = "residual";
        pointer.tip_value = panel.title;
        panel.pointer = pointer;
    }
    std::get<HeatMapMark>(figure.main[0].marks.front()).numbers = CellNumbers{};
    std::get<HeatMapMark>(figure.main[1].marks.front()).cell_text.assign(4, std::string(200, '7'));
    const Layout result = drawn_map(figure);
    EXPECT_EQ(texts(result, "4.25").size(), 1U) << "the first map has its values";
    EXPECT_EQ(texts(result, figure.main[0].title).size(), 1U) << "the title alone";
    EXPECT_EQ(texts(result, figure.main[1].title).size(), 2U) << "the title and the tooltip";
}

TEST(LayoutMap, OfSeveralTheFirstHasTheNumbersOfY) {
    const Layout result = drawn_map(maps_like(2, bare()));
    ASSERT_EQ(result.frames.size(), 2U);
    EXPECT_EQ(result.frames[0].plot.y, result.frames[1].plot.y);
    EXPECT_EQ(result.frames[0].plot.width, result.frames[1].plot.width);
    int left = 0;
    std::vector<double> below;
    for (const Rect& number : texts(result, some_number)) {
        const bool under = number.y > result.frames[0].plot.bottom();
        if (under) below.push_back(middle_of_map(number));
        left += under ? 0 : 1;
        EXPECT_TRUE(under || number.right() < result.frames[0].plot.x);
    }
    EXPECT_EQ(left, 1);
    ASSERT_EQ(below.size(), 2U) << "x under each";
    for (std::size_t i = 0; i < 2; ++i) EXPECT_NEAR(below[i], result.frames[i].to_pixels(4, 0).x, 1e-9);
    EXPECT_EQ(texts(result, "y₂").size(), 1U);
    EXPECT_EQ(texts(result, "second point x₂").size(), 2U);
}

TEST(LayoutMap, OtherValuesOfYHaveNumbersOfTheirOwn) {
    Figure figure = maps_like(2, bare());
    figure.main[1].y.low = 40;
    figure.main[1].y.high = 60;
    const Layout result = drawn_map(figure);
    const auto fifty = texts(result, "50");  // the colour bar ends at 50, too
    EXPECT_TRUE(std::any_of(fifty.begin(), fifty.end(), [&](const Rect& rect) {
        return rect.x > result.frames[0].plot.right() && rect.right() < result.frames[1].plot.x;
    }));
}

TEST(LayoutMap, ChipsStandOnBothAxesAndHideTheNumbersNearThem) {
    const Layout without = drawn_map(maps_like(1, bare()));
    const Layout with = drawn_map(maps_like(1, bare(Point{4.2, -9.8})));
    EXPECT_EQ(without.frames.front().plot, with.frames.front().plot);
    EXPECT_EQ(texts(without, some_number).size(), 2U);
    EXPECT_EQ(texts(with, some_number).size(), 1U) << "hidden below, not at the left";
    EXPECT_EQ(texts(without, "−10").size(), 2U);
    EXPECT_EQ(texts(with, "−10").size(), 1U) << "hidden at the left, not below";
    const PanelFrame& frame = with.frames.front();
    const Point at = frame.to_pixels(4.2, -9.8);
    const auto below = texts(with, "x = −1.25"), left = texts(with, "4.5");
    ASSERT_EQ(below.size(), 1U);
    ASSERT_EQ(left.size(), 1U);
    EXPECT_NEAR(middle_of_map(below[0]), at.x, 1e-9);
    EXPECT_GT(below[0].y, frame.plot.bottom());
    EXPECT_NEAR(left[0].y + left[0].height / 2, at.y, 1);
    EXPECT_LT(left[0].right(), frame.plot.x);
}

std::vector<Polyline> accent_lines(const Layout& result) {
    std::vector<Polyline> lines = all_of_kind<Polyline>(result);
    std::erase_if(lines, [](const Polyline& line) { return !(line.color == palette(Theme::light).accent); });
    return lines;
}

TEST(LayoutMap, ThePointerIsACrossWithARingOrAVerticalLine) {
    Figure figure = maps_like(1, bare(Point{-2, 7}));
    Layout result = drawn_map(figure);
    const Point at = result.frames.front().to_pixels(-2, 7);
    EXPECT_EQ(accent_lines(result).size(), 2U);
    const auto ring = [&](const FillCircle& circle) { return circle.center == at; };
    auto circles = all_of_kind<FillCircle>(result);
    EXPECT_TRUE(std::any_of(circles.begin(), circles.end(), ring));
    EXPECT_EQ(texts(result, "12.75").size(), 1U) << "the tooltip";
    figure.main.front().pointer->y.reset();
    result = drawn_map(figure);
    ASSERT_EQ(accent_lines(result).size(), 1U);
    EXPECT_NEAR(accent_lines(result).front().points.front().x, at.x, 0.5) << "the middle of a pixel";
    circles = all_of_kind<FillCircle>(result);
    EXPECT_FALSE(std::any_of(circles.begin(), circles.end(), ring));
    EXPECT_TRUE(texts(result, "4.5").empty());
}

TEST(LayoutMap, NamesStayInsideAndApart) {
    for (const int count : {1, 2, 4})
        for (const auto& [width, height] : test::sizes) {
            SCOPED_TRACE(fmt::format("{} in {}x{}", count, width, height));
            const Layout result = drawn_map(maps_like(count, {}), width, height);
            test::expect_sound(result.draw);
            std::vector<Rect> names;
            for (const std::string name : {"(x₁, y₁) = (2, 3)", "next to it", "in the corner", "residual 0",
                                           "d = cf", "below the diagonal", "x = 0", "y = 0"})
                for (const Rect& rect : texts(result, name)) {
                    EXPECT_TRUE(
                        std::any_of(result.frames.begin(), result.frames.end(),
                                    [&](const PanelFrame& frame) { return inside(rect, frame.plot); }))
                        << name;
                    for (const Rect& other : names) EXPECT_FALSE(overlap(rect, other)) << name;
                    names.push_back(rect);
                }
            if (width >= 1000 && height >= 700 && count <= 2) {
                EXPECT_EQ(names.size(), 8U * static_cast<std::size_t>(count));
            }
        }
}

TEST(LayoutMap, ALineIsCutToTheMapWhicheverWayItRunsAndNamedWhereItLeaves) {
    Figure figure = maps_like(1, bare());
    figure.main.front().marks.emplace_back(test::straight_line({5, 1e6}, {5, -1e6}, rgb(0x123456), "down"));
    figure.main.front().marks.emplace_back(test::straight_line({90, 4}, {-90, 4}, rgb(0x654321), "left"));
    const Layout result = drawn_map(figure);
    const PanelFrame& frame = result.frames.front();
    int found = 0;
    for (const Polyline& line : all_of_kind<Polyline>(result)) {
        if (!(line.color == rgb(0x123456)) && !(line.color == rgb(0x654321))) continue;
        ++found;
        ASSERT_EQ(line.points.size(), 2U);
        const bool down = line.color == rgb(0x123456);
        const double from = down ? line.points[0].y : line.points[0].x,
                     to = down ? line.points[1].y : line.points[1].x;
        EXPECT_NEAR(from, down ? frame.plot.y : frame.plot.right(), 10) << "a little over the edge";
        EXPECT_NEAR(to, down ? frame.plot.bottom() : frame.plot.x, 10);
        EXPECT_NEAR(down ? line.points[0].x : line.points[0].y,
                    down ? frame.to_pixels(5, 0).x : frame.to_pixels(0, 4).y, 1e-6);
    }
    EXPECT_EQ(found, 2);
    const auto down = texts(result, "down"), left = texts(result, "left");
    ASSERT_EQ(down.size(), 1U);
    ASSERT_EQ(left.size(), 1U);
    EXPECT_GT(down[0].bottom(), frame.plot.bottom() - 30);
    EXPECT_LT(left[0].x, frame.plot.x + 30);
}

TEST(LayoutMap, FramesAreTheSameWithoutValues) {
    MapCase tested;
    const Layout full = drawn_map(maps_like(3, tested));
    tested.values = false;
    tested.marks = false;
    const Layout empty = drawn_map(maps_like(3, tested));
    ASSERT_EQ(full.frames.size(), empty.frames.size());
    for (std::size_t i = 0; i < full.frames.size(); ++i) EXPECT_EQ(full.frames[i].plot, empty.frames[i].plot);
    EXPECT_EQ(all_of_kind<HeatMap>(full).size(), 4U) << "and the colour bar";
    EXPECT_EQ(all_of_kind<HeatMap>(empty).size(), 1U);
}

/// No text leaves the picture or overlaps another one, whatever companions are below the maps.
TEST(LayoutMap, CompanionsOfEveryKindStandBelow) {
    const MapCase tested{.marks = false, .pointer = Point{-9.9, 9.9}};
    for (const bool in_row : {false, true})
        for (const bool grid : {false, true})
            for (const auto& [width, height] : test::sizes) {
                SCOPED_TRACE(fmt::format("in a row {}, grid {}, {}x{}", in_row, grid, width, height));
                Figure figure = maps_like(2, tested);
                // a tooltip may cover other texts
                for (Panel& panel : figure.main) panel.pointer->tip_value.clear();
                figure.grid = grid;
                figure.companions = {test::map_companion(tested), test::dials_companion()};
                figure.companions_in_row = in_row;
                const Layout result = drawn_map(figure, width, height);
                test::expect_sound(result.draw);
                const auto all = boxes(result.draw, fixed_width_metrics());
                for (std::size_t i = 0; i < all.size(); ++i) {
                    const Rect& box = all[i].rect;
                    EXPECT_TRUE(inside(box, {0, 0, width, height})) << all[i].run->text;
                    for (std::size_t j = 0; j < i; ++j) {
                        EXPECT_FALSE(overlap(box, all[j].rect))
                            << all[i].run->text << " and " << all[j].run->text;
                    }
                }
                for (const PanelFrame& frame : result.frames)
                    EXPECT_TRUE(!frame.companion || frame.plot.y > result.frames.front().plot.bottom());
                if (width >= 1000 && height >= 700) {
                    ASSERT_EQ(result.frames.size(), 4U);
                    EXPECT_EQ(result.frames.back().parts.size(), 2U) << "both dials";
                }
            }
}

TEST(LayoutMap, OfAGridTheOuterOnesHaveNumbers) {
    Figure figure = maps_like(6, bare());
    figure.grid = true;
    const Layout result = drawn_map(figure);
    test::expect_sound(result.draw);
    ASSERT_EQ(result.frames.size(), 6U);
    int columns = 0, rows = 0, left = 0, below = 0;
    for (const PanelFrame& frame : result.frames) {
        columns += frame.plot.y == result.frames.front().plot.y ? 1 : 0;
        rows += frame.plot.x == result.frames.front().plot.x ? 1 : 0;
    }
    for (const Rect& zero : texts(result, "5"))
        (zero.right() < result.frames.front().plot.x ? left : below) += 1;
    EXPECT_EQ(left, rows);
    EXPECT_EQ(below, columns);
}

}  // namespace
}  // namespace poslab
