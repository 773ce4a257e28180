// The state in which each view opens, and its headline: numbers compared with closed forms.

#include "core/base/errors.hpp"
#include "core/base/number_format.hpp"
#include "core/encoding/frequencies.hpp"
#include "core/params/filling.hpp"
#include "core/params/json.hpp"
#include "core/views/registry.hpp"
#include "tests/views/view_requests.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace poslab::test {
namespace {

/// The first figure of a view with these values, drawn with its arrays.
struct OpenedView {
    OpenedView(const View& opened, const std::vector<std::pair<std::string, std::string>>& parameters,
               bool opening = true)
        : view(opened),
          values(view.adjusted(with(view, parameters, opening ? view.opening() : view.defaults()))) {
        SampleRequest request;
        for (const std::string_view array : view.info().figures.front().arrays)
            request.arrays.emplace_back(array);
        data = shared_data(view, values, request, cpu_like());
    }
    static const Engine& cpu_like() { return reference_engine(); }

    [[nodiscard]] std::string subtitle(Language language = Language::english) const {
        return view.figure(view.info().figures.front().id, alone(values, data), {Theme::light, language}, {})
            .subtitle;
    }
    [[nodiscard]] const NumberBuffer& array(std::string_view name) const { return *data->find(name)->data; }

    const View& view;
    Values values;
    std::shared_ptr<const Data> data;
};

OpenedView opened_view(std::string_view id,
                       const std::vector<std::pair<std::string, std::string>>& parameters = {},
                       bool opening = true) {
    return {find_view(id), parameters, opening};
}

std::string text(const OpenedView& of, std::string_view id) {
    const auto index = static_cast<std::size_t>(parameter_index(of.view, id));
    return to_string(of.view.parameters()[index], of.values[index]);
}

TEST(Views, AreFoundByTheirIds) {
    for (const View* view : all_views()) EXPECT_EQ(&find_view(view->info().id), view);
    EXPECT_THROW((void)find_view("position_matrix"), UsageError);
    EXPECT_THROW((void)find_view(""), UsageError);
}

TEST(Opening, FitsTogetherAndSaysSomethingInEveryView) {
    for (const View* view : all_views()) {
        const Values values = view->opening();
        EXPECT_EQ(view->adjusted(values), values) << view->info().id;
        EXPECT_NO_THROW(static_cast<void>(view->checked(values))) << view->info().id;
        const OpenedView opened = opened_view(view->info().id);
        EXPECT_NE(opened.subtitle().find("  ·  "), std::string::npos) << opened.subtitle();
        EXPECT_GT(opened.subtitle().find("  ·  "), 30U) << "a sentence comes first: " << opened.subtitle();
        EXPECT_NE(opened.subtitle(language_with("zh").value()), opened.subtitle()) << view->info().id;
    }
}

// A preset among the opening values sets all of its parameters.
TEST(Opening, OfAPresetHasItsValues) {
    for (const auto& [id, parameter] :
         {std::pair{"frequencies", "preset"}, std::pair{"attention", "source"}}) {
        const View& view = find_view(id);
        const auto index = static_cast<std::size_t>(parameter_index(view, parameter));
        const Value chosen = view.opening()[index];
        ASSERT_NE(std::get<ChoiceIndex>(chosen).index, 0) << id;
        const auto resolved_auto_value = view.parameters()[index].expand_preset(chosen);
        for (const std::string_view filled : {"base", "dim", "train-length", "scaling"})
            EXPECT_EQ(to_json(view.parameters(), view.opening())[std::string(filled)],
                      resolved_auto_value.at(std::string(filled)))
                << id << " " << filled;
    }
}

// p = w + (Δ − w)/k leaves 0 … T − 1 from Δ = w + (T − 1 − w)k + 1 on.
TEST(Opening, SomeCellsOfTheMatrixLeaveTheTrainedRange) {
    const OpenedView matrix = opened_view("position-matrix");
    constexpr double w = 256, k = 8, length = 4096, trained = 512, first = w + (trained - 1 - w) * k + 1;
    constexpr double rows = length - first, share = rows * (rows + 1) / (length * (length + 1));
    EXPECT_EQ(first, 2297);
    EXPECT_NEAR(matrix.data->number("out_of_range_fraction"), share, 1e-12);
    EXPECT_EQ(matrix.subtitle().find(fmt::format(
                  "{:.1f} % of cells are beyond the trained range: distances from 2297, positions up to {} "
                  "(trained to 511)",
                  100 * share, format_number(w + (length - 1 - w) / k, 1))),
              0U)
        << matrix.subtitle();
}

TEST(Opening, TheSentenceOfTheMatrixStaysTrue) {
    EXPECT_EQ(opened_view("position-matrix", {{"map", "rerope"}})
                  .subtitle()
                  .find("Every position stays within the trained range, 0 to 511"),
              0U);
    // RoPE leaves the range from Δ = T on.
    const std::string rope = opened_view("position-matrix", {{"map", "rope"}, {"length", "1024"}}).subtitle();
    EXPECT_NE(rope.find(" % of cells are beyond the trained range: distances from 512, "), std::string::npos)
        << rope;
    // Self-Extend's positions are not a function of the distance alone: no distance is named.
    const std::string other =
        opened_view("position-matrix", {{"map", "self-extend"}, {"length", "16384"}}).subtitle();
    EXPECT_EQ(other.find("distances from "), std::string::npos) << other;
    EXPECT_NE(other.find(" of cells are beyond the trained range: positions up to "), std::string::npos)
        << other;
}

// Llama 2's pairs whose wavelength 2π·10000^(2p/128) is above 4096 turn less than once in training.
TEST(Opening, FrequenciesAreThoseOfAModelBeforeAndAfterYarn) {
    const OpenedView frequencies = opened_view("frequencies");
    EXPECT_EQ(text(frequencies, "preset"), "yarn-llama-2-7b-64k");
    EXPECT_EQ(text(frequencies, "scaling"), "yarn");
    int before = 0;
    for (int p = 0; p < 64; ++p)
        before += 2 * std::numbers::pi * std::pow(10000.0, 2.0 * p / 128) > 4096 ? 1 : 0;
    EXPECT_EQ(before, 18);
    EXPECT_EQ(frequencies.data->number("pairs_with_unseen_angles_unscaled"), before);
    // YaRN with factor L/T divides their frequencies by all of it: they reach the same angles as in training.
    EXPECT_EQ(frequencies.data->number("pairs_with_unseen_angles"), 0);
    EXPECT_EQ(frequencies.subtitle().find(
                  "18 of 64 pairs would leave the trained angles, 0 with YaRN, at 65,536 tokens"),
              0U)
        << frequencies.subtitle();
    EXPECT_EQ(opened_view("frequencies", {{"scaling", "none"}})
                  .subtitle()
                  .find("18 of 64 pairs leave the trained angles at 65,536 tokens"),
              0U);
    EXPECT_EQ(opened_view("frequencies", {{"scaling", "none"}, {"length", "4096"}})
                  .subtitle()
                  .find("No pair leaves the trained angles at 4096 tokens"),
              0U);
    const std::string one = opened_view("frequencies", {{"scaling", "none"}, {"length", "1"}}).subtitle();
    EXPECT_EQ(one.find("No pair leaves the trained angles at 1 token"), 0U) << one;
    EXPECT_EQ(one.find("1 tokens"), std::string::npos) << one;
}

/// A repeated segment, or a needle, under the frequencies of a model.
OpenedView drawn_view(std::vector<std::pair<std::string, std::string>> parameters) {
    parameters.insert(parameters.begin(), {{"source", "repeated"},
                                           {"map", "rope"},
                                           {"base", "500000"},
                                           {"dim", "128"},
                                           {"train-length", "8192"}});
    return opened_view("attention", parameters, false);
}

/// Weights of one query, by key.
NumberBuffer weights_of_row(const std::vector<std::pair<std::string, std::string>>& parameters) {
    return drawn_view(parameters).array("row");
}

std::size_t strongest(std::span<const double> weights) {
    const auto above = [](double a, double b) { return std::isnan(a) || (!std::isnan(b) && a < b); };
    return static_cast<std::size_t>(std::max_element(weights.begin(), weights.end(), above) -
                                    weights.begin());
}

// Every query finds the token after its own earlier occurrence, a period minus one back, under any map.
TEST(Opening, ARepeatedSegmentShowsTheInductionStripe) {
    for (const char* map : {"rope", "rerope", "leaky-rerope", "pi"})
        for (const int row : {128, 177, 255}) {
            const NumberBuffer weights = weights_of_row({{"map", map},
                                                         {"w", "32"},
                                                         {"length", "256"},
                                                         {"period", "128"},
                                                         {"row", std::to_string(row)}});
            EXPECT_EQ(strongest(weights), static_cast<std::size_t>(row - 127)) << map << " " << row;
            EXPECT_GT(weights[static_cast<std::size_t>(row - 127)], 0.3) << map << " " << row;
        }
    // Before the segment is repeated there is nothing to find.
    const NumberBuffer early = weights_of_row({{"length", "256"}, {"period", "128"}, {"row", "100"}});
    EXPECT_LT(early[strongest(early)], 0.3);
}

TEST(Opening, TheStripeIsSeenInTheMeanByDistanceAndNamed) {
    const OpenedView map = drawn_view({{"length", "256"}, {"period", "128"}});
    const NumberBuffer& middles = map.array("distance_step");
    const NumberBuffer& ratios = map.array("ratio_to_uniform");
    const std::size_t index = strongest(ratios);
    EXPECT_NEAR(middles[index], 127, 4);
    EXPECT_GT(ratios[index], 8);
    EXPECT_EQ(map.subtitle().find(
                  " % of the weight goes to the key 127 tokens back, which followed this token before, "),
              2U)
        << map.subtitle();
    EXPECT_NE(
        drawn_view({{"length", "256"}, {"period", "2"}}).subtitle().find("to the key 1 token back, which"),
        std::string::npos);
    EXPECT_TRUE(
        drawn_view({{"length", "256"}, {"period", "1"}}).subtitle().starts_with("A query attends to "));
}

TEST(Opening, ADistanceIsSaidWhereItIsOne) {
    const std::string spread = "A query attends to 1 key on average (e^entropy), at a mean distance of 0";
    for (const OpenedView& map :
         {drawn_view({{"source", "constant"}, {"length", "2"}}),
          drawn_view({{"source", "isotropic"}, {"length", "16"}, {"bias", "window"}, {"w", "1"}})}) {
        EXPECT_TRUE(map.subtitle().starts_with(spread)) << map.subtitle();
        EXPECT_EQ(map.subtitle().find("×"), map.subtitle().find(" × ") + 1) << "no power of ten";
    }
    const std::string both =
        drawn_view({{"source", "isotropic"}, {"length", "16"}, {"causal", "false"}}).subtitle();
    EXPECT_TRUE(both.starts_with("A query attends to ")) << both;
    EXPECT_EQ(both.find("distance"), std::string::npos) << "those of both signs cancel: " << both;
}

TEST(Opening, TheNeedleHasTheWeightWhereItSays) {
    for (const char* map : {"rope", "rerope", "leaky-rerope"})
        for (const char* needle : {"0", "100", "200"}) {
            const NumberBuffer weights = weights_of_row({{"source", "needle"},
                                                         {"map", map},
                                                         {"w", "32"},
                                                         {"length", "256"},
                                                         {"needle-position", needle}});
            EXPECT_EQ(std::to_string(strongest(weights)), needle) << map;
            EXPECT_GT(weights[strongest(weights)], 0.5) << map << " " << needle;
        }
    const OpenedView map = drawn_view({{"source", "needle"}, {"length", "256"}, {"needle-position", "40"}});
    const double weight = map.array("row")[40];
    EXPECT_EQ(map.subtitle().find(
                  fmt::format("The needle, key 40, gets {:.0f} % of the last query's weight", 100 * weight)),
              0U)
        << map.subtitle();
    // The same with the default parameters: base 10,000; 4096 tokens would take the reference engine long,
    // 512 do not.
    const NumberBuffer plain =
        opened_view("attention", {{"source", "needle"}, {"length", "512"}}, false).array("row");
    EXPECT_EQ(strongest(plain), 0U);
}

TEST(Opening, PartOfTheTextIsBlurred) {
    const OpenedView memory = opened_view("memory");
    EXPECT_EQ(text(memory, "signal"), "text");
    const double rms = memory.data->number("rms_error");
    // Words of the signal have levels in (−1, 1): the error is a good part of their spread, but much less
    // than all of it.
    EXPECT_GT(rms, 0.1);
    EXPECT_LT(rms, 0.4);
    EXPECT_EQ(memory.subtitle().find("64 numbers recall 1500 samples with an rms error of 0.28"), 0U)
        << memory.subtitle();
}

// The norm is √(m/n) up to truncation at N: half of it is left after 3m steps (article 10137).
TEST(Opening, LegsDecaySaysHowOneSampleFades) {
    const OpenedView decay = opened_view("memory-decay");
    EXPECT_EQ(
        decay.subtitle().find(
            "After 100 steps 23.5 % of the trace of one sample remains, half after 14.8 steps; the whole "
            "state retains half for 300"),
        0U)
        << decay.subtitle();
}

TEST(Opening, FiveReadingsComeFirstOfTheDecay) {
    const OpenedView decay = opened_view("memory-decay");
    const Readout readout = decay.view.readout(alone(decay.values, decay.data), {}, {});
    const auto rare = std::count_if(readout.rows.begin(), readout.rows.end(),
                                    [](const ReadoutRow& row) { return row.rare; });
    EXPECT_EQ(std::ssize(readout.rows) - rare, 5);
    EXPECT_EQ(rare, 10) << "nothing is lost";
    EXPECT_FALSE(readout.rows[4].rare);
    EXPECT_TRUE(readout.rows[5].rare);
}

TEST(Opening, BiasDecayShowsMeansAndOneQueryOnDemand) {
    const OpenedView bias = opened_view("bias-decay");
    EXPECT_EQ(text(bias, "distance-axis"), "log");
    const auto curves = [](const OpenedView& of) {
        std::size_t count = 0;
        for (const Panel& panel : of.view.figure("main", alone(of.values, of.data), {}, {}).main)
            for (const Mark& mark : panel.marks)
                if (const auto* line = std::get_if<LineMark>(&mark))
                    count += line->x->size() == of.array("drawn_distance").size() ? 1 : 0;
        return count;
    };
    EXPECT_EQ(curves(bias), 0U);
    EXPECT_EQ(curves(opened_view("bias-decay", {{"one-query", "true"}})), 5U) << "three terms, and two sums";
    // λΣcos 0 = 64 pairs.
    EXPECT_EQ(bias.subtitle().find("a·Rb falls from 64 to half by Δ = "), 0U) << bias.subtitle();
}

TEST(Opening, TwoPositionsComeBeforeGeneratorsOf2DRope) {
    const View& view = find_view("rope-2d");
    const auto control = [&](std::string_view id) {
        return view.parameters()[static_cast<std::size_t>(parameter_index(view, id))].control;
    };
    for (const std::string_view position : {"x1", "y1", "x2", "y2"}) {
        EXPECT_LT(control(position).order, control("theta").order) << position;
        EXPECT_EQ(control(position).listed, Listed::by_stage);
    }
    for (const std::string_view generator : {"b", "c", "d", "e", "f"})
        EXPECT_EQ(control(generator).listed, Listed::rare) << generator;
    EXPECT_EQ(opened_view("rope-2d").subtitle().find(
                  "Matrix exponential preserves the relative position here, Quaternion misses it by 3.3"),
              0U)
        << opened_view("rope-2d").subtitle();
}

}  // namespace
}  // namespace poslab::test
