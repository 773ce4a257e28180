#include "core/training/model_folder.hpp"

#include "core/base/errors.hpp"
#include "core/files/tensor_file.hpp"
#include "tests/support/run_program.hpp"

#include <gtest/gtest.h>

#include <csignal>
#include <filesystem>
#include <functional>
#include <map>

#include <sys/resource.h>

namespace poslab::test {
namespace {

TEST(ModelFolder, HasTheTensorsOfItsConfig) {
    const TemporaryFolder folder;
    TrainingSettings settings;
    settings.model.width = 16;
    settings.model.heads = 2;
    settings.model.head_dim = 6;
    settings.model.intermediate = 20;
    settings.model.train_length = 32;
    settings.model.base = 5000;
    settings.steps = 2;
    settings.batch = 2;
    const Trainer trainer(settings, std::string(1000, 'a'), "text");
    for (const NumberType type : {NumberType::float32, NumberType::float16}) {
        write_model_folder(folder.path(), trainer, type);
        write_training_json(folder.path(), trainer, trainer.held_out(32, 4), "text");
        const TensorFile file(folder / "model.safetensors");
        ASSERT_EQ(file.tensors().size(), 2U + 2 * 9);
        const TensorInfo& down = file.tensor("model.layers.1.mlp.down_proj.weight");
        EXPECT_EQ(down.shape, (std::vector<std::int64_t>{16, 20}));
        EXPECT_EQ(down.type(), type);
        const NamedTensor place = parameter_layout(settings.model).tensors[18];
        ASSERT_EQ(place.name, down.name);
        const std::vector<float> read = file.read_floats(down, {}, {0, 16});
        for (std::size_t n = 0; n < read.size(); ++n)
            EXPECT_NEAR(read[n], trainer.state().parameters[place.first + n],
                        type == NumberType::float32 ? 0 : 1e-4);
        const nlohmann::json config = nlohmann::json::parse(read_file(folder / "config.json"));
        EXPECT_EQ(config["torch_dtype"], number_type_name(type));
        EXPECT_EQ(config["max_position_embeddings"], 32);
        EXPECT_EQ(config["rope_theta"], 5000);
        EXPECT_EQ(config["tie_word_embeddings"], true);
    }
    const nlohmann::json training = nlohmann::json::parse(read_file(folder / "training.json"));
    EXPECT_EQ(training["settings"]["width"], 16);
    EXPECT_EQ(training["text"]["bytes"], 1000);
    EXPECT_EQ(training["parameters"], trainer.state().parameters.size());
}

/// Calls `write` while no file may have more bytes than `most`, as on a full disk.
void with_largest_file(rlim_t most, const std::function<void()>& write) {
    rlimit before{};
    ASSERT_EQ(::getrlimit(RLIMIT_FSIZE, &before), 0);
    const rlimit small{most, before.rlim_max};
    auto* const old = std::signal(SIGXFSZ, SIG_IGN);
    ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &small), 0);
    write();
    ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &before), 0);
    std::signal(SIGXFSZ, old);
}

TEST(ModelFolder, KeepsTheEarlierModelOnAFullDisk) {
    const TemporaryFolder folder;
    TrainingSettings settings;
    settings.model.train_length = 32;
    const auto write = [&](std::int64_t width) {
        settings.model.width = width;
        const Trainer trainer(settings, std::string(1000, 'a'), "text");
        write_model_folder(folder.path(), trainer, NumberType::float32, {{"width", width}});
    };
    const auto files = [&] {
        std::map<std::string, std::string> bytes;
        for (const auto& file : std::filesystem::directory_iterator(folder.path()))
            bytes[file.path().filename()] = read_file(file.path());
        return bytes;
    };
    write(16);
    const auto before = files();
    ASSERT_EQ(before.size(), 5U);
    with_largest_file(before.at("model.safetensors").size(), [&] { EXPECT_THROW(write(64), OutputError); });
    EXPECT_EQ(files(), before);
}

TEST(ModelFolder, SaysWhatTransformersDoesNotHave) {
    ModelSettings model;
    EXPECT_FALSE(beyond_transformers(model));
    model.scheme = "window";
    EXPECT_FALSE(beyond_transformers(model));
    EXPECT_EQ(model_config(model, NumberType::float32)["model_type"], "mistral");
    EXPECT_EQ(model_config(model, NumberType::float32)["sliding_window"], model.window);
    model.scheme = "hfwa";
    EXPECT_TRUE(beyond_transformers(model));
    EXPECT_EQ(model_config(model, NumberType::float32)["poslab"]["scheme"], "hfwa");
}

}  // namespace
}  // namespace poslab::test
