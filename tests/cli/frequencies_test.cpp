// Presets and configs on the command line.

#include "core/models/model_presets.hpp"
#include "tests/cli/command_line_run.hpp"

#include <nlohmann/json.hpp>

#include <cmath>
#include <fstream>

namespace poslab::test {
namespace {

using nlohmann::json;

json computed(std::vector<std::string> words) {
    words.insert(words.begin(), {"compute", "frequencies"});
    words.insert(words.end(), {"-o", "-"});
    const Ran ran = poslab(words);
    expect_fine(ran);
    return json::parse(ran.out);
}

// A config file gives the same numbers as the preset; the table itself is tested in
// tests/models/model_presets_test.cpp.
TEST(FrequenciesCommand, EveryPresetAsAFile) {
    const TemporaryFolder folder;
    for (const ModelPreset& preset : model_presets()) {
        SCOPED_TRACE(preset.id);
        const std::string path = folder / (preset.id + ".json");
        std::ofstream(path) << preset.text;
        const std::string part = preset.config.layer_type.empty() ? "" : "#" + preset.config.layer_type;
        const json by_name = computed({"--preset", preset.id});
        const json by_file = computed({"--config", path + part});
        EXPECT_EQ(by_name["arrays"], by_file["arrays"]);
        EXPECT_EQ(by_name["values"], by_file["values"]);
        EXPECT_EQ(by_name["parameters"]["preset"], preset.id);
        EXPECT_EQ(by_file["parameters"]["config"], path + part);
        EXPECT_EQ(by_file["values"]["rotary_dim"], 2 * by_file["arrays"]["inverse_frequency"]["data"].size());
    }
}

TEST(FrequenciesCommand, GoldenValuesOfThePresets) {
    EXPECT_NEAR(computed({"--preset", "yarn-llama-2-7b-64k"})["values"]["attention_factor"].get<double>(),
                1.277259, 1e-6);
    EXPECT_NEAR(computed({"--preset", "phi-3-mini-128k"})["values"]["attention_factor"].get<double>(),
                1.190238, 1e-6);
    const json llama = computed({"--preset", "llama-3.1-8b"})["values"];
    EXPECT_EQ(llama["pairs_untouched"], 29);
    EXPECT_EQ(llama["pairs_blended"], 6);
    EXPECT_EQ(llama["pairs_divided"], 29);
    for (const auto& [preset, low, high] :
         {std::tuple{"yarn-llama-2-7b-64k", 20, 46}, std::tuple{"deepseek-v3", 10, 23},
          std::tuple{"qwen2.5-7b-yarn", 23, 40}}) {
        const json values = computed({"--preset", preset})["values"];
        EXPECT_EQ(values["ramp_low"], low) << preset;
        EXPECT_EQ(values["ramp_high"], high) << preset;
    }
    const json ntk = computed({"--scaling", "ntk", "--factor", "8"})["values"];
    EXPECT_NEAR(ntk["effective_base"].get<double>(), 82684.62, 0.005);
}

TEST(FrequenciesCommand, AFlagBeatsTheConfigWhichBeatsThePreset) {
    const TemporaryFolder folder;
    std::ofstream(folder / "config.json")
        << R"({"hidden_size": 2048, "num_attention_heads": 16, "max_position_embeddings": 2048, "rope_theta": 77777})";
    const json both =
        computed({"--preset", "llama-3.1-8b", "--config", folder / "config.json"})["parameters"];
    EXPECT_EQ(both["base"], 77777);
    EXPECT_EQ(both["scaling"], "none");
    const json flag = computed({"--base", "500", "--preset", "llama-3.1-8b"})["parameters"];
    EXPECT_EQ(flag["base"], 500);
    EXPECT_EQ(flag["scaling"], "llama3");
}

// The written scaling, pasted into a config, gives the same frequencies.
TEST(FrequenciesCommand, TheWrittenScalingReadsBack) {
    const TemporaryFolder folder;
    const json first = computed({"--preset", "llama-3.1-8b", "--factor", "5"});
    for (const char* name : {"rope_scaling", "rope_parameters"}) {
        json config = json::parse(first["values"][name].get<std::string>());
        config["head_dim"] = 128;
        std::ofstream(folder / "config.json") << config;
        const json again = computed({"--config", folder / "config.json"});
        EXPECT_EQ(again["arrays"]["inverse_frequency"], first["arrays"]["inverse_frequency"])
            << name << config;
    }
    EXPECT_TRUE(computed({"--scaling", "ntk-mixed"})["values"]["rope_parameters"].is_null());
}

struct Bad {
    std::vector<std::string> words;
    int code;
    std::string names;
};

TEST(FrequenciesCommand, BadInputIsOneSentence) {
    const TemporaryFolder folder;
    std::ofstream(folder / "poem.txt") << "roses are red";
    std::ofstream(folder / "odd.json")
        << R"({"hidden_size": 64, "num_attention_heads": 1, "max_position_embeddings": 512, "rope_scaling": {"rope_type": "warp", "factor": 2}})";
    std::ofstream(folder / "sections.json")
        << R"({"hidden_size": 128, "num_attention_heads": 1, "max_position_embeddings": 512, "rope_scaling": {"type": "mrope", "mrope_section": [32, 32]}})";
    const std::vector<Bad> all{
        {{"--dim", "127"}, 2, "--dim 127"},
        {{"--dim", "0"}, 2, "--dim 0"},
        {{"--base", "1"}, 2, "--base 1"},
        {{"--rotary-fraction", "0.99999999999"}, 2, "--rotary-fraction 0.99999999999:"},
        {{"--scaling", "linear", "--factor", "0"}, 2, "--factor 0"},
        {{"--scaling", "yarn", "--beta-fast", "0"}, 2, "--beta-fast 0"},
        {{"--scaling", "llama3", "--low-freq-factor", "0"}, 2, "--low-freq-factor 0"},
        {{"--scaling", "ntk", "--dim", "2"}, 2, "two rotary pairs"},
        {{"--scaling", "longrope", "--long-factors", "1,2,3"}, 2, "--long-factors has 3 numbers"},
        {{"--scaling", "longrope", "--long-factors", "1", "--dim", "4"},
         2,
         "--long-factors has 1 number, the rotary dimension has 2 pairs"},
        {{"--explicit-frequencies", "1,2", "--dim", "2"},
         2,
         "--explicit-frequencies has 2 numbers, a head of --dim 2 has 1 pair\n"},
        {{"--mrope-sections", "1", "--dim", "2"},
         2,
         "--mrope-sections: must be three numbers (t,h,w) with the sum 1, not 1 with the sum 1\n"},
        {{"--train-length", "-5"}, 2, "--train-length -5"},
        {{"--preset", "llama-9"}, 2, "llama-3.1-8b"},
        {{"--config", folder / "nothing.json"}, 3, "nothing.json"},
        {{"--config", folder / "poem.txt"}, 3, "poem.txt"},
        {{"--config", folder.path()}, 3, "folder"},
        {{"--config", folder / "odd.json"}, 3, "warp"},
        {{"--config", folder / "sections.json"},
         3,
         "sections.json: rope_scaling.mrope_section must have three"}};
    for (const Bad& bad : all) {
        std::vector<std::string> words{"compute", "frequencies", "-o", "-"};
        words.insert(words.end(), bad.words.begin(), bad.words.end());
        const Ran ran = poslab(words);
        EXPECT_EQ(ran.code, bad.code) << ran.err;
        EXPECT_NE(ran.err.find(bad.names), std::string::npos) << ran.err;
        EXPECT_EQ(std::count(ran.err.begin(), ran.err.end(), '\n'), 1) << ran.err;
        EXPECT_TRUE(ran.out.empty());
    }
}

TEST(FrequenciesCommand, AServedLengthBelowTheTrainedOneIsSaid) {
    const json dynamic =
        computed({"--scaling", "dynamic", "--factor", "4", "--train-length", "2048", "--length", "1024"});
    EXPECT_NE(dynamic["warnings"].dump().find("complex"), std::string::npos) << dynamic["warnings"];
    EXPECT_EQ(dynamic["values"]["effective_base"], 10000);
}

}  // namespace
}  // namespace poslab::test
