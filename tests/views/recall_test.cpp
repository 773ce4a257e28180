#include "core/views/extrapolation/recall.hpp"

#include "core/tokens/byte_tokenizer.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <set>
#include <string>

namespace poslab::test {
namespace {

std::unique_ptr<const extrapolation::OpenedModel> model_of_small_letters(std::int64_t begins) {
    auto made = std::make_unique<extrapolation::OpenedModel>();
    extrapolation::OpenedModel& model = *made;
    model.tokenizer = byte_tokenizer();
    model.begins = begins;
    model.pieces_of_text = {{7, 8, 9}};
    for (int n = 0; n < 2000; ++n) model.all_tokens.push_back('a' + n % 26);
    return made;
}

std::string text_of(const extrapolation::RecallPiece& piece) {
    return {piece.tokens.begin(), piece.tokens.end()};
}

TEST(RecallPiece, HasTheSameNeedleTwiceSoFarApart) {
    const auto model = model_of_small_letters(0);
    std::set<std::string> needles;
    for (std::uint64_t n = 0; n < 20; ++n) {
        const auto piece = extrapolation::recall_piece(*model, 200, 90, n);
        const std::string text = text_of(piece);
        ASSERT_EQ(text.size(), 200U);
        EXPECT_EQ(piece.recall_tokens, 7);
        const std::string needle = text.substr(192);
        EXPECT_EQ(needle[0], '#');
        EXPECT_TRUE(std::all_of(needle.begin() + 1, needle.end(), [](char c) {
            return c >= 'A' && c <= 'Z';
        })) << needle;
        EXPECT_EQ(text.substr(192 - 90, 8), needle);
        EXPECT_EQ(std::count(text.begin(), text.end(), '#'), 2);
        needles.insert(needle);
        EXPECT_EQ(extrapolation::recall_piece(*model, 200, 90, n).tokens, piece.tokens);
    }
    EXPECT_EQ(needles.size(), 20U);
}

TEST(RecallPiece, KeepsWhatStandsBeforeEveryText) {
    const auto piece = extrapolation::recall_piece(*model_of_small_letters(1), 64, 32, 0);
    ASSERT_EQ(piece.tokens.size(), 64U);
    EXPECT_EQ(piece.tokens.front(), 7);
    EXPECT_EQ(text_of(piece).substr(56), text_of(piece).substr(24, 8));
}

}  // namespace
}  // namespace poslab::test
