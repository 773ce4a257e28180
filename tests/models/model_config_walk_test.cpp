// Reads every file of tests/models/configs: the relevant keys of a real config.json, its source, and the
// results of the software that runs the model. The expected frequencies and attention factors were computed
// by the functions of huggingface/transformers src/transformers/modeling_rope_utils.py (version 5 of
// 2025-11-07, in double precision), at the shown length.

#include "tests/models/model_config_cases.hpp"

#include "core/encoding/frequencies.hpp"
#include "core/models/rope_export.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <set>

namespace poslab::test {
namespace {

const std::string folder = POSLAB_MODEL_CONFIGS;

std::vector<std::filesystem::path> config_files() {
    std::vector<std::filesystem::path> files;
    for (const auto& entry : std::filesystem::directory_iterator(folder)) files.push_back(entry.path());
    std::sort(files.begin(), files.end());
    return files;
}

Json content_of(const std::filesystem::path& path) {
    std::ifstream file(path);
    return Json::parse(file);
}

void expect_as_peers(const Json& config, const Json& expected) {
    const std::string layer = expected.value("layer_type", std::string());
    const ModelConfig read = parsed(config.dump(), layer);
    const RopeConfig values = rope_config_of(read.parameters);
    EXPECT_EQ(values.pairing, expected["pairing"].get<std::string>());
    EXPECT_EQ(values.rope_dims, expected["rope_dims"].get<std::string>());
    const RotaryFrequencies found = rotary_frequencies(values);
    ASSERT_EQ(found.inverse_frequency.size(), expected["pairs"].get<std::size_t>()) << layer;
    // Both sides compute in double precision, in different orders of operations.
    for (const auto& [pair, theta] : expected["theta"].items()) {
        const double computed = found.inverse_frequency[static_cast<std::size_t>(std::stoi(pair))],
                     reference = theta.get<double>();
        EXPECT_NEAR(computed, reference, 1e-11 * reference) << layer << ", pair " << pair;
    }
    EXPECT_NEAR(found.attention_factor, expected["attention_factor"].get<double>(), 1e-12) << layer;
}

TEST(ModelConfigWalk, EveryRealConfigIsReadAsItsSoftwareReadsIt) {
    std::set<std::string> types;
    const auto files = config_files();
    for (const std::filesystem::path& path : files) {
        SCOPED_TRACE(path.filename().string());
        const Json file = content_of(path);
        EXPECT_FALSE(file["source"].get<std::string>().empty());
        ASSERT_FALSE(file["expected"].empty());
        for (const Json& expected : file["expected"]) expect_as_peers(file["config"], expected);
        types.insert(parsed(file["config"].dump()).model_type);
    }
    EXPECT_GE(files.size(), 60U);
    EXPECT_GE(types.size(), 40U);
}

TEST(ModelConfigWalk, NoneOfThemIsOfAnUnknownType) {
    for (const std::filesystem::path& path : config_files())
        for (const ConfigWarning& warning : parsed(content_of(path)["config"].dump()).warnings)
            EXPECT_EQ(warning.english().find("is unknown"), std::string::npos)
                << path << ": " << warning.english();
}

}  // namespace
}  // namespace poslab::test
