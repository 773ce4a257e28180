// The attention maps and the training record of the view `extrapolation`.

#include "core/base/errors.hpp"
#include "core/files/atomic_file.hpp"
#include "core/training/training_record.hpp"
#include "tests/views/model_on_disk.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace poslab::test {
namespace {

const View& beyond() { return find_view("extrapolation"); }

Data read_of(const ParameterTexts& parameters, std::vector<std::string> arrays) {
    return computed(beyond(), parameter_values(beyond(), parameters), asking(std::move(arrays)),
                    cpu_engine());
}

std::vector<double> softmax_of(const std::vector<double>& logits, std::size_t keys) {
    double sum = 0;
    std::vector<double> weights(keys);
    for (std::size_t j = 0; j < keys; ++j) sum += std::exp(logits[j]);
    for (std::size_t j = 0; j < keys; ++j) weights[j] = std::exp(logits[j]) / sum;
    return weights;
}

PlainScheme clipped(std::int64_t w) {
    return plain_scheme_by(
        [w](std::int64_t i, std::int64_t j) { return static_cast<double>(std::min(i - j, w)); });
}

/// Weights [query][key] of softmax(logits), from a decoder in float64.
using Weights = std::vector<std::vector<double>>;

Weights plain_weights(const ModelOnDisk& model, std::int64_t layer, std::int64_t head,
                      const PlainScheme& scheme) {
    const auto logits = model.logits(layer, head, scheme, scheme);
    Weights weights;
    for (std::size_t i = 0; i < logits.size(); ++i) weights.push_back(softmax_of(logits[i], i + 1));
    return weights;
}

void expect_weights(const Array& maps, std::size_t scheme, const Weights& expected) {
    const std::size_t tokens = expected.size();
    ASSERT_EQ(maps.shape, (std::vector<std::int64_t>{2, static_cast<std::int64_t>(tokens),
                                                     static_cast<std::int64_t>(tokens)}));
    constexpr double of_float32 = 1e-4;
    for (std::size_t i = 0; i < tokens; ++i)
        for (std::size_t j = 0; j <= i; ++j)
            ASSERT_NEAR((*maps.data)[(scheme * tokens + i) * tokens + j], expected[i][j], of_float32)
                << i << ", " << j;
}

// Unlike in the view `attention`, earlier layers use the scheme, too, because the losses shown next to the
// map do.
TEST(ExtrapolationMaps, AreThoseOfAPlainDecoderUnderBothSchemes) {
    const ModelOnDisk model("llama", 24);
    for (const int layer : {0, 1}) {
        const Data data =
            read_of(model.parameters(
                        {{"layer", std::to_string(layer)}, {"head", "2"}, {"map", "rerope"}, {"w", "5"}}),
                    {"attention"});
        const Array* maps = data.find("attention");
        ASSERT_NE(maps, nullptr);
        expect_weights(*maps, 0, plain_weights(model, layer, 2, clipped(5)));
        expect_weights(*maps, 1, plain_weights(model, layer, 2, plain_rope()));
    }
}

TEST(ExtrapolationMaps, AllHeadsAreTheirMean) {
    const ModelOnDisk model("qwen3", 24);
    const Data data =
        read_of(model.parameters({{"layer", "1"}, {"head", "all"}, {"map", "rope"}}), {"attention"});
    Weights mean = plain_weights(model, 1, 0, plain_rope());
    for (int head = 1; head < 4; ++head) {
        const Weights other = plain_weights(model, 1, head, plain_rope());
        for (std::size_t i = 0; i < mean.size(); ++i)
            for (std::size_t j = 0; j <= i; ++j) mean[i][j] += other[i][j];
    }
    for (std::vector<double>& row : mean)
        for (double& weight : row) weight /= 4;
    expect_weights(*data.find("attention"), 0, mean);
    expect_weights(*data.find("attention"), 1, mean);
}

TEST(ExtrapolationMaps, FarWeightIsThatOfKeysBeyondTheTrainedLength) {
    const ModelOnDisk model("llama", 24);
    constexpr std::size_t trained = 8;
    const Data data =
        read_of(model.parameters(
                    {{"layer", "0"}, {"head", "1"}, {"map", "rerope"}, {"w", "5"}, {"train-length", "8"}}),
                {"far_weight"});
    const auto far_of = [&](const PlainScheme& scheme) {
        const Weights weights = plain_weights(model, 0, 1, scheme);
        double sum = 0;
        for (std::size_t i = trained; i < weights.size(); ++i)
            for (std::size_t j = 0; j + trained <= i; ++j) sum += weights[i][j];
        return sum / static_cast<double>(weights.size() - trained);
    };
    const NumberBuffer& far = array(data, "far_weight");
    ASSERT_EQ(far.size(), 2U);
    EXPECT_NEAR(far[0], far_of(clipped(5)), 1e-4);
    EXPECT_NEAR(far[1], far_of(plain_rope()), 1e-4);
}

TEST(ExtrapolationMaps, WhatIsNotThereIsRefused) {
    const ModelOnDisk model("llama", 24);
    const auto why = [&](const ParameterTexts& more) -> std::string {
        try {
            static_cast<void>(read_of(model.parameters(more), {"attention"}));
        } catch (const Error& error) {
            return error.what();
        }
        return {};
    };
    EXPECT_EQ(why({{"layer", "2"}}), "--layer 2: the model has 2 layers, 0 to 1");
    EXPECT_EQ(why({{"head", "4"}}), "--head 4: there are 4 heads, 0 to 3");
}

TEST(TrainingFigure, ShowsWhatTrainingJsonSays) {
    const ModelOnDisk model("llama", 24);
    const Data without = read_of(model.parameters(), {"training_loss", "checkpoint_step"});
    EXPECT_TRUE(array(without, "training_loss").empty()) << "other models have no record";
    CheckpointRecord record;
    record.extrapolation = {64, 1, 8, 8, 16, 8, {"rope", "rerope"}, {8, 63}};
    record.checkpoints = {{0, 5.5, {}, {5.5, 5.6, 5.5, 5.4}}, {10, 3, {}, {3, 4, 3, 2.5}}};
    nlohmann::ordered_json json{{"settings", {{"train-length", 8}, {"steps", 10}}}, {"losses", {5.5, 5, 4}}};
    json["checkpoints"] = record_json(record);
    write_file_atomically(model.folder() + "/training.json", json.dump());
    const Data data = read_of(model.parameters(), {"training_loss", "checkpoint_step", "checkpoint_scheme",
                                                   "checkpoint_range_end", "checkpoint_losses"});
    EXPECT_EQ(array(data, "training_loss"), (std::vector<double>{5.5, 5, 4}));
    EXPECT_EQ(array(data, "checkpoint_step"), (std::vector<double>{0, 10}));
    EXPECT_EQ(array(data, "checkpoint_range_end"), (std::vector<double>{8, 63}));
    const Array* losses = data.find("checkpoint_losses");
    EXPECT_EQ(losses->shape, (std::vector<std::int64_t>{2, 2, 2}));
    EXPECT_EQ(*losses->data, (std::vector<double>{5.5, 5.6, 3, 4, 5.5, 5.4, 3, 2.5}))
        << "[scheme][checkpoint][range]";
    write_file_atomically(model.folder() + "/training.json", "{}");
    EXPECT_THROW(static_cast<void>(read_of(model.parameters(), {"training_loss"})), InputError);
}

/// The shipped models' records agree with what the view computes from the models.
TEST(TrainingFigure, TheLastCheckpointOfAShippedModelIsTheModel) {
    for (const char* model : {"english", "chinese", "recall"}) {
        const Data data =
            read_of({{"built-in", model}}, {"checkpoint_step", "checkpoint_scheme", "checkpoint_losses"});
        const NumberBuffer& steps = array(data, "checkpoint_step");
        ASSERT_EQ(steps.size(), 21U) << model;
        const Array* losses = data.find("checkpoint_losses");
        const auto last = [&](std::size_t scheme, std::size_t range) {
            return (*losses->data)[(scheme * 21 + 20) * static_cast<std::size_t>(losses->shape[2]) + range];
        };
        EXPECT_GT(last(0, 3), last(0, 0) + 0.5) << "RoPE, eight times as far";
        EXPECT_LT(std::abs(last(4, 3) - last(4, 0)), 0.7) << "ReRoPE";
    }
}

}  // namespace
}  // namespace poslab::test
