// Plots of two variants combined into one plot of their differences.

#include "core/views/curve_difference.hpp"

#include "core/engine/engine.hpp"
#include "core/views/columns.hpp"
#include "core/views/comparison.hpp"
#include "core/views/figure_limits.hpp"
#include "core/views/registry.hpp"
#include "tests/views/view_requests.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

namespace poslab::test {
namespace {

using How = Comparison::How;
using ParameterTexts = std::vector<std::pair<std::string, std::string>>;
using Numbers = std::vector<double>;

std::vector<LineMark> lines_in(const Panel& panel) {
    std::vector<LineMark> lines;
    for (const Mark& mark : panel.marks)
        if (const auto* line = std::get_if<LineMark>(&mark)) lines.push_back(*line);
    return lines;
}

std::vector<PointMark> points_in(const Panel& panel) {
    std::vector<PointMark> points;
    for (const Mark& mark : panel.marks)
        if (const auto* point = std::get_if<PointMark>(&mark)) points.push_back(*point);
    return points;
}

LineMark line_of(std::size_t variant, Numbers x, Numbers y, std::string name = {}) {
    LineMark line;
    line.x = shared_column(std::move(x));
    line.y = shared_column(std::move(y));
    line.label = std::move(name);
    line.of_variant = variant;
    return line;
}

const std::vector<Variant>& named() {
    static const std::vector<Variant> two{{{}, nullptr, "first"}, {{}, nullptr, "second"}};
    return two;
}

/// One plot with these curves.
Figure difference_of(const std::vector<LineMark>& lines, const Axis& x, const Axis& y) {
    Figure figure;
    Panel& panel = figure.main.emplace_back();
    panel.title = "Loss";
    panel.x = x;
    panel.y = y;
    for (const LineMark& line : lines) panel.marks.emplace_back(line);
    show_curve_differences(figure, named(), {});
    return figure;
}

Axis decades() {
    Axis axis{"", 1, 1000};
    axis.logarithmic = true;
    return axis;
}

TEST(CurveDifference, BetweenSamplesACurveIsStraightInTheScalesOfItsAxes) {
    // 0, 1, 2 at 1, 100, 10,000: straight over the logarithm, so 0.5 at 10 and 1.5 at 1,000.
    const auto rising = line_of(0, {1, 100, 10'000}, {0, 1, 2}), level = line_of(1, {10, 1000}, {3, 3});
    const Figure logarithmic = difference_of({rising, level}, decades(), {"", 0, 4});
    const auto lines = lines_in(logarithmic.main[0]);
    ASSERT_EQ(lines.size(), 1U);
    EXPECT_EQ(*lines[0].x, (Numbers{10, 100, 1000})) << "the samples of both, in the common range";
    ASSERT_EQ(lines[0].y->size(), 3U);
    EXPECT_NEAR((*lines[0].y)[0], -2.5, 1e-12);
    EXPECT_NEAR((*lines[0].y)[1], -2, 1e-12);
    EXPECT_NEAR((*lines[0].y)[2], -1.5, 1e-12);
    // The same curves on a linear axis: 1/11 at 10, which is 9 of 99 steps from 1 to 100.
    const Figure linear = difference_of({rising, level}, {"", 0, 1000}, {"", 0, 4});
    EXPECT_NEAR((*lines_in(linear.main[0])[0].y)[0], 9.0 / 99 - 3, 1e-12);
    // On a logarithmic y axis 10 is midway between 1 and 100.
    const Figure powers = difference_of({line_of(0, {0, 2}, {1, 100}), line_of(1, {0, 1, 2}, {1, 1, 1})},
                                        {"", 0, 2}, decades());
    EXPECT_NEAR((*lines_in(powers.main[0])[0].y)[1], 9, 1e-12);
    EXPECT_FALSE(powers.main[0].y.logarithmic) << "a difference has a sign";
}

TEST(CurveDifference, TheLargestIsMarkedAmongWhatIsShown) {
    const auto first = line_of(0, {0, 1, 2, 3}, {1, 5, 2, 90}),
               second = line_of(1, {0, 1, 2, 3}, {1, 2, 6, 0});
    const Figure figure = difference_of({first, second}, {"", 0, 2}, {"", 0, 10});
    const Panel& panel = figure.main[0];
    const auto points = points_in(panel);
    ASSERT_EQ(points.size(), 1U);
    EXPECT_EQ(points[0].at.x, 2);
    EXPECT_EQ(points[0].at.y, -4) << "that of 90 lies beyond the axis";
    EXPECT_EQ(points[0].label, "−4 at 2");
    EXPECT_EQ(panel.quantity, "largest: −4 at 2");
    EXPECT_EQ(panel.title, "Loss: first − second");
    EXPECT_TRUE(figure.subtitle.empty()) << "the title says it, in print, too";
    EXPECT_EQ(panel.y.low, -panel.y.high);
    EXPECT_GE(panel.y.high, 4);
    const auto zero = std::count_if(panel.marks.begin(), panel.marks.end(), [](const Mark& mark) {
        const auto* level = std::get_if<LevelMark>(&mark);
        return level != nullptr && level->y == 0;
    });
    EXPECT_EQ(zero, 1);
}

TEST(CurveDifference, CurvesArePairedByNameElseByPlace) {
    const Numbers x{0, 1};
    const Figure named_ones = difference_of({line_of(0, x, {5, 5}, "a"), line_of(0, x, {7, 7}, "b"),
                                             line_of(1, x, {1, 1}, "b"), line_of(1, x, {2, 2}, "a")},
                                            {"", 0, 1}, {"", 0, 9});
    std::vector<double> values;
    for (const LineMark& line : lines_in(named_ones.main[0])) values.push_back(line.y->front());
    EXPECT_EQ(values, (Numbers{3, 6})) << "5 − 2 and 7 − 1";
    const Figure places = difference_of({line_of(0, x, {5, 5}, "w = 1"), line_of(0, x, {7, 7}),
                                         line_of(1, x, {1, 1}, "w = 2"), line_of(1, x, {2, 2})},
                                        {"", 0, 1}, {"", 0, 9});
    values.clear();
    for (const LineMark& line : lines_in(places.main[0])) values.push_back(line.y->front());
    EXPECT_EQ(values, (Numbers{4, 5}));
    EXPECT_TRUE(places.warnings.empty());
}

TEST(CurveDifference, WhatHasNoCounterpartIsLeftOutAndSaid) {
    const Numbers x{0, 1};
    const Figure figure =
        difference_of({line_of(0, x, {5, 5}, "a"), line_of(0, x, {7, 7}, "b"), line_of(1, x, {2, 2}, "a")},
                      {"", 0, 1}, {"", 0, 9});
    EXPECT_EQ(lines_in(figure.main[0]).size(), 1U);
    ASSERT_EQ(figure.warnings.size(), 1U);
    EXPECT_NE(figure.warnings[0].find("without a counterpart"), std::string::npos);
    const Figure turning =
        difference_of({line_of(0, {0, 2, 1}, {1, 2, 3}), line_of(1, x, {1, 1})}, {"", 0, 1}, {"", 0, 9});
    EXPECT_EQ(turning.warnings.size(), 1U) << "a curve that turns back has no value at an x";
    EXPECT_EQ(lines_in(turning.main[0]).size(), 2U) << "the plot is unchanged";
}

TEST(CurveDifference, APlotOfEachBecomesOne) {
    Figure figure;
    for (const std::size_t n : {0U, 1U}) {
        Panel& panel = figure.companions.emplace_back();
        panel.of_variant = n;
        panel.title = named()[n].label + " · Heads";
        panel.x = {"", 0, 1};
        panel.y = {"", 0, 10};
        LineMark line = line_of(n, {0, 1}, {4.0 + static_cast<double>(n), 4}, "head 1");
        line.of_variant.reset();
        panel.marks.emplace_back(line);
    }
    ASSERT_TRUE(has_curves_of_two(figure));
    show_curve_differences(figure, named(), {});
    ASSERT_EQ(figure.companions.size(), 1U);
    EXPECT_EQ(figure.companions[0].title, "Heads: first − second");
    EXPECT_EQ(lines_in(figure.companions[0])[0].label, "head 1");
    EXPECT_EQ(*lines_in(figure.companions[0])[0].y, (Numbers{-1, 0}));
}

Variant variant_of(const View& view, std::string_view figure, const ParameterTexts& parameters,
                   std::string label) {
    SampleRequest request;
    for (const FigureInfo& info : view.info().figures)
        if (info.id == figure) request.arrays.assign(info.arrays.begin(), info.arrays.end());
    Values values = view.checked(with(view, parameters));
    auto data = shared_data(view, values, request, cpu_engine());
    return {std::move(values), std::move(data), std::move(label)};
}

TEST(CurveDifference, OfTwoRnnsItIsThatOfTwoPowers) {
    const View& view = find_view("memory-decay");
    const std::vector<Variant> two{variant_of(view, "main", {{"gamma", "0.999"}}, "0.999"),
                                   variant_of(view, "main", {{"gamma", "0.99"}}, "0.99")};
    const Figure figure = compared_figure(view, "main", two, {}, {}, {How::difference});
    const Panel& panel = figure.main.at(0);
    const auto lines = lines_in(panel);
    ASSERT_EQ(lines.size(), 2U) << "the RNN, and LegS, which has no γ";
    double largest = 0, at = 0;
    for (std::size_t n = 0; n < lines[0].x->size(); ++n) {
        const double steps = (*lines[0].x)[n], expected = std::pow(0.999, steps) - std::pow(0.99, steps);
        EXPECT_NEAR((*lines[0].y)[n], expected, 1e-12) << steps;
        if (expected > largest) at = steps;
        largest = std::max(largest, expected);
    }
    for (const double value : *lines[1].y) EXPECT_EQ(value, 0);
    ASSERT_EQ(points_in(panel).size(), 1U);
    EXPECT_EQ(points_in(panel)[0].at.x, at);
    EXPECT_NEAR(points_in(panel)[0].at.y, largest, 1e-12);
}

TEST(CurveDifference, MatricesAndTheirPlotsAreDifferencesTogether) {
    const View& view = find_view("position-matrix");
    const std::vector<Variant> two{
        variant_of(view, "main", {{"map", "rope"}, {"length", "64"}}, "RoPE"),
        variant_of(view, "main", {{"map", "rerope"}, {"w", "16"}, {"length", "64"}}, "ReRoPE")};
    const Figure figure = compared_figure(view, "main", two, {}, {}, {How::difference});
    ASSERT_EQ(figure.main.size(), 1U);
    ASSERT_FALSE(figure.companions.empty());
    const auto lines = lines_in(figure.companions[0]);
    ASSERT_EQ(lines.size(), 1U);
    for (std::size_t n = 0; n < lines[0].x->size();
         ++n)  // max(Δ − w, 0): what ReRoPE cuts off (article 9708)
        EXPECT_EQ((*lines[0].y)[n], std::max((*lines[0].x)[n] - 16, 0.0));
}

TEST(CurveDifference, FramesOfAFilmHaveOneAxis) {
    const auto frame = [](double high) {
        const Numbers x{0, 1};
        return difference_of({line_of(0, x, {high, 0}), line_of(1, x, {0, 0})}, {"", 0, 1}, {"", 0, 9});
    };
    FigureLimits limits;
    for (const double high : {2.0, 7.0, 1.0}) include(limits_of(frame(high)), limits);
    const Figure widest = frame(7);
    Figure narrow = frame(1);
    ASSERT_LT(narrow.main[0].y.high, widest.main[0].y.high);
    EXPECT_TRUE(held_axes(limits_of(narrow), limits, {}, "main").list.empty())
        << "no setting of the curves' own axis";
    hold_colors(narrow, limits);
    EXPECT_EQ(narrow.main[0].y.high, widest.main[0].y.high);
    EXPECT_EQ(narrow.main[0].y.low, -narrow.main[0].y.high);
}

TEST(CurveDifference, WhatCanBeComparedIsKnownBeforeThereAreNumbers) {
    for (const View* view : all_views())
        for (const FigureInfo& info : view->info().figures) {
            SCOPED_TRACE(std::string(view->info().id) + " " + std::string(info.id));
            const Values defaults = view->defaults();
            const Variant variant = variant_of(*view, info.id, {}, "one"), none{defaults, nullptr, "other"};
            const auto can = [&](const std::vector<Variant>& two) {
                return can_be_compared(view->figure(info.id, two, {}, {}), How::difference);
            };
            EXPECT_EQ(can({none, none}), can({variant, variant}));
        }
}

TEST(CurveDifference, FiguresOfCurvesHaveIt) {
    const std::vector<std::pair<const char*, const char*>> figures{
        {"frequencies", "pairs"},  {"frequencies", "similarity"}, {"bias-decay", "main"},
        {"bias-decay", "softmax"}, {"bias-decay", "families"},    {"memory-decay", "slopes"},
        {"extrapolation", "main"}, {"attention", "distance"},     {"memory", "main"}};
    for (const auto& [id, figure] : figures) {
        const View& view = find_view(id);
        const auto& all = view.info().figures;
        const bool known = std::any_of(all.begin(), all.end(),
                                       [&, name = figure](const auto& one) { return one.id == name; });
        const std::string_view shown = known ? std::string_view(figure) : all.front().id;
        const Variant none{view.defaults(), nullptr, "one"}, other{view.defaults(), nullptr, "other"};
        EXPECT_TRUE(can_be_compared(view.figure(shown, std::vector{none, other}, {}, {}), How::difference))
            << id << " " << shown;
    }
}

}  // namespace
}  // namespace poslab::test
