// Sweeps that write a sheet: all figures on one page.

#include "tests/cli/command_line_run.hpp"
#include "tests/cli/sweep_words.hpp"

#include <gtest/gtest.h>

#include <string>

namespace poslab::test {
namespace {

TEST(SweepSheet, IsOnePage) {
    const TemporaryFolder folder;
    expect_fine(poslab({"sweep", "position-matrix", "--length", "16", "--engine", "reference", "--over",
                        "w=1:4:4", "--over", "map=rerope,rope", "-o", folder / "a.pdf"}));
    const std::string pdf = read_file(folder / "a.pdf");
    EXPECT_TRUE(pdf.starts_with("%PDF-"));
    EXPECT_NE(pdf.find("/Count 1"), std::string::npos);
    EXPECT_NE(pdf.find("/MediaBox [ 0 0 900 675 ]"), std::string::npos) << "1200 x 900 CSS pixels in points";
    expect_error(poslab(sweeping({"--over", "w=1:60:60", "--over", "k=1:9:20", "-o", folder / "b.pdf"})), 5,
                 "at most 400");
    expect_error(poslab(sweeping({"--over", "w=1:4:4", "--shard", "1/2", "-o", folder / "b.pdf"})), 2,
                 "one run");
}

TEST(SweepSheet, HasNoTitle) {
    const TemporaryFolder folder;
    EXPECT_EQ(
        poslab(sweeping_numbers({"--title", "T", "--bare", "--over", "w=1,9", "-o", folder / "a.pdf"})).err,
        "poslab: note: without effect on .pdf: --title\n");
}

TEST(SweepSheet, ReportsWhatHasNoRoom) {
    const TemporaryFolder folder;
    const Ran ran = poslab(sweeping_numbers(
        {"--preset-size", "acl-text", "--over", "w=1,9", "--over", "length=64,128", "-o", folder / "a.pdf"}));
    EXPECT_EQ(ran.code, 0) << ran.err;
    EXPECT_NE(ran.err.find("in 4 of 4 figures: omitted for lack of space: Profile\n"), std::string::npos)
        << ran.err;
    const Ran ignored = poslab(sweeping_numbers(
        {"--figure", "profile", "--digits", "3", "--over", "w=1,9", "-o", folder / "b.pdf"}));
    EXPECT_EQ(ignored.code, 0) << ignored.err;
    EXPECT_NE(ignored.err.find("in 2 of 2 figures: --digits is ignored: figure profile has no cells"),
              std::string::npos)
        << ignored.err;
}

}  // namespace
}  // namespace poslab::test
