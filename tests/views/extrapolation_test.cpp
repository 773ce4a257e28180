#include "core/base/errors.hpp"
#include "tests/encoding/scheme_formula.hpp"
#include "tests/views/attention_requests.hpp"
#include "tests/views/model_on_disk.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

namespace poslab::test {
namespace {

constexpr double loss_tolerance = 1e-4;  // for float32 weights and products; losses are of the order of 4

const View& extrapolation() { return find_view("extrapolation"); }

Data data_read(const ParameterTexts& parameters, std::vector<std::string> arrays = {}) {
    return computed(extrapolation(), parameter_values(extrapolation(), parameters), asking(std::move(arrays)),
                    cpu_engine());
}

PlainScheme scheme_of(const PositionMapSpec& map, double base = 10000) {
    const auto by_map = [map](std::int64_t i, std::int64_t j) -> std::optional<double> {
        const auto p = position(map, i, j);
        return p ? std::optional(p->value(map.k)) : std::nullopt;
    };
    return plain_scheme_by(by_map, base);
}

PositionMapSpec small_map_of(const char* id) {
    PositionMapSpec map;
    map.map = id;
    map.w = 12;
    map.k = 3;
    return map;
}

void expect_losses(std::span<const double> found, std::span<const double> expected) {
    ASSERT_EQ(found.size(), expected.size());
    for (std::size_t n = 0; n < found.size(); ++n) ASSERT_NEAR(found[n], expected[n], loss_tolerance) << n;
}

TEST(Extrapolation, LossOfThePresentScheme) {
    const ModelOnDisk model("llama", 60);
    for (const char* map : {"rope", "rerope", "leaky-rerope"}) {
        const Data data = data_read(model.parameters({{"map", map}, {"w", "12"}, {"k", "3"}}), {"loss"});
        expect_losses(array(data, "loss"), model.losses({scheme_of(small_map_of(map))}, 0, 60));
    }
    const Data other = data_read(model.parameters({{"map", "rope"}, {"base", "500"}}), {"loss"});
    expect_losses(array(other, "loss"), model.losses({scheme_of(small_map_of("rope"), 500)}, 0, 60));
}

TEST(Extrapolation, LossesAreInTheOrderOfTheList) {
    const ModelOnDisk model("llama", 60);
    const Data data = data_read(
        model.parameters(
            {{"compare", "rope,pi,rerope,window"}, {"w", "12"}, {"factor", "4"}, {"map", "leaky-rerope"}}),
        {"losses"});
    const Array* losses = data.find("losses");
    ASSERT_NE(losses, nullptr);
    EXPECT_EQ(losses->shape, (std::vector<std::int64_t>{4, 59}));
    PositionMapSpec interpolated = small_map_of("pi");
    interpolated.k = 4;
    PlainScheme window = scheme_of(small_map_of("rope"));
    window.position = [](std::int64_t i, std::int64_t j) -> std::optional<double> {
        if (i - j >= 12) return std::nullopt;
        return static_cast<double>(i - j);
    };
    std::vector<double> expected;
    // In the list of schemes, maps precede masks: rope, pi, rerope, window.
    for (const PlainScheme& scheme : {scheme_of(small_map_of("rope")), scheme_of(interpolated),
                                      scheme_of(small_map_of("rerope")), window})
        for (const double loss : model.losses({scheme}, 0, 60)) expected.push_back(loss);
    expect_losses(*losses->data, expected);
}

TEST(Extrapolation, PiecesAreAveraged) {
    const ModelOnDisk model("qwen2", 60);
    const Data data = data_read(
        model.parameters({{"map", "rope"}, {"length", "20"}, {"pieces", "2"}, {"start", "5"}}), {"loss"});
    const auto first = model.losses({scheme_of(small_map_of("rope"))}, 5, 20),
               second = model.losses({scheme_of(small_map_of("rope"))}, 25, 20);
    std::vector<double> mean;
    for (std::size_t n = 0; n < first.size(); ++n) mean.push_back((first[n] + second[n]) / 2);
    expect_losses(array(data, "loss"), mean);
    EXPECT_EQ(data.number("pieces"), 2);
    EXPECT_EQ(data.number("tokens"), 20);
}

TEST(Extrapolation, MeansWithinAndBeyondTheTrainedLength) {
    const ModelOnDisk model("llama", 60);
    const Data data = data_read(model.parameters({{"train-length", "24"}, {"map", "rope"}}),
                                {"loss", "smoothed", "range_loss", "range_end"});
    const NumberBuffer& loss = array(data, "loss");
    EXPECT_NEAR(data.number("mean_within"), std::accumulate(loss.begin(), loss.begin() + 24, 0.0) / 24,
                1e-12);
    EXPECT_NEAR(data.number("mean_beyond"), std::accumulate(loss.begin() + 24, loss.end(), 0.0) / 35, 1e-12);
    EXPECT_EQ(array(data, "range_end"), (std::vector<double>{32, 59}));
    EXPECT_NEAR(array(data, "range_loss")[1], std::accumulate(loss.begin() + 32, loss.end(), 0.0) / 27,
                1e-12);
    const auto smooth = array(data, "smoothed");
    EXPECT_EQ(smooth.size(), loss.size());
    EXPECT_NEAR(smooth[0], std::accumulate(loss.begin(), loss.begin() + 33, 0.0) / 33, 1e-12)
        << "64 wide, cut at the beginning";
}

TEST(Extrapolation, LogitsOnlyWhenNamed) {
    const ModelOnDisk model("llama", 60);
    EXPECT_EQ(data_read(model.parameters()).find("logits"), nullptr);
    const Data data = data_read(model.parameters({{"map", "rope"}}), {"logits", "loss"});
    const Array* logits = data.find("logits");
    ASSERT_NE(logits, nullptr);
    EXPECT_EQ(logits->shape, (std::vector<std::int64_t>{60, 48}));
    double sum = 0;
    for (int n = 0; n < 48; ++n) sum += std::exp((*logits->data)[static_cast<std::size_t>(n)]);
    const double first = std::log(sum) - (*logits->data)[static_cast<std::size_t>(model.tokens()[1])];
    EXPECT_NEAR(array(data, "loss")[0], first, 1e-5);
}

TEST(Extrapolation, OnlyWhatASliderReachesIsWorkedOutAgain) {
    const ModelOnDisk model("llama", 60);
    const Values before =
        parameter_values(extrapolation(), model.parameters({{"map", "rerope"}, {"compare", "rope,rerope"}}));
    const auto prepared = extrapolation().prepare(before, cpu_engine(), Job{});
    (void)extrapolation().sample(before, prepared, asking({"losses"}), cpu_engine(), Job{});
    const Values after = with(extrapolation(), {{"w", "7"}}, before);
    const auto again =
        extrapolation().prepare(after, cpu_engine(), Job{}, extrapolation().reusable(prepared));
    const auto losses = [&](const Values& values, const Held& from) {
        const Data data = extrapolation().sample(values, from, asking({"losses"}), cpu_engine(), Job{});
        return array(data, "losses");
    };
    EXPECT_EQ(losses(after, again), losses(after, extrapolation().prepare(after, cpu_engine(), Job{})))
        << "cached numbers equal computed ones";
}

TEST(Extrapolation, WhatItCannotReadIsOneSentence) {
    const ModelOnDisk model("llama", 60);
    const auto why = [](const ParameterTexts& parameters) -> std::string {
        try {
            (void)data_read(parameters, {"loss"});
        } catch (const Error& error) {
            return error.what();
        }
        return "";
    };
    EXPECT_NE(why({{"model", "/nowhere/at/all"}}).find("/nowhere/at/all"), std::string::npos);
    ParameterTexts without_text = model.parameters();
    without_text.erase(without_text.begin() + 1);
    EXPECT_NE(why(without_text).find("--tokens"), std::string::npos)
        << "it has no tokenizer for the text of the program";
    EXPECT_NE(why(model.parameters({{"start", "59"}})).find("60 tokens"), std::string::npos);
    const TemporaryFolder folder;
    std::ofstream(folder / "tokens.txt") << "1 2 99 3";
    ParameterTexts outside = model.parameters();
    outside[1].second = folder / "tokens.txt";
    EXPECT_NE(why(outside).find("99"), std::string::npos);
}

}  // namespace
}  // namespace poslab::test
