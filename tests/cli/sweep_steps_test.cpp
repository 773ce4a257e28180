// The values of a sweep's steps.

#include "app/cli/sweep_steps.hpp"
#include "core/base/errors.hpp"
#include "core/views/registry.hpp"
#include "tests/cli/command_line_run.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

namespace poslab::test {
namespace {

using Arguments = std::vector<std::string>;

std::vector<Value> steps(const std::string& view, const std::string& over) {
    return sweep_axes(find_view(view), {over}).front().values;
}

std::vector<double> numbers(const std::string& view, const std::string& over) {
    std::vector<double> list;
    for (const Value& value : steps(view, over)) list.push_back(std::get<double>(value));
    return list;
}

TEST(SweepSteps, AreEvenOnTheSlider) {
    const std::vector<double> factors = numbers("position-matrix", "k=1:16:9");  // on a logarithmic scale
    ASSERT_EQ(factors.size(), 9U);
    for (std::size_t n = 0; n < 9; ++n)
        EXPECT_NEAR(factors[n], std::exp2(static_cast<double>(n) / 2), 1e-14 * factors[n]);
    const std::vector<double> even = numbers("attention", "smoothness=0:0.5:11");
    ASSERT_EQ(even.size(), 11U);
    for (std::size_t n = 0; n < 11; ++n) EXPECT_NEAR(even[n], 0.05 * static_cast<double>(n), 1e-16);
    const std::vector<double> gammas =
        numbers("memory-decay", "gamma=0.9:0.999:3");  // logarithmic in 1 − gamma
    ASSERT_EQ(gammas.size(), 3U);
    EXPECT_NEAR(gammas[1], 1 - std::sqrt(0.1 * 0.001), 1e-15);
}

TEST(SweepSteps, AreStoredWithTheFilesAlone) {
    const auto stored = [](const std::string& view, const std::string& over) {
        return stored_over(find_view(view), {over}, false, "sub/a.pdf").front();
    };
    EXPECT_EQ(stored("extrapolation", "model=model;m2;none"), "model=../model;../m2;none");
    EXPECT_EQ(stored("position-matrix", "k=1:16:9"), "k=1:16:9");
}

TEST(SweepSteps, BeginAndEndExactly) {
    const std::vector<double> down = numbers("position-matrix", "k=12.3:1.7:7");
    EXPECT_EQ(down.front(), 12.3);
    EXPECT_EQ(down.back(), 1.7);
    EXPECT_TRUE(std::is_sorted(down.rbegin(), down.rend()));
    // the slider's logarithmic part begins at 1
    const std::vector<Value> from_nothing = steps("position-matrix", "w=0:256:9");
    EXPECT_EQ(from_nothing.front(), Value(std::int64_t{0}));
    EXPECT_EQ(from_nothing[1], Value(std::int64_t{2}));
    EXPECT_EQ(from_nothing.back(), Value(std::int64_t{256}));
}

TEST(SweepSteps, WholeNumbersComeOnce) {
    const std::vector<Value> few = steps("position-matrix", "w=1:8:50");
    ASSERT_EQ(few.size(), 8U);
    for (std::size_t n = 0; n < 8; ++n) EXPECT_EQ(few[n], Value(static_cast<std::int64_t>(n + 1)));
}

TEST(SweepSteps, MakeAGridOfWhichTheLastVariesFastest) {
    const View& view = find_view("position-matrix");
    const SweepSteps grid({&view, view.defaults(), {}, {}}, {"map=rope,pi", "w=3,5,4"});
    ASSERT_EQ(grid.size(), 6);
    std::vector<std::string> captions;
    for (std::int64_t step = 0; step < 6; ++step) captions.push_back(grid.caption(step, Language::english));
    EXPECT_EQ(captions, (Arguments{"RoPE, w = 3", "RoPE, w = 5", "RoPE, w = 4", "PI, w = 3", "PI, w = 5",
                                   "PI, w = 4"}));
    const auto index = static_cast<std::size_t>(parameter_index(view, "w"));
    EXPECT_EQ(grid.selection(4).values[index], Value(std::int64_t{5}));
}

TEST(SweepSteps, AreCheckedAndCountedInAJob) {
    const View& view = find_view("position-matrix");
    const SweepSteps steps({&view, view.defaults(), {}, {}}, {"w=3,5,4"});
    std::stop_source stop;
    stop.request_stop();
    EXPECT_THROW(steps.check(Job(stop.get_token())), Cancelled);
    EXPECT_THROW(static_cast<void>(steps.notes(false, Job(stop.get_token()))), Cancelled);
}

TEST(SweepSteps, RunTogether) {
    const View& view = find_view("position-matrix");
    const SweepSteps both({&view, view.defaults(), {}, {}}, {"w=4:6:5", "k=1:16:5"}, true);
    ASSERT_EQ(both.size(), 5);
    EXPECT_EQ(both.caption(0, Language::english), "w = 4, k = 1");
    EXPECT_EQ(both.caption(2, Language::english), "w = 5, k = 4") << "each by its own slider";
    EXPECT_EQ(both.caption(4, Language::english), "w = 6, k = 16");
    EXPECT_EQ(both.value(1, 0), both.value(0, 0))
        << "rounded to the same value, but a step of the other parameter";
    EXPECT_THROW(SweepSteps({&view, view.defaults(), {}, {}}, {"w=4:6:5", "k=1:16:4"}, true), UsageError);
    EXPECT_THROW(SweepSteps({&view, view.defaults(), {}, {}}, {"w=4:6:5"}, true), UsageError);
}

TEST(SweepSteps, GoSlowlyAtTheEnds) {
    const std::vector<double> eased = numbers("attention", "smoothness=0:0.5:11:ease");
    ASSERT_EQ(eased.size(), 11U);
    for (std::size_t n = 0; n < 11; ++n) {
        const double t = static_cast<double>(n) / 10;
        EXPECT_NEAR(eased[n], 0.5 * (3 * t * t - 2 * t * t * t), 1e-15);
    }
    EXPECT_EQ(steps("position-matrix", "w=1:4:9:ease").size(), 9U)
        << "equal neighbours are the rest at the ends";
    EXPECT_THROW(steps("position-matrix", "w=1:4:9:slow"), UsageError);
}

TEST(SweepSteps, OfListsAreSeparatedBySemicolons) {
    const std::vector<Value> lists = steps("frequencies", "explicit-frequencies=1,2;4");
    ASSERT_EQ(lists.size(), 2U);
    EXPECT_EQ(std::get<NumberList>(lists[0]).numbers, (std::vector<double>{1, 2}));
}

}  // namespace
}  // namespace poslab::test
