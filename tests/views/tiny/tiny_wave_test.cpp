// The program built with one more view, by one file and one line, has that view everywhere.
#include "tests/cli/command_line_run.hpp"

#include <nlohmann/json.hpp>

#include <cmath>

namespace poslab::test {
namespace {

using nlohmann::json;

TEST(TinyWave, IsListedWithItsParameters) {
    const Ran all = poslab({"views", "--json"});
    expect_fine(all);
    const json views = json::parse(all.out);
    ASSERT_GE(views.size(), 2U);
    EXPECT_EQ(views.front()["id"], "position-matrix") << "the others still exist";
    EXPECT_EQ(views.back()["id"], "tiny-wave");
    const Ran ran = poslab({"views", "tiny-wave"});
    expect_fine(ran);
    EXPECT_NE(ran.out.find("--wave-theta"), std::string::npos);
    EXPECT_NE(ran.out.find("--wave-length"), std::string::npos);
    EXPECT_NE(poslab({"--help"}).out.find("tiny-wave"), std::string::npos);
    EXPECT_NE(poslab({"plot", "tiny-wave", "--help"}).out.find("Angle per token."), std::string::npos);
}

TEST(TinyWave, IsComputed) {
    const Ran ran = poslab({"compute", "tiny-wave", "--wave-theta", "0.25", "--wave-length", "9", "-o", "-"});
    expect_fine(ran);
    const json result = json::parse(ran.out);
    EXPECT_EQ(result["parameters"],
              json::parse(
                  R"({"wave-theta": 0.25, "wave-length": 9, "preset": "none", "config": null, "factors": null,
                              "sections": null, "overtones": null, "amplification": null})"));
    ASSERT_EQ(result["arrays"]["wave"]["data"].size(), 9U);
    for (int n = 0; n < 9; ++n)
        EXPECT_EQ(result["arrays"]["wave"]["data"][static_cast<std::size_t>(n)], std::cos(0.25 * n));
    EXPECT_EQ(result["values"]["last"], std::cos(2.0));
}

TEST(TinyWave, TakesSeveralChoices) {
    const auto computed = [](const std::string& overtones) {
        const Ran ran = poslab({"compute", "tiny-wave", "--wave-theta", "0.25", "--wave-length", "9",
                                "--overtones", overtones, "-o", "-"});
        expect_fine(ran);
        return json::parse(ran.out);
    };
    const json two = computed("twelfth,octave,twelfth");
    EXPECT_EQ(two["parameters"]["overtones"], json::parse(R"(["octave", "twelfth"])"));
    // Eight steps of 0.25: the wave and its second and third harmonic, in double.
    EXPECT_NEAR(two["values"]["last"].get<double>(), std::cos(2.0) + std::cos(4.0) + std::cos(6.0), 1e-14);
    EXPECT_EQ(computed("none")["values"]["last"], std::cos(2.0));
    const std::string choices = "octave, twelfth, double-octave, major-third, fifth, seventh, triple-octave";
    expect_error(poslab({"compute", "tiny-wave", "--overtones", "octave,sixth", "-o", "-"}), 2,
                 "--overtones octave,sixth: must be none, or some of " + choices +
                     " separated by commas (not 'sixth')");
    expect_error(poslab({"compute", "tiny-wave", "--overtones", "", "-o", "-"}), 2, "(not '')");
}

TEST(TinyWave, ListsSeveralChoices) {
    const Ran text = poslab({"views", "tiny-wave"});
    expect_fine(text);
    EXPECT_NE(text.out.find("none, or some of octave, twelfth"), std::string::npos) << text.out;
    EXPECT_NE(text.out.find("separated by commas; default none"), std::string::npos) << text.out;
    const json listed = json::parse(poslab({"views", "tiny-wave", "--json"}).out);
    for (const json& parameter : listed["parameters"]) {
        if (parameter["id"] != "overtones") continue;
        EXPECT_EQ(parameter["kind"], "choice_list");
        EXPECT_EQ(parameter["default"], nullptr);
        EXPECT_EQ(parameter["choices"].size(), 7U);
        EXPECT_EQ(parameter["choices"][0]["label"]["zh"], "八度");
        EXPECT_FALSE(parameter.contains("range"));
        return;
    }
    ADD_FAILURE() << "not listed";
}

TEST(TinyWave, IsCheckedAgainstItsDescriptors) {
    expect_error(poslab({"compute", "tiny-wave", "--wave-length", "1", "-o", "-"}), 2,
                 "--wave-length 1: must be a whole number in [2, 65536]");
    expect_error(poslab({"compute", "tiny-wave", "--w", "5", "-o", "-"}), 2, "--w");
    expect_error(poslab({"compute", "tiny-wave", "--array", "positions", "-o", "-"}), 2,
                 "distance, wave, energy");
}

TEST(TinyWave, IsDrawn) {
    const TemporaryFolder folder;
    expect_fine(
        poslab({"plot", "tiny-wave", "-o", folder / "a.svg", "--versus", "wave-theta=0.2", "--lang", "zh"}));
    EXPECT_NE(read_file(folder / "a.svg").find("小波"), std::string::npos);
    expect_fine(poslab({"gallery", "-o", folder / "gallery"}));
    EXPECT_TRUE(read_file(folder / "gallery/tiny-wave.png").starts_with("\x89PNG"));
    EXPECT_TRUE(read_file(folder / "gallery/position-matrix.png").starts_with("\x89PNG"));
}

}  // namespace
}  // namespace poslab::test
