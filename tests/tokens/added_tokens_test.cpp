// Splitting a text at added tokens, against the definition: from left to right, the longest token.
#include "core/tokens/added_tokens.hpp"
#include "tests/tokens/token_fixtures.hpp"

#include <array>
#include <random>
#include <stop_token>
#include <tuple>

namespace poslab::test {
namespace {

using Parts = std::vector<std::tuple<std::size_t, std::size_t, std::int32_t>>;

Parts parts_of(const std::vector<Section>& sections) {
    Parts parts;
    for (const Section& section : sections) parts.emplace_back(section.begin, section.end, section.token);
    return parts;
}

Parts split(const std::vector<AddedToken>& tokens, const std::string& text) {
    return parts_of(AddedTokens(tokens, {}).sections(text, {}));
}

/// The definition, for texts whose only white space is ' '.
Parts split_plainly(const std::vector<AddedToken>& tokens, const std::string& text) {
    Parts parts;
    std::size_t done = 0;
    for (std::size_t at = 0; at < text.size();) {
        const AddedToken* longest = nullptr;
        for (const AddedToken& token : tokens)
            if (text.compare(at, token.content.size(), token.content) == 0 &&
                (longest == nullptr || token.content.size() >= longest->content.size()))
                longest = &token;
        if (longest == nullptr) {
            ++at;
            continue;
        }
        std::size_t begin = at, end = at + longest->content.size();
        while (longest->takes_space_before && begin > done && text[begin - 1] == ' ') --begin;
        while (longest->takes_space_after && end < text.size() && text[end] == ' ') ++end;
        if (begin > done) parts.emplace_back(done, begin, -1);
        parts.emplace_back(begin, end, longest->token);
        done = at = end;
    }
    if (done < text.size()) parts.emplace_back(done, text.size(), -1);
    return parts;
}

std::string random_text(std::mt19937& random, std::size_t size) {
    static constexpr std::array pieces{"a", "b", "ab", " ", "é", "a", "人"};
    std::string text;
    while (text.size() < size) text += pieces.at(random() % pieces.size());
    return text;
}

TEST(AddedTokens, AreTheLongestFromLeftToRight) {
    std::mt19937 random(1);
    for (int round = 0; round < 3000; ++round) {
        std::vector<AddedToken> tokens;
        for (std::int32_t more = static_cast<std::int32_t>(random() % 8); more > 0; --more)
            tokens.push_back(
                {random_text(random, 1 + random() % 6), more, random() % 3 == 0, random() % 3 == 0});
        const std::string text = random_text(random, random() % 60);
        ASSERT_EQ(split(tokens, text), split_plainly(tokens, text)) << text;
    }
}

TEST(AddedTokens, TakeTheLastOfEqualContents) {
    EXPECT_EQ(split({{"ab", 1}, {"a", 2}, {"ab", 3}}, "abab"), (Parts{{0, 2, 3}, {2, 4, 3}}));
    EXPECT_EQ(split({}, "ab"), (Parts{{0, 2, -1}}));
    EXPECT_EQ(split({{"a", 1}}, ""), Parts());
}

/// Each byte but the last ones begins a match of 200,000 bytes that fails at its end: 10¹¹ comparisons
/// one by one.
TEST(AddedTokens, ReadLongTextsInLinearTime) {
    constexpr std::size_t size = 200'000;
    const std::string name(size, 'a'), text(4 * size, 'a');
    const Parts none{{0, text.size(), -1}};
    EXPECT_TRUE(split({{name + "b", 1}}, text) == none);
    EXPECT_TRUE(split({{"b" + name, 1}}, text) == none);
    EXPECT_EQ(split({{name + "b", 1}, {"a", 2}}, text).size(), text.size());
    Parts found_last;
    for (std::size_t n = 0; n < 3 * size; ++n) found_last.emplace_back(n, n + 1, 2);
    found_last.emplace_back(3 * size, text.size() + 1, 1);
    EXPECT_TRUE(split({{name + "b", 1}, {"a", 2}}, text + "b") == found_last);
}

TEST(AddedTokens, StopSoon) {
    std::stop_source stop;
    const AddedTokens tokens({{"a", 1}}, {});
    stop.request_stop();
    const Job stopped(stop.get_token());
    EXPECT_THROW(static_cast<void>(tokens.sections("a", stopped)), Cancelled);
    EXPECT_THROW(static_cast<void>(AddedTokens({{"a", 1}}, stopped)), Cancelled);
}

}  // namespace
}  // namespace poslab::test
