#include "core/base/errors.hpp"
#include "core/files/atomic_file.hpp"
#include "core/training/training_run.hpp"
#include "tests/support/run_program.hpp"
#include "tests/training/quick_training.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <numeric>

namespace poslab::test {
namespace {

namespace fs = std::filesystem;

std::string squares_text() {
    std::string text;
    for (int n = 0; text.size() < 8000; ++n)
        text += "number " + std::to_string(n * n) + " comes after its root; ";
    return text;
}

TrainingSettings small_settings() {
    TrainingSettings settings = quick_settings();
    settings.steps = 40;
    return settings;
}

TrainingRecord record_in(const std::string& folder) {
    return read_training_record(read_file(folder + "/training.json"), "training.json");
}

TEST(Checkpoints, AskForRangesUpToEightTimesTheTrainedLength) {
    const Extrapolation extrapolation = extrapolation_of(small_settings().model, 100'000);
    EXPECT_EQ(extrapolation.length, 192);
    EXPECT_EQ(extrapolation.pieces, 4);
    EXPECT_EQ(extrapolation.w, 12);
    EXPECT_EQ(extrapolation.ends, (std::vector<std::int64_t>{24, 48, 96, 191}));
    EXPECT_EQ(extrapolation.schemes.front(), "rope");
    EXPECT_NE(std::find(extrapolation.schemes.begin(), extrapolation.schemes.end(), "rerope"),
              extrapolation.schemes.end());
    const Extrapolation of_little = extrapolation_of(small_settings().model, 60);
    EXPECT_EQ(of_little.pieces, 1);
    EXPECT_EQ(of_little.ends, (std::vector<std::int64_t>{24, 48, 59}));
    ModelSettings one_pair = small_settings().model;
    one_pair.head_dim = 2;
    const auto schemes = extrapolation_of(one_pair, 1000).schemes;
    EXPECT_EQ(std::find(schemes.begin(), schemes.end(), "ntk-aware"), schemes.end())
        << "NTK of one pair has no meaning";
}

/// The training network and the decoder that reads its folder are separate implementations; both compute in
/// float32, hence 1e-4.
TEST(Checkpoints, TheOwnSchemesLossesAreThoseOfTheNetwork) {
    const TemporaryFolder folder;
    Trainer trainer(small_settings(), squares_text(), "text");
    for (int n = 0; n < 10; ++n) trainer.take_step();
    write_model_folder(folder.path(), trainer, NumberType::float32);
    const Extrapolation extrapolation = trainer.state().record.extrapolation;
    const std::string_view text = trainer.held_out_text();
    const std::vector<double> means = extrapolated_losses(folder.path(), extrapolation, text, {});
    ASSERT_EQ(means.size(), extrapolation.numbers());
    const std::int64_t predicted = extrapolation.length - 1;
    std::vector<double> by_position(static_cast<std::size_t>(predicted), 0.0);
    for (std::int64_t piece = 0; piece < extrapolation.pieces; ++piece) {
        const auto room = static_cast<std::int64_t>(text.size()) - extrapolation.length;
        const std::string_view part =
            text.substr(static_cast<std::size_t>(room * piece / (extrapolation.pieces - 1)));
        std::vector<std::int32_t> tokens, targets;
        for (std::size_t n = 0; n < by_position.size(); ++n) {
            tokens.push_back(static_cast<unsigned char>(part[n]));
            targets.push_back(static_cast<unsigned char>(part[n + 1]));
        }
        Network<float> network(small_settings().model, 1, predicted);
        static_cast<void>(network.forward(trainer.state().parameters, tokens));
        std::vector<double> losses(by_position.size());
        static_cast<void>(network.loss(targets, 0, losses));
        for (std::size_t n = 0; n < losses.size(); ++n)
            by_position[n] += losses[n] / static_cast<double>(extrapolation.pieces);
    }
    std::int64_t begin = 0;
    for (std::size_t range = 0; range < extrapolation.ends.size(); ++range) {
        const std::int64_t end = extrapolation.ends[range];
        const double sum = std::accumulate(by_position.begin() + begin, by_position.begin() + end, 0.0);
        EXPECT_NEAR(means[range], sum / static_cast<double>(end - begin), 1e-4) << range;
        begin = end;
    }
    const auto rerope = std::find(extrapolation.schemes.begin(), extrapolation.schemes.end(), "rerope") -
                        extrapolation.schemes.begin();
    const std::size_t at = static_cast<std::size_t>(rerope) * extrapolation.ends.size();
    EXPECT_NE(means[at + 3], means[3]) << "another scheme treats far positions differently";
}

TEST(Checkpoints, StandInTrainingJsonAndSurviveAnInterrupt) {
    const TemporaryFolder folder;
    write_file_atomically(folder / "text", squares_text());
    const auto request = [&](const std::string& name, bool resume) {
        return TrainingRequest{small_settings(), folder / "text", folder / name, NumberType::float32, resume};
    };
    static_cast<void>(train(request("whole", false), {}, {}));
    const TrainingRecord whole = record_in(folder / "whole");
    EXPECT_FALSE(fs::exists(checkpoint_folder(folder / "whole"))) << "the model itself exists then";
    ASSERT_EQ(whole.record.checkpoints.size(), 21U);
    EXPECT_EQ(whole.losses.size(), 40U);
    for (std::size_t n = 0; n < 21; ++n)
        EXPECT_EQ(whole.record.checkpoints[n].step, static_cast<std::int64_t>(2 * n));
    EXPECT_NEAR(whole.record.checkpoints.front().losses.front(), std::log(256), 1)
        << "nothing is known before the first step";
    EXPECT_LT(whole.record.checkpoints.back().losses.front(),
              whole.record.checkpoints.front().losses.front() - 1);

    std::stop_source stop;
    const auto stop_at = [&](const TrainingProgress& progress) {
        if (progress.step == 17) stop.request_stop();
    };
    EXPECT_THROW(train(request("parts", false), stop_at, Job(stop.get_token())), Cancelled);
    const TrainingRecord part = record_in(checkpoint_folder(folder / "parts"));
    EXPECT_EQ(part.record.checkpoints.size(), 9U) << "steps 0, 2, … 16";
    EXPECT_TRUE(fs::exists(checkpoint_folder(folder / "parts") + "/model.safetensors"));
    static_cast<void>(train(request("parts", true), {}, {}));
    EXPECT_EQ(read_file(folder / "parts/training.json"), read_file(folder / "whole/training.json"));
}

TEST(Checkpoints, ARecordThatIsNoneIsRefusedInOneSentence) {
    CheckpointRecord record;
    record.extrapolation = extrapolation_of(small_settings().model, 1000);
    record.checkpoints.push_back({0, 5.5, 0.25, std::vector<double>(record.extrapolation.numbers(), 1.5)});
    const nlohmann::json json = nlohmann::json(record_json(record));
    const CheckpointRecord again = read_record(json, "it");
    EXPECT_EQ(again.extrapolation, record.extrapolation);
    EXPECT_EQ(again.checkpoints.front().losses, record.checkpoints.front().losses);
    EXPECT_EQ(again.checkpoints.front().recalled, 0.25);
    const auto refused = [](const nlohmann::json& broken) {
        try {
            static_cast<void>(read_record(broken, "it"));
        } catch (const InputError& error) {
            return std::string(error.what()).starts_with("it: ");
        }
        return false;
    };
    for (const auto& [key, value] : json.items()) {
        nlohmann::json broken = json;
        broken[key] = "text";
        EXPECT_TRUE(refused(broken)) << key;
        if (key == "recalled") continue;  // of the recall task only
        broken.erase(key);
        EXPECT_TRUE(refused(broken)) << key;
    }
    nlohmann::json longer = json;
    longer["steps"].push_back(2);
    EXPECT_TRUE(refused(longer));
    longer = json;
    longer["losses"][0][0].push_back(2);
    EXPECT_TRUE(refused(longer));
    EXPECT_TRUE(refused(nlohmann::json::array()));
}

}  // namespace
}  // namespace poslab::test
