// The memory view compared with known properties of states: projections of simple signals, constants,
// windows, repeated samples.

#include "core/base/errors.hpp"
#include "core/engine/engine.hpp"
#include "core/figure/layout.hpp"
#include "core/hippo/signals.hpp"
#include "tests/support/run_program.hpp"
#include "tests/views/memory_requests.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <numeric>

namespace poslab::test {
namespace {

const Array& last_states(const Data& data) { return *data.find("states"); }

double state(const Data& data, std::int64_t n) {
    const Array& states = last_states(data);
    return (*states.data)[static_cast<std::size_t>((states.shape[0] - 1) * states.shape[1] + n)];
}

// The exact state is the projection of a signal held over T intervals: x_0 is its mean, x_1 = sqrt(3) sum u_k
// (s_k^2 - s_k) differences, both in closed form.
TEST(MemoryView, ExactStateIsTheProjectionOfTheHeldSignal) {
    const Data data = memory_data({{"signal", "smooth"},
                                   {"signal-length", "300"},
                                   {"method", "exact"},
                                   {"order", "8"},
                                   {"time", "200"}});
    const NumberBuffer& grid = array(data, "grid");
    const NumberBuffer& input = array(data, "input");
    ASSERT_EQ(grid.size(), 202U);
    EXPECT_EQ(grid.front(), 0);
    EXPECT_EQ(grid.back(), 200);
    EXPECT_EQ(grid[1], 0.5);
    double mean = 0, slope = 0;
    for (std::size_t k = 0; k < 200; ++k) {
        const double a = static_cast<double>(k) / 200, b = static_cast<double>(k + 1) / 200;
        mean += input[k + 1] / 200;
        slope += std::sqrt(3.0) * input[k + 1] * ((b * b - b) - (a * a - a));
    }
    EXPECT_NEAR(state(data, 0), mean, 1e-9);
    EXPECT_NEAR(state(data, 1), slope, 1e-9);
    EXPECT_EQ(array(data, "times").back(), 200);
}

TEST(MemoryView, ErrorsAreThoseOfTheArrays) {
    const Data data = memory_data({{"signal", "text"}, {"signal-length", "500"}});
    const NumberBuffer& error = array(data, "error");
    double squares = 0, largest = 0;
    for (std::size_t n = 0; n < error.size(); ++n) {
        EXPECT_DOUBLE_EQ(error[n], array(data, "reconstruction")[n] - array(data, "input")[n]);
        squares += error[n] * error[n];
        largest = std::max(largest, std::abs(error[n]));
    }
    EXPECT_NEAR(data.number("rms_error"), std::sqrt(squares / static_cast<double>(error.size())), 1e-12);
    EXPECT_DOUBLE_EQ(data.number("max_error"), largest);
}

// formulas.md: order 8, u = 1: 1.19e-1 at T = 10, 1.47e-2 at 200, 4.46e-3 at 1000; all other methods preserve
// a constant to 1e-12.
TEST(MemoryView, OnlyTheArticlesBilinearRuleMissesAConstant) {
    for (const auto& [time, miss] :
         {std::pair{"10", 0.119}, std::pair{"200", 0.0147}, std::pair{"1000", 0.00446}}) {
        for (const std::string method :
             {"forward", "backward", "alpha", "bilinear", "bilinear-same-t", "exact"}) {
            const Data data = memory_data({{"signal", "cosine"},
                                           {"omega", "0"},
                                           {"order", "8"},
                                           {"method", method},
                                           {"signal-length", "1000"},
                                           {"time", time}});
            double largest = std::abs(state(data, 0) - 1);
            for (std::int64_t n = 1; n < 8; ++n) largest = std::max(largest, std::abs(state(data, n)));
            if (method == "bilinear") {
                EXPECT_NEAR(largest, miss, 0.005 * miss);
                EXPECT_NEAR(data.number("constant_miss_" + std::string(time)), largest, 1e-14);
            } else {
                EXPECT_LT(largest, 1e-12) << method << " at " << time;
            }
        }
    }
}

// With each sample repeated, `exact` gives the same states at matching times to 1e-10. At order 64 the exact
// method takes N² operations per sample for 10,000 of them: it is omitted, with a note.
TEST(MemoryView, AMethodThatTakesLongIsSaidToBeLeftOut) {
    for (const auto& [order, left_out] : {std::pair{"64", true}, std::pair{"16", false}}) {
        const Values values = parameter_values(memory(), {{"order", order}});
        SampleRequest request;
        for (const FigureInfo& figure : memory().info().figures)
            if (figure.id == "constant") request.arrays.assign(figure.arrays.begin(), figure.arrays.end());
        const std::vector<Variant> variants{
            {values, std::make_shared<const Data>(memory_data({{"order", order}}, request)), ""}};
        const Figure figure = memory().figure("constant", variants, {}, {});
        const bool has_warning =
            std::any_of(figure.warnings.begin(), figure.warnings.end(), [](const auto& warning) {
                return std::string(warning).find("is left out: too slow at order 64.") != std::string::npos;
            });
        EXPECT_EQ(has_warning, left_out) << order;
    }
}

TEST(MemoryView, RepeatedSamplesGiveTheSameStates) {
    for (const std::string measure : {"legs", "fourier-legs"}) {
        const ParameterTexts parameters{{"measure", measure}, {"method", "exact"}, {"stretch", "3"},
                                        {"order", "16"},      {"signal", "white"}, {"signal-length", "400"}};
        const Data data =
            memory_data(parameters, named({"speed_difference", "speed_states", "speed_states_slow"}));
        const NumberBuffer& difference = array(data, "speed_difference");
        EXPECT_LT(*std::max_element(difference.begin(), difference.end()), 1e-10);
        EXPECT_EQ(data.find("speed_states")->shape, data.find("speed_states_slow")->shape);
    }
    const Data window = memory_data(
        {{"measure", "legt"}, {"method", "exact"}, {"stretch", "3"}, {"order", "16"}, {"span", "100"}},
        named({"speed_difference"}));
    EXPECT_GT(array(window, "speed_difference").back(), 1e-3) << "a window has a time scale of its own";
}

// Legendre windows: after as many samples as its length, a window contains nothing earlier, and a polynomial
// is represented exactly, here the drawn line. LegT does so only approximately, since it forgets by means of
// its own reconstruction: 2 % here.
TEST(MemoryView, LegTRemembersTheLastWindow) {
    const ParameterTexts parameters{{"measure", "legt"},      {"method", "exact"},  {"order", "12"},
                                    {"span", "400"},          {"signal", "cosine"}, {"omega", "20"},
                                    {"signal-length", "2000"}};
    const Data data = memory_data(parameters);
    const NumberBuffer &grid = array(data, "grid"), &recalled = array(data, "reconstruction");
    double largest = 0;
    for (std::size_t n = 0; n < grid.size(); ++n) {
        if (grid[n] < 1600) {
            EXPECT_TRUE(std::isnan(recalled[n])) << "before the window nothing is known";
        } else if (grid[n] > 1700) {
            largest = std::max(largest, std::abs(recalled[n] - std::cos(20 * grid[n] / 2000)));
        }
    }
    EXPECT_LT(largest, 0.02);
    EXPECT_GT(largest, 0);
}

// cos 3s, N = 32, `exact`: 0.030 on the middle half; the jump is at the ends.
TEST(MemoryView, FourierLegSRemembersAwayFromTheJump) {
    const Data data =
        memory_data({{"measure", "fourier-legs"}, {"method", "exact"}, {"signal", "cosine"}, {"omega", "3"}});
    double middle = 0;
    for (std::size_t n = 0; n < array(data, "grid").size(); ++n) {
        const double s = array(data, "grid")[n] / 2000;
        if (s >= 0.25 && s <= 0.75)
            middle = std::max(middle, std::abs(array(data, "reconstruction")[n] - std::cos(3 * s)));
    }
    EXPECT_NEAR(middle, 0.030, 0.0005);
    EXPECT_GT(data.number("max_error"), 0.5);
    EXPECT_EQ(data.find("states")->shape, (std::vector<std::int64_t>{1024, 65}));
    EXPECT_EQ(data.find("states_imaginary")->shape, data.find("states")->shape);
}

// formulas.md: u_k = sin(7(k + 1/2)/200): 6e43 at N = 64; here a cosine, whose first sample is larger.
TEST(MemoryView, ATransientIsSaidAndReturns) {
    const ParameterTexts parameters{{"method", "forward"},
                                    {"order", "64"},
                                    {"signal", "cosine"},
                                    {"omega", "7"},
                                    {"signal-length", "400"}};
    const Data data = memory_data(parameters);
    EXPECT_GT(data.number("peak_state"), 1e40);
    EXPECT_TRUE(std::get<bool>(std::find_if(data.values.begin(), data.values.end(), [](const NamedValue& v) {
                                   return v.name == "diverged";
                               })->value));
    EXPECT_LT(data.number("rms_error"), 1) << "it has come back";
    const NumberBuffer& states = array(data, "states");
    EXPECT_TRUE(std::any_of(states.begin(), states.end(), [](double x) { return std::isnan(x); }));
    EXPECT_TRUE(std::all_of(states.begin(), states.end(),
                            [](double x) { return std::isnan(x) || std::abs(x) <= 1e6; }));
    const Data sizes = memory_data(parameters, named({"size_time", "size_forward", "size_peaks"}));
    EXPECT_DOUBLE_EQ(array(sizes, "size_peaks")[0], data.number("peak_state"));
    EXPECT_NEAR(*std::max_element(array(sizes, "size_forward").begin(), array(sizes, "size_forward").end()),
                data.number("peak_state"), 1e-9 * data.number("peak_state"));
    const Data lost = memory_data(
        {{"measure", "fourier-legs"}, {"method", "forward"}, {"order", "256"}, {"signal-length", "3000"}});
    EXPECT_TRUE(std::isnan(lost.number("rms_error")) || lost.number("peak_state") > 1e6);
}

// A time between two recorded states is computed from the earlier one: the same numbers as a scan that ends
// there.
TEST(MemoryView, AnyTimeIsThatOfAShorterScan) {
    for (const std::string time : {"1", "2", "777", "1999"}) {
        const Data part = memory_data({{"time", time}, {"signal", "white"}, {"method", "backward"}});
        const Data whole =
            memory_data({{"signal-length", time}, {"signal", "white"}, {"method", "backward"}});
        for (std::int64_t n = 0; n < 32; ++n) EXPECT_NEAR(state(part, n), state(whole, n), 1e-13);
        EXPECT_NEAR(part.number("rms_error"), whole.number("rms_error"), 1e-12);
        EXPECT_DOUBLE_EQ(part.number("peak_state"), whole.number("peak_state"));
    }
    EXPECT_EQ(memory_data({{"time", "5000"}}).number("time"), 2000) << "beyond the end is the end";
}

TEST(MemoryView, EnginesAgree) {
    const Data fast = memory_data({{"order", "16"}, {"signal-length", "300"}});
    const Data plain = memory_data({{"order", "16"}, {"signal-length", "300"}}, {}, reference_engine());
    for (std::int64_t n = 0; n < 16; ++n) EXPECT_NEAR(state(fast, n), state(plain, n), 1e-12);
}

TEST(MemoryView, DrawnLinesAreFed) {
    const Data data = memory_data({{"signal", "drawn"},
                                   {"points", "0,-1,1,1"},
                                   {"signal-length", "1000"},
                                   {"method", "exact"},
                                   {"order", "2"}});
    EXPECT_NEAR(state(data, 0), 0, 1e-12);
    EXPECT_NEAR(state(data, 1), 1 / std::sqrt(3.0), 1e-6) << "2s - 1 is p_1 / sqrt(3), but for its steps";
    EXPECT_THROW((void)parameter_values(memory(), {{"signal", "drawn"}, {"points", "0,1,1"}}), UsageError);
    EXPECT_THROW((void)parameter_values(memory(), {{"signal", "drawn"}, {"points", "0.5,1,0.2,1"}}),
                 UsageError);
    EXPECT_THROW((void)parameter_values(memory(), {{"signal", "drawn"}, {"points", "-0.5,1"}}), UsageError);
}

TEST(MemoryView, RefusesWhatIsOutOfRange) {
    for (const auto& [id, text] : ParameterTexts{{"order", "0"},
                                                 {"order", "4097"},
                                                 {"signal-length", "0"},
                                                 {"alpha", "1.1"},
                                                 {"span", "0"},
                                                 {"time", "0"}})
        EXPECT_THROW((void)parameter_values(memory(), {{id, text}}), UsageError) << id << text;
    EXPECT_THROW((void)memory_data({{"signal", "file"}}), InputError);
}

// A_0k = 0 and A_00 = -1, so that x_0 = (u_1 + ... + u_t) / t after t + 1 samples regardless of the other
// components, which diverge.
TEST(MemoryView, DivergingStatesAreNotHiddenByRounding) {
    const Data data = memory_data({{"measure", "fourier-legs"},
                                   {"order", "16"},
                                   {"method", "forward"},
                                   {"signal", "white"},
                                   {"signal-length", "131"}});
    const Array &real = *data.find("states"), &imaginary = *data.find("states_imaginary");
    double sum = 0;
    bool some = false;
    for (std::size_t t = 0; t < 131; ++t) {
        sum += t > 0 ? array(data, "input")[t + 1] : 0;
        EXPECT_NEAR((*real.data)[t * 33 + 16], t > 0 ? sum / static_cast<double>(t) : array(data, "input")[1],
                    1e-9);
        for (std::size_t n = 0; n < 33; ++n) {
            EXPECT_EQ(std::isnan((*real.data)[t * 33 + n]), std::isnan((*imaginary.data)[t * 33 + n]))
                << "|x_n| decides";
            some = some || std::isnan((*real.data)[t * 33 + n]);
        }
    }
    EXPECT_TRUE(some);
}

// The largest error in the figure equals that in the values, ends included.
TEST(MemoryView, TheErrorsDrawnReachTheLargest) {
    for (const std::string length : {"2", "10", "2000", "5000"}) {
        const Data data = memory_data({{"signal-length", length}}, named({"error_high", "error_time"}));
        EXPECT_DOUBLE_EQ(
            *std::max_element(array(data, "error_high").begin(), array(data, "error_high").end()),
            data.number("max_error"));
    }
}

TEST(MemoryView, ErrorsOfAnySizeAreMeasured) {
    const Data data = memory_data({{"signal", "drawn"},
                                   {"points", "0,1e-6,0.5,1e-6,0.5,1e6,1,1e6"},
                                   {"signal-length", "50"},
                                   {"order", "2"}});
    EXPECT_GT(data.number("rms_error"), 1e4);
    EXPECT_FALSE(memory_data({{"time", "3000"}}).warnings.empty()) << "the signal ends at 2000";
    EXPECT_TRUE(memory_data({{"time", "2000"}}).warnings.empty());
    EXPECT_THROW((void)memory_data({{"measure", "legt"}, {"order", "2000"}}), TooLarge);
}

TEST(MemoryView, SaysFromWhichStepOnARuleDiverges) {
    const auto warning = [](const ParameterTexts& more) {
        ParameterTexts texts{{"method", "forward"}, {"order", "40"}, {"signal-length", "254"}};
        texts.insert(texts.end(), more.begin(), more.end());
        const Data data = memory_data(texts, named({"states"}));
        return data.warnings.empty() ? std::string() : data.warnings.front().english();
    };
    EXPECT_NE(warning({}).find("Forward Euler diverges: from step "), std::string::npos) << warning({});
    EXPECT_NE(warning({}).find(" to step "), std::string::npos) << warning({});
    EXPECT_NE(warning({{"time", "20"}}).find(" on, the state"), std::string::npos)
        << "it has not returned yet";
    EXPECT_EQ(warning({{"time", "2"}}), "");
    EXPECT_EQ(warning({{"method", "backward"}}), "");
    EXPECT_EQ(warning({{"order", "8"}}), "");
}

// A constant is represented exactly; the jump from −1.7e308 to 1.7e308 at sample 21 exceeds float64.
TEST(MemoryView, AStateThatOverflowsIsReported) {
    const TemporaryFolder folder;
    std::ofstream file(folder / "jump.csv");
    for (int k = 1; k <= 40; ++k) file << (k <= 20 ? "-1.7e308\n" : "1.7e308\n");
    file.close();
    const auto warnings = [&](const std::string& time) {
        return memory_data({{"signal", "file"}, {"file", folder / "jump.csv"}, {"time", time}},
                           named({"states"}))
            .warnings;
    };
    EXPECT_TRUE(warnings("20").empty());
    for (const char* time : {"21", "30", "40"}) {
        ASSERT_FALSE(warnings(time).empty()) << time;
        EXPECT_EQ(warnings(time).front().english(),
                  "The state overflows: from step 21 on, it is not finite.");
    }
}

// The best line through a step from 1.7e308 down by h = 10³⁰⁸ begins at 1.7e308 + h/4, which exceeds float64.
TEST(MemoryView, AReconstructionThatOverflowsIsReported) {
    const TemporaryFolder folder;
    std::ofstream file(folder / "step.csv");
    for (int k = 1; k <= 40; ++k) file << (k <= 20 ? "1.7e308\n" : "0.7e308\n");
    file.close();
    const auto data = [&](const std::string& time) {
        return memory_data({{"signal", "file"},
                            {"file", folder / "step.csv"},
                            {"method", "exact"},
                            {"order", "2"},
                            {"time", time}});
    };
    const Data before = data("20");
    EXPECT_TRUE(before.warnings.empty());
    EXPECT_TRUE(std::isfinite(before.number("rms_error")));
    const Data after = data("40");
    EXPECT_TRUE(std::isfinite(after.number("peak_state")));
    EXPECT_FALSE(std::isfinite(after.number("rms_error")));
    ASSERT_EQ(after.warnings.size(), 1U);
    EXPECT_EQ(after.warnings.front().english(),
              "The reconstruction overflows: at t = 0, its difference from the signal is not finite.");
}

}  // namespace
}  // namespace poslab::test
