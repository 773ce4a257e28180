#include "core/models/model_presets.hpp"
#include "tests/models/model_config_cases.hpp"
#include "tests/support/run_program.hpp"

#include <cmath>
#include <fstream>
#include <map>
#include <set>

namespace poslab::test {
namespace {

struct Row {
    double base;
    int dim, rotary;
    std::int64_t train, length;
    std::string scaling;
    double factor;
    std::string pairing = "gpt-neox";
};

/// The table "Real configs", written independently of the presets. For yarn, llama3 and longrope the trained
/// length is L0; the trained length of Gemma 3 is not in its config (131072/8); Qwen2.5 is extended to 4 ·
/// 32768 on request.
const std::map<std::string, Row> table{
    {"llama-2-7b", {1e4, 128, 128, 4096, 4096, "none", 1}},
    {"llama-3-8b", {5e5, 128, 128, 8192, 8192, "none", 1}},
    {"llama-3.1-8b", {5e5, 128, 128, 8192, 131072, "llama3", 8}},
    {"qwen2-7b", {1e6, 128, 128, 131072, 131072, "none", 1}},
    {"qwen2.5-7b", {1e6, 128, 128, 32768, 32768, "none", 1}},
    {"qwen2.5-7b-yarn", {1e6, 128, 128, 32768, 131072, "yarn", 4}},
    {"qwen3-8b", {1e6, 128, 128, 40960, 40960, "none", 1}},
    {"qwen2-vl-7b", {1e6, 128, 128, 32768, 32768, "none", 1}},
    {"mistral-7b-v0.1", {1e4, 128, 128, 32768, 32768, "none", 1}},
    {"mistral-7b-v0.2", {1e6, 128, 128, 32768, 32768, "none", 1}},
    {"gemma-2-9b", {1e4, 256, 256, 8192, 8192, "none", 1}},
    {"gemma-3-12b", {1e6, 256, 256, 16384, 131072, "linear", 8}},
    {"gemma-3-12b-local", {1e4, 256, 256, 131072, 131072, "none", 1}},
    {"gemma-4-31b", {1e6, 512, 128, 262144, 262144, "proportional", 1}},
    {"gemma-4-31b-local", {1e4, 256, 256, 262144, 262144, "none", 1}},
    {"deepseek-v2", {1e4, 192, 64, 4096, 163840, "yarn", 40, "gpt-j"}},
    {"deepseek-v3", {1e4, 192, 64, 4096, 163840, "yarn", 40, "gpt-j"}},
    {"phi-3-mini-128k", {1e4, 96, 96, 4096, 131072, "longrope", 32}},
    {"yarn-llama-2-7b-64k", {1e4, 128, 128, 4096, 65536, "yarn", 16}},
    {"yarn-llama-2-7b-128k", {1e4, 128, 128, 4096, 131072, "yarn", 32}},
    {"gpt-neox-20b", {1e4, 96, 24, 2048, 2048, "none", 1}},
    {"gpt-j-6b", {1e4, 256, 64, 2048, 2048, "none", 1, "gpt-j"}},
};

const ModelPreset& preset(const std::string& id) {
    for (const ModelPreset& p : model_presets()) {
        if (p.id == id) return p;
    }
    throw std::runtime_error("no preset " + id);
}

TEST(ModelPresets, EveryRowOfTheTable) {
    std::set<std::string> ids;
    for (const ModelPreset& p : model_presets()) {
        ASSERT_TRUE(table.contains(p.id)) << p.id;
        EXPECT_TRUE(ids.insert(p.id).second) << p.id;
        const Row& row = table.at(p.id);
        const Json& v = p.config.parameters;
        EXPECT_EQ(v["base"], row.base) << p.id;
        EXPECT_EQ(v["dim"], row.dim) << p.id;
        EXPECT_EQ(static_cast<int>(v["dim"].get<int>() * v["rotary-fraction"].get<double>()), row.rotary)
            << p.id;
        EXPECT_EQ(v["train-length"], row.train) << p.id;
        EXPECT_EQ(v["length"], row.length) << p.id;
        EXPECT_EQ(v["scaling"], row.scaling) << p.id;
        EXPECT_EQ(v["factor"], row.factor) << p.id;
        EXPECT_EQ(v["pairing"], row.pairing) << p.id;
        EXPECT_EQ(v.size(), llama_2().size()) << p.id;
        EXPECT_FALSE(p.title.empty());
        EXPECT_NE(p.source.find('/'), std::string::npos) << p.id;
        EXPECT_EQ(p.date.size(), 10U) << p.id;
    }
    EXPECT_EQ(ids.size(), table.size());
}

TEST(ModelPresets, TheRestOfTheTable) {
    const Json llama = preset("llama-3.1-8b").config.parameters;
    EXPECT_EQ(llama["low-freq-factor"], 1);
    EXPECT_EQ(llama["high-freq-factor"], 4);
    for (const auto& [id, mscale] :
         {std::pair<std::string, double>{"deepseek-v2", 0.707}, {"deepseek-v3", 1.0}}) {
        const Json v = preset(id).config.parameters;
        EXPECT_EQ(v["mscale"], mscale);
        EXPECT_EQ(v["mscale-all-dim"], mscale);
        EXPECT_EQ(v["beta-fast"], 32);
        EXPECT_EQ(v["beta-slow"], 1);
    }
    EXPECT_EQ(preset("qwen2-vl-7b").config.parameters["mrope-sections"], Json({16, 24, 24}));
}

TEST(ModelPresets, Phi3sFactors) {
    const Json v = preset("phi-3-mini-128k").config.parameters;
    const auto longer = v["long-factors"].get<std::vector<double>>(),
               shorter = v["short-factors"].get<std::vector<double>>();
    ASSERT_EQ(longer.size(), 48U);
    ASSERT_EQ(shorter.size(), 48U);
    EXPECT_TRUE(std::is_sorted(longer.begin(), longer.end()));
    EXPECT_TRUE(std::is_sorted(shorter.begin(), shorter.end()));
    EXPECT_DOUBLE_EQ(longer.front(), 1.0700000524520874);
    EXPECT_DOUBLE_EQ(longer.back(), 64.76000213623047);
    EXPECT_DOUBLE_EQ(shorter.front(), 1.1);
    EXPECT_NEAR(shorter.back(), 3.05, 1e-12);
    // The reference value of the attention factor, to its seven digits.
    EXPECT_NEAR(
        std::sqrt(1 + std::log(v["factor"].get<double>()) / std::log(v["train-length"].get<double>())),
        1.190238, 5e-7);
}

TEST(ModelPresets, WrittenAsAFileTheyReadTheSame) {
    const TemporaryFolder folder;
    for (const ModelPreset& p : model_presets()) {
        const std::string path = folder / "config.json";
        std::ofstream(path, std::ios::trunc) << p.text;
        const std::string with_layer = p.config.layer_type.empty() ? path : path + "#" + p.config.layer_type;
        const ModelConfig config = read_model_config(with_layer);
        EXPECT_EQ(config.parameters, p.config.parameters) << p.id;
        EXPECT_EQ(config.warnings, p.config.warnings) << p.id;
        EXPECT_TRUE(model_config_file(path)) << p.id;
    }
}

TEST(ModelPresets, WarnWhereTheFieldDoes) {
    warning_with(preset("qwen2.5-7b-yarn").config, "lengths 32768/32768 give 1");
    warning_with(preset("deepseek-v2").config, "by 1.590");
    warning_with(preset("deepseek-v3").config, "by 1.874");
    warning_with(preset("phi-3-mini-128k").config, "vLLM always if it serves more than 4096 (here 131072)");
    warning_with(preset("yarn-llama-2-7b-64k").config, "ignores: finetuned.");
    EXPECT_TRUE(preset("llama-3.1-8b").config.warnings.empty());
}

}  // namespace
}  // namespace poslab::test
