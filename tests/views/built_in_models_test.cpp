#include "core/decoder/decoder_files.hpp"
#include "tests/views/attention_requests.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace poslab::test {
namespace {

/// At eight times the trained length, over eight pieces of the text that comes with the model.
Data far_beyond(const BuiltInModel& model, Given given) {
    given.insert(given.end(), {{"built-in", std::string(model.id)}, {"pieces", "8"}});
    return computed(find_view("extrapolation"), given_values(find_view("extrapolation"), given), asking({"loss"}), cpu_engine());
}

double beyond(const BuiltInModel& model, const Given& given) { return far_beyond(model, given).number("mean_beyond"); }

// What article 9708 says of large models, of these small ones: the margins are the issue's, and what was measured is in
// assets/models/README.md.
TEST(BuiltInModels, RopeFallsApartAndReRopeDoesNot) {
    for (const BuiltInModel& model : built_in_models()) {
        const double rerope = beyond(model, {{"map", "rerope"}, {"w", "64"}});
        EXPECT_GT(beyond(model, {{"map", "rope"}}), rerope + 0.5) << model.id;
        EXPECT_NEAR(beyond(model, {{"map", "rerope"}, {"w", "32"}}), rerope, 0.05) << model.id;
        EXPECT_NEAR(beyond(model, {{"map", "rerope"}, {"w", "96"}}), rerope, 0.05) << model.id;
        EXPECT_NEAR(beyond(model, {{"map", "leaky-rerope"}, {"w", "64"}, {"k", "16"}}), rerope, 0.1) << model.id;
    }
}

TEST(BuiltInModels, ExactMapsAreOneWithinTheTrainedLength) {
    for (const BuiltInModel& model : built_in_models()) {
        const Given near{{"length", "129"}};  // 128 tokens are predicted
        const auto loss = [&](Given given) {
            given.insert(given.end(), near.begin(), near.end());
            return array(far_beyond(model, given), "loss");
        };
        const std::vector<double> rope = loss({{"map", "rope"}});
        for (const char* map : {"rerope", "leaky-rerope"}) {
            const std::vector<double> other = loss({{"map", map}, {"w", "128"}});
            ASSERT_EQ(other.size(), 128U);
            for (std::size_t n = 0; n < other.size(); ++n) EXPECT_NEAR(other[n], rope[n], 1e-4) << model.id << ' ' << map;
        }
    }
}

TEST(BuiltInModels, HaveLearnt) {
    for (const BuiltInModel& model : built_in_models()) {
        const Data data = far_beyond(model, {{"map", "rope"}});
        EXPECT_LT(data.number("mean_within"), 1.7) << model.id;  // nats a byte; 5.55 is chance
        EXPECT_EQ(data.number("tokens"), 1024) << model.id;
    }
}

}  // namespace
}  // namespace poslab::test
