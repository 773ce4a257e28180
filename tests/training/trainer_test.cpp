#include "core/base/errors.hpp"
#include "core/files/atomic_file.hpp"
#include "core/training/cpu_kernels.hpp"
#include "core/training/training_run.hpp"
#include "tests/support/run_program.hpp"
#include "tests/training/quick_training.hpp"

#include <gtest/gtest.h>
#include <oneapi/tbb/global_control.h>

#include <chrono>
#include <cmath>
#include <filesystem>
#include <map>
#include <stop_token>
#include <thread>

namespace poslab::test {
namespace {

namespace fs = std::filesystem;

/// A text that a model learns quickly.
std::string some_text() {
    std::string text;
    while (text.size() < 6000) text += "the cat sat on the mat and the dog lay by the log; ";
    return text;
}

std::map<std::string, std::string> files_of(const std::string& folder) {
    std::map<std::string, std::string> files;
    for (const auto& entry : fs::directory_iterator(folder))
        files[entry.path().filename().string()] = read_file(entry.path().string());
    return files;
}

TrainingRequest request_in(const TemporaryFolder& folder, const std::string& name) {
    write_file_atomically(folder / "text", some_text());
    return {quick_settings(), folder / "text", folder / name, NumberType::float32, false};
}

/// Stops a training after this many steps.
void train_until(const TrainingRequest& request, std::int64_t step) {
    std::stop_source stop;
    EXPECT_THROW(train(
                     request,
                     [&](const TrainingProgress& progress) {
                         if (progress.step == step) stop.request_stop();
                     },
                     Job(stop.get_token())),
                 Cancelled);
}

TEST(Trainer, LearnsEveryTaskWithEveryScheme) {
    for (const TrainingTask* task : TrainingTask::all())
        for (const TrainingScheme* scheme : TrainingScheme::all()) {
            TrainingSettings settings = quick_settings();
            settings.task = *task;
            settings.model.scheme = *scheme;
            Trainer trainer(settings, some_text(), "text");
            EXPECT_NEAR(trainer.take_step(), std::log(256), 1)
                << "initially all bytes are about equally likely";
            while (!trainer.done()) trainer.take_step();
            const HeldOut held_out = trainer.held_out(24, 20);
            EXPECT_LT(held_out.loss, 4) << task->id << ' ' << scheme->id;
            EXPECT_EQ(held_out.recalled.has_value(), task->id == "recall");
        }
}

TEST(Trainer, DoesNotDependOnThreads) {
    std::vector<std::vector<float>> results;
    for (const std::size_t threads : {std::size_t{1}, std::size_t{2}, std::size_t{5}}) {
        const oneapi::tbb::global_control control(oneapi::tbb::global_control::max_allowed_parallelism,
                                                  threads);
        Trainer trainer(quick_settings(), some_text(), "text");
        for (int step = 0; step < 5; ++step) trainer.take_step();
        results.push_back(trainer.state().parameters);
    }
    EXPECT_EQ(results[0], results[1]);
    EXPECT_EQ(results[0], results[2]);
}

TEST(Trainer, AStoppedStepChangesNothing) {
    Trainer trainer(quick_settings(), some_text(), "text"), other(quick_settings(), some_text(), "text");
    trainer.take_step();
    other.take_step();
    std::stop_source stopped;
    stopped.request_stop();
    EXPECT_THROW(trainer.take_step(Job(stopped.get_token())), Cancelled);
    EXPECT_THROW(static_cast<void>(trainer.held_out(24, 20, Job(stopped.get_token()))), Cancelled);
    EXPECT_EQ(trainer.state().step(), 1);
    EXPECT_EQ(trainer.take_step(), other.take_step());
    EXPECT_EQ(trainer.state().parameters, other.state().parameters);
}

TEST(Trainer, AStepOfManySecondsStopsWithinOne) {
    using Clock = std::chrono::steady_clock;
    TrainingSettings settings;
    settings.model.layers = 8;
    settings.model.width = 512;
    settings.model.intermediate = 1024;
    settings.batch = 32;
    Trainer trainer(settings, some_text(), "text");
    std::stop_source stop;
    Clock::time_point stopped;
    const std::jthread other([&] {
        std::this_thread::sleep_for(std::chrono::milliseconds(500));
        stopped = Clock::now();
        stop.request_stop();
    });
    const auto take_steps = [&] {
        for (;;) trainer.take_step(Job(stop.get_token()));
    };
    EXPECT_THROW(take_steps(), Cancelled);
    EXPECT_LT(std::chrono::duration<double>(Clock::now() - stopped).count(), 1);
}

TEST(Trainer, DependsOnTheSeed) {
    TrainingSettings settings = quick_settings();
    Trainer one(settings, some_text(), "text");
    settings.seed = 2;
    Trainer other(settings, some_text(), "text");
    EXPECT_NE(one.state().parameters, other.state().parameters);
    EXPECT_NE(one.take_step(), other.take_step());
}

TEST(Trainer, ShardsChangeNothingButRounding) {
    // The text is one piece, so that each batch is the same whatever its size.
    TrainingSettings settings = quick_settings();
    std::vector<double> losses;
    for (const std::int64_t batch : {1, 9}) {
        settings.batch = batch;
        std::string text(260, 'a');
        Trainer trainer(settings, text, "text");
        trainer.take_step();
        trainer.take_step();
        losses.push_back(trainer.take_step());
    }
    EXPECT_NEAR(losses[0], losses[1], 1e-4);
}

TEST(Trainer, AResumedTrainingWritesTheSameBytes) {
    const TemporaryFolder folder;
    TrainingRequest request = request_in(folder, "whole");
    train(request, {}, {});
    request.folder = folder / "parts";
    train_until(request, 7);
    request.resume = true;
    train_until(request, 31);  // after a saved checkpoint
    EXPECT_TRUE(fs::exists(folder / "parts/resume.safetensors"));
    train(request, {}, {});
    EXPECT_EQ(files_of(folder / "whole"), files_of(folder / "parts"));
    EXPECT_FALSE(fs::exists(folder / "parts/resume.safetensors"));
}

TEST(Trainer, AStateOfOtherSettingsIsRefusedByName) {
    const TemporaryFolder folder;
    TrainingRequest request = request_in(folder, "model");
    train_until(request, 3);
    EXPECT_THROW(train(request, {}, {}), UsageError)
        << "an existing model is not overwritten without --resume";
    request.resume = true;
    const auto refused = [&](const TrainingRequest& other, const std::string& mentions) {
        try {
            train(other, {}, {});
            ADD_FAILURE() << "must name " << mentions;
        } catch (const InputError& error) {
            EXPECT_NE(std::string(error.what()).find(mentions), std::string::npos) << error.what();
        }
    };
    TrainingRequest other = request;
    other.settings.model.width = 28;
    refused(other, "width 24, not 28");
    other = request;
    other.settings.model.scheme = "alibi";
    refused(other, "scheme \"rope\", not \"alibi\"");
    other = request;
    other.settings.steps = 90;
    refused(other, "steps 60, not 90");
    other = request;
    write_file_atomically(folder / "other text", some_text() + "more");
    other.text = folder / "other text";
    refused(other, "bytes");
}

TEST(Trainer, ADamagedStateIsRefused) {
    const TemporaryFolder folder;
    TrainingRequest request = request_in(folder, "model");
    train_until(request, 3);
    request.resume = true;
    const std::string path = folder / "model/resume.safetensors", whole = read_file(path);
    for (const std::string& damaged :
         {std::string(), whole.substr(0, 100), whole.substr(0, whole.size() - 4), whole + "more",
          whole.substr(0, whole.size() - 4) + std::string("\0\0\xC0\x7F", 4)}) {
        write_file_atomically(path, damaged);
        EXPECT_THROW(train(request, {}, {}), InputError) << damaged.size();
    }
}

TEST(Trainer, StopsWhereItDivergesAndKeepsTheLastSoundState) {
    const TemporaryFolder folder;
    TrainingRequest request = request_in(folder, "model");
    request.settings.learning_rate = 4;
    request.settings.warm_up = 1;  // so that it starts well
    try {
        train(request, {}, {});
        ADD_FAILURE() << "the training must fail";
    } catch (const Diverged& error) {
        EXPECT_EQ(error.exit_code(), 2) << "a setting";
        EXPECT_NE(std::string(error.what()).find("resume.safetensors"), std::string::npos) << error.what();
    }
    EXPECT_FALSE(fs::exists(folder / "model/model.safetensors"));
    Trainer trainer(request.settings, some_text(), "text");
    const TrainingState state = read_state(folder / "model/resume.safetensors", trainer.identity());
    EXPECT_GT(state.step(), 0);
    for (const float number : state.parameters) ASSERT_TRUE(std::isfinite(number));
}

TEST(Trainer, RefusesWhatDoesNotFit) {
    const auto refused = [](auto change) {
        TrainingSettings settings = quick_settings();
        change(settings);
        EXPECT_THROW(check_settings(settings), UsageError);
    };
    refused([](TrainingSettings& s) { s.model.layers = 0; });
    refused([](TrainingSettings& s) { s.model.head_dim = 7; });
    refused([](TrainingSettings& s) { s.learning_rate = std::nan(""); });
    refused([](TrainingSettings& s) { s.batch = -1; });
    EXPECT_THROW(Trainer(quick_settings(), std::string(200, 'a'), "text"), InputError) << "too short";
    TrainingSettings huge = quick_settings();
    huge.model.width = huge.model.intermediate = 8192;
    huge.model.layers = 64;
    huge.batch = 4096;
    huge.model.train_length = 16'384;
    EXPECT_THROW(check_settings(huge), TooLarge);
}

TEST(Adamw, IsItsFormula) {
    constexpr std::int64_t count = 37;
    std::vector<float> parameters, means, squares, gradient;
    for (int n = 0; n < count; ++n) {
        parameters.push_back(static_cast<float>(std::sin(n)));
        means.push_back(static_cast<float>(0.1 * std::cos(3 * n)));
        squares.push_back(static_cast<float>(0.01 * (1 + std::sin(5 * n))));
        gradient.push_back(static_cast<float>(std::cos(7 * n)));
    }
    // The step as defined by Loshchilov and Hutter, with bias correction for step 3.
    const double rate = 0.01, beta1 = 0.9, beta2 = 0.95, decay = 0.2, clip = 0.5;
    std::vector<double> expected;
    for (std::size_t n = 0; n < count; ++n) {
        const double g = clip * static_cast<double>(gradient[n]);
        const double m = beta1 * static_cast<double>(means[n]) + (1 - beta1) * g;
        const double v = beta2 * static_cast<double>(squares[n]) + (1 - beta2) * g * g;
        const double whole = m / (1 - std::pow(beta1, 3)), root = std::sqrt(v / (1 - std::pow(beta2, 3)));
        const auto p = static_cast<double>(parameters[n]);
        expected.push_back(p - rate * (whole / (root + 1e-8) + decay * p));
    }
    take_step({parameters.data(), means.data(), squares.data(), gradient.data(), count,
               static_cast<float>(clip), static_cast<float>(beta1), static_cast<float>(beta2),
               static_cast<float>(rate / (1 - std::pow(beta1, 3))),
               static_cast<float>(1 / (1 - std::pow(beta2, 3))), static_cast<float>(rate * decay)});
    for (std::size_t n = 0; n < count; ++n) EXPECT_NEAR(parameters[n], expected[n], 1e-6);
}

}  // namespace
}  // namespace poslab::test
