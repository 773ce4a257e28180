#include "app/state/search_text.hpp"

#include "core/base/catalogue.hpp"
#include "core/base/utf8.hpp"

#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

namespace poslab {
namespace {

int score(std::string_view text, std::string_view typed) { return SearchText(text).score(folded(typed)); }

TEST(SearchText, LettersAreFolded) {
    EXPECT_EQ(folded("  ReRoPE   Map "), U"rerope map");
    EXPECT_EQ(folded("ＷＩＤＴＨ　５１２"), U"width 512") << "as an input method types";
    EXPECT_EQ(folded("位置 A"), U"位置 a");
}

TEST(SearchText, BetterHitsAreWorthMore) {
    const std::vector<int> falling{score("window", "window"),         score("window width", "window"),
                                   score("sliding window", "window"), score("subwindows", "window"),
                                   score("wide new down", "wnd"),     score("window", "xyz")};
    for (std::size_t n = 1; n < falling.size(); ++n) EXPECT_GT(falling[n - 1], falling[n]) << n;
    EXPECT_EQ(falling.back(), 0);
    EXPECT_GT(score("map", "ma"), score("mapping of all", "ma")) << "of equal kind the shorter one";
}

TEST(SearchText, LettersInTheirOrderAreFound) {
    EXPECT_GT(score("Trained length", "tl"), score("Total", "tl")) << "letters that begin words";
    EXPECT_GT(score("copy the formula as LaTeX", "cpyfrm"), 0);
    EXPECT_EQ(score("length", "htgnel"), 0) << "not in another order";
    EXPECT_EQ(score("window", "dw"), 0) << "the first letter begins a word";
    EXPECT_EQ(score("abc", "abcd"), 0);
}

TEST(SearchText, PinyinIsTypedByItsFirstLetters) {
    EXPECT_GT(score("位置矩阵", "wz"), SearchText::word);
    EXPECT_GT(score("位置矩阵", "wzjz"), score("位置矩阵", "wz")) << "all of it";
    EXPECT_GT(score("位置矩阵", "jz"), 0) << "from its middle";
    EXPECT_EQ(score("位置矩阵", "zw"), 0);
    EXPECT_GT(score("二维 RoPE", "ewrope"), 0) << "letters are unchanged";
    EXPECT_GT(score("位置矩阵", "位置"), SearchText::word) << "or as written";
}

TEST(SearchText, CharactersWithSeveralReadingsAreFoundByEach) {
    EXPECT_GT(score("训练长度", "xlcd"), 0);
    EXPECT_GT(score("增长", "zz"), 0);
    EXPECT_GT(score("行与列", "hyl"), 0);
    EXPECT_GT(score("重复", "cf"), 0);
    EXPECT_GT(score("频率", "pl"), 0);
}

// An independent check of the table: GB 2312 sorts its first 3755 characters by their pinyin, so the first
// character of each letter is known.
TEST(SearchText, TheTableAgreesWithTheOrderOfGB2312) {
    struct First {
        char32_t character;
        char letter;
    };
    for (const First& first :
         {First{U'啊', 'a'}, {U'芭', 'b'}, {U'擦', 'c'}, {U'搭', 'd'}, {U'蛾', 'e'}, {U'发', 'f'},
          {U'噶', 'g'},      {U'哈', 'h'}, {U'击', 'j'}, {U'喀', 'k'}, {U'垃', 'l'}, {U'妈', 'm'},
          {U'拿', 'n'},      {U'哦', 'o'}, {U'啪', 'p'}, {U'期', 'q'}, {U'然', 'r'}, {U'撒', 's'},
          {U'塌', 't'},      {U'挖', 'w'}, {U'昔', 'x'}, {U'压', 'y'}, {U'匝', 'z'}})
        EXPECT_NE(pinyin_initials(first.character) & (1U << static_cast<unsigned>(first.letter - 'a')), 0U)
            << first.letter;
    EXPECT_EQ(pinyin_initials(U'a'), 0U);
    EXPECT_EQ(pinyin_initials(U'。'), 0U);
}

TEST(SearchText, EveryChineseCharacterOfTheProgramHasAReading) {
    std::set<std::string> without;
    for (const CatalogueText& text : catalogue_texts()) {
        if (text.language != "zh") continue;
        const Catalogue catalogue(text.po);
        for (const Catalogue::Entry& entry : catalogue.entries()) {
            std::string_view rest = entry.translation;
            while (!rest.empty()) {
                const char32_t c = next_code_point(rest);
                if (c < 0x4E00 || c > 0x9FFF || pinyin_initials(c) != 0) continue;
                std::string character;
                append_utf8(character, c);
                without.insert(character);
            }
        }
    }
    EXPECT_TRUE(without.empty()) << "add it to assets/pinyin_initials.txt: " << *without.begin();
}

}  // namespace
}  // namespace poslab
