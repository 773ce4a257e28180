// The steps that split a text, one by one. Expected results come from the documentation of the library
// `tokenizers`: the behaviours of Split have the example "the-final--countdown".
#include "core/base/errors.hpp"
#include "core/base/memory_ledger.hpp"
#include "core/tokens/byte_pair_model.hpp"
#include "core/tokens/normalizer.hpp"
#include "core/tokens/pair_merges.hpp"
#include "core/tokens/pre_tokenizer.hpp"
#include "tests/tokens/token_fixtures.hpp"

#include <algorithm>
#include <chrono>
#include <limits>
#include <map>
#include <random>
#include <stop_token>

namespace poslab::test {
namespace {

using Arguments = std::vector<std::string>;

Arguments pieces_of(const Json& json, const std::string& text, bool begins_text = true) {
    const PreTokenizer pre_tokenizer(JsonPart(json, "t"));
    const Pieces pieces = pre_tokenizer(text, begins_text, {});
    Arguments words;
    for (const TextRange& range : pieces.ranges) words.emplace_back(pieces.at(range));
    return words;
}

Json split_at(const std::string& kind, const std::string& pattern, const std::string& behavior,
              bool invert = false) {
    return {{"type", "Split"}, {"pattern", {{kind, pattern}}}, {"behavior", behavior}, {"invert", invert}};
}

/// PCRE2 maps up to 8 MiB for the stack of a search, without an allocation function.
TEST(Split, EntersItsStackInTheLedgerOfMemory) {
    const Json json = split_at("Regex", "-", "Removed");
    const PreTokenizer pre_tokenizer(JsonPart(json, "t"));
    memory_ledger::set_limit(memory_ledger::taken() + 0x1p22);
    EXPECT_THROW(static_cast<void>(pre_tokenizer("a-b", true, {})), LedgerExceeded);
    memory_ledger::set_limit(std::numeric_limits<double>::infinity());
    const double before = memory_ledger::taken();
    EXPECT_EQ(pre_tokenizer("a-b", true, {}).ranges.size(), 2U);
    EXPECT_EQ(memory_ledger::taken(), before) << "for as long as the search lives";
}

TEST(Split, HasTheBehavioursOfItsDocumentation) {
    const std::string text = "the-final--countdown";
    const auto split = [&](const std::string& behavior) {
        return pieces_of(split_at("String", "-", behavior), text);
    };
    EXPECT_EQ(split("Removed"), (Arguments{"the", "final", "countdown"}));
    EXPECT_EQ(split("Isolated"), (Arguments{"the", "-", "final", "-", "-", "countdown"}));
    EXPECT_EQ(split("MergedWithPrevious"), (Arguments{"the-", "final-", "-", "countdown"}));
    EXPECT_EQ(split("MergedWithNext"), (Arguments{"the", "-final", "-", "-countdown"}));
    EXPECT_EQ(split("Contiguous"), (Arguments{"the", "-", "final", "--", "countdown"}));
}

TEST(Split, KeepsEndsAndTurnsRound) {
    EXPECT_EQ(pieces_of(split_at("String", "-", "MergedWithNext"), "-a-"), (Arguments{"-a", "-"}));
    EXPECT_EQ(pieces_of(split_at("String", "-", "MergedWithPrevious"), "-a-"), (Arguments{"-", "a-"}));
    EXPECT_EQ(pieces_of(split_at("Regex", "[a-z]+", "Removed", true), "ab, cd!"), (Arguments{"ab", "cd"}));
    EXPECT_EQ(pieces_of(split_at("Regex", "[a-z]+", "Isolated"), ""), Arguments());
    EXPECT_EQ(pieces_of(split_at("String", "a.b", "Isolated"), "a.bacb"), (Arguments{"a.b", "acb"}));
    // The text is split at an empty match.
    EXPECT_EQ(pieces_of(split_at("Regex", "(?=(\\d{3})+(?!\\d))", "Isolated"), "n 1234567"),
              (Arguments{"n 1", "234", "567"}));
    EXPECT_EQ(pieces_of(split_at("Regex", "(?=\\d)", "MergedWithNext"), "a1b"), (Arguments{"a", "1b"}));
}

TEST(Split, SeesOnlyItsPieceInLaterSteps) {
    const Json json = {{"type", "Sequence"},
                       {"pretokenizers",
                        {split_at("String", "b", "Isolated"), split_at("Regex", "(?<=b)c|a$", "Isolated")}}};
    EXPECT_EQ(pieces_of(json, "aabcc"), (Arguments{"a", "a", "b", "cc"}));
}

TEST(Split, TakesUnicodesWhiteSpace) {
    const auto split = [](const std::string& text) {
        return pieces_of(split_at("Regex", "\\s+", "Removed"), text);
    };
    EXPECT_EQ(split("a\u0085b\u00a0\u2003c\u3000d\u2028e"), (Arguments{"a", "b", "c", "d", "e"}));
    // None of these is a space now, and some never were.
    EXPECT_EQ(split("a\u180eb\u200bc\ufeffd"), Arguments{"a\u180eb\u200bc\ufeffd"});
    EXPECT_EQ(pieces_of(split_at("Regex", "[^\\s]+", "Removed", true), "a\u0085b"), (Arguments{"a", "b"}));
    EXPECT_EQ(pieces_of(split_at("Regex", "\\S+", "Removed", true), "a\u180e \u3000b"),
              (Arguments{"a\u180e", "b"}));
}

// Oniguruma 6.9.8 splits these texts in the same way.
TEST(Split, ReadsExpressionsAsOnigurumaDoes) {
    const auto split = [](const std::string& expression, const std::string& text) {
        return pieces_of(split_at("Regex", expression, "Isolated"), text);
    };
    EXPECT_EQ(split("\\p{Han}+", "中、文。々〇"), (Arguments{"中", "、", "文", "。", "々〇"}));
    EXPECT_EQ(split("[^\\p{Hiragana}]+", "ひ・ー"), (Arguments{"ひ", "・ー"}));
    EXPECT_EQ(split("\\P{Katakana}+", "カー"), (Arguments{"カ", "ー"}));
    EXPECT_EQ(split("\\p{^Katakana}+", "カー"), (Arguments{"カ", "ー"}));
    EXPECT_EQ(split("\\P{^Katakana}+", "カー"), (Arguments{"カ", "ー"}));
    EXPECT_EQ(split("\\p{Alphabetic}", "a1"), (Arguments{"a", "1"}));
    EXPECT_EQ(split("\\x{3042}+", "ああa"), (Arguments{"ああ", "a"}));
    EXPECT_EQ(split("\\p{N}{1,3}", "12345"), (Arguments{"123", "45"}));
    EXPECT_EQ(split("\\p{N}{1,3}+", "12345"), Arguments{"12345"});
    EXPECT_EQ(split("[[:digit:]]", "a1"), (Arguments{"a", "1"}));
    EXPECT_EQ(split("a{x", "a{x"), Arguments{"a{x"});
    EXPECT_EQ(pieces_of(split_at("Regex", "a*", "MergedWithNext"), "aab"), Arguments{"aab"})
        << "no empty match at the end of another one";
    for (const auto& [expression, part] : {std::pair{"(?m).+", "(?m"},
                                           {"(?i-m:.)", "(?i-m"},
                                           {"\\p{N}{2,3}+", "{2,3}+"},
                                           {"\\d{2}+", "{2}+"},
                                           {"a{2,}+", "{2,}+"},
                                           {"a{2}?", "{2}?"},
                                           {"a{,3}", "{,"},
                                           {"\\pL", "\\p"},
                                           {"[\\v]", "\\v"},
                                           {"\\Q.\\E", "\\Q"},
                                           {"(a)\\g1", "\\g"},
                                           {"[[:alpha:]]", "[:alpha:]"},
                                           {"[[:^digit:]]", "[:^digit:]"}}) {
        const std::string message =
            refusal_of([&, named = expression] { static_cast<void>(split(named, "a")); });
        EXPECT_NE(message.find(std::string(part) + " is ambiguous here"), std::string::npos) << message;
    }
}

TEST(Split, RefusesPropertiesThatAreNotClosed) {
    for (const char* const unclosed : {"\\p{Han", "\\p{^Han", "\\P{", "[\\p{Han"})
        EXPECT_NE(
            refusal_of([&] { static_cast<void>(pieces_of(split_at("Regex", unclosed, "Isolated"), "a")); }),
            "")
            << unclosed;
}

TEST(Split, IgnoresCaseAsUnicodeDoes) {
    EXPECT_EQ(pieces_of(split_at("Regex", "(?i:'s)", "Isolated"), "a's'S'ſ"),
              (Arguments{"a", "'s", "'S", "'ſ"}));
}

// Oniguruma 6.9.8 finds the same matches.
TEST(Split, IgnoresTheCaseOfLettersThatAreOneCharacter) {
    const auto found = [](const std::string& expression, const std::string& text) {
        return pieces_of(split_at("Regex", expression, "Removed", true), text);
    };
    EXPECT_EQ(found("(?i:ss)", "ß.ẞ.SS.ſs"), (Arguments{"ß", "ẞ", "SS", "ſs"}));
    EXPECT_EQ(found("\\d(?i:st|nd)", "1ﬆ 1ﬅ 1ST 2ND"), (Arguments{"1ﬆ", "1ﬅ", "1ST", "2ND"}));
    EXPECT_EQ(found("(?i:ffi)", "ﬃ FFI ﬀi fﬁ"), (Arguments{"ﬃ", "FFI"}));
    EXPECT_EQ(found("(?i)x(?:ss)s", "Xßs"), Arguments{"Xßs"});
    EXPECT_EQ(found("((?i)ss)ss", "ßss ssß"), Arguments{"ßss"}) << "only in its group";
    EXPECT_EQ(found("(?i:a)ss", "Ass aß"), Arguments{"Ass"});
    EXPECT_EQ(found("(?i:ss+)", "ß ßs sss"), Arguments{"sss"}) << "the last letter is repeated alone";
    EXPECT_EQ(found("(?i:[a(]ss)ss", "(ßss"), Arguments{"(ßss"});
    EXPECT_EQ(found("(?i:a(?<=a)b)", "AB"), Arguments{"AB"});
    for (const auto& [expression, part] : {std::pair{"(?i:[ß])", "ß"},
                                           {"(?i:ﬆ)", "ﬆ"},
                                           {"(?i)(?<first>x)", "(?<"},
                                           {"(?i:(x)\\k<1>)", "\\k"}}) {
        const std::string message =
            refusal_of([&, named = expression] { static_cast<void>(found(named, "a")); });
        EXPECT_NE(message.find(std::string(part) + " is ambiguous here"), std::string::npos) << message;
    }
}

TEST(Split, StopsAtAnExpressionThatNeverEnds) {
    const std::string message = refusal_of([] {
        static_cast<void>(
            pieces_of(split_at("Regex", "(a|a|b?)*[cd]", "Isolated"), std::string(64, 'a') + "!"));
    });
    EXPECT_TRUE(
        message.starts_with("t: the tokenizer's expression '(a|a|b?)*[cd]' fails at byte 1 of the text: "))
        << message;
}

TEST(Pieces, FollowOtherSteps) {
    const Json digits = {{"type", "Digits"}, {"individual_digits", true}}, runs = {{"type", "Digits"}};
    EXPECT_EQ(pieces_of(digits, "a12½"), (Arguments{"a", "1", "2", "½"}));
    EXPECT_EQ(pieces_of(runs, "a12b345"), (Arguments{"a", "12", "b", "345"}));
    const auto metaspace = [](const std::string& scheme, bool split) {
        return Json{
            {"type", "Metaspace"}, {"replacement", "▁"}, {"prepend_scheme", scheme}, {"split", split}};
    };
    EXPECT_EQ(pieces_of(metaspace("always", true), "a b  c"), (Arguments{"▁a", "▁b", "▁", "▁c"}));
    EXPECT_EQ(pieces_of(metaspace("first", false), "a b"), Arguments{"▁a▁b"});
    EXPECT_EQ(pieces_of(metaspace("first", false), "a b", false), Arguments{"a▁b"});
    EXPECT_EQ(pieces_of(metaspace("never", false), "a b"), Arguments{"a▁b"});
    EXPECT_EQ(pieces_of(metaspace("always", false), " a"), Arguments{"▁a"});
    EXPECT_EQ(pieces_of({{"type", "Metaspace"}, {"replacement", "▁"}, {"add_prefix_space", false}}, "a b"),
              (Arguments{"a", "▁b"}));
    EXPECT_EQ(pieces_of({{"type", "ByteLevel"}}, "it's 5"), (Arguments{" it", "'s", " 5"}));
    EXPECT_EQ(pieces_of({{"type", "ByteLevel"}, {"add_prefix_space", false}, {"use_regex", false}}, "it's 5"),
              Arguments{"it's 5"});
}

TEST(Normalizer, ChangesTheText) {
    const auto normal = [](const Json& json, const std::string& text) {
        return Normalizer(JsonPart(json, "t"))(text, {});
    };
    EXPECT_EQ(normal({{"type", "NFC"}}, "e\u0301\u0323 \u1100\u1161 ﬁ"), "\u1eb9\u0301 \uac00 ﬁ");
    EXPECT_EQ(normal({{"type", "NFD"}}, "\u1eb9\u0301"), "e\u0323\u0301");
    EXPECT_EQ(normal({{"type", "NFKC"}}, "ﬁ①"), "fi1");
    EXPECT_EQ(normal({{"type", "NFC"}}, std::string("a\0e\u0301", 5)), std::string("a\0\u00e9", 4));
    EXPECT_EQ(normal({{"type", "Replace"}, {"pattern", {{"Regex", " +"}}}, {"content", "_"}}, "a  b c"),
              "a_b_c");
    EXPECT_EQ(normal({{"type", "Prepend"}, {"prepend", "▁"}}, ""), "");
}

std::string repeated(std::string_view text, int count) {
    std::string all;
    for (int n = 0; n < count; ++n) all += text;
    return all;
}

TEST(Normalizer, OrdersLongRunsOfMarks) {
    constexpr int count = 200'000;
    const auto normal = [](const char* form, const std::string& text) {
        const Json json{{"type", form}};
        return Normalizer(JsonPart(json, "t"))(text, {});
    };
    // Below (class 220) comes before above (230); the order within a class stays.
    const std::string text = "a" + repeated("\u0301\u0323", count) + " b" + repeated("\u0302\u0300", 2);
    const auto begin = std::chrono::steady_clock::now();
    EXPECT_TRUE(normal("NFD", text) == "a" + repeated("\u0323", count) + repeated("\u0301", count) + " b" +
                                           repeated("\u0302\u0300", 2));
    EXPECT_TRUE(normal("NFC", text) == "\u1ea1" + repeated("\u0323", count - 1) + repeated("\u0301", count) +
                                           " b" + repeated("\u0302\u0300", 2));
    // The library's canonical ordering takes the square of the length: minutes.
    EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(10));
}

TEST(Normalizer, JoinsLettersAcrossPieces) {
    // The text is normalized in pieces, which must not separate a letter from its marks.
    for (const int length : {65'534, 65'535, 65'536, 65'537}) {
        const std::string before = repeated("x", length);
        const Json json{{"type", "NFC"}};
        EXPECT_TRUE(Normalizer(JsonPart(json, "t"))(before + "e\u0301\u1100\u1161\u11a8 e\u0323", {}) ==
                    before + "\u00e9\uac01 \u1eb9")
            << length;
    }
}

TEST(Normalizer, StopsSoon) {
    std::stop_source stop;
    stop.request_stop();
    const Json json{{"type", "NFD"}};
    EXPECT_THROW(static_cast<void>(Normalizer(JsonPart(json, "t"))("\u00e9", Job(stop.get_token()))),
                 Cancelled);
}

TEST(Normalizer, RefusesATextThatGrowsBeyondTheMemory) {
    const Json grow{
        {"type", "Replace"}, {"pattern", {{"String", "a"}}}, {"content", std::string(1'000'000, 'a')}};
    const Json json{{"type", "Sequence"}, {"normalizers", {grow, grow}}};
    EXPECT_THROW(static_cast<void>(Normalizer(JsonPart(json, "t"))("aaa", {})), TooLarge);  // 3 TB
}

TEST(AddedTokens, AreFoundAsTheyAreWritten) {
    Json json = family_json("gpt2");
    const auto add = [&](std::int32_t id, const std::string& content, bool before, bool after) {
        json["added_tokens"].push_back({{"id", id},
                                        {"content", content},
                                        {"lstrip", before},
                                        {"rstrip", after},
                                        {"normalized", false},
                                        {"special", true}});
    };
    const auto last = static_cast<std::int32_t>(tokenizer_of(json)->vocabulary());
    add(last, "<x>", false, false);
    add(last + 1, "<x><y>", false, false);
    add(last + 2, "<left>", true, false);
    add(last + 3, "<right>", false, true);
    const auto tokenizer = tokenizer_of(json);
    EXPECT_EQ(tokenizer->encode("<x><x><y>"), (Tokens{last, last + 1}));
    EXPECT_EQ(tokenizer->encode("a \u3000<left>a"), (Tokens{'a', last + 2, 'a'}));
    EXPECT_EQ(tokenizer->encode("a<right> \n\u3000a"), (Tokens{'a', last + 3, 'a'}));
    EXPECT_EQ(tokenizer->encode("<x").size(), 2U);
    EXPECT_EQ(tokenizer->bytes_of(last + 1), "<x><y>");
}

/// A SentencePiece text has no pieces: it is split where no merge joins, and the parts have the tokens of the
/// whole.
TEST(BytePairModel, CutsWhereNoMergeJoins) {
    const Json json = family_json("llama2")["model"];
    const BytePairModel model(JsonPart(json, "t"), false);
    std::mt19937 random(1);
    std::size_t parts_of_all = 0;
    for (int round = 0; round < 200; ++round) {
        std::string text;
        for (int n = 0; n < 20; ++n)
            text += fixture_strings()[random() % fixture_strings().size()] + (n % 3 == 0 ? "▁" : "");
        Tokens whole, joined, tokens;
        model.encode(text, whole);
        std::vector<std::string_view> parts;
        model.cut(text, parts);
        for (const std::string_view part : parts) {
            model.encode(part, tokens);
            joined.insert(joined.end(), tokens.begin(), tokens.end());
        }
        ASSERT_EQ(joined, whole) << text;
        parts_of_all += parts.size();
    }
    EXPECT_GT(parts_of_all, 200U * 20U);
    // Without byte fallback several unknown characters form one token, so the text is not split next to them.
    Json fused = json;
    fused["byte_fallback"] = false;
    const BytePairModel unknown(JsonPart(fused, "t"), false);
    std::vector<std::string_view> parts;
    unknown.cut("🛰🛰🛰", parts);
    EXPECT_EQ(parts.size(), 1U);
}

/// The definition: while any pair can be merged, merges the one of lowest rank, the leftmost of them.
Tokens merged_plainly(
    Tokens tokens,
    const std::map<std::pair<std::int32_t, std::int32_t>, std::pair<std::uint32_t, std::int32_t>>& rules) {
    while (true) {
        std::size_t best = tokens.size();
        std::pair<std::uint32_t, std::int32_t> rule{~0U, 0};
        for (std::size_t n = 0; n + 1 < tokens.size(); ++n) {
            const auto found = rules.find({tokens[n], tokens[n + 1]});
            if (found != rules.end() && found->second.first < rule.first) {
                best = n;
                rule = found->second;
            }
        }
        if (best == tokens.size()) return tokens;
        tokens[best] = rule.second;
        tokens.erase(tokens.begin() + static_cast<std::ptrdiff_t>(best) + 1);
    }
}

TEST(PairMerges, AreThoseOfTheRule) {
    std::mt19937 random(1);
    for (int round = 0; round < 300; ++round) {
        const auto letters = static_cast<std::int32_t>(2 + random() % 3);
        const auto count = static_cast<std::uint32_t>(1 + random() % 20);
        PairMerges merges(count);
        std::map<std::pair<std::int32_t, std::int32_t>, std::pair<std::uint32_t, std::int32_t>> rules;
        for (std::uint32_t rank = 0; rank < count; ++rank) {
            const auto known = static_cast<std::uint32_t>(letters) + rank;
            const auto left = static_cast<std::int32_t>(random() % known),
                       right = static_cast<std::int32_t>(random() % known);
            const auto merged = static_cast<std::int32_t>(known);
            merges.add(left, right, rank, merged);
            rules[{left, right}] = {rank, merged};
        }
        Tokens tokens;
        for (std::size_t n = random() % 60; n > 0; --n)
            tokens.push_back(static_cast<std::int32_t>(random() % static_cast<std::uint32_t>(letters)));
        Tokens made = tokens;
        merges.merge(made);
        ASSERT_EQ(made, merged_plainly(tokens, rules)) << round;
    }
}

}  // namespace
}  // namespace poslab::test
