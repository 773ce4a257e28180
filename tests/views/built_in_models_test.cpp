#include "core/decoder/decoder_files.hpp"
#include "tests/views/attention_requests.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace poslab::test {
namespace {

/// Data at eight times the trained length, over eight pieces of the text shipped with the model.
Data far_beyond(const BuiltInModel& model, ParameterTexts parameters) {
    parameters.insert(parameters.end(), {{"built-in", std::string(model.id)}, {"pieces", "8"}});
    return computed(find_view("extrapolation"), parameter_values(find_view("extrapolation"), parameters),
                    asking({"loss"}), cpu_engine());
}

double beyond(const BuiltInModel& model, const ParameterTexts& parameters) {
    return far_beyond(model, parameters).number("mean_beyond");
}

/// The allowed increase of ReRoPE's loss beyond the trained length, in nats per byte, if w is a quarter of
/// that length instead of half. The model that looks back needs to distinguish near distances (0.094), and so
/// does the Chinese one, for which 32 bytes are ten characters (0.115).
double room_for_narrow_windows(std::string_view model) {
    return model == "english" ? 0.05 : model == "recall" ? 0.12 : 0.15;
}

// Checks article 9708's claims about large models on these small ones; the measured values are in
// assets/models/README.md.
TEST(BuiltInModels, RopeFallsApartAndReRopeDoesNot) {
    for (const BuiltInModel& model : built_in_models()) {
        const double rerope = beyond(model, {{"map", "rerope"}, {"w", "64"}});
        EXPECT_GT(beyond(model, {{"map", "rope"}}), rerope + 0.5) << model.id;
        EXPECT_NEAR(beyond(model, {{"map", "rerope"}, {"w", "32"}}), rerope,
                    room_for_narrow_windows(model.id))
            << model.id;
        EXPECT_NEAR(beyond(model, {{"map", "rerope"}, {"w", "96"}}), rerope, 0.05) << model.id;
        EXPECT_NEAR(beyond(model, {{"map", "leaky-rerope"}, {"w", "64"}, {"k", "16"}}), rerope, 0.1)
            << model.id;
    }
}

TEST(BuiltInModels, ExactMapsAreOneWithinTheTrainedLength) {
    for (const BuiltInModel& model : built_in_models()) {
        const ParameterTexts near{{"length", "129"}};  // 128 tokens are predicted
        const auto loss = [&](ParameterTexts parameters) {
            parameters.insert(parameters.end(), near.begin(), near.end());
            return array(far_beyond(model, parameters), "loss");
        };
        const NumberBuffer rope = loss({{"map", "rope"}});
        for (const char* map : {"rerope", "leaky-rerope"}) {
            const NumberBuffer other = loss({{"map", map}, {"w", "128"}});
            ASSERT_EQ(other.size(), 128U);
            for (std::size_t n = 0; n < other.size(); ++n)
                EXPECT_NEAR(other[n], rope[n], 1e-4) << model.id << ' ' << map;
        }
    }
}

TEST(BuiltInModels, HaveLearnt) {
    for (const BuiltInModel& model : built_in_models()) {
        const Data data = far_beyond(model, {{"map", "rope"}});
        // Nats per byte; chance is 5.55. A Chinese character is one of 6,100 and has three bytes: 6.4 nats
        // each in these pieces.
        EXPECT_LT(data.number("mean_within"), model.id == "chinese" ? 2.2 : 1.7) << model.id;
        EXPECT_EQ(data.number("tokens"), 1024) << model.id;
    }
}

// Article 9708's promise that a model under ReRoPE uses tokens beyond its trained length, on a small scale:
// recall measures such use, unlike a loss that merely stays low. The measured values are in
// assets/models/README.md.
TEST(BuiltInModels, RecallReachesBeyondTheTrainedLengthUnderLeakyReRopeAlone) {
    const View& view = find_view("extrapolation");
    const ParameterTexts parameters{{"built-in", "recall"},
                                    {"length", "512"},
                                    {"w", "64"},
                                    {"k", "16"},
                                    {"compare", "rope,rerope,leaky-rerope,window"}};
    const Data data = computed(view, parameter_values(view, parameters),
                               asking({"recall", "recall_length", "recall_distance"}), cpu_engine());
    ASSERT_EQ(array(data, "recall_length"), (std::vector<double>{64, 128, 256, 512}));
    ASSERT_EQ(array(data, "recall_distance"), (std::vector<double>{16, 32, 64, 128, 256}));
    const NumberBuffer& recall = array(data, "recall");
    const auto share = [&](std::size_t scheme, std::size_t distance, std::size_t length) {
        return recall[(scheme * 5 + distance) * 4 + length];
    };
    constexpr std::size_t rope = 0, rerope = 1, leaky = 2, window = 3, trained = 1, far = 3, at_128 = 3,
                          at_256 = 4;
    for (const std::size_t distance : {0U, 1U, 2U}) {
        EXPECT_GE(share(rope, distance, trained), 0.9) << distance;
        EXPECT_GE(share(leaky, distance, trained), 0.9) << distance;
    }
    for (const std::size_t distance : {at_128, at_256}) {
        EXPECT_GE(share(leaky, distance, far), 0.6) << distance;
        EXPECT_GE(share(rerope, distance, far), 0.6) << distance;
        EXPECT_LE(share(rope, distance, far), 0.2) << distance;
        EXPECT_LE(share(window, distance, far), 0.2) << distance;
    }
    EXPECT_TRUE(std::isnan(share(rope, at_128, trained))) << "two needles so far apart do not fit";
}

}  // namespace
}  // namespace poslab::test
