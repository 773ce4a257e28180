// The program built with one view more, by one file and one line, has that view everywhere.
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
    EXPECT_EQ(views.front()["id"], "position-matrix") << "the others are still there";
    EXPECT_EQ(views.back()["id"], "tiny-wave");
    const Ran one = poslab({"views", "tiny-wave"});
    expect_fine(one);
    EXPECT_NE(one.out.find("--wave-theta"), std::string::npos);
    EXPECT_NE(one.out.find("--wave-length"), std::string::npos);
    EXPECT_NE(poslab({"--help"}).out.find("tiny-wave"), std::string::npos);
    EXPECT_NE(poslab({"plot", "tiny-wave", "--help"}).out.find("Angle per token."), std::string::npos);
}

TEST(TinyWave, IsComputed) {
    const Ran ran = poslab({"compute", "tiny-wave", "--wave-theta", "0.25", "--wave-length", "9", "-o", "-"});
    expect_fine(ran);
    const json result = json::parse(ran.out);
    EXPECT_EQ(result["parameters"],
              json::parse(R"({"wave-theta": 0.25, "wave-length": 9, "preset": "none", "config": null, "factors": null,
                              "sections": null, "amplification": null})"));
    ASSERT_EQ(result["arrays"]["wave"]["data"].size(), 9U);
    for (int n = 0; n < 9; ++n) EXPECT_EQ(result["arrays"]["wave"]["data"][static_cast<std::size_t>(n)], std::cos(0.25 * n));
    EXPECT_EQ(result["values"]["last"], std::cos(2.0));
}

TEST(TinyWave, IsCheckedAgainstItsDescriptors) {
    expect_error(poslab({"compute", "tiny-wave", "--wave-length", "1", "-o", "-"}), 2,
                 "--wave-length 1: must be a whole number in [2, 65536]");
    expect_error(poslab({"compute", "tiny-wave", "--w", "5", "-o", "-"}), 2, "--w");
    expect_error(poslab({"compute", "tiny-wave", "--array", "positions", "-o", "-"}), 2, "distance, wave, energy");
}

TEST(TinyWave, IsDrawn) {
    const TemporaryFolder folder;
    expect_fine(poslab({"plot", "tiny-wave", "-o", folder / "a.svg", "--versus", "wave-theta=0.2", "--lang", "zh"}));
    EXPECT_NE(read_file(folder / "a.svg").find("小波"), std::string::npos);
    expect_fine(poslab({"gallery", "-o", folder / "gallery"}));
    EXPECT_TRUE(read_file(folder / "gallery/tiny-wave.png").starts_with("\x89PNG"));
    EXPECT_TRUE(read_file(folder / "gallery/position-matrix.png").starts_with("\x89PNG"));
}

}  // namespace
}  // namespace poslab::test
