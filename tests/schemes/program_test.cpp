// Schemes and formats that consist of one file in this folder and one line in a list: the program built with
// them has them everywhere. Their results are compared with a second implementation of their formulas.
#include "tests/cli/command_line_run.hpp"

#include <cmath>

namespace poslab::test {
namespace {

using nlohmann::json;

bool is_last_choice(const std::string& view, const std::string& id, const std::string& choice) {
    const json described = parsed({"views", view, "--json"});
    for (const json& parameter : described["parameters"])
        if (parameter["id"] == id)
            return parameter["choices"].size() > 1 && parameter["choices"].back()["id"] == choice;
    return false;
}

TEST(MoreSchemes, AreAmongTheChoicesOfEveryViewAndInItsHelp) {
    for (const char* view : {"position-matrix", "attention"})
        EXPECT_TRUE(is_last_choice(view, "map", "halves")) << view;
    for (const char* view : {"frequencies", "attention", "bias-decay"})
        EXPECT_TRUE(is_last_choice(view, "scaling", "thirds")) << view;
    EXPECT_TRUE(is_last_choice("attention", "bias", "root"));
    EXPECT_TRUE(is_last_choice("memory", "measure", "late"));
    EXPECT_NE(poslab({"plot", "attention", "--help"}).out.find("halves"), std::string::npos);
}

TEST(MoreSchemes, AMapIsComputedAndComparedAsItsFormulaSays) {
    const json result =
        parsed({"compute", "position-matrix", "--map", "halves", "--w", "5", "--length", "12", "-o", "-"});
    EXPECT_EQ(result["parameters"]["map"], "halves");
    const json& positions = result["arrays"]["positions"]["data"];
    ASSERT_EQ(positions.size(), 144U);
    for (int i = 0; i < 12; ++i)
        for (int j = 0; j <= i; ++j)
            EXPECT_EQ(positions[static_cast<std::size_t>(12 * i + j)], std::min(i - j, 5) / 2.0)
                << i << ", " << j;
    EXPECT_EQ(result["arrays"]["profiles"]["shape"], json::parse("[9, 12]"))
        << "a row for each of the nine maps";
    EXPECT_EQ(result["values"]["max_position"], 2.5);
}

TEST(MoreSchemes, AScalingChangesFrequencies) {
    const json result =
        parsed({"compute", "frequencies", "--scaling", "thirds", "--factor", "2", "--dim", "8", "-o", "-"});
    const json &scaled = result["arrays"]["inverse_frequency"]["data"],
               &plain = result["arrays"]["inverse_frequency_unscaled"]["data"];
    ASSERT_EQ(scaled.size(), 4U);
    for (std::size_t p = 0; p < 4; ++p) EXPECT_EQ(scaled[p].get<double>(), plain[p].get<double>() / 6);
    EXPECT_EQ(result["values"]["effective_base"], nullptr);
}

TEST(MoreSchemes, ABiasIsAddedToEachLogitAndBringsItsStandIn) {
    const std::vector<std::string> common{"compute", "attention", "--show", "logits", "--length",
                                          "9",       "--dim",     "8",      "-o",     "-"};
    std::vector<std::string> biased = common;
    biased.insert(biased.end(), {"--bias", "root"});
    const json with = parsed(biased), without = parsed(common);
    EXPECT_EQ(with["parameters"]["lambda"], 0.25) << "what choosing it fills in";
    const json &a = with["arrays"]["map"]["data"], &b = without["arrays"]["map"]["data"];
    for (int i = 0; i < 9; ++i)
        for (int j = 0; j <= i; ++j) {
            const auto n = static_cast<std::size_t>(9 * i + j);
            // Logits of a few units, in float32.
            EXPECT_NEAR(a[n].get<double>() - b[n].get<double>(), -0.25 * std::sqrt(i - j), 2e-6)
                << i << ", " << j;
        }
}

TEST(MoreSchemes, AMeasureRemembersWhatItsMirrorImageDoes) {
    const auto remembered = [](const char* measure) {
        const json result = parsed({"compute", "memory", "--measure", measure, "--signal-length", "300",
                                    "--span", "100", "--order", "8", "--array", "reconstruction", "-o", "-"});
        return result["arrays"]["reconstruction"]["data"];
    };
    const json late = remembered("late"), legt = remembered("legt");
    ASSERT_EQ(late.size(), legt.size());
    ASSERT_GT(late.size(), 100U);
    int numbers = 0;
    for (std::size_t n = 0; n < late.size(); ++n) {
        ASSERT_EQ(late[n].is_null(), legt[n].is_null()) << n;
        if (late[n].is_null()) continue;
        ++numbers;
        EXPECT_NEAR(late[n].get<double>(), legt[n].get<double>(), 1e-9)
            << n << ": another order of the same sums";
    }
    EXPECT_GT(numbers, 50);
}

TEST(MoreSchemes, FormatsAreWrittenByTheirEndings) {
    const TemporaryFolder folder;
    const std::string numbers = folder / "p.tsv", picture = folder / "p.outline";
    expect_fine(poslab({"compute", "position-matrix", "--map", "rope", "--length", "3", "--array", "distance",
                        "-o", numbers}));
    EXPECT_EQ(read_file(numbers), "distance\n0\n1\n2\n");
    expect_fine(poslab({"plot", "position-matrix", "--size", "640x480", "-o", picture}));
    EXPECT_EQ(read_file(picture), "640 x 480: Position matrix\n");
    expect_error(poslab({"compute", "position-matrix", "-o", folder / "p.xls"}), 2,
                 ".csv, .npy, .npz, .json or .tsv");
    expect_error(poslab({"plot", "position-matrix", "-o", folder / "p.xls"}), 2,
                 ".png, .svg, .pdf, .tex, .csv or .outline");
}

TEST(MoreSchemes, PicturesOfThemAreDrawn) {
    const TemporaryFolder folder;
    for (const std::vector<std::string>& words :
         {std::vector<std::string>{"position-matrix", "--map", "halves"},
          {"attention", "--map", "halves", "--bias", "root"},
          {"frequencies", "--scaling", "thirds"},
          {"memory", "--measure", "late"},
          {"bias-decay", "--scaling", "thirds"}}) {
        std::vector<std::string> plot{"plot"};
        plot.insert(plot.end(), words.begin(), words.end());
        plot.insert(plot.end(), {"-o", folder / "a.svg"});
        expect_fine(poslab(plot));
    }
    EXPECT_NE(read_file(folder / "a.svg").find("Thirds"), std::string::npos)
        << "the subtitle names the scaling";
}

}  // namespace
}  // namespace poslab::test
