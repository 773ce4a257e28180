// Marks of plots: levels, spans, areas, dots, names along curves, annotations; and the axes of ratios.

#include "core/figure/curve_columns.hpp"
#include "core/figure/layout.hpp"
#include "core/figure/ticks.hpp"

#include "tests/figure/layout_cases.hpp"
#include "tests/figure/stack_cases.hpp"
#include "tests/views/check_draw_list.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace poslab {
namespace {

using test::Box;
using test::boxes;
using test::overlap;

using Numbers = std::vector<double>;

std::shared_ptr<const NumberBuffer> shared_numbers(Numbers values) {
    return std::make_shared<const NumberBuffer>(std::move(values));
}

Figure alone(Panel panel) {
    Figure figure;
    figure.main.push_back(std::move(panel));
    return figure;
}

Layout marks_layout(const Figure& figure) {
    return layout(figure, fixed_width_metrics(), {1000, 600, 24, false, Theme::light});
}

template <typename Kind>
std::vector<Kind> all_of(const DrawList& list, Color color) {
    std::vector<Kind> found;
    for (const DrawCommand& command : list.commands)
        if (const auto* one = std::get_if<Kind>(&command); one && one->color == color) found.push_back(*one);
    return found;
}

std::optional<Box> text_of(const DrawList& list, std::string_view text) {
    for (const Box& box : boxes(list, fixed_width_metrics()))
        if (box.run->text == text) return box;
    return std::nullopt;
}

Panel unit_plot() {
    Panel panel;
    panel.x = {"", 0, 10, false};
    panel.y = {"", 0, 10, false};
    return panel;
}

const Color marker = rgb(0x123456);

TEST(LayoutMarks, OfCurvesThatCoincideEachIsSeen) {
    const Color under = rgb(0x112233), over = rgb(0x332211);
    Panel panel = unit_plot();
    for (const Color color : {over, under}) {
        LineMark line;
        line.x = shared_numbers({0, 10});
        line.y = shared_numbers({5, 5});
        line.color = color;
        line.emphasis = Emphasis::chosen;
        if (color == over) line.dashes = {8, 4};
        panel.marks.emplace_back(line);
    }
    std::vector<Color> order;
    for (const DrawCommand& command : marks_layout(alone(panel)).draw.commands)
        if (const auto* line = std::get_if<Polyline>(&command); line != nullptr && line->width >= 2.5)
            order.push_back(line->color);
    // First the solid curve with its background-coloured outline, then the dashed one, in whose gaps it is
    // visible.
    EXPECT_EQ(order, (std::vector<Color>{palette(Theme::light).canvas, under, over}));
}

TEST(LayoutMarks, ALevelIsALineWithItsNameAbove) {
    Panel panel = unit_plot();
    panel.marks.emplace_back(LevelMark{7.5, "target"});
    panel.marks.emplace_back(LevelMark{11, "outside"});
    const Layout result = marks_layout(alone(panel));
    const Rect& plot = result.frames[0].plot;
    const auto lines = all_of<Polyline>(result.draw, palette(Theme::light).edge);
    ASSERT_EQ(lines.size(), 1U);
    EXPECT_NEAR(lines[0].points[0].y, plot.y + 0.25 * plot.height, 1);
    EXPECT_EQ(lines[0].points[0].x, plot.x);
    EXPECT_EQ(lines[0].points[1].x, plot.right());
    const auto name = text_of(result.draw, "target");
    ASSERT_TRUE(name);
    EXPECT_LT(name->rect.bottom(), lines[0].points[0].y);
    EXPECT_NEAR(name->rect.x, plot.x + 7, 1);
    EXPECT_FALSE(text_of(result.draw, "outside"));
}

TEST(LayoutMarks, NamesOfLevelsAtTheSameHeightStandApart) {
    for (const double second : {5.0, 5.1, 5.3}) {
        Panel panel = unit_plot();
        panel.marks.emplace_back(LevelMark{5, "target 4096"});
        panel.marks.emplace_back(LevelMark{second, "trained 4096"});
        const Layout result = marks_layout(alone(panel));
        const auto a = text_of(result.draw, "target 4096");
        const auto b = text_of(result.draw, "trained 4096");
        ASSERT_TRUE(a && b);
        EXPECT_FALSE(overlap(a->rect, b->rect));
    }
}

TEST(LayoutMarks, ASpanIsShadedAndItsNoteStandsInItsCorner) {
    Panel panel = unit_plot();
    panel.marks.emplace_back(SpanMark{6, 12, "never a full turn in all of the training"});
    const Layout result = marks_layout(alone(panel));
    const Rect& plot = result.frames[0].plot;
    const auto fills = all_of<FillRect>(result.draw, palette(Theme::light).band);
    ASSERT_EQ(fills.size(), 1U);
    EXPECT_NEAR(fills[0].rect.x, plot.x + 0.6 * plot.width, 1e-9);
    EXPECT_NEAR(fills[0].rect.right(), plot.right(), 1e-9);
    std::string note;
    for (const Box& box : boxes(result.draw, fixed_width_metrics()))
        if (box.run->align == Align::right && box.run->anchor.x == plot.right() - 8) {
            note += (note.empty() ? "" : " ") + box.run->text;
            EXPECT_GE(box.rect.x, fills[0].rect.x);
            EXPECT_GT(box.rect.y, plot.y + plot.height / 2);
        }
    EXPECT_EQ(note, "never a full turn in all of the training");
}

TEST(LayoutMarks, NamesOfRulesStandAtTheirFootWhereAsked) {
    Panel panel = unit_plot();
    panel.marks.emplace_back(RuleMark{5, "lo 20", true});
    panel.marks.emplace_back(RuleMark{5.2, "hi 46", true});
    panel.marks.emplace_back(RuleMark{0.1, "edge", true});
    const Layout result = marks_layout(alone(panel));
    const PanelFrame& frame = result.frames[0];
    const auto low = text_of(result.draw, "lo 20");
    const auto high = text_of(result.draw, "hi 46");
    const auto edge = text_of(result.draw, "edge");
    ASSERT_TRUE(low && high && edge);
    EXPECT_LT(low->rect.right(), frame.to_pixels(5, 0).x);
    EXPECT_GT(low->rect.y, frame.plot.bottom() - 24);
    EXPECT_FALSE(overlap(low->rect, high->rect));
    EXPECT_GT(edge->rect.x, frame.to_pixels(0.1, 0).x) << "no room at its left";
}

TEST(LayoutMarks, AnAreaFillsEachPixelColumnFromLowestToHighest) {
    Panel panel = unit_plot();
    Numbers x, low, high;
    for (int i = 0; i <= 100'000; ++i) {  // far more points than pixels; single spikes must remain visible
        x.push_back(i * 1e-4);
        low.push_back(i == 50'000 ? 1 : 4);
        high.push_back(6);
    }
    AreaMark area;
    area.x = shared_numbers(x);
    area.low = shared_numbers(low);
    area.high = shared_numbers(high);
    area.color = marker;
    panel.marks.emplace_back(area);
    const Layout result = marks_layout(alone(panel));
    const PanelFrame& frame = result.frames[0];
    double covered = 0;
    double deepest = 0;
    for (const FillRect& fill : all_of<FillRect>(result.draw, marker)) {
        covered += fill.rect.width;
        deepest = std::max(deepest, fill.rect.bottom());
        EXPECT_NEAR(fill.rect.y, frame.to_pixels(0, 6).y, 1e-6);
        EXPECT_GE(fill.rect.bottom(), frame.to_pixels(0, 4).y - 1e-6);
    }
    EXPECT_NEAR(covered, frame.plot.width, 2);
    EXPECT_NEAR(deepest, frame.to_pixels(0, 1).y, 1e-6);
}

TEST(LayoutMarks, CurvesCarryDots) {
    Panel panel = unit_plot();
    LineMark line;
    line.x = shared_numbers({0, 1, 2, 3, 4, 5, 6});
    line.y = shared_numbers({1, 1, 1, std::nan(""), 1, 1, 20});
    line.color = marker;
    line.dot_every = 3;
    line.dots = {5, 99};
    panel.marks.emplace_back(line);
    const Layout result = marks_layout(alone(panel));
    Numbers at;
    for (const FillCircle& circle : all_of<FillCircle>(result.draw, marker))
        at.push_back(std::round(result.frames[0].to_data(circle.center).x));
    EXPECT_EQ(at, (Numbers{0, 5})) << "3 is NaN, 6 is outside, 99 does not exist";
}

TEST(LayoutMarks, WhatALogarithmHasNoPlaceForBreaksACurve) {
    Panel panel = unit_plot();
    panel.y = {"", 1, 100, true};
    LineMark line;
    line.x = shared_numbers({0, 1, 2, 3, 4});
    line.y = shared_numbers({10, 10, 0, -5, 10});
    line.color = marker;
    panel.marks.emplace_back(line);
    panel.pointer = PointerMark{2, {}, "2", "", {{{2, 0}, marker, "0"}}, "", ""};
    AreaMark area;
    area.x = line.x;
    area.low = line.y;
    area.high = line.y;
    panel.marks.emplace_back(area);
    const Layout result = marks_layout(alone(panel));
    test::expect_sound(result.draw);
    EXPECT_EQ(all_of<Polyline>(result.draw, marker).size(), 1U);
    EXPECT_EQ(all_of<FillCircle>(result.draw, marker).size(), 1U) << "a sample that is alone is a dot";
}

// A column of pixels is found by x: that of NaN was outside of the memory.
TEST(LayoutMarks, APointWithoutXBreaksACurve) {
    for (const double missing : {std::nan(""), -std::nan("")}) {
        Panel panel = unit_plot();
        LineMark line;
        line.x = shared_numbers({0, 1, missing, 3, 4, missing});
        line.y = shared_numbers({1, 2, 3, 2, 1, 2});
        line.color = marker;
        panel.marks.emplace_back(line);
        BarMark bars;
        bars.x = line.x;
        bars.y = line.y;
        panel.marks.emplace_back(bars);
        const Layout result = marks_layout(alone(panel));
        test::expect_sound(result.draw);
        EXPECT_EQ(all_of<Polyline>(result.draw, marker).size(), 2U);
    }
}

/// The name of a curve is next to it, and no curve crosses the name.
TEST(LayoutMarks, NamesAlongCurvesAreClearOfAllCurves) {
    struct Named {
        const char* name;
        double (*ratio)(double);
        bool wavelength;
    };
    const Named named[] = {{"NTK-aware", test::ntk_ratio, true}, {"Llama-3", test::llama_ratio, false}};
    for (const double height : {636.0, 908.0, 1348.0}) {
        const Layout result = layout(test::frequencies_like(Theme::light), fixed_width_metrics(),
                                     {1064, height, 24, false, Theme::light});
        for (const Named& curve : named) {
            const PanelFrame& frame = result.frames[curve.wavelength ? 0 : 1];
            for (const Box& box : boxes(result.draw, fixed_width_metrics())) {
                if (box.run->text != curve.name || !frame.plot.contains({box.rect.x, box.rect.y})) continue;
                double nearest = 1e9;
                for (double (*ratio)(double) :
                     {test::ntk_ratio, test::llama_ratio, test::pi_ratio, test::yarn_ratio})
                    for (double pixel = box.rect.x; pixel <= box.rect.right(); ++pixel) {
                        const double pair = frame.to_data({pixel, 0}).x;
                        const double value =
                            curve.wavelength ? test::unscaled_wavelength(pair) / ratio(pair) : ratio(pair);
                        const double y = frame.to_pixels(pair, value).y;
                        EXPECT_FALSE(y > box.rect.y && y < box.rect.bottom())
                            << curve.name << " at height " << height;
                        if (ratio == curve.ratio)
                            nearest = std::min(
                                nearest, std::min(std::abs(y - box.rect.y), std::abs(y - box.rect.bottom())));
                    }
                EXPECT_LT(nearest, 10) << curve.name;
            }
        }
    }
    const Layout base = layout(test::frequencies_like(Theme::light), fixed_width_metrics(),
                               {1064, 908, 24, false, Theme::light});
    for (const char* name : {"PI", "NTK-aware", "Llama-3"}) EXPECT_TRUE(text_of(base.draw, name)) << name;
}

TEST(LayoutMarks, AnAnnotationGivesWayToOtherTexts) {
    Panel panel = unit_plot();
    for (int i = 0; i < 3; ++i) panel.marks.emplace_back(AnnotationMark{{5, 5}, "same point"});
    panel.marks.emplace_back(AnnotationMark{{5, 15}, "outside"});
    const Layout result = marks_layout(alone(panel));
    std::vector<Rect> rects;
    for (const Box& box : boxes(result.draw, fixed_width_metrics()))
        if (box.run->text == "same point") rects.push_back(box.rect);
    ASSERT_EQ(rects.size(), 3U) << "above, below and next to";
    for (std::size_t a = 0; a < rects.size(); ++a)
        for (std::size_t b = 0; b < a; ++b) EXPECT_FALSE(overlap(rects[a], rects[b])) << a << " " << b;
    EXPECT_FALSE(text_of(result.draw, "outside"));
}

TEST(LayoutMarks, ASmallRingIsSmaller) {
    Panel panel = unit_plot();
    panel.pointer =
        PointerMark{5, {}, "", "", {{{5, 2}, marker, "", true}, {{5, 8}, marker, "", false, true}}, "", ""};
    const auto rings = all_of<FillCircle>(marks_layout(alone(panel)).draw, marker);
    ASSERT_EQ(rings.size(), 2U);
    EXPECT_GT(rings[0].radius, rings[1].radius);
}

TEST(FractionTicks, SayHalvesAndQuarters) {
    const auto labels = [](double low, double high, int most) {
        std::vector<std::string> found;
        for (const Tick& tick : fraction_ticks(low, high, most))
            if (!tick.label.empty()) found.push_back(tick.label);
        return found;
    };
    EXPECT_EQ(labels(0.07, 1.7, 9), (std::vector<std::string>{"1/8", "1/4", "1/2", "1"}));
    EXPECT_EQ(labels(0.5, 4, 9), (std::vector<std::string>{"1/2", "1", "2", "4"}));
    EXPECT_EQ(labels(1.0 / 64, 1, 3), (std::vector<std::string>{"1/64", "1/8", "1"}));
    EXPECT_EQ(labels(0.9, 1.1, 3), (std::vector<std::string>{"1"}));
    for (const Tick& tick : fraction_ticks(1e-6, 1, 5))
        EXPECT_EQ(std::exp2(std::round(std::log2(tick.value))), tick.value);
    for (int most = 1; most < 12; ++most)
        EXPECT_LE(labels(1e-6, 1, most).size(), static_cast<std::size_t>(most));
}

TEST(CurveColumns, KnowWhatALineRunsThrough) {
    CurveColumns columns(100, 50);
    columns.add({100, 10}, {140, 50});  // y = x - 90
    EXPECT_TRUE(columns.runs_through({110, 15, 10, 10}));
    EXPECT_FALSE(columns.runs_through({110, 0, 10, 18}));
    EXPECT_FALSE(columns.runs_through({110, 32, 10, 18}));
    EXPECT_FALSE(columns.runs_through({143, 0, 5, 100})) << "right of its end";
    const Rect extent = columns.extent(110, 120);
    EXPECT_NEAR(extent.y, 20, 1e-9);
    EXPECT_NEAR(extent.bottom(), 30, 1e-9);
    EXPECT_LT(columns.extent(135, 148).height, 0);
}

}  // namespace
}  // namespace poslab
