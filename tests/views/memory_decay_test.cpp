#include "core/base/errors.hpp"
#include "core/documents/result.hpp"
#include "core/engine/engine.hpp"
#include "core/views/registry.hpp"
#include "tests/views/attention_requests.hpp"

#include <cmath>
#include <numeric>

namespace poslab::test {
namespace {

const View& memory_decay() { return find_view("memory-decay"); }

Data decay_data(const ParameterTexts& parameters, const SampleRequest& request = {}) {
    return computed(memory_decay(), parameter_values(memory_decay(), parameters), request, cpu_engine());
}

std::string refusal_of_memory(const ParameterTexts& parameters) {
    try {
        static_cast<void>(decay_data(parameters));
    } catch (const UsageError& error) {
        return error.what();
    }
    return {};
}

std::size_t at_time(const Data& data, double time) {
    const auto& times = array(data, "time");
    const auto found = std::find(times.begin(), times.end(), time);
    if (found == times.end()) throw std::runtime_error("no such time");
    return static_cast<std::size_t>(found - times.begin());
}

TEST(MemoryDecayView, RatioIsMOverNForEveryN) {
    const Data data = decay_data({});
    const auto &ratio = array(data, "ratio"), &time = array(data, "time");
    ASSERT_EQ(ratio.size(), 9901U);
    for (std::size_t i = 0; i < ratio.size(); ++i) {
        EXPECT_EQ(time[i], 100 + static_cast<double>(i));
        EXPECT_EQ(ratio[i], 100 / time[i]);
    }
}

// 30-digit arithmetic gives at most 4.7e-15 below the root at N = 64, r >= 0.02; the required tolerance is
// 1e-6.
TEST(MemoryDecayView, NormIsTheRootAtOrder64) {
    const Data data =
        decay_data({{"order", "64"}, {"to", "5000"}}, asking({"time", "ratio", "operator_norm", "limit"}));
    const auto &ratio = array(data, "ratio"), &norm = array(data, "operator_norm"),
               &limit = array(data, "limit");
    ASSERT_EQ(ratio.back(), 0.02);
    for (std::size_t i = 0; i < ratio.size(); ++i) {
        EXPECT_NEAR(norm[i], std::sqrt(100 / array(data, "time")[i]), 2e-14) << ratio[i];
        EXPECT_EQ(limit[i], std::sqrt(ratio[i]));
    }
}

// 0.0688094 from an independent matrix exponential (tests/hippo/decay_norm_test.cpp has 17 digits).
TEST(MemoryDecayView, NormIsBelowTheRootAtOrderEight) {
    const Data data = decay_data({{"order", "8"}}, asking({"time", "operator_norm"}));
    EXPECT_NEAR(array(data, "operator_norm")[at_time(data, 10'000)], 0.068809358064968366, 1e-15);
    EXPECT_NEAR(data.number("norm_at_to"), 0.0688, 5e-5);
    EXPECT_NEAR(data.number("below_limit_at_to"), 3.1e-2, 5e-4);
    EXPECT_EQ(data.number("limit_at_to"), 0.1);
}

TEST(MemoryDecayView, OrderOneIsTheMeanAlone) {
    const Data data = decay_data({{"order", "1"}, {"from", "10"}, {"to", "1000"}});
    for (std::size_t i = 0; i < array(data, "ratio").size(); ++i) {
        EXPECT_NEAR(array(data, "operator_norm")[i], array(data, "ratio")[i], 1e-15);
        EXPECT_NEAR(array(data, "impulse")[i], 1 / array(data, "time")[i], 1e-16);
    }
    EXPECT_NEAR(data.number("half_life"), 10, 1e-10);
    EXPECT_NEAR(data.number("half_life_impulse"), 10, 1e-10);
    EXPECT_NEAR(data.number("slope_at_to"), -1, 1e-12);
    EXPECT_NEAR(data.number("condition"), 1, 1e-12);
}

// (m/n)^k by repeated multiplication: relative error below k times 2^-53.
TEST(MemoryDecayView, ModesArePowersOfTheRatio) {
    const Data data = decay_data({{"order", "9"}, {"from", "3"}, {"to", "40"}}, asking({"ratio", "modes"}));
    const Array* modes = data.find("modes");
    ASSERT_NE(modes, nullptr);
    EXPECT_EQ(modes->shape, (std::vector<std::int64_t>{9, 38}));
    EXPECT_EQ(modes->axes, (std::vector<std::string>{"mode", "time"}));
    for (std::size_t i = 0; i < 38; ++i) {
        double power = 1;
        for (std::size_t k = 0; k < 9; ++k) {
            power *= array(data, "ratio")[i];
            EXPECT_NEAR((*modes->data)[k * 38 + i] / power, 1, 1e-14) << k << " " << i;
        }
    }
}

TEST(MemoryDecayView, RnnsArePowersOfGamma) {
    const Data data = decay_data({{"gamma", "0.99"}, {"to", "400"}});
    const auto& rnn = array(data, "rnn");
    double left = 1;
    for (std::size_t i = 0; i < rnn.size(); ++i, left *= 0.99) EXPECT_NEAR(rnn[i] / left, 1, 1e-13) << i;
    EXPECT_NEAR(data.number("half_life_rnn"), std::log(2) / -std::log(0.99), 1e-10);
    EXPECT_NEAR(data.number("rnn_at_to"), std::pow(0.99, 300), 1e-15);
    // Decays of equal half-life reach one half at LegS's half-life.
    EXPECT_NEAR(std::pow(data.number("gamma_equal_norm"), data.number("half_life")), 0.5, 1e-12);
    EXPECT_NEAR(std::pow(data.number("gamma_equal"), data.number("half_life_impulse")), 0.5, 1e-12);
    EXPECT_NEAR(array(data, "rnn_equal")[7], std::pow(data.number("gamma_equal"), 7), 1e-14);
    EXPECT_NEAR(array(data, "rnn_equal_norm")[7], std::pow(data.number("gamma_equal_norm"), 7), 1e-14);
}

// √(m/n) is 1/2 at n = 4m; at N = 32 the norm there equals that root to 1e-16 (N √r = 16).
TEST(MemoryDecayView, HalfLifeIsThreeTimesMAndGrowsWithIt) {
    for (const double m : {1.0, 100.0, 4321.0}) {
        const Data data = decay_data({{"from", std::to_string(static_cast<int>(m))}}, asking({"ratio"}));
        EXPECT_NEAR(data.number("half_life") / m, 3, 1e-9) << m;
    }
}

// The state of a sample is its projection: at n = m, ‖x‖² = ∫∫ over the last 1/m of sum p_j p_j. For N = 2,
// by hand, x_0 = 1/n and x_1 = √3 (1/n)(2c − 1), where c is the centre of the sample.
TEST(MemoryDecayView, ImpulseByHandAtOrderTwo) {
    const Data data = decay_data({{"order", "2"}, {"from", "5"}, {"to", "60"}}, asking({"time", "impulse"}));
    for (std::size_t i = 0; i < array(data, "time").size(); ++i) {
        const double n = array(data, "time")[i], middle = 4.5 / n;
        EXPECT_NEAR(array(data, "impulse")[i], std::hypot(1 / n, std::sqrt(3) / n * (2 * middle - 1)), 1e-15)
            << n;
    }
    EXPECT_NEAR(data.number("impulse_at_from"), array(data, "impulse").front(), 1e-16);
    EXPECT_NEAR(data.number("impulse_at_to"), array(data, "impulse").back(), 1e-16);
}

TEST(MemoryDecayView, TraceLeftIsThatOfTheArrayLater) {
    for (const int later : {1, 7, 100, 900}) {
        const Data data = decay_data({{"later", std::to_string(later)}}, asking({"time", "impulse"}));
        const auto& impulse = array(data, "impulse");
        EXPECT_NEAR(data.number("trace_left"), impulse[at_time(data, 100 + later)] / impulse.front(), 1e-12)
            << later;
    }
    EXPECT_NEAR(decay_data({}).number("trace_left"), 0.2347, 5e-5)
        << "of the sample of 100 steps ago, N = 32";
}

TEST(MemoryDecayView, TheFigureOfOneSampleIsOneCurveWithAMark) {
    const Values values = parameter_values(memory_decay(), {{"later", "100"}});
    const FigureInfo* info = nullptr;
    for (const FigureInfo& figure_info : memory_decay().info().figures)
        if (figure_info.id == "sample") info = &figure_info;
    ASSERT_NE(info, nullptr);
    EXPECT_TRUE(info->offered);
    SampleRequest request;
    request.arrays.assign(info->arrays.begin(), info->arrays.end());
    const auto data = std::make_shared<const Data>(computed(memory_decay(), values, request, cpu_engine()));
    const std::vector<Variant> variants{{values, data, {}}};
    const Figure figure = memory_decay().figure("sample", variants, {}, {});
    ASSERT_EQ(figure.main.size(), 1U);
    const double left = decay_data({}).number("trace_left");
    std::vector<const LineMark*> chosen;
    bool marked = false;
    for (const Mark& mark : figure.main.front().marks) {
        if (const auto* line = std::get_if<LineMark>(&mark);
            line != nullptr && line->emphasis == Emphasis::chosen)
            chosen.push_back(line);
        if (const auto* point = std::get_if<PointMark>(&mark))
            marked = marked || (point->at.x == 100 && std::abs(point->at.y - left) < 1e-12);
    }
    EXPECT_EQ(chosen.size(), 1U);
    EXPECT_TRUE(marked);
    EXPECT_EQ(figure.subtitle.rfind("After 100 steps 23.5 % of the trace of one sample remains", 0), 0U)
        << figure.subtitle;
}

TEST(MemoryDecayView, NormIsAheadOfTheRnnFromWhereTheyCross) {
    const Data data = decay_data({}, asking({"time", "operator_norm", "rnn"}));
    const double ahead = data.number("ahead_from");
    ASSERT_GT(ahead, 1);
    for (std::size_t i = 1; i < array(data, "time").size(); ++i) {
        const double elapsed = array(data, "time")[i] - 100;
        EXPECT_EQ(array(data, "operator_norm")[i] > array(data, "rnn")[i], elapsed > ahead) << elapsed;
    }
    EXPECT_EQ(decay_data({{"gamma", "0.9"}}, asking({"ratio"})).number("ahead_from"), 0);
}

// 8.3e10, 1.2e23 and 3.2e47 from 200-digit arithmetic, to 1 %; tests/hippo/decay_eigenvectors_test.cpp has
// more digits.
TEST(MemoryDecayView, ConditionNumbersAreThoseOf200Digits) {
    const std::pair<const char*, double> published[]{{"16", 8.3e10}, {"32", 1.2e23}, {"64", 3.2e47}};
    for (const auto& [order, condition] : published) {
        const Data data = decay_data({{"order", order}}, asking({"eigenvalue"}));
        EXPECT_NEAR(data.number("condition") / condition, 1, 0.02) << order;  // two digits are given
        EXPECT_NEAR(std::log10(data.number("condition")), data.number("log10_condition"), 1e-12);
    }
    const Data data = decay_data({}, asking({"condition_order", "condition_log10"}));
    const auto& orders = array(data, "condition_order");
    for (const auto& [order, condition] : published) {
        const auto place = std::find(orders.begin(), orders.end(), std::stod(order));
        ASSERT_NE(place, orders.end()) << order;
        EXPECT_NEAR(array(data, "condition_log10")[static_cast<std::size_t>(place - orders.begin())],
                    std::log10(condition), 0.01);
    }
}

TEST(MemoryDecayView, WhereNoDoubleHoldsTheConditionItIsNull) {
    const Data data = decay_data({{"order", "450"}}, asking({"eigenvalue"}));
    EXPECT_TRUE(std::isnan(data.number("condition")));
    EXPECT_GT(data.number("log10_condition"), 308.3);
    EXPECT_EQ(array(data, "eigenvalue").back(), -450);
}

TEST(MemoryDecayView, LongRangesAreThinnedAndHoldTheirEnds) {
    const Data data = decay_data({{"from", "7"}, {"to", "1000000000"}}, asking({"time", "ratio", "rnn"}));
    const auto& times = array(data, "time");
    ASSERT_EQ(times.size(), 65'536U);
    EXPECT_EQ(times.front(), 7);
    EXPECT_EQ(times.back(), 1e9);
    EXPECT_TRUE(std::is_sorted(times.begin(), times.end()));
    EXPECT_EQ(array(data, "ratio").back(), 7e-9);
    EXPECT_EQ(array(data, "rnn").back(), 0);
}

// The modes take at most 2^24 numbers, 128 MiB.
TEST(MemoryDecayView, ModesOfLargeOrdersStayWithinTheirRoom) {
    const Data data = decay_data({{"order", "4096"}, {"to", "1000000"}}, asking({"ratio", "modes"}));
    EXPECT_EQ(data.find("modes")->shape, (std::vector<std::int64_t>{4096, 4096}));
    EXPECT_EQ(array(data, "ratio").size(), 4096U);
    EXPECT_EQ(array(data, "ratio").back(), 1e-4);
}

TEST(MemoryDecayView, DrawnCurvesAreThoseOfTheArrays) {
    const Data data = decay_data({}, asking({"drawn_elapsed", "drawn_norm", "drawn_impulse", "drawn_modes",
                                             "time", "operator_norm", "impulse"}));
    const auto& elapsed = array(data, "drawn_elapsed");
    EXPECT_EQ(elapsed.front(), 0);
    EXPECT_EQ(elapsed.back(), 9900);
    EXPECT_LT(elapsed.size(), 600U);
    std::size_t whole = 0;
    for (std::size_t i = 0; i < elapsed.size(); ++i) {
        EXPECT_NEAR((*data.find("drawn_modes")->data)[elapsed.size() + i],
                    std::pow(100 / (100 + elapsed[i]), 2), 1e-15);
        if (elapsed[i] != std::floor(elapsed[i])) continue;
        ++whole;
        const std::size_t at = at_time(data, 100 + elapsed[i]);
        EXPECT_EQ(array(data, "drawn_norm")[i], array(data, "operator_norm")[at]);
        EXPECT_NEAR(array(data, "drawn_impulse")[i] / array(data, "impulse")[at], 1, 1e-12);
    }
    EXPECT_GT(whole, 100U);
}

// A state of N numbers represents a sample as the projection of the history onto polynomials: its integral
// over the history is that of the sample, 1, at every time. 480 points, evenly spaced in their logarithm, by
// the trapezoidal rule.
TEST(MemoryDecayView, RememberedHistoryHoldsTheSample) {
    const Data data =
        decay_data({{"order", "6"}, {"from", "4"}}, asking({"echo_place", "echo_time", "echo"}));
    const auto &places = array(data, "echo_place"), &times = array(data, "echo_time");
    EXPECT_EQ(times, (std::vector<double>{1, 4, 16, 64}));
    const Array* echo = data.find("echo");
    for (std::size_t n = 0; n < times.size(); ++n) {
        double integral = 0;
        const double* values = echo->data->data() + n * places.size();
        integral += values[0] * places[0];  // from 0 to the first point
        for (std::size_t i = 1; i < places.size() && std::isfinite(values[i]); ++i)
            integral += (values[i] + values[i - 1]) / 2 * (places[i] - places[i - 1]);
        EXPECT_NEAR(4 * integral, 1, 0.08) << times[n];
        EXPECT_TRUE(places.back() <= times[n] || std::isnan(values[places.size() - 1]));
    }
}

TEST(MemoryDecayView, BadInputIsRefusedInOneSentence) {
    EXPECT_EQ(refusal_of_memory({{"order", "0"}}), "--order 0: must be a whole number in [1, 4096]");
    EXPECT_EQ(refusal_of_memory({{"order", "4097"}}), "--order 4097: must be a whole number in [1, 4096]");
    EXPECT_EQ(refusal_of_memory({{"gamma", "0"}}), "--gamma 0: must be a number in (0, 1)");
    EXPECT_EQ(refusal_of_memory({{"gamma", "1"}}), "--gamma 1: must be a number in (0, 1)");
    EXPECT_EQ(refusal_of_memory({{"from", "0"}}), "--from 0: must be a whole number in [1, 999999999]");
    EXPECT_EQ(refusal_of_memory({{"from", "100"}, {"to", "100"}}), "--from 100: must be below --to 100");
    EXPECT_EQ(refusal_of_memory({{"from", "101"}, {"to", "100"}}), "--from 101: must be below --to 100");
    EXPECT_EQ(refusal_of_memory({{"from", "99"}, {"to", "100"}}), "");
}

TEST(MemoryDecayView, TheWindowKeepsMBelowN) {
    const View& view = memory_decay();
    const Values moved = view.adjusted(with(view, {{"from", "5000"}, {"to", "30"}}));
    EXPECT_EQ(moved[static_cast<std::size_t>(parameter_index(view, "from"))], Value{std::int64_t{29}});
    EXPECT_NO_THROW(static_cast<void>(view.checked(moved)));
}

TEST(MemoryDecayView, ComputingStops) {
    std::stop_source stop;
    stop.request_stop();
    const Values values =
        parameter_values(memory_decay(), {{"order", "4096"}, {"from", "1"}, {"to", "1000000000"}});
    const Held prepared = memory_decay().prepare(values, cpu_engine(), Job{});
    EXPECT_THROW(
        static_cast<void>(memory_decay().sample(values, prepared, {}, cpu_engine(), Job(stop.get_token()))),
        Cancelled);
}

// The smallest and largest allowed values are drawn in all figures without any number that is not finite.
TEST(MemoryDecayView, ExtremesAreDrawn) {
    for (const ParameterTexts& parameters :
         {ParameterTexts{{"order", "1"}, {"from", "1"}, {"to", "2"}, {"gamma", "1e-300"}},
          ParameterTexts{
              {"order", "3"}, {"from", "999999999"}, {"to", "1000000000"}, {"gamma", "0.9999999999999999"}},
          ParameterTexts{{"order", "4096"}, {"from", "1"}, {"to", "1000000000"}}}) {
        const Values values = parameter_values(memory_decay(), parameters);
        for (const FigureInfo& info : memory_decay().info().figures) {
            if (info.id == "eigenvalues" && parameters.front().second == "4096") continue;  // takes seconds
            SampleRequest request;
            for (const std::string_view name : info.arrays) request.arrays.emplace_back(name);
            const Data data = computed(memory_decay(), values, request, cpu_engine());
            for (const Array& array : data.arrays) {
                if (array.name == "echo") continue;  // NaN for times that have not yet occurred
                for (const double value : *array.data) ASSERT_TRUE(std::isfinite(value)) << array.name;
            }
            const auto variants = alone(values, std::make_shared<const Data>(data));
            EXPECT_NO_THROW(static_cast<void>(memory_decay().figure(info.id, variants, {}, {}))) << info.id;
        }
    }
}

}  // namespace
}  // namespace poslab::test
