// Numbers in the cells of matrices, in pictures for print.

#include "tests/cli/command_line_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <regex>
#include <string>
#include <vector>

namespace poslab::test {
namespace {

constexpr double points_per_pixel = 0.75;

struct SvgText {
    std::string text;
    double points = 0;
};

std::vector<SvgText> texts_of(const std::string& svg) {
    static const std::regex element("<text [^>]*font-size=\"([0-9.]+)\"[^>]*>([^<]*)</text>");
    std::vector<SvgText> texts;
    for (std::sregex_iterator found(svg.begin(), svg.end(), element), end; found != end; ++found)
        texts.push_back({(*found)[2], std::stod((*found)[1]) * points_per_pixel});
    return texts;
}

/// The four matrices of article 9708.
Ran plot_article(const std::string& path, const std::string& size,
                 const std::vector<std::string>& flags = {}) {
    std::vector<std::string> words{"plot",        "position-matrix",
                                   "--length",    "12",
                                   "--w",         "4",
                                   "--k",         "3",
                                   "--map",       "rope",
                                   "--versus",    "map=pi",
                                   "--versus",    "map=rerope",
                                   "--versus",    "map=leaky-rerope",
                                   "--figure",    "matrix",
                                   "--size",      size,
                                   "--font-size", "7",
                                   "-o",          path};
    words.insert(words.end(), flags.begin(), flags.end());
    return poslab(words);
}

/// Counts how often the article's four matrices contain each number, rounded to one digit, from the maps'
/// definitions.
std::map<std::string, int> expected_numbers() {
    std::map<std::string, int> counts;
    const auto count = [&](double position, int cells) {
        std::string text = fmt::format("{:.1f}", position);
        if (text.ends_with(".0")) text.resize(text.size() - 2);
        counts[text] += cells;
    };
    for (int distance = 0; distance < 12; ++distance) {
        const int cells = 12 - distance;
        count(distance, cells);
        count(distance / 3.0, cells);
        count(std::min(distance, 4), cells);
        count(distance < 4 ? distance : 4 + (distance - 4) / 3.0, cells);
    }
    return counts;
}

class ArticleInPrint : public testing::TestWithParam<const char*> {};

TEST_P(ArticleInPrint, EveryCellHasItsNumber) {
    const TemporaryFolder folder;
    const Ran ran = plot_article(folder / "a.svg", GetParam());
    expect_fine(ran);
    EXPECT_EQ(ran.err.find("omitted"), std::string::npos) << ran.err;
    std::map<std::string, int> counts;
    for (const SvgText& text : texts_of(read_file(folder / "a.svg"))) {
        const bool number = expected_numbers().contains(text.text);
        EXPECT_GE(text.points, number ? 5 - 1e-6 : 0.85 * 7 - 1e-3) << text.text;
        ++counts[text.text];
    }
    for (const auto& [text, cells] : expected_numbers()) EXPECT_GE(counts[text], cells) << text;
    for (const char* title : {"RoPE", "PI", "ReRoPE", "Leaky ReRoPE"}) EXPECT_EQ(counts[title], 1) << title;
    EXPECT_EQ(counts["untrained"], 0) << "the key lists the occurring values";
}

INSTANTIATE_TEST_SUITE_P(Pages, ArticleInPrint, testing::Values("6.75x2.4in", "3.25x4.1in"),
                         [](const auto& page) { return page.index == 0 ? "OneRow" : "TwoRows"; });

TEST(CellNumbers, AreWrittenAsDigitsSays) {
    const TemporaryFolder folder;
    const auto has = [&](const std::string& text) {
        const auto texts = texts_of(read_file(folder / "a.svg"));
        return std::any_of(texts.begin(), texts.end(),
                           [&](const SvgText& svg_text) { return svg_text.text == text; });
    };
    expect_fine(plot_article(folder / "a.svg", "10x4in", {"--digits", "fractions"}));
    EXPECT_TRUE(has("3⅔") && has("⅓") && has("6⅓"));
    EXPECT_FALSE(has("3.67") || has("3.7"));
    EXPECT_NE(read_file(folder / "a.svg").find("--digits fractions"), std::string::npos)
        << "the command that makes it";
    expect_fine(plot_article(folder / "a.svg", "10x4in", {"--digits", "0"}));
    EXPECT_TRUE(has("6"));
    EXPECT_FALSE(has("6.3") || has("6⅓"));
    expect_fine(plot_article(folder / "a.svg", "16x5in", {"--digits", "3"}));
    EXPECT_TRUE(has("3.667"));
    const Ran refused = plot_article(folder / "b.svg", "10x4in", {"--digits", "many"});
    EXPECT_EQ(refused.code, 2);
    EXPECT_NE(refused.err.find("--digits many: must be a number of digits from 0 to 6, or fractions"),
              std::string::npos);
}

TEST(CellNumbers, DigitsReachEveryMatrixOfNumbers) {
    const TemporaryFolder folder;
    const auto texts = [&](const char* digits) {
        expect_fine(
            poslab({"plot", "rope-2d", "--figure", "matrices", "--digits", digits, "-o", folder / "a.svg"}));
        return texts_of(read_file(folder / "a.svg"));
    };
    const auto count = [](const std::vector<SvgText>& all, const std::string& text) {
        return std::count_if(all.begin(), all.end(),
                             [&](const SvgText& svg_text) { return svg_text.text == text; });
    };
    // At (2, 1) and (1, 3), cos 1 = 0.5403 occurs four times and sin 2 = 0.9093 three times in the three
    // rotations.
    const std::vector<SvgText> one = texts("1"), three = texts("3");
    EXPECT_EQ(count(one, "0.9"), count(three, "0.909"));
    EXPECT_GT(count(three, "0.909"), 0);
    EXPECT_EQ(count(one, "0.909") + count(three, "0.9") + count(three, "0.9093"), 0);
    EXPECT_GT(count(three, "0.54"), 0);
}

TEST(CellNumbers, PicturesInPixelsReportNumbersWithoutRoom) {
    const TemporaryFolder folder;
    const std::vector<std::string> words{"plot", "position-matrix", "--length", "12", "--map",
                                         "pi",   "--figure",        "matrix",   "-o", folder / "a.png"};
    const Ran large = poslab(words);
    EXPECT_EQ(large.err.find("omitted"), std::string::npos) << large.err;
    std::vector<std::string> small = words;
    small.insert(small.end(), {"--size", "400x300"});
    EXPECT_NE(poslab(small).err.find("the numbers in the cells"), std::string::npos);
    // cells this small never show numbers
    expect_fine(poslab({"plot", "position-matrix", "--length", "4096", "-o", folder / "a.png"}));
}

TEST(CellNumbers, FractionsOfOtherValuesAreReported) {
    const TemporaryFolder folder;
    const Ran ran = poslab({"plot", "attention", "--length", "8", "--figure", "map", "--digits", "fractions",
                            "--size", "6x5in", "-o", folder / "a.svg"});
    EXPECT_NE(ran.err.find("are not fractions"), std::string::npos) << ran.err;
}

TEST(CellNumbers, ThePageThatANoteNamesHasRoom) {
    const TemporaryFolder folder;
    for (const char* size : {"3.25x3.2in", "6.75x2in", "9x5cm"}) {
        const Ran ran = plot_article(folder / "a.svg", size);
        static const std::regex page("\\((?:they )?fits? from ([0-9.]+)x([0-9.]+)(in|cm)\\)");
        double width = 0, height = 0;
        std::string unit;
        for (std::sregex_iterator found(ran.err.begin(), ran.err.end(), page), end; found != end; ++found) {
            width = std::max(width, std::stod((*found)[1]));
            height = std::max(height, std::stod((*found)[2]));
            unit = (*found)[3];
        }
        ASSERT_GT(width, 0) << size << ": " << ran.err;
        const Ran larger = plot_article(folder / "a.svg", fmt::format("{}x{}{}", width, height, unit));
        EXPECT_EQ(larger.err.find("omitted"), std::string::npos) << size << ": " << larger.err;
    }
}

TEST(CellNumbers, PagesAreAsLowAsAnInch) {
    const TemporaryFolder folder;
    EXPECT_EQ(poslab({"plot", "frequencies", "--size", "3.25x1in", "-o", folder / "a.pdf"}).code, 0);
    EXPECT_EQ(poslab({"plot", "frequencies", "--size", "3.25x0.9in", "-o", folder / "a.pdf"}).code, 2);
}

}  // namespace
}  // namespace poslab::test
