// Stacked plots with clocks below them.

#include "core/figure/layout.hpp"

#include "tests/figure/layout_cases.hpp"
#include "tests/figure/stack_cases.hpp"
#include "tests/views/check_draw_list.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace poslab {
namespace {

using test::Box;
using test::boxes;
using test::overlap;

/// Canvases of windows at 1280x720, 1600x1000 and 2560x1440, and one picture.
struct StackCanvas {
    double width, height, padding;
    bool titles;
};
const std::vector<StackCanvas> stack_canvases{
    {808, 636, 16, false}, {1064, 908, 24, false}, {1944, 1348, 32, false}, {1200, 750, 24, true}};

Layout on_stack(const StackCanvas& canvas, const Figure& figure,
                const TextMetrics& metrics = fixed_width_metrics()) {
    return layout(figure, metrics,
                  {canvas.width, canvas.height, canvas.padding, canvas.titles, Theme::light});
}

std::ptrdiff_t count_text(const DrawList& list, std::string_view text) {
    const auto all = boxes(list, fixed_width_metrics());
    return std::count_if(all.begin(), all.end(), [&](const Box& box) { return box.run->text == text; });
}

const PanelFrame* dials_of(const Layout& result) {
    for (const PanelFrame& frame : result.frames)
        if (frame.kind == PanelKind::dials) return &frame;
    return nullptr;
}

TEST(LayoutStack, PlotsShareTheirEdgesAndTheHeightByWeight) {
    for (const StackCanvas& canvas : stack_canvases) {
        const Layout result = on_stack(canvas, test::frequencies_like(Theme::light));
        ASSERT_EQ(result.frames.size(), 3U);
        const Rect& upper = result.frames[0].plot;
        const Rect& lower = result.frames[1].plot;
        EXPECT_EQ(upper.x, canvas.padding + (canvas.padding < 20 ? 60 : 56));
        EXPECT_EQ(upper.x, lower.x);
        EXPECT_EQ(upper.right(), lower.right());
        EXPECT_LE(upper.right(), canvas.width - 128);
        EXPECT_NEAR(upper.height / lower.height, 2 / 0.75, 1.7 / lower.height) << "both are whole pixels";
        const PanelFrame& dials = result.frames[2];
        EXPECT_TRUE(dials.companion);
        EXPECT_EQ(dials.plot.x, canvas.padding);
        EXPECT_EQ(dials.plot.right(), canvas.width - canvas.padding);
        EXPECT_GT(dials.plot.y, lower.bottom() + 44);
    }
}

TEST(LayoutStack, TheCommonXAxisIsWrittenOnceUnderTheLowest) {
    const Layout result = on_stack(stack_canvases[1], test::frequencies_like(Theme::light));
    for (const char* text : {"0", "8", "56", "63", "40", "pair p", "← turns fast", "turns slowly →"})
        EXPECT_EQ(count_text(result.draw, text), 1) << text;
    EXPECT_EQ(count_text(result.draw, "1/8"), 1);
    EXPECT_EQ(count_text(result.draw, "10⁵"), 1);
    const double bottom = result.frames[1].plot.bottom();
    for (const Box& box : boxes(result.draw, fixed_width_metrics()))
        if (box.run->text == "56") {
            EXPECT_GT(box.rect.y, bottom);
        }
}

TEST(LayoutStack, APlotThatLostItsNeighbourWritesItsAxisItself) {
    Figure figure = test::frequencies_like(Theme::light);
    figure.main.pop_back();
    EXPECT_EQ(count_text(on_stack(stack_canvases[1], figure).draw, "56"), 1);
    const Layout low = layout(test::frequencies_like(Theme::light), fixed_width_metrics(),
                              {800, 200, 16, false, Theme::light});
    ASSERT_EQ(low.frames.size(), 1U);
    EXPECT_EQ(count_text(low.draw, "pair p"), 1);
}

TEST(LayoutStack, ThePointerIsALineInEveryPlotWithOneChip) {
    const Layout result = on_stack(stack_canvases[1], test::frequencies_like(Theme::light));
    int lines = 0;
    for (const DrawCommand& command : result.draw.commands) {
        const auto* line = std::get_if<Polyline>(&command);
        if (line == nullptr || !(line->color == palette(Theme::light).accent) || line->points.size() != 2)
            continue;
        const Rect& plot = result.frames[static_cast<std::size_t>(lines++)].plot;
        EXPECT_NEAR(line->points[0].x, plot.x + 40.4 / 63.8 * plot.width, 1e-9);
        EXPECT_EQ(line->points[0].y, plot.y);
        EXPECT_EQ(line->points[1].y, plot.bottom());
    }
    EXPECT_EQ(lines, 2);
}

TEST(LayoutStack, FramesDependOnTheShapeOnly) {
    for (const StackCanvas& canvas : stack_canvases) {
        const Layout with_data = on_stack(canvas, test::frequencies_like(Theme::light));
        const Layout without = on_stack(canvas, test::frequencies_like(Theme::light, false, false));
        ASSERT_EQ(with_data.frames.size(), without.frames.size());
        for (std::size_t i = 0; i < 2; ++i) EXPECT_EQ(with_data.frames[i].plot.x, without.frames[i].plot.x);
        EXPECT_EQ(with_data.frames[2].plot, without.frames[2].plot);
    }
}

// With the real fonts only: the fixed-width font, 0.6 em per character, makes sentences wider than Inter
// does.
TEST(LayoutStack, TextsDoNotRunIntoEachOther) {
    const FontLibrary fonts;
    if (!fonts.missing().empty()) GTEST_SKIP() << fonts.missing().front();
    const FontMetrics metrics(fonts);
    for (const bool chinese : {false, true})
        for (const StackCanvas& canvas : stack_canvases)
            for (double shorter = 0; shorter < canvas.height - 420; shorter += 37) {
                const StackCanvas cut{canvas.width, canvas.height - shorter, canvas.padding, canvas.titles};
                const Layout result = on_stack(cut, test::frequencies_like(Theme::light, chinese), metrics);
                const auto texts = boxes(result.draw, metrics);
                for (std::size_t i = 0; i < texts.size(); ++i) {
                    const Rect& rect = texts[i].rect;
                    EXPECT_TRUE(rect.x >= 0 && rect.y >= 0 && rect.right() <= cut.width &&
                                rect.bottom() <= cut.height)
                        << fmt::format("{}x{}: '{}'", cut.width, cut.height, texts[i].run->text);
                    for (std::size_t j = 0; j < i; ++j)
                        EXPECT_FALSE(overlap(rect, texts[j].rect))
                            << fmt::format("{}x{}: '{}' and '{}' at {:.0f},{:.0f}", cut.width, cut.height,
                                           texts[j].run->text, texts[i].run->text, rect.x, rect.y);
                }
            }
}

/// Moves the marks of the upper plot: rules and the span between them, and both levels.
Figure moved_marks(double low, double high, double target, double trained) {
    Figure figure = test::frequencies_like(Theme::light);
    double rule = low;
    double level = target;
    for (Mark& mark : figure.main[0].marks) {
        if (auto* span = std::get_if<SpanMark>(&mark)) span->low = high;
        if (auto* line = std::get_if<RuleMark>(&mark)) line->x = std::exchange(rule, high);
        if (auto* line = std::get_if<LevelMark>(&mark)) line->y = std::exchange(level, trained);
    }
    figure.main[0].pointer->x = low;
    return figure;
}

// With the real fonts only: the fixed-width font, 0.6 em per character, makes sentences wider than Inter
// does.
TEST(LayoutStack, TextsStayApartWhereverTheMarksAre) {
    const FontLibrary fonts;
    if (!fonts.missing().empty()) GTEST_SKIP() << fonts.missing().front();
    const FontMetrics metrics(fonts);
    for (const StackCanvas& canvas : {stack_canvases[0], stack_canvases[1]})
        for (double low = 0; low < 64; low += 7)
            for (const double apart : {0.0, 1.0, 4.0, 20.0})
                for (const double trained : {4.0, 2048.0, 4096.0, 900'000.0}) {
                    const double high = std::min(low + apart, 63.0);
                    const Layout result = on_stack(canvas, moved_marks(low, high, 4096, trained), metrics);
                    test::expect_sound(result.draw);
                    const auto texts = boxes(result.draw, metrics);
                    for (std::size_t i = 0; i < texts.size(); ++i)
                        for (std::size_t j = 0; j < i; ++j)
                            EXPECT_FALSE(overlap(texts[i].rect, texts[j].rect))
                                << fmt::format("{} lo {} hi {} trained {}: '{}' and '{}'", canvas.width, low,
                                               high, trained, texts[j].run->text, texts[i].run->text);
                }
}

/// The colour bar of the state is next to the map of the state, the last of three panels. If that map is
/// omitted for lack of space, so is its bar.
TEST(LayoutStack, ABarIsBesideTheCellsThatItBelongsTo) {
    const View& view = find_view("memory");
    const Style style{Theme::light, Language::english};
    const Figure figure =
        view.figure("main", std::vector<Variant>{{view.defaults(), nullptr, ""}}, style, {});
    ASSERT_EQ(figure.bars.size(), 1U);
    std::vector<LayoutOptions> all{{1280, 300, 24, true, Theme::light}, {1280, 720, 24, true, Theme::light}};
    for (const StackCanvas& canvas : stack_canvases)
        all.push_back({canvas.width, canvas.height, canvas.padding, canvas.titles, Theme::light});
    // 3.3 and 6.6 in at 8 pt type
    for (const auto& [width, height] : {std::pair{440.0, 400.0}, {880.0, 660.0}}) {
        all.push_back({width, height, 2, false, Theme::light});
        all.back().paper = true;
    }
    int shown = 0;
    for (const LayoutOptions& options : all) {
        SCOPED_TRACE(fmt::format("{}x{}", options.width, options.height));
        const Layout result = layout(figure, fixed_width_metrics(), options);
        const auto texts = boxes(result.draw, fixed_width_metrics());
        const auto title = std::find_if(texts.begin(), texts.end(), [&](const Box& box) {
            return box.run->text == figure.bars[0].title;
        });
        const auto cells = std::find_if(result.frames.begin(), result.frames.end(),
                                        [](const PanelFrame& frame) { return shows_cells(frame.kind); });
        ASSERT_EQ(title == texts.end(), cells == result.frames.end());
        if (title == texts.end()) continue;
        ++shown;
        EXPECT_GT(title->rect.x, cells->plot.right());
        EXPECT_LT(title->rect.bottom(), cells->plot.y);
        EXPECT_GT(title->rect.bottom(), cells->plot.y - 20) << "the title is right above the bar";
    }
    EXPECT_GE(shown, 5);
}

TEST(LayoutStack, WithoutLegendDialsHaveNoKey) {
    LayoutOptions options{1064, 908, 24, false, Theme::light};
    EXPECT_EQ(count_text(layout(test::frequencies_like(Theme::light), fixed_width_metrics(), options).draw,
                         "outside them"),
              1);
    options.legend = false;
    EXPECT_EQ(count_text(layout(test::frequencies_like(Theme::light), fixed_width_metrics(), options).draw,
                         "outside them"),
              0);
}

TEST(LayoutStack, EverySizeIsSoundAndPanelsStayApart) {
    for (const double width : {160.0, 300.0, 440.0, 808.0, 1200.0, 4000.0})
        for (double height = 100; height < 1500; height += 50) {
            SCOPED_TRACE(fmt::format("{}x{}", width, height));
            const Layout result = on_stack({width, height, 24, false}, test::frequencies_like(Theme::dark));
            test::expect_sound(result.draw);
            ASSERT_FALSE(result.frames.empty());
            EXPECT_EQ(result.frames[0].index, 0U) << "the first panel is never omitted";
            for (std::size_t i = 0; i < result.frames.size(); ++i) {
                const Rect& plot = result.frames[i].plot;
                EXPECT_TRUE(plot.width > 0 && plot.height > 0);
                if (height >= 200) {
                    EXPECT_LE(plot.bottom(), height);
                }
                if (i > 0) {
                    EXPECT_GE(plot.y, result.frames[i - 1].plot.bottom() + 22);
                }
            }
        }
}

TEST(LayoutStack, DialsGetSmallerThenLoseTheirLinesThenGo) {
    int before = 3;
    double radius_before = 1e9;
    for (double height = 1100; height > 300; height -= 20) {
        const Layout result = on_stack({1064, height, 24, false}, test::frequencies_like(Theme::light));
        const int now = dials_of(result) == nullptr ? 0 : count_text(result.draw, "covered") > 0 ? 2 : 1;
        EXPECT_LE(now, before) << "at height " << height;
        if (now > 0 && now == before) {
            EXPECT_LE(dials_of(result)->plot.height, radius_before);
        }
        radius_before = now > 0 ? dials_of(result)->plot.height : 0;
        before = now;
        if (now > 0) {
            EXPECT_GE(result.frames[0].plot.height + result.frames[1].plot.height, 0.37 * (height - 10));
        }
    }
    EXPECT_EQ(before, 0);
}

TEST(LayoutDials, ThePointerIsOverTheNearestDial) {
    const Layout result = on_stack(stack_canvases[1], test::frequencies_like(Theme::light));
    const PanelFrame* frame = dials_of(result);
    ASSERT_NE(frame, nullptr);
    ASSERT_EQ(frame->parts.size(), 8U);
    const std::vector<double> pairs{8, 16, 24, 32, 40, 48, 56, 63};
    for (std::size_t i = 0; i < pairs.size(); ++i) {
        const PanelPart& part = frame->parts[i];
        EXPECT_EQ(part.index, i);
        EXPECT_EQ(part.value, pairs[i]);
        EXPECT_NEAR(part.rect.width, frame->plot.width / 8, 1e-9);
        for (const double across : {0.01, 0.5, 0.99})
            for (const double along : {0.01, 0.99}) {
                const Point at{part.rect.x + across * part.rect.width,
                               part.rect.y + along * part.rect.height};
                EXPECT_TRUE(frame->plot.contains(at));
                EXPECT_EQ(frame->to_data(at).x, pairs[i]);
            }
        EXPECT_TRUE(part.rect.contains(frame->to_pixels(pairs[i], 0)));
    }
    EXPECT_EQ(frame->to_data({-50, frame->plot.y - 30}).x, 8) << "outside: the nearest";
}

TEST(LayoutDials, StandInSeveralRowsWhereItIsNarrow) {
    Figure figure;
    figure.main = {test::dials_panel(palette(Theme::light), false, true)};
    const Layout result = on_stack({360, 900, 24, false}, figure);
    const auto& parts = result.frames[0].parts;
    ASSERT_EQ(parts.size(), 8U);
    EXPECT_GT(parts[7].rect.y, parts[0].rect.y);
    for (std::size_t i = 0; i < parts.size(); ++i) {
        EXPECT_LE(parts[i].rect.bottom(), result.frames[0].plot.bottom() + 1e-9);
        EXPECT_LE(parts[i].rect.right(), result.frames[0].plot.right() + 1e-9);
        for (std::size_t j = 0; j < i; ++j)
            EXPECT_FALSE(overlap(parts[i].rect, parts[j].rect)) << i << " and " << j;
    }
}

TEST(LayoutDials, FewerAreShownBeforeNoneTheChosenOneAmongThem) {
    Figure figure;
    figure.main = {test::dials_panel(palette(Theme::light), false, true)};
    const Layout result = on_stack({300, 190, 24, false}, figure);
    const auto& parts = result.frames.at(0).parts;
    ASSERT_GT(parts.size(), 1U);
    ASSERT_LT(parts.size(), 8U);
    EXPECT_TRUE(
        std::any_of(parts.begin(), parts.end(), [](const PanelPart& part) { return part.value == 40; }));
    EXPECT_TRUE(std::is_sorted(parts.begin(), parts.end(),
                               [](const PanelPart& a, const PanelPart& b) { return a.value < b.value; }));
}

TEST(LayoutDials, RingsStartAtTheTopAndRunClockwise) {
    Figure figure;
    Panel panel;
    Dial dial;
    dial.title = "quarter";
    dial.seen = std::numbers::pi / 2;
    dial.hand = std::numbers::pi;  // half a turn: invisible
    panel.become<DialsPanel>({.dials = {dial}});
    figure.main = {panel};
    const Layout result = on_stack(stack_canvases[1], figure);
    const Rect cell = result.frames[0].parts.at(0).rect;
    const Palette& colors = palette(Theme::light);
    int arcs = 0;
    int knobs = 0;
    for (const DrawCommand& command : result.draw.commands) {
        if (const auto* line = std::get_if<Polyline>(&command); line && line->color == seen_arc(colors)) {
            ++arcs;
            const Point center{cell.x + cell.width / 2, line->points.back().y};
            const double radius = line->points.back().x - center.x;
            EXPECT_NEAR(line->points.front().x, center.x, 1e-9);
            EXPECT_NEAR(line->points.front().y, center.y - radius, 1e-9);
            for (const Point point : line->points) {
                EXPECT_NEAR(std::hypot(point.x - center.x, point.y - center.y), radius, 1e-9);
                EXPECT_TRUE(point.x >= center.x - 1e-9 && point.y <= center.y + 1e-9)
                    << "the upper right quarter";
            }
        }
        if (const auto* circle = std::get_if<FillCircle>(&command); circle && circle->color == colors.warn) {
            ++knobs;
            EXPECT_NEAR(circle->center.x, cell.x + cell.width / 2, 1e-9) << "the hand points down";
        }
    }
    EXPECT_EQ(arcs, 1);
    EXPECT_EQ(knobs, 1);
}

TEST(LayoutDials, AnAngleIsSeenWhereTheArcReaches) {
    constexpr double turn = 2 * std::numbers::pi;
    EXPECT_TRUE(is_seen(0, 0));
    EXPECT_TRUE(is_seen(1, 1.5));
    EXPECT_FALSE(is_seen(2, 1.5));
    EXPECT_TRUE(is_seen(1 + 3 * turn, 1.5));
    EXPECT_FALSE(is_seen(-1, 1.5)) << "a turn less 1";
    EXPECT_TRUE(is_seen(-1, turn - 0.9));
    EXPECT_TRUE(is_seen(6, turn));
    EXPECT_TRUE(is_seen(6, 100 * turn));
}

}  // namespace
}  // namespace poslab
