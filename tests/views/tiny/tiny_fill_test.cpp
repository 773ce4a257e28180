// A flag overrides --config, which overrides --preset, which overrides the default.
#include "tests/cli/command_line_run.hpp"

#include <nlohmann/json.hpp>

#include <fstream>

namespace poslab::test {
namespace {

using nlohmann::json;

class TinyFill : public testing::Test {
  protected:
    TinyFill() {
        std::ofstream(config()) << R"({"tiny_theta": 1.5, "factors": [1, 2], "half": {"tiny_theta": 0.5}})";
    }

    [[nodiscard]] std::string config() const { return folder_ / "config.json"; }
    [[nodiscard]] static json parameters(std::vector<std::string> flags) {
        flags.insert(flags.begin(), {"compute", "tiny-wave"});
        flags.insert(flags.end(), {"-o", "-"});
        const Ran ran = poslab(flags);
        expect_fine(ran);
        return json::parse(ran.out)["parameters"];
    }

    TemporaryFolder folder_;
};

TEST_F(TinyFill, PrecedenceDoesNotDependOnTheOrderOfWords) {
    const json preset = parameters({"--preset", "fast"});
    EXPECT_EQ(preset["wave-theta"], 0.1);
    EXPECT_EQ(preset["amplification"], 2.5);
    EXPECT_EQ(preset["factors"], json::parse("[1.0, 2.5, 4.0]"));
    const std::vector<std::vector<std::string>> both{
        {"--preset", "fast", "--config", config(), "--wave-length", "7"},
        {"--wave-length", "7", "--config", config(), "--preset", "fast"}};
    for (const auto& flags : both) {
        const json result = parameters(flags);
        EXPECT_EQ(result["wave-theta"], 1.5) << "the config overrides the preset";
        EXPECT_EQ(result["factors"], json::parse("[1.0, 2.0]"));
        EXPECT_EQ(result["amplification"], 2.5) << "which overrides the default";
        EXPECT_EQ(result["wave-length"], 7);
    }
    for (const auto& flags : {std::vector<std::string>{"--wave-theta", "3", "--config", config()},
                              std::vector<std::string>{"--config", config(), "--wave-theta", "3"}})
        EXPECT_EQ(parameters(flags)["wave-theta"], 3) << "a flag overrides the config";
    EXPECT_EQ(parameters({"--config", config() + "#half"})["wave-theta"], 0.5);
    EXPECT_EQ(parameters({"--preset", "fast", "--factors", "none", "--amplification", "auto"})["factors"],
              nullptr);
}

TEST_F(TinyFill, WhatCannotBeReadIsAnInputError) {
    expect_error(poslab({"compute", "tiny-wave", "--config", folder_ / "nothing.json", "-o", "-"}), 3,
                 "nothing.json");
    expect_error(poslab({"plot", "tiny-wave", "--versus", "config=" + (folder_ / "nothing.json"), "-o",
                         folder_ / "a.svg"}),
                 3, "nothing.json");
    expect_error(poslab({"compute", "tiny-wave", "--preset", "nobody", "-o", "-"}), 2,
                 "must be one of none, slow");
}

TEST_F(TinyFill, AResultIsOpenedAgainWithoutItsConfig) {
    const std::string result = folder_ / "result.json";
    expect_fine(poslab({"compute", "tiny-wave", "--config", config(), "--wave-length", "7", "-o", result}));
    const json parameters = json::parse(read_file(result))["parameters"];
    EXPECT_EQ(parameters["config"], "config.json") << "in the folder of the result";
    EXPECT_EQ(parameters["wave-theta"], 1.5);
}

TEST_F(TinyFill, LongListsAreTaken) {
    std::string many = "1";
    for (int n = 1; n < 2048; ++n) many += ",1.0078125";
    EXPECT_EQ(parameters({"--factors", many})["factors"].size(), 2048U);
    expect_error(poslab({"compute", "tiny-wave", "--factors", many + ",1", "-o", "-"}), 2, "at most 2048");
}

TEST_F(TinyFill, HelpSaysWhatVersusDoesWithCommas) {
    const Ran help = poslab({"plot", "tiny-wave", "--help"});
    expect_fine(help);
    EXPECT_NE(help.out.find("After a list or file"), std::string::npos);
    EXPECT_NE(poslab({"tiny-wave", "--help"}).out.find("poslab"), std::string::npos);
}

TEST_F(TinyFill, TheWindowTakesOfferedFiguresOnly) {
    expect_error(poslab({"tiny-wave", "--figure", "nothing", "--capture", folder_ / "a.png"}), 2,
                 "must be one of main, energy");
    expect_error(poslab({"tiny-wave", "--figure", "part", "--capture", folder_ / "a.png"}), 2,
                 "must be one of main, energy");
    expect_fine(poslab({"plot", "tiny-wave", "--figure", "part", "-o", folder_ / "a.svg"}));
}

}  // namespace
}  // namespace poslab::test
