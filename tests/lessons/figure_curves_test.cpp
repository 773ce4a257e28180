// The curve under a pointer.
#include "core/lessons/figure_curves.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <utility>
#include <vector>

namespace poslab {
namespace {

constexpr std::size_t long_count = 2'000'000;

/// A plot of y from -1 to 1 over x from 0 to 1.
class CurvesOfAPlot : public testing::Test {
  protected:
    CurvesOfAPlot() {
        Panel panel;
        panel.x = {"x", 0, 1};
        panel.y = {"y", -1, 1};
        figure.main.push_back(std::move(panel));
        placed = layout(figure, fixed_width_metrics(), {1000, 600, 24, false, Theme::light});
    }

    void add(std::shared_ptr<const NumberBuffer> x, std::shared_ptr<const NumberBuffer> y) {
        LineMark line;
        line.x = std::move(x);
        line.y = std::move(y);
        figure.main.front().marks.emplace_back(std::move(line));
        curves.push_back({curves.size() + 1, 0});
    }

    template <class Function>
    static std::shared_ptr<const NumberBuffer> samples(std::size_t count, const Function& function) {
        std::vector<double> numbers(count);
        for (std::size_t n = 0; n < count; ++n)
            numbers[n] = function(static_cast<double>(n) / static_cast<double>(count - 1));
        return std::make_shared<const NumberBuffer>(std::move(numbers));
    }

    /// Returns the number of the curve that is at these data, moved by some pixels; 0 if none.
    std::size_t number_at(double x, double y, double dx = 0, double dy = 0) {
        const PanelFrame* frame = frame_of(0, figure, placed);
        const Point at = frame->to_pixels(x, y);
        const auto found = finder.find({at.x + dx, at.y + dy}, curves, figure, placed, fixed_width_metrics());
        return found ? found->number : 0;
    }

    Figure figure;
    Layout placed;
    std::vector<LessonCurve> curves;
    CurveFinder finder;
};

TEST_F(CurvesOfAPlot, TheNearestOneIsFoundInEitherDirectionOfX) {
    const auto wave = [](double t) { return 0.8 * std::sin(12 * t); };
    const std::size_t count = 500;
    add(samples(count, [](double t) { return t; }), samples(count, wave));
    add(samples(count, [](double t) { return 1 - t; }),
        samples(count, [&](double t) { return -wave(1 - t); }));
    for (double x = 0.02; x < 1; x += 0.0313) {
        if (std::abs(wave(x)) < 0.1) continue;  // the curves cross
        EXPECT_EQ(number_at(x, wave(x)), 1U) << x;
        EXPECT_EQ(number_at(x, -wave(x)), 2U) << x;
        EXPECT_EQ(number_at(x, 0.95), 0U) << x;
    }
}

TEST_F(CurvesOfAPlot, ASegmentReachesAcrossThePlot) {
    const auto level = samples(2, [](double) { return 0.5; });
    add(samples(2, [](double t) { return t; }), level);
    EXPECT_EQ(number_at(0.4, 0.5), 1U);
    EXPECT_EQ(number_at(0.4, 0.5, 0, 7), 1U);
    EXPECT_EQ(number_at(0.4, 0.5, 0, 9), 0U);
    add(samples(2, [](double t) { return 1 - t; }), level);
    curves = {{2, 0}};
    EXPECT_EQ(number_at(0.4, 0.5), 2U) << "x may fall";
}

TEST_F(CurvesOfAPlot, ALongOneIsReadOnceWhileThePointerMoves) {
    const auto x = samples(long_count, [](double t) { return t; });
    add(x, samples(long_count, [](double t) { return t / 2; }));
    add(x, samples(long_count, [](double t) { return -t / 2; }));
    for (int n = 0; n < 50; ++n) EXPECT_EQ(number_at(0.5, 0.25), 1U);
    EXPECT_EQ(number_at(0.9, -0.45), 2U);
    EXPECT_EQ(finder.checked(), 1U) << "both curves have the same x";
    figure.main.front().marks.clear();
    curves.clear();
    add(samples(long_count, [](double t) { return t; }),
        samples(long_count, [](double t) { return std::sin(1e5 * t); }));
    EXPECT_EQ(number_at(0.5, 0.3), 1U) << "it covers the plot";
    EXPECT_EQ(finder.checked(), 2U);
    add(samples(long_count, [](double t) { return 1 - t; }),
        samples(long_count, [](double) { return -0.5; }));
    curves = {{2, 0}};
    EXPECT_EQ(number_at(0.5, -0.5, 0, 3), 2U);
    EXPECT_EQ(finder.checked(), 3U);
}

TEST_F(CurvesOfAPlot, GapsAndEmptyCurvesHaveNoPoint) {
    const double none = std::numeric_limits<double>::quiet_NaN();
    add(nullptr, nullptr);
    add(std::make_shared<const NumberBuffer>(), std::make_shared<const NumberBuffer>());
    add(std::make_shared<const NumberBuffer>(NumberBuffer{0, 0.4, 0.5, 0.6, 1}),
        std::make_shared<const NumberBuffer>(NumberBuffer{0, 0, none, 0, 0}));
    add(std::make_shared<const NumberBuffer>(NumberBuffer{0, none, 1}),
        std::make_shared<const NumberBuffer>(NumberBuffer{0.5, 0.5, 0.5}));
    EXPECT_EQ(number_at(0.2, 0), 3U);
    EXPECT_EQ(number_at(0.5, 0), 0U);
    EXPECT_EQ(number_at(0.8, 0), 3U);
    EXPECT_EQ(number_at(0.5, 0.5), 0U);
}

}  // namespace
}  // namespace poslab
