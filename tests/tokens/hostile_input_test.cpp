// Files and texts that were made to take long: time is linear in their sizes, or the job can be stopped.
// Results are compared with plain implementations.
#include "core/base/errors.hpp"
#include "core/files/strict_json.hpp"
#include "core/tokens/bounded_map.hpp"
#include "core/tokens/byte_pair_model.hpp"
#include "core/tokens/normalizer.hpp"
#include "core/tokens/pair_merges.hpp"
#include "core/tokens/pattern.hpp"
#include "core/tokens/pre_tokenizer.hpp"
#include "core/tokens/sentencepiece_safety.hpp"
#include "core/tokens/text_search.hpp"
#include "core/tokens/token_decoder.hpp"
#include "core/tokens/token_file.hpp"
#include "core/tokens/token_label.hpp"
#include "tests/tokens/sentencepiece_bytes.hpp"
#include "tests/tokens/token_fixtures.hpp"

#include <chrono>
#include <map>
#include <random>
#include <stop_token>
#include <thread>
#include <unordered_map>
#include <utility>

namespace poslab::test {
namespace {

Job stopped_job() {
    std::stop_source stop;
    stop.request_stop();
    return Job(stop.get_token());
}

std::string random_letters(std::mt19937& random, std::size_t size) {
    std::string text;
    while (text.size() < size) text += static_cast<char>('a' + random() % 2);
    return text;
}

std::string copies_of(std::string_view text, std::size_t count) {
    std::string all;
    for (std::size_t n = 0; n < count; ++n) all += text;
    return all;
}

TEST(TextSearch, FindsWhatStringsFind) {
    std::mt19937 random(1);
    for (int round = 0; round < 3000; ++round) {
        const std::string text = random_letters(random, random() % 40),
                          sought = random_letters(random, 1 + random() % 6);
        const TextSearch search(sought);
        for (std::size_t from = 0; from <= text.size(); ++from)
            ASSERT_EQ(search.find(text, from, {}), text.find(sought, from)) << text << ' ' << sought;
    }
}

TEST(TextSearch, TakesLinearTime) {
    const std::string many(1'000'000, 'a');
    EXPECT_EQ(TextSearch(many + "b").find(many + many + many, 0, {}), std::string::npos);
    EXPECT_EQ(TextSearch(many + "b").find(many + many + "b", 0, {}), many.size());
    EXPECT_THROW(static_cast<void>(TextSearch("a").find("a", 0, stopped_job())), Cancelled);
}

TEST(BoundedMap, HoldsWhatAMapHolds) {
    std::mt19937 random(1);
    for (int round = 0; round < 200; ++round) {
        BoundedMap<std::uint64_t, int> bounded(100);
        std::map<std::uint64_t, int> plain;
        for (int n = 0; n < 100; ++n) {
            const std::uint64_t key = random() % 80;
            bounded.emplace(key, n);
            plain.emplace(key, n);
        }
        ASSERT_EQ(bounded.size(), plain.size());
        for (std::uint64_t key = 0; key < 80; ++key) {
            const int* const found = bounded.find(key);
            ASSERT_EQ(found == nullptr ? -1 : *found, plain.contains(key) ? plain[key] : -1);
        }
    }
}

TEST(BoundedMap, BoundsKeysOfOneBucket) {
    constexpr std::size_t count = 500'000;
    std::unordered_map<std::uint64_t, int> twin;
    twin.reserve(count);
    const std::uint64_t buckets = twin.bucket_count();
    BoundedMap<std::uint64_t, std::uint64_t> bounded(count);
    for (std::uint64_t n = 0; n < count; ++n) bounded.emplace(n * buckets, n);
    for (std::uint64_t n = 0; n < count; ++n) {
        const std::uint64_t* const found = bounded.find(n * buckets);
        ASSERT_NE(found, nullptr);
        ASSERT_EQ(*found, n);
    }
    EXPECT_EQ(bounded.find(count * buckets), nullptr);
}

/// Pairs whose product with the factor of the hash has only other bits than those of the index.
TEST(PairMerges, BoundPairsOfOneIndex) {
    constexpr std::uint64_t factor = 0x9E3779B97F4A7C15U;
    std::uint64_t inverse = factor;
    for (int n = 0; n < 6; ++n) inverse *= 2 - factor * inverse;
    ASSERT_EQ(factor * inverse, 1U);
    constexpr std::int32_t count = 500'000;
    PairMerges merges(count);
    const auto pair_of = [&](std::int32_t n) {
        const std::uint64_t pair = static_cast<std::uint64_t>(n) * inverse;
        return std::pair(static_cast<std::int32_t>(static_cast<std::uint32_t>(pair >> 32U)),
                         static_cast<std::int32_t>(static_cast<std::uint32_t>(pair)));
    };
    for (std::int32_t n = 0; n < count; ++n) {
        const auto [left, right] = pair_of(n);
        merges.add(left, right, 0, -2 - count);
        merges.add(left, right, static_cast<std::uint32_t>(n), n);
    }
    Tokens tokens;
    for (std::int32_t n = 0; n <= count; ++n) {
        const auto [left, right] = pair_of(n);
        tokens = {left, right};
        merges.merge(tokens);
        ASSERT_EQ(tokens, n < count ? Tokens{n} : (Tokens{left, right})) << n;
    }
}

TEST(PairMerges, StopSoon) {
    PairMerges merges(1);
    merges.add(0, 0, 0, 1);
    Tokens tokens(100, 0);
    EXPECT_THROW(merges.merge(tokens, stopped_job()), Cancelled);
}

TEST(BytePairModel, StopsWithinALongPiece) {
    const Json json = family_json("llama2")["model"];
    const BytePairModel model(JsonPart(json, "t"), false);
    const std::string piece(100'000, 'a');
    Tokens tokens;
    std::vector<std::string_view> parts;
    EXPECT_THROW(model.encode(piece, tokens, stopped_job()), Cancelled);
    EXPECT_THROW(model.cut(piece, parts, stopped_job()), Cancelled);
    EXPECT_THROW(BytePairModel(JsonPart(json, "t"), false, stopped_job()), Cancelled);
}

std::vector<std::string> matches_of(const Pattern& pattern, const std::string& text) {
    std::vector<TextRange> ranges;
    PatternSearch(pattern).find_all(text, ranges, {});
    std::vector<std::string> found;
    for (const TextRange& range : ranges) found.push_back(text.substr(range.begin, range.end - range.begin));
    return found;
}

TEST(Pattern, FindsRareMatchesInLongTexts) {
    std::mt19937 random(1);
    for (int round = 0; round < 20; ++round) {
        std::string text;
        std::vector<std::string> digits, after_b;
        char before = ' ';
        while (text.size() < 200'000) {
            if (random() % 2000 == 0) {
                const std::string digit(1, static_cast<char>('0' + random() % 10));
                digits.push_back(digit);
                if (before == 'b') after_b.push_back(digit);
                text += digit;
            } else {
                text += random() % 2 == 0 ? "b" : "人";
            }
            before = text.back();
        }
        ASSERT_EQ(matches_of(Pattern::of_expression("\\p{N}"), text), digits);
        ASSERT_EQ(matches_of(Pattern::of_expression("(?<=b)\\d"), text), after_b);
        ASSERT_EQ(matches_of(Pattern::of_text("人1"), text), matches_of(Pattern::of_expression("人1"), text));
    }
}

TEST(Pattern, FindsMatchesOfManySteps) {
    const std::string word = copies_of("ab", 1000) + "c";
    EXPECT_EQ(matches_of(Pattern::of_expression("(?:a|b)*c"), word + "-" + word + "ab"),
              (std::vector<std::string>{word, word}));
    EXPECT_EQ(matches_of(Pattern::of_expression("(?:a|b)*d"), word), std::vector<std::string>());
}

TEST(Pattern, ContinuesAtTheLastMatch) {
    EXPECT_EQ(matches_of(Pattern::of_expression("\\Ga"), "aab" + std::string(10'000, 'a')),
              (std::vector<std::string>{"a", "a"}));
}

TEST(Pattern, RefusesALongExpression) {
    EXPECT_THROW(static_cast<void>(Pattern::of_expression(std::string(2'000'000, 'a'))),
                 Pattern::UnsupportedPattern);
}

/// The first expression takes hours at each byte, the second one at all bytes together.
TEST(Pattern, StopsWithinAMatch) {
    const std::string text(4'000'000, 'a');
    for (const char* const expression : {"[ab]*?[ab]*?[ab]*c", "[ab]{0,60000}c"}) {
        const Pattern pattern = Pattern::of_expression(expression);
        std::stop_source stop;
        const std::jthread stopping([&stop] {
            std::this_thread::sleep_for(std::chrono::milliseconds(50));
            stop.request_stop();
        });
        std::vector<TextRange> found;
        EXPECT_THROW(PatternSearch(pattern).find_all(text, found, Job(stop.get_token())), Cancelled)
            << expression;
    }
}

/// The text has no ASCII letter, so only the points are composed in parts.
TEST(Normalizer, ComposesAcrossParts) {
    const Json json{{"type", "NFC"}};
    const Normalizer normalize(JsonPart(json, "t"));
    for (std::size_t before = 0; before < 4; ++before) {
        const std::string shift = copies_of("人", before);
        EXPECT_TRUE(normalize(shift + copies_of("\u03b1\u0301\u0345", 50'000), {}) ==
                    shift + copies_of("\u1fb4", 50'000));
        EXPECT_TRUE(normalize(shift + copies_of("\u1100\u1161\u11a8", 50'000), {}) ==
                    shift + copies_of("\uac01", 50'000));
        EXPECT_TRUE(normalize(shift + copies_of("\u0bc6\u0bbe", 70'000), {}) ==
                    shift + copies_of("\u0bca", 70'000));
    }
}

/// The definition, by the strings of the standard library.
std::string replaced_plainly(std::string text, const std::string& what, const std::string& by) {
    for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + by.size()))
        text.replace(at, what.size(), by);
    return text;
}

TEST(TokenDecoder, ReplacesInLinearTime) {
    std::mt19937 random(1);
    for (int round = 0; round < 2000; ++round) {
        const std::string text = random_letters(random, random() % 30),
                          what = random_letters(random, 1 + random() % 3),
                          by = random_letters(random, random() % 4);
        ASSERT_EQ(with_replaced(text, TextSearch(what), by), replaced_plainly(text, what, by))
            << text << ' ' << what << ' ' << by;
    }
    EXPECT_EQ(with_replaced(std::string(4'000'000, 'a'), TextSearch("a"), "bb"), std::string(8'000'000, 'b'));
}

TEST(TokenDecoder, RefusesAnEmptyReplacement) {
    Json json = family_json("mistral");
    json["decoder"] = {{"type", "Metaspace"}, {"replacement", ""}, {"prepend_scheme", "always"}};
    EXPECT_EQ(refusal_of([&] { return tokenizer_of(json); }),
              "tokenizer.json: decoder.replacement is \"\"; it must be a non-empty text");
}

TEST(HostileInput, StopsWhileFilesAreRead) {
    const std::string text = family_json("gpt2").dump();
    EXPECT_THROW(static_cast<void>(parse_json_tokenizer(text, "t", stopped_job())), Cancelled);
    EXPECT_THROW(static_cast<void>(parse_strict_json(text, "t", 64, stopped_job())), Cancelled);
    EXPECT_THROW(static_cast<void>(
                     read_sentencepiece_tokenizer(fixture_path("bpe.model/tokenizer.model"), stopped_job())),
                 Cancelled);
    EXPECT_THROW(static_cast<void>(refusal_of_sentencepiece(piece("<unk>", 2), stopped_job())), Cancelled);
    const TemporaryFolder folder;
    for (const char* const tokens : {"1 2 3", "[1, 2, 3]"}) {
        std::ofstream(folder / "tokens") << tokens;
        EXPECT_THROW(static_cast<void>(read_tokens(folder / "tokens", 10, stopped_job())), Cancelled)
            << tokens;
    }
    const std::vector<std::string_view> tokens{"a"};
    EXPECT_THROW(static_cast<void>(labels_of_text(tokens, stopped_job())), Cancelled);
}

/// The steps themselves do nothing; there are many of them.
TEST(HostileInput, StopsBetweenSteps) {
    const Json prepend{{"type", "Prepend"}, {"prepend", ""}};
    const Json normalizers{{"type", "Sequence"}, {"normalizers", {prepend}}};
    EXPECT_THROW(static_cast<void>(Normalizer(JsonPart(normalizers, "t"))("a", stopped_job())), Cancelled);
    EXPECT_THROW(Normalizer(JsonPart(normalizers, "t"), stopped_job()), Cancelled);
    const Json digits{{"type", "Digits"}};
    EXPECT_THROW(static_cast<void>(PreTokenizer(JsonPart(digits, "t"))("a", true, stopped_job())), Cancelled);
    EXPECT_THROW(PreTokenizer(JsonPart(digits, "t"), stopped_job()), Cancelled);
    const Json replace{{"type", "Replace"}, {"pattern", {{"String", "a"}}}, {"content", "b"}};
    const TokenDecoder decoder(JsonPart(replace, "t"), false);
    EXPECT_EQ(decoder.bytes_of("cac"), "cbc");
    EXPECT_THROW(static_cast<void>(decoder.bytes_of("a", stopped_job())), Cancelled);
}

}  // namespace
}  // namespace poslab::test
