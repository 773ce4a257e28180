// Running text with formulas. The metrics use 0.6 em per character and 1 em per Chinese one, so that widths
// are known.
#include "core/figure/text_flow.hpp"
#include "core/base/utf8.hpp"
#include "core/figure/text_fit.hpp"

#include <gtest/gtest.h>

#include <string>

namespace poslab {
namespace {

constexpr double size = 10, character = 6;

std::vector<FlowLine> flowed(const std::vector<FlowPiece>& pieces, double width) {
    return flow_text(pieces, fixed_width_metrics(), {size, 15, width});
}

std::vector<std::string> texts(const std::vector<FlowLine>& lines) {
    std::vector<std::string> all;
    for (const FlowLine& line : lines) {
        std::string text;
        for (const DrawCommand& command : line.commands)
            if (const auto* run = std::get_if<TextRun>(&command))
                text += (text.empty() ? "" : "|") + run->text;
        all.push_back(text);
    }
    return all;
}

TEST(TextFlow, BreaksAtSpaces) {
    const auto lines = flowed({{"one two three"}}, 8 * character);
    EXPECT_EQ(texts(lines), (std::vector<std::string>{"one|two", "three"}));
    EXPECT_DOUBLE_EQ(lines[0].width, 7 * character);
    EXPECT_DOUBLE_EQ(height_of(lines), 30);
}

TEST(TextFlow, PiecesStayTogetherWithoutASpace) {
    // A number in another face, followed by a comma.
    const auto lines = flowed({{"it is "}, {"4096", Font::semibold}, {", then"}}, 9 * character);
    EXPECT_EQ(texts(lines), (std::vector<std::string>{"it|is", "4096|,", "then"}));
}

TEST(TextFlow, PiecesThatAreTogetherWiderThanALineAreSeparated) {
    const auto lines =
        flowed({{"a "}, {"4096", Font::semibold}, {"px"}, {"17", Font::semibold}, {"em"}}, 7 * character);
    EXPECT_EQ(texts(lines), (std::vector<std::string>{"a|4096", "px|17|em"}));
    for (const FlowLine& line : lines) EXPECT_LE(line.width, 7 * character);
}

TEST(TextFlow, ChineseBreaksBetweenCharactersButNotBeforePunctuation) {
    const auto lines = flowed({{"位置编码，看看"}}, 4 * size);
    EXPECT_EQ(texts(lines), (std::vector<std::string>{"位|置|编", "码，|看|看"}));
}

TEST(TextFlow, AFormulaStandsOnTheBaselineAndMakesItsLineHigher) {
    const auto plain = flowed({{"so x holds"}}, 200);
    const auto lines = flowed({{"so "}, {"\\frac{a}{b}", Font::regular, {}, true}, {" holds"}}, 200);
    ASSERT_EQ(lines.size(), 1U);
    EXPECT_GT(lines[0].height, plain[0].height);
    for (const DrawCommand& command : lines[0].commands)
        if (const auto* run = std::get_if<TextRun>(&command); run != nullptr && run->text == "holds") {
            EXPECT_DOUBLE_EQ(run->anchor.y, lines[0].baseline);
        }
}

TEST(TextFlow, NoLineIsWiderThanItMayBeAndNothingIsLost) {
    const std::string text =
        "The quick brown fox jumps over the https://example.org/a_very_long_name lazy dog; "
        "敏捷的棕色狐狸跳过懒狗。";
    for (double width = 60; width < 400; width += 7) {
        std::string all;
        for (const FlowLine& line : flowed({{text}}, width)) {
            EXPECT_LE(line.width, width + 1e-9);
            for (const DrawCommand& command : line.commands) all += std::get<TextRun>(command).text;
        }
        std::string without_spaces = text;
        std::erase(without_spaces, ' ');
        EXPECT_EQ(all, without_spaces);
    }
}

/// A part that has no room is omitted whole; text is cut only if not even the first part fits.
TEST(FittedParts, AreOmittedFromTheEnd) {
    const auto fitted = [](std::string_view text, double characters) {
        return fitted_parts(text, fixed_width_metrics(), Font::regular, size, characters * character);
    };
    const std::string_view line = "9 % are beyond: from 512, up to 736  ·  w = 256";
    EXPECT_EQ(fitted(line, 60), line);
    EXPECT_EQ(fitted(line, 40), "9 % are beyond: from 512, up to 736");
    EXPECT_EQ(fitted(line, 30), "9 % are beyond: from 512");
    EXPECT_EQ(fitted(line, 20), "9 % are beyond");
    EXPECT_EQ(fitted(line, 10).substr(0, 5), "9 % a");
    EXPECT_EQ(fitted("超出训练范围：距离自 512 起", 18), "超出训练范围");
    EXPECT_EQ(fitted("by YaRN, data (arXiv 2309, table 4), 2023", 36), "by YaRN, data (arXiv 2309, table 4)");
    EXPECT_EQ(fitted("by YaRN, data (arXiv 2309, table 4), 2023", 30), "by YaRN");
    EXPECT_EQ(fitted("数据（YaRN，表 4），二〇二三年", 17), "数据（YaRN，表 4）");
}

/// Combining marks have no width; counts the measured bytes.
class MarkMetrics : public TextMetrics {
  public:
    [[nodiscard]] double width(std::string_view text, Font font, double text_size) const override {
        measured += text.size();
        double all = 0;
        while (!text.empty()) {
            const std::string_view rest = text;
            const char32_t c = next_code_point(text);
            if (c < 0x300 || c >= 0x370)
                all +=
                    fixed_width_metrics().width(rest.substr(0, rest.size() - text.size()), font, text_size);
        }
        return all;
    }
    mutable std::size_t measured = 0;
};

TEST(TextWithMarks, IsMeasuredOnceAndStaysWithItsLetter) {
    std::string marks;
    for (int n = 0; n < 50'000; ++n) marks += "\u0301";
    // 8 letters fill a line; marks follow the last one.
    const std::string text = "abcdefgh" + marks + "ijklmnop";
    const double room = 8 * character;
    const MarkMetrics metrics;
    const std::vector<std::string> expected{"abcdefgh" + marks, "ijklmnop"};
    EXPECT_TRUE(wrapped_text(text, metrics, Font::regular, size, room) == expected);
    // A word that is too wide is broken one character earlier.
    EXPECT_TRUE(
        texts(flow_text(std::vector<FlowPiece>{{"abcdef" + marks + "ijk"}}, metrics, {size, 15, room})) ==
        (std::vector<std::string>{"abcdef" + marks + "i", "jk"}));
    EXPECT_TRUE(fitted_text(text, metrics, Font::regular, size, room) == "abcdefg…");
    EXPECT_LT(metrics.measured, 100 * text.size());  // linear: its square is 50,000 times as much
}

}  // namespace
}  // namespace poslab
